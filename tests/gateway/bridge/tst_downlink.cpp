// SPDX-License-Identifier: MIT
#include "gateway/bridge/downlink.h"

#include <QTest>

using namespace pasarela;
using Kind = mcp::MessageScanner::Kind;

namespace {

/// Passes everything on but what it is told not to, and writes down what it sees.
class Recorder : public Downlink::Owner {
public:
    Downlink::Fate fateOf(const mcp::MessageScanner &head) override
    {
        ++asked;
        return {.pass = head.id() != swallowed, .copy = head.id() == copied};
    }
    void forward(QByteArrayView bytes) override
    {
        passed.append(bytes);
        largest = qMax(largest, bytes.size());
        ++writes;
    }
    void lineEnded(const mcp::MessageScanner &head, const QByteArray &copy) override
    {
        ended.append(head.id());
        kinds.append(head.kind());
        copies.append(copy);
        passedAtEnd.append(passed.size());
    }
    void draining() override { ++drains; }

    QByteArray swallowed = "none";
    QByteArray copied = "none";
    QByteArray passed;
    QList<QByteArray> ended;
    QList<Kind> kinds;
    QList<QByteArray> copies;
    QList<qsizetype> passedAtEnd;
    qsizetype largest = 0;
    int writes = 0;
    int asked = 0;
    int drains = 0;
};

const QByteArray answer1 = R"({"jsonrpc":"2.0","id":1,"result":{}})"
                           "\n";
const QByteArray answer2 = R"({"jsonrpc":"2.0","id":"2","error":{"code":1,"message":"x"}})"
                           "\n";
const QByteArray news = R"({"jsonrpc":"2.0","method":"notifications/progress","params":{}})"
                        "\n";
const QByteArray drain = R"({"pasarelaLink":"draining"})"
                         "\n";

} // namespace

class tst_downlink : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passesLinesOnAsTheyAre();
    void passesTheLinesOfAChunkOnInOneGo();
    void saysWhichLinesEnded();
    void readsTheSameWhereverTheLinesAreCut();
    void decidesWithinTheFirstBytesOfALine();
    void passesALineOnWhoseHeadSaysNothing();
    void readsAHeadPastALongId();
    void swallowsALineInAnyNumberOfPieces();
    void copiesALineThatIsAskedFor();
    void passesALineOnBeforeItSaysThatItEnded();
    void givesUpTheCopyOfALongLine();
    void takesInBandLinesOut();
    void keepsEmptyLinesFromTheClient();
    void isMidLineUntilTheClientHasAWholeOne();
    void isNotMidLineWithinALineThatIsSwallowed();
    void forgetsHalfALineOnReset();
};

void tst_downlink::passesLinesOnAsTheyAre()
{
    Recorder owner;
    Downlink downlink(owner);
    downlink.feed(answer1 + news + answer2);
    QCOMPARE(owner.passed, answer1 + news + answer2);
}

void tst_downlink::passesTheLinesOfAChunkOnInOneGo()
{
    Recorder owner;
    Downlink downlink(owner);
    downlink.feed(answer1 + news + answer2 + answer1.chopped(2));
    QCOMPARE(owner.writes, 1);
}

void tst_downlink::saysWhichLinesEnded()
{
    Recorder owner;
    Downlink downlink(owner);
    downlink.feed(answer1 + news + answer2);
    QCOMPARE(owner.ended, (QList<QByteArray>{"1", "", "\"2\""}));
    QCOMPARE(owner.kinds, (QList<Kind>{Kind::Response, Kind::Notification, Kind::Response}));
}

void tst_downlink::readsTheSameWhereverTheLinesAreCut()
{
    const QByteArray all = answer1 + news + answer2 + drain + answer1;
    for (qsizetype first = 0; first <= all.size(); ++first) {
        for (qsizetype second = first; second <= all.size(); second += 7) {
            Recorder owner;
            owner.swallowed = "\"2\"";
            owner.copied = "1";
            Downlink downlink(owner);
            downlink.feed(QByteArrayView(all).first(first));
            downlink.feed(QByteArrayView(all).sliced(first, second - first));
            downlink.feed(QByteArrayView(all).sliced(second));
            QCOMPARE(owner.passed, answer1 + news + answer1);
            QCOMPARE(owner.ended.size(), 5);
            QCOMPARE(owner.copies.first(), answer1.chopped(1));
            QCOMPARE(owner.copies.last(), answer1.chopped(1));
            QCOMPARE(owner.drains, 1);
        }
    }
}

void tst_downlink::decidesWithinTheFirstBytesOfALine()
{
    Recorder owner;
    Downlink downlink(owner);
    downlink.feed(R"({"jsonrpc":"2.0","id":1,"result":{"text":"a)");
    QCOMPARE(owner.asked, 1);
    QCOMPARE(owner.passed, QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{"text":"a)"));
    QVERIFY(owner.ended.isEmpty());
    const QByteArray chunk(64 * 1024, 'x');
    for (int i = 0; i < 100; ++i)
        downlink.feed(chunk);
    QCOMPARE(owner.writes, 101);
    QCOMPARE(owner.largest, chunk.size());
    downlink.feed("\"}}\n");
    QCOMPARE(owner.ended, (QList<QByteArray>{"1"}));
    QCOMPARE(owner.asked, 1);
}

void tst_downlink::passesALineOnWhoseHeadSaysNothing()
{
    Recorder owner;
    Downlink downlink(owner);
    const QByteArray head = R"({"something":")" + QByteArray(Downlink::headLimit, 'x');
    for (const char &c : head)
        downlink.feed(QByteArrayView(&c, 1));
    QCOMPARE(owner.passed, head);
    downlink.feed(QByteArray(R"(","id":1,"result":{}})"
                             "\n"));
    QCOMPARE(owner.kinds, (QList<Kind>{Kind::Unknown}));
}

void tst_downlink::readsAHeadPastALongId()
{
    const QByteArray id = '"' + QByteArray(mcp::MessageScanner::idLimit - 2, 'i') + '"';
    const QByteArray line = R"({"jsonrpc":"2.0","id":)" + id
        + R"(,"result":{}})"
          "\n";
    for (const qsizetype cut : {qsizetype(0), qsizetype(100), qsizetype(300), qsizetype(900)}) {
        Recorder owner;
        Downlink downlink(owner);
        downlink.feed(QByteArrayView(line).first(cut));
        downlink.feed(QByteArrayView(line).sliced(cut));
        QCOMPARE(owner.ended, (QList<QByteArray>{id}));
        QCOMPARE(owner.kinds, (QList<Kind>{Kind::Response}));
        QCOMPARE(owner.passed, line);
    }
}

void tst_downlink::swallowsALineInAnyNumberOfPieces()
{
    Recorder owner;
    owner.swallowed = "1";
    Downlink downlink(owner);
    const QByteArray all = news + answer1 + news;
    for (const char &c : all)
        downlink.feed(QByteArrayView(&c, 1));
    QCOMPARE(owner.passed, news + news);
    QCOMPARE(owner.ended.size(), 3);
}

void tst_downlink::copiesALineThatIsAskedFor()
{
    Recorder owner;
    owner.copied = "1";
    Downlink downlink(owner);
    downlink.feed(news + answer1 + answer2);
    QCOMPARE(owner.copies, (QList<QByteArray>{"", answer1.chopped(1), ""}));
    QCOMPARE(owner.passed, news + answer1 + answer2);
}

void tst_downlink::passesALineOnBeforeItSaysThatItEnded()
{
    Recorder owner;
    owner.copied = "1";
    Downlink downlink(owner);
    downlink.feed(news + answer1 + answer2);
    QCOMPARE(owner.passedAtEnd.at(1), news.size() + answer1.size());
}

void tst_downlink::givesUpTheCopyOfALongLine()
{
    Recorder owner;
    owner.copied = "1";
    Downlink downlink(owner);
    const QByteArray line = R"({"jsonrpc":"2.0","id":1,"result":")" + QByteArray(Downlink::copyLimit, 'x') + "\"}\n";
    downlink.feed(line);
    QCOMPARE(owner.copies, (QList<QByteArray>{""}));
    QCOMPARE(owner.passed, line);
    downlink.feed(answer1);
    QCOMPARE(owner.copies.last(), answer1.chopped(1));
}

void tst_downlink::takesInBandLinesOut()
{
    Recorder owner;
    Downlink downlink(owner);
    downlink.feed(answer1 + drain + answer2);
    QCOMPARE(owner.drains, 1);
    QCOMPARE(owner.passed, answer1 + answer2);
}

void tst_downlink::keepsEmptyLinesFromTheClient()
{
    Recorder owner;
    Downlink downlink(owner);
    downlink.feed("\n" + answer1 + "\r\n" + answer2);
    QCOMPARE(owner.passed, answer1 + answer2);
}

void tst_downlink::isMidLineUntilTheClientHasAWholeOne()
{
    Recorder owner;
    Downlink downlink(owner);
    QVERIFY(!downlink.isMidLine());
    downlink.feed("{\"jsonrpc\"");
    QVERIFY(!downlink.isMidLine()); // the client has nothing of it yet
    downlink.feed(R"(:"2.0","id":1,"result":{)");
    QVERIFY(downlink.isMidLine());
    downlink.feed("}}\n");
    QVERIFY(!downlink.isMidLine());
}

void tst_downlink::isNotMidLineWithinALineThatIsSwallowed()
{
    Recorder owner;
    owner.swallowed = "1";
    Downlink downlink(owner);
    downlink.feed(answer1.chopped(2));
    QVERIFY(!downlink.isMidLine());
}

void tst_downlink::forgetsHalfALineOnReset()
{
    Recorder owner;
    owner.copied = "1";
    Downlink downlink(owner);
    downlink.feed(R"({"jsonrpc":"2.0","id":1,"result":{)");
    downlink.reset();
    QVERIFY(!downlink.isMidLine());
    downlink.feed(answer2 + answer1);
    QCOMPARE(owner.ended, (QList<QByteArray>{"\"2\"", "1"}));
    QCOMPARE(owner.copies.last(), answer1.chopped(1));
}

QTEST_GUILESS_MAIN(tst_downlink)
#include "tst_downlink.moc"
