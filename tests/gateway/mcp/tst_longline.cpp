// SPDX-License-Identifier: MIT
#include "gateway/mcp/longline.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::mcp;

class tst_longline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhoWaits_data();
    void tellsWhoWaits();
    void tellsBeforeTheEndWhereItIsKnown();
    void tellsOnceForEachLine();
    void tellsOfALineThatBreaksOff();
    void forgetsALineThatBrokeOff();

private:
    static QByteArray toText(const LongLine::Outcome &outcome);
};

/// "request ID", "answer ID", "fault ID" or "nothing".
QByteArray tst_longline::toText(const LongLine::Outcome &outcome)
{
    if (const auto *fault = std::get_if<MessageFault>(&outcome))
        return (fault->isRequest ? "request " : "fault ") + fault->id;
    if (const auto *message = std::get_if<Message>(&outcome))
        return (message->kind() == Message::Kind::Error ? "answer " : "other ") + message->id().toByteArray();
    return "nothing";
}

void tst_longline::tellsWhoWaits_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("outcome");
    const QByteArray body(100000, 'x');
    const QByteArray tooLongId = '"' + QByteArray(maxIdSize, 'i') + '"';
    const auto row = [](const char *name, const QByteArray &line, const QByteArray &outcome) {
        QTest::newRow(name) << line << outcome;
    };
    row("a request, id first", R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"t":")" + body + R"("}})",
        "request 7");
    row("a request, id last", R"({"jsonrpc":"2.0","method":"tools/call","params":{"t":")" + body + R"("},"id":"a"})",
        R"(request "a")");
    row("an answer, result first", R"({"result":{"t":")" + body + R"("},"jsonrpc":"2.0","id":8})", "answer 8");
    row("an error, id in the middle", R"({"x":")" + body + R"(","id":8,"error":{"code":1,"message":"m"}})", "answer 8");
    row("ids in the body do not count", R"({"result":{"id":1,"a":[{"id":2,"t":")" + body + R"("}]},"id":"r-3"})",
        R"(answer "r-3")");
    row("quotes and ids in a string", R"({"result":{"t":"\",\"id\":1,\\")" + body.toBase64() + R"(\"}"},"id":4})",
        "answer 4");
    row("a method in the body", R"({"result":{"method":"m","t":")" + body + R"("},"id":4})", "answer 4");
    row("an id over its limit", R"({"method":"m","params":{"t":")" + body + R"("},"id":)" + tooLongId + '}',
        "request ");
    row("an id that is none", R"({"method":"m","params":{"t":")" + body + R"("},"id":1.5})", "request ");
    row("two ids", R"({"id":1,"params":{"t":")" + body + R"("},"id":2,"method":"m"})", "request ");
    row("an answer to nobody", R"({"result":{"t":")" + body + R"("},"id":)" + tooLongId + '}', "nothing");
    row("an error without an id", R"({"error":{"message":")" + body + R"("},"id":null})", "nothing");
    row("a notification", R"({"jsonrpc":"2.0","method":"n","params":{"t":")" + body + R"("}})", "nothing");
    row("a batch", R"([{"id":1,"method":"m","params":{"t":")" + body + R"("}}])", "fault ");
    row("no JSON", body, "fault ");
    row("neither method nor result", R"({"t":")" + body + R"(","id":9})", "fault 9");
}

void tst_longline::tellsWhoWaits()
{
    QFETCH(QByteArray, line);
    for (const qsizetype size : {qsizetype(7), qsizetype(65536), line.size()}) {
        LongLine longLine;
        int told = 0;
        for (qsizetype at = 0; at < line.size(); at += size) {
            const QByteArrayView piece = QByteArrayView(line).sliced(at, std::min(size, line.size() - at));
            told += longLine.feed(piece, false) ? 1 : 0;
        }
        told += longLine.feed({}, true) ? 1 : 0;
        QCOMPARE(told, 1);
        QTEST(toText(longLine.outcome()), "outcome");
    }
}

void tst_longline::tellsBeforeTheEndWhereItIsKnown()
{
    const QByteArray head = R"({"jsonrpc":"2.0","id":5,"method":"m","params":{)";
    LongLine line;
    QVERIFY(line.feed(head, false));
    QCOMPARE(toText(line.outcome()), QByteArray("request 5"));
    QVERIFY(!line.feed("\"id\":6", false));
    QVERIFY(!line.feed("}}", true));
}

void tst_longline::tellsOnceForEachLine()
{
    const QByteArray answer = R"({"result":{},"id":1})";
    const QByteArray request = R"({"method":"m","id":2})";
    LongLine line;
    QVERIFY(line.feed(answer, true));
    QCOMPARE(toText(line.outcome()), QByteArray("answer 1"));
    QVERIFY(line.feed(request, true));
    QCOMPARE(toText(line.outcome()), QByteArray("request 2"));
    QVERIFY(!line.breakOff());
}

void tst_longline::tellsOfALineThatBreaksOff()
{
    const QByteArray half = R"({"method":"m","params":{"t":")";
    LongLine line;
    QVERIFY(!line.feed(half, false));
    QVERIFY(line.breakOff());
    QVERIFY(!line.breakOff());
}

void tst_longline::forgetsALineThatBrokeOff()
{
    const QByteArray half = R"({"id":1,"method":"m","params":{"t":")";
    const QByteArray answer = R"({"id":2,"result":{}})";
    LongLine line;
    QVERIFY(line.feed(half, false));
    QVERIFY(!line.breakOff());
    QVERIFY(line.feed(answer, true));
    QCOMPARE(toText(line.outcome()), QByteArray("answer 2"));
}

QTEST_GUILESS_MAIN(tst_longline)
#include "tst_longline.moc"
