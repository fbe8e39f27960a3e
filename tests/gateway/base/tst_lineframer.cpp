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
    void givesTheFirstBytesOfADroppedLine();
    void staysQuietWhenItIsDestroyedInACallback_data();
    void staysQuietWhenItIsDestroyedInACallback();
    void forgetsTheRestOnClear();
    void keepsALineOfManyChunks();

private:
    struct Cut {
        QByteArrayList lines; ///< A dropped one as "!" and its head.
        QByteArray partial;
    };
    static Cut cut(const QByteArray &bytes, qsizetype limit, qsizetype chunk);
};

tst_lineframer::Cut tst_lineframer::cut(const QByteArray &bytes, qsizetype limit, qsizetype chunk)
{
    Cut cut;
    LineFramer framer(limit);
    for (qsizetype at = 0; at < bytes.size(); at += chunk) {
        framer.push(
            QByteArrayView(bytes).sliced(at, std::min(chunk, bytes.size() - at)),
            [&](QByteArray line) { cut.lines.append(std::move(line)); },
            [&](const QByteArray &head) { cut.lines.append('!' + head); });
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
    row("one over", "123456\nab\n", {"!", "ab"});
    row("one over, CRLF", "123456\r\nab\n", {"!", "ab"});
    row("CR counts inside", "12345\r6\nab\n", {"!", "ab"});
    row("second CR counts", "12345\r\r\nab\n", {"!", "ab"});
    row("far over", "1234567890123456789\nab\n", {"!", "ab"});
    row("two in a row", "123456\n1234567\nab\n", {"!", "!", "ab"});
    row("behind a good one", "ab\n123456\ncd\n", {"ab", "!", "cd"});
    row("never ends", "1234567890", {"!"});
}

void tst_lineframer::dropsALineOverTheLimitAndGoesOn()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArrayList, lines);
    for (qsizetype chunk = 1; chunk <= bytes.size(); ++chunk) {
        QByteArrayList got = cut(bytes, 5, chunk).lines;
        for (QByteArray &line : got) {
            if (line.startsWith('!'))
                line = "!"; // how much of the head was there depends on the chunks
        }
        QCOMPARE(got, lines);
    }
}

void tst_lineframer::holdsNoMoreThanTheLimit()
{
    LineFramer framer(1000);
    int dropped = 0;
    const QByteArray chunk(300, 'x');
    for (int i = 0; i < 100; ++i) {
        framer.push(
            chunk, [](const QByteArray &) { QFAIL("no line ended"); }, [&](const QByteArray &) { ++dropped; });
        QVERIFY(framer.partial().size() <= 1001);
    }
    QCOMPARE(dropped, 1);
    QVERIFY(framer.partial().isEmpty());
}

void tst_lineframer::givesTheFirstBytesOfADroppedLine()
{
    const QByteArray start = R"({"jsonrpc":"2.0","id":7,)" + QByteArray(300, 'a');
    for (const qsizetype chunk : {1, 10, 255, 1000, 100000}) {
        const Cut result = cut(start + QByteArray(5000, 'b') + '\n', 1000, chunk);
        QCOMPARE(result.lines, QByteArrayList{'!' + start.first(256)});
    }
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
    const auto destroy = [&](const QByteArray &) {
        ++calls;
        framer.reset();
    };
    QVERIFY(!framer->push(bytes, destroy, destroy));
    QCOMPARE(calls, 1);
}

void tst_lineframer::forgetsTheRestOnClear()
{
    LineFramer framer(5);
    QByteArrayList lines;
    const auto add = [&](const QByteArray &line) { lines.append(line); };
    QVERIFY(framer.push("abc", add, add));
    framer.clear();
    QVERIFY(framer.push("d\n123456789", add, add));
    framer.clear();
    QVERIFY(framer.push("e\n", add, add));
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
