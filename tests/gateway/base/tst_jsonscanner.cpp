// SPDX-License-Identifier: MIT
#include "gateway/base/jsonscanner.h"

#include <QTest>

using namespace pasarela;

/// Which members a scan finds, which duplicates it sees, and where things stand.
class tst_jsonscanner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reportsTheWantedMembers();
    void reportsAnObjectAndItsMembers();
    void findsKeysWrittenWithEscapes_data();
    void findsKeysWrittenWithEscapes();
    void findsNothingInWhatIsNotOnTheWay();
    void listsAllRootMembersInOrder();
    void seesDuplicatesInWatchedObjects_data();
    void seesDuplicatesInWatchedObjects();
    void leavesDuplicatesElsewhereAlone_data();
    void leavesDuplicatesElsewhereAlone();
    void reportsTheFirstOfSeveralDuplicates();
    void reportsABrokenTextRatherThanADuplicate();
    void givesTheLaterOneOfADuplicate();
    void watchesTheRootAloneForAnEmptyPath();
    void watchesNothingWithoutPaths();
    void takesAMillionMembers_data();
    void takesAMillionMembers();
    void noticesLineBreaksBetweenTokens_data();
    void noticesLineBreaksBetweenTokens();
    void tellsLineAndColumn_data();
    void tellsLineAndColumn();
    void tellsPositionsInOnePass();
};

void tst_jsonscanner::reportsTheWantedMembers()
{
    const QByteArray text = R"( {"jsonrpc" : "2.0", "id": 17,"params":{"x":[1],"name" :"echo" ,"_meta":{"p":1e3}}} )";
    const JsonScan scan =
        scanJson(text, {{"id"}, {"params", "name"}, {"params", "_meta", "p"}, {"params", "none"}, {"none", "id"}});
    QVERIFY(scan.ok());
    QCOMPARE(scan.values[0].in(text), "17");
    QCOMPARE(scan.values[0].begin, qsizetype(27));
    QCOMPARE(scan.values[1].in(text), "\"echo\"");
    QCOMPARE(scan.values[2].in(text), "1e3");
    QVERIFY(!scan.values[3].exists());
    QVERIFY(!scan.values[4].exists());
    QCOMPARE(scan.root.begin, qsizetype(1));
    QCOMPARE(scan.root.end, text.size() - 1);
}

void tst_jsonscanner::reportsAnObjectAndItsMembers()
{
    const QByteArray text = R"({"params": { "a" : [ {"name":"no"} ] , "name" : {} } })";
    const JsonScan scan = scanJson(text, {{"params", "name"}, {"params"}, {}});
    QVERIFY(scan.ok());
    QCOMPARE(scan.values[0].in(text), "{}");
    QCOMPARE(scan.values[1].in(text), R"({ "a" : [ {"name":"no"} ] , "name" : {} })");
    QCOMPARE(scan.values[2].in(text), text);
}

void tst_jsonscanner::findsKeysWrittenWithEscapes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("plain") << QByteArray(R"({"params":{"name":1}})") << QByteArray("1");
    QTest::newRow("one escape") << QByteArray(R"({"params":{"n\u0061me":1}})") << QByteArray("1");
    QTest::newRow("all escapes") << QByteArray(R"({"\u0070\u0061\u0072\u0061\u006D\u0073":{"name":1}})")
                                 << QByteArray("1");
    QTest::newRow("longer") << QByteArray(R"({"params":{"names":1}})") << QByteArray();
    QTest::newRow("shorter") << QByteArray(R"({"params":{"nam":1}})") << QByteArray();
    QTest::newRow("capital") << QByteArray(R"({"params":{"Name":1}})") << QByteArray();
    QTest::newRow("with a null character behind") << QByteArray(R"({"params":{"name\u0000":1}})") << QByteArray();
    QTest::newRow("as a value") << QByteArray(R"({"params":{"x":"name"}})") << QByteArray();
}

void tst_jsonscanner::findsKeysWrittenWithEscapes()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, value);
    const JsonScan scan = scanJson(text, {{"params", "name"}});
    QVERIFY(scan.ok());
    QCOMPARE(scan.values[0].in(text).toByteArray(), value);
}

void tst_jsonscanner::findsNothingInWhatIsNotOnTheWay()
{
    for (const QByteArray text :
         {R"([{"params":{"name":1}}])", R"({"params":[{"name":1}]})", R"({"x":{"params":{"name":1}}})",
          R"({"params":"name","name":1})", R"("params")", "1"}) {
        const JsonScan scan = scanJson(text, {{"params", "name"}});
        QVERIFY(scan.ok());
        QVERIFY2(!scan.values[0].exists(), text.constData());
    }
}

void tst_jsonscanner::listsAllRootMembersInOrder()
{
    const QByteArray text = R"({ "b" : {"c":[{}]} ,"a":2, "\u0061b":"x" })";
    const JsonScan scan = scanJson(text, {{"a"}});
    QVERIFY(scan.ok());
    QCOMPARE(scan.rootMembers.size(), qsizetype(3));
    QCOMPARE(scan.rootMembers[0].key.in(text), "\"b\"");
    QCOMPARE(scan.rootMembers[0].value.in(text), R"({"c":[{}]})");
    QCOMPARE(scan.rootMembers[1].key.in(text), "\"a\"");
    QCOMPARE(scan.rootMembers[1].value.in(text), "2");
    QCOMPARE(scan.rootMembers[2].key.in(text), R"("\u0061b")");
    QCOMPARE(scan.rootMembers[2].value.in(text), "\"x\"");
    QVERIFY(scanJson("[1]", {{"a"}}).rootMembers.isEmpty());
}

void tst_jsonscanner::seesDuplicatesInWatchedObjects_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("again"); // the text from the second key on
    const auto row = [](const char *name, const char *before, const char *again) {
        QTest::newRow(name) << QByteArray(before) + again << QByteArray(again);
    };
    row("root", R"({"id":1,)", R"("id":2})");
    row("root, a key nobody asked for", R"({"x":1,"y":2,)", R"("x":3})");
    row("params", R"({"params":{"name":1,"y":2,)", R"("name":3}})");
    row("params, a key nobody asked for", R"({"params":{"y":2,)", R"("y":3}})");
    row("third level", R"({"params":{"_meta":{"a":1,)", R"("a":1}}})");
    row("escaped", R"({"params":{"name":1,)", R"("n\u0061me":3}})");
    row("escaped before", R"({"params":{"\u006eame":1,)", R"("name":3}})");
    row("two spellings", R"({"\u00e9":1,)", R"("\u00E9":3})");
    row("raw and escaped", R"({"é":1,)", R"("\u00e9":3})");
    row("surrogate pair", R"({"😀":1,)", R"("\ud83d\uDE00":3})");
    row("slash", R"({"a/b":1,)", R"("a\/b":3})");
    row("short escape", R"({"a\nb":1,)", R"("a\u000ab":3})");
    row("empty", R"({"":1,)", R"("":3})");
    row("lone surrogate", R"({"\ud800":1,)", R"("\uD800":3})");
    row("among many", R"({"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,)", R"("c":3,"k":1})");
    row("escaped among many", R"({"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,)",
        R"("\u0063":3,"k":1})");
    row("behind a nested object", R"({"params":{"a":{"b":[{"a":0}]},"_meta":{"a":1},)", R"("a":3}})");
    row("whole params twice", R"({"params":{},)", R"("params":{}})");
}

void tst_jsonscanner::seesDuplicatesInWatchedObjects()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, again);
    const JsonScan scan = scanJson(text, {{"id"}, {"params", "name"}, {"params", "_meta", "progressToken"}});
    QVERIFY(!scan.ok());
    QCOMPARE(int(scan.fault->kind), int(JsonFault::Kind::DuplicateKey));
    QCOMPARE(text.mid(scan.fault->offset), again);
    QVERIFY(!validateJson(text));
}

void tst_jsonscanner::leavesDuplicatesElsewhereAlone_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *name, const char *text) { QTest::newRow(name) << QByteArray(text); };
    row("wanted value", R"({"params":{"name":{"a":1,"a":2}}})");
    row("beside the way", R"({"params":{"arguments":{"a":1,"a":2}}})");
    row("in an array", R"({"params":[{"a":1,"a":2}]})");
    row("in an array in params", R"({"params":{"x":[{"a":1,"a":2}]}})");
    row("root is an array", R"([{"id":1,"id":2}])");
    row("case differs", R"({"id":1,"ID":2})");
    row("prefix", R"({"id":1,"i":2,"idd":3})");
    row("different lone surrogates", R"({"\ud800":1,"\ud801":2,"\udc00":3,"\ufffd":4})");
    row("null character", R"({"a":1,"a\u0000":2})");
    row("same key on several levels", R"({"id":1,"params":{"id":1,"params":{"id":1}}})");
    row("composed and decomposed", R"({"\u00e9":1,"e\u0301":2})");
}

void tst_jsonscanner::leavesDuplicatesElsewhereAlone()
{
    QFETCH(QByteArray, text);
    QVERIFY(scanJson(text, {{"id"}, {"params", "name"}}).ok());
}

void tst_jsonscanner::reportsTheFirstOfSeveralDuplicates()
{
    const QByteArray text = R"({"z":0,"params":{"b":1,"a":1,"b":2,"a":2},"z":1})";
    const JsonScan scan = scanJson(text, {{"params", "name"}});
    QVERIFY(!scan.ok());
    QCOMPARE(scan.fault->offset, text.indexOf(R"("b":2)"));
}

void tst_jsonscanner::reportsABrokenTextRatherThanADuplicate()
{
    const JsonScan scan = scanJson(R"({"id":1,"id":2,)", {{"id"}});
    QVERIFY(!scan.ok());
    QCOMPARE(int(scan.fault->kind), int(JsonFault::Kind::Syntax));
}

void tst_jsonscanner::givesTheLaterOneOfADuplicate()
{
    const QByteArray text = R"({"id":1,"id":2})";
    const JsonScan scan = scanJson(text, {{"id"}});
    QVERIFY(!scan.ok());
    QCOMPARE(scan.values[0].in(text), "2");
}

void tst_jsonscanner::watchesTheRootAloneForAnEmptyPath()
{
    const JsonPaths paths({{}});
    QCOMPARE(paths.count(), qsizetype(1));
    QVERIFY(!scanJson(R"({"a":1,"a":2})", paths).ok());
    const QByteArray text = R"( {"b":{"a":1,"a":2}} )";
    const JsonScan scan = scanJson(text, paths);
    QVERIFY(scan.ok());
    QCOMPARE(scan.values[0].in(text), text.trimmed());
}

void tst_jsonscanner::watchesNothingWithoutPaths()
{
    const JsonScan scan = scanJson(R"({"a":1,"a":2})", JsonPaths({}));
    QVERIFY(scan.ok());
    QCOMPARE(scan.rootMembers.size(), qsizetype(2));
}

void tst_jsonscanner::takesAMillionMembers_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("plain") << QByteArray("m");
    QTest::newRow("with escapes") << QByteArray("\\u006d");
}

// A quadratic comparison would run into the test's time limit.
void tst_jsonscanner::takesAMillionMembers()
{
    QFETCH(QByteArray, key);
    QByteArray text = "{\"params\":{";
    for (int i = 0; i < 1000000; ++i)
        text += '"' + key + QByteArray::number(i) + "\":0,";
    const JsonScan good = scanJson(text + R"("last":1}})", {{"params", "last"}});
    QVERIFY(good.ok());
    const JsonScan bad = scanJson(text + R"("m500000":1}})", {{"params", "last"}});
    QVERIFY(!bad.ok());
    QCOMPARE(bad.fault->offset, text.size());
}

void tst_jsonscanner::noticesLineBreaksBetweenTokens_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("breaks");
    const auto row = [](const char *name, const char *text, bool breaks) {
        QTest::newRow(name) << QByteArray(text) << breaks;
    };
    row("none", R"({"a": [1,	2]} )", false);
    row("escaped", R"({"a":"\n\r"})", false);
    row("before", "\n{}", true);
    row("behind", "{}\r", true);
    row("in an empty array", "[\n]", true);
    row("before a colon", "{\"a\"\r:1}", true);
    row("behind a colon", "{\"a\":\n1}", true);
    row("behind a comma", "[1,\n2]", true);
    row("before a comma", "[1\n,2]", true);
    row("before a brace", "{\"a\":1\n}", true);
}

void tst_jsonscanner::noticesLineBreaksBetweenTokens()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, breaks);
    const JsonScan scan = scanJson(text, {{"a"}});
    QVERIFY(scan.ok());
    QCOMPARE(scan.hasLineBreaks, breaks);
}

void tst_jsonscanner::tellsLineAndColumn_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    const auto row = [](const char *name, const char *text, int offset, int line, int column) {
        QTest::newRow(name) << QByteArray(text) << offset << line << column;
    };
    row("start", "abc", 0, 1, 1);
    row("in the first line", "abc", 2, 1, 3);
    row("at the end", "abc", 3, 1, 4);
    row("beyond the end", "abc", 9, 1, 4);
    row("at a line feed", "ab\ncd", 2, 1, 3);
    row("second line", "ab\ncd", 3, 2, 1);
    row("second line, second column", "ab\ncd", 4, 2, 2);
    row("behind CRLF", "ab\r\ncd", 5, 2, 2);
    row("on the LF of CRLF", "ab\r\ncd", 3, 1, 4);
    row("lone CR", "ab\rcd", 3, 2, 1);
    row("empty lines", "\n\n\nx", 3, 4, 1);
    row("characters, not bytes", "\"é😀\" x", 9, 1, 6);
    row("empty text", "", 0, 1, 1);
}

void tst_jsonscanner::tellsLineAndColumn()
{
    QFETCH(QByteArray, text);
    QFETCH(int, offset);
    QFETCH(int, line);
    QFETCH(int, column);
    const TextPosition position = positionIn(text, offset);
    QCOMPARE(position.line, line);
    QCOMPARE(position.column, column);
}

void tst_jsonscanner::tellsPositionsInOnePass()
{
    const QByteArray text = "a\r\nb\rc\n\n\"é😀\" x\r\n";
    TextPositions positions(text);
    for (qsizetype offset = 0; offset <= text.size() + 1; offset += offset % 3 + 1) {
        for (int again = 0; again < 2; ++again) {
            const TextPosition position = positions.at(offset);
            QCOMPARE(position.line, positionIn(text, offset).line);
            QCOMPARE(position.column, positionIn(text, offset).column);
        }
    }
}

QTEST_GUILESS_MAIN(tst_jsonscanner)
#include "tst_jsonscanner.moc"
