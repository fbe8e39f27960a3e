// SPDX-License-Identifier: MIT
#include "gateway/base/lineframer.h"

#include <QByteArrayList>
#include <QTest>

#include <memory>

using namespace pasarela;

class tst_lineframer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsLines_data();
    void cutsLines();
    void dropsALineOverTheLimitAndGoesOn_data();
    void dropsALineOverTheLimitAndGoesOn();
    void holdsNoMoreThanTheLimit();
    void handsOnALineOverTheLimitPieceByPiece();
    void staysQuietWhenItIsDestroyedInACallback_data();
    void staysQuietWhenItIsDestroyedInACallback();
    void forgetsTheRestOnClear();
    void keepsALineOfManyChunks();

private:
    struct Cut {
        QByteArrayList lines; ///< One that was too long as "!" and its bytes.
        QByteArray partial;
    };
    static Cut cut(const QByteArray &bytes, qsizetype limit, qsizetype chunk);
};

tst_lineframer::Cut tst_lineframer::cut(const QByteArray &bytes, qsizetype limit, qsizetype chunk)
{
    Cut cut;
    LineFramer framer(limit);
    bool within = false;
    const auto tooLong = [&](QByteArrayView piece, bool ends) {
        if (!std::exchange(within, !ends))
            cut.lines.append("!");
        cut.lines.last().append(piece);
    };
    for (qsizetype at = 0; at < bytes.size(); at += chunk) {
        framer.push(
            QByteArrayView(bytes).sliced(at, std::min(chunk, bytes.size() - at)),
            [&](QByteArray line) { cut.lines.append(std::move(line)); }, tooLong);
    }
    cut.partial = framer.partial().toByteArray();
    return cut;
}

void tst_lineframer::cutsLines_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QByteArray>("partial");
    const auto row = [](const char *name, const char *bytes, const QByteArrayList &lines, const char *partial) {
        QTest::newRow(name) << QByteArray(bytes) << lines << QByteArray(partial);
    };
    row("nothing", "", {}, "");
    row("one line", "abc\n", {"abc"}, "");
    row("no end yet", "abc", {}, "abc");
    row("two lines and a half", "a\nbc\nd", {"a", "bc"}, "d");
    row("CRLF", "a\r\nb\r\n", {"a", "b"}, "");
    row("CR inside", "a\rb\n", {"a\rb"}, "");
    row("two CRs", "a\r\r\n", {"a\r"}, "");
    row("CR at the end", "a\r", {}, "a\r");
    row("empty lines", "\n\na\n\n\r\n\nb\n", {"a", "b"}, "");
    row("spaces are a line", " \n", {" "}, "");
}

void tst_lineframer::cutsLines()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArrayList, lines);
    QFETCH(QByteArray, partial);
    for (qsizetype chunk = 1; chunk <= bytes.size() + 1; ++chunk) {
        const Cut result = cut(bytes, 100, chunk);
        QCOMPARE(result.lines, lines);
        QCOMPARE(result.partial, partial);
    }
}

void tst_lineframer::dropsALineOverTheLimitAndGoesOn_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArrayList>("lines");
    const auto row = [](const char *name, const char *bytes, const QByteArrayList &lines) {
        QTest::newRow(name) << QByteArray(bytes) << lines;
    };
    row("just within", "12345\n", {"12345"});
    row("just within, CRLF", "12345\r\n", {"12345"});
    row("one over", "123456\nab\n", {"!123456", "ab"});
    row("one over, CRLF", "123456\r\nab\n", {"!123456\r", "ab"});
    row("CR counts inside", "12345\r6\nab\n", {"!12345\r6", "ab"});
    row("second CR counts", "12345\r\r\nab\n", {"!12345\r\r", "ab"});
    row("far over", "1234567890123456789\nab\n", {"!1234567890123456789", "ab"});
    row("two in a row", "123456\n1234567\nab\n", {"!123456", "!1234567", "ab"});
    row("behind a good one", "ab\n123456\ncd\n", {"ab", "!123456", "cd"});
    row("never ends", "1234567890", {"!1234567890"});
}

void tst_lineframer::dropsALineOverTheLimitAndGoesOn()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArrayList, lines);
    for (qsizetype chunk = 1; chunk <= bytes.size(); ++chunk) {
        QCOMPARE(cut(bytes, 5, chunk).lines, lines);
    }
}

void tst_lineframer::holdsNoMoreThanTheLimit()
{
    LineFramer framer(1000);
    qsizetype passedOn = 0;
    const QByteArray chunk(300, 'x');
    for (int i = 0; i < 100; ++i) {
        framer.push(
            chunk, [](const QByteArray &) { QFAIL("no line ended"); },
            [&](QByteArrayView piece, bool ends) {
                QVERIFY(!ends);
                passedOn += piece.size();
            });
        QVERIFY(framer.partial().size() <= 1001);
    }
    QCOMPARE(passedOn, 100 * chunk.size());
    QVERIFY(framer.partial().isEmpty());
}

void tst_lineframer::handsOnALineOverTheLimitPieceByPiece()
{
    LineFramer framer(5);
    QByteArrayList pieces;
    const auto push = [&](QByteArrayView chunk) {
        framer.push(
            chunk, [](const QByteArray &) { QFAIL("no line"); },
            [&](QByteArrayView piece, bool ends) { pieces.append(piece.toByteArray() + (ends ? "." : "")); });
    };
    push("1234");
    QVERIFY(pieces.isEmpty());
    push("56");
    push("78");
    push("\n");
    QCOMPARE(pieces, QByteArrayList({"1234", "56", "78", "."}));
}

void tst_lineframer::staysQuietWhenItIsDestroyedInACallback_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("at a line") << QByteArray("a\nb\nc");
    QTest::newRow("at a line too long") << QByteArray("123456789\nb\nc");
    QTest::newRow("at a line too long without an end") << QByteArray("123456789");
}

void tst_lineframer::staysQuietWhenItIsDestroyedInACallback()
{
    QFETCH(QByteArray, bytes);
    auto framer = std::make_unique<LineFramer>(5);
    int calls = 0;
    const auto destroy = [&] {
        ++calls;
        framer.reset();
    };
    const auto line = [&](const QByteArray &) { destroy(); };
    const auto tooLong = [&](QByteArrayView, bool) { destroy(); };
    QVERIFY(!framer->push(bytes, line, tooLong));
    QCOMPARE(calls, 1);
    // One of which a part was held already.
    framer = std::make_unique<LineFramer>(5);
    QVERIFY(framer->push("12", line, tooLong));
    QVERIFY(!framer->push("3456" + bytes, line, tooLong));
    QCOMPARE(calls, 2);
}

void tst_lineframer::forgetsTheRestOnClear()
{
    LineFramer framer(5);
    QByteArrayList lines;
    const auto add = [&](const QByteArray &line) { lines.append(line); };
    const auto addPiece = [&](QByteArrayView piece, bool) { lines.append(piece.toByteArray()); };
    QVERIFY(framer.push("abc", add, addPiece));
    framer.clear();
    QVERIFY(framer.push("d\n123456789", add, addPiece));
    framer.clear();
    QVERIFY(framer.push("e\n", add, addPiece));
    QCOMPARE(lines, QByteArrayList({"d", "123456789", "e"}));
}

void tst_lineframer::keepsALineOfManyChunks()
{
    QByteArray line(3 * 1024 * 1024, 'x');
    line[1234567] = 'y';
    const Cut result = cut(line + '\n', 64 * 1024 * 1024, 4096);
    QCOMPARE(result.lines.size(), qsizetype(1));
    QVERIFY(result.lines.first() == line);
}

QTEST_GUILESS_MAIN(tst_lineframer)
#include "tst_lineframer.moc"
