// SPDX-License-Identifier: MIT
#include "gateway/base/jsonscanner.h"

#include <QTest>

using namespace pasarela;

/// What is a JSON text and what is not, row by row, and where the fault is reported.
class tst_jsongrammar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void acceptsWhatTheGrammarAllows_data();
    void acceptsWhatTheGrammarAllows();
    void refusesEverythingElse_data();
    void refusesEverythingElse();
    void takesWellFormedUtf8Only_data();
    void takesWellFormedUtf8Only();
    void refusesEveryPrefixOfAnObject();
    void refusesEveryControlCharacterInAString_data();
    void refusesEveryControlCharacterInAString();
    void refusesEveryByteThatIsNoEscape();
    void goesTenThousandDeepAndNoDeeper_data();
    void goesTenThousandDeepAndNoDeeper();
    void doesNotReadPastTheEndOfAView();
};

void tst_jsongrammar::acceptsWhatTheGrammarAllows_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *name, QByteArray text) { QTest::newRow(name) << std::move(text); };
    // Any value may be the root (RFC 8259, section 2).
    row("object", "{}");
    row("array", "[]");
    row("string", "\"\"");
    row("number", "0");
    row("true", "true");
    row("false", "false");
    row("null", "null");
    // Numbers.
    row("negative zero", "-0");
    row("two digits", "10");
    row("fraction", "0.0");
    row("negative fraction", "-1.50");
    row("exponent", "1e1");
    row("capital exponent", "1E1");
    row("signed exponent", "1e+1");
    row("negative exponent", "0.1e-01");
    row("exponent of zero", "0e0");
    row("over every double", "1e400");
    row("under every double", "-1e-400");
    row("over 2^64", "[123456789012345678901234567890]");
    row("long fraction", "[0.1234567890123456789012345678901234567890]");
    row("ten thousand digits", QByteArray(10000, '7'));
    // Strings.
    row("all short escapes", R"("\"\\\/\b\f\n\r\t")");
    row("unicode escape", R"("\u00e9\u00E9\uabcd\uABCD")");
    row("escaped null character", R"("\u0000")");
    row("surrogate pair", R"("\ud83d\ude00")");
    row("lone high surrogate", R"("\ud800")");
    row("lone low surrogate", R"("\udc00")");
    row("surrogates the wrong way round", R"("\ude00\ud83d")");
    row("high surrogate and another escape", R"("\ud800\n")");
    row("delete character", "\"\x7f\"");
    row("line separator", "\"\xe2\x80\xa8\"");
    row("slash", "\"/\"");
    row("brackets in a string", R"({"a}]":"{[,:"})");
    row("escaped quote at the end", R"(["\""])");
    row("escaped backslash at the end", R"(["\\"])");
    // Structure.
    row("white space everywhere",
        " \t\r\n{ \t\r\n\"a\" \t\r\n: \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n} \t\r\n");
    row("space in empty ones", "[ { } , [ ] ]");
    row("nested", R"({"a":{"b":[{"c":[[]]},{}]}})");
    row("empty key", R"({"":0})");
    row("keys of every kind", R"({"a":1,"\u0000":2,"é":3})");
    row("many items", "[1,true,false,null,\"x\",{},[]]");
}

void tst_jsongrammar::acceptsWhatTheGrammarAllows()
{
    QFETCH(QByteArray, text);
    const auto fault = validateJson(text);
    QVERIFY2(!fault, fault ? fault->what : "");
    QVERIFY(scanJson(text, {{"a", "b"}}).ok());
}

void tst_jsongrammar::refusesEverythingElse_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("offset");
    const auto row = [](const char *name, QByteArray text, int offset) {
        QTest::newRow(name) << std::move(text) << offset;
    };
    row("nothing", "", 0);
    row("white space", " \n", 2);
    row("null character", QByteArray(1, '\0'), 0);
    row("null character behind", QByteArray("1\0", 2), 1);
    row("two values", "1 2", 2);
    row("two objects", "{}{}", 2);
    row("closing bracket behind", "[]]", 2);
    row("comma behind", "{},", 2);
    row("comment", "{/* */}", 1);
    row("line comment behind", "1 // one", 2);
    row("form feed", "\f1", 0);
    row("no-break space",
        "\xc2\xa0"
        "1",
        0);
    // Literals.
    row("capital literal", "True", 0);
    row("capital in a literal", "nUll", 1);
    row("half a literal", "[tru]", 4);
    row("literal too long", "truee", 4);
    row("literal at the end of the text", "fals", 4);
    row("NaN", "NaN", 0);
    row("Infinity", "[-Infinity]", 2);
    row("bare word", "{\"a\":b}", 5);
    // Numbers.
    row("plus", "+1", 0);
    row("minus alone", "-", 1);
    row("two minuses", "--1", 1);
    row("leading zero", "01", 1);
    row("leading zero, negative", "-012", 2);
    row("point without digits before", ".5", 0);
    row("minus point", "-.5", 1);
    row("point without digits behind", "[1.]", 3);
    row("point before exponent", "1.e1", 2);
    row("exponent without digits", "1e", 2);
    row("exponent with a sign only", "[1e+]", 4);
    row("exponent with a fraction", "1e1.5", 3);
    row("two points", "1.2.3", 3);
    row("hexadecimal", "0x10", 1);
    row("digits apart", "[1 2]", 3);
    row("digit separator", "1_000", 1);
    row("full-width digit", "\xef\xbc\x91", 0);
    // Strings.
    row("not closed", "\"abc", 4);
    row("not closed behind an escape", "\"abc\\\"", 6);
    row("ends in a backslash", "\"abc\\", 5);
    row("single quotes", "'a'", 0);
    row("curly quotes",
        "\xe2\x80\x9c"
        "a\xe2\x80\x9d",
        0);
    row("raw tab", "\"a\tb\"", 2);
    row("raw line feed", "\"a\nb\"", 2);
    row("raw null character", QByteArray("\"a\0b\"", 5), 2);
    row("escaped apostrophe", R"("\'")", 2);
    row("hexadecimal escape", R"("\x41")", 2);
    row("capital unicode escape", R"("\U0041")", 2);
    row("unicode escape too short", R"("\u041")", 6);
    row("unicode escape with a sign", R"("\u+041")", 3);
    row("unicode escape with a space", R"("\u 041")", 3);
    row("unicode escape not hexadecimal", R"("\u00g0")", 5);
    row("unicode escape cut off", R"("\u00)", 5);
    row("second escape of a pair cut off", R"("\ud83d\u)", 9);
    row("escaped line break", "\"\\\n\"", 2);
    // Arrays.
    row("not closed array", "[1", 2);
    row("opened only", "[", 1);
    row("closed only", "]", 0);
    row("comma only", "[,]", 1);
    row("comma first", "[,1]", 1);
    row("comma last", "[1,]", 3);
    row("two commas", "[1,,2]", 3);
    row("closed by a brace", "[1}", 2);
    row("empty closed by a brace", "[}", 1);
    row("colon in an array", "[\"a\":1]", 4);
    row("no comma", "[1 true]", 3);
    // Objects.
    row("opened brace only", "{", 1);
    row("key only", "{\"a\"", 4);
    row("key without a value", "{\"a\"}", 4);
    row("key and colon", "{\"a\":", 5);
    row("key, colon, end", "{\"a\":}", 5);
    row("no colon", "{\"a\" 1}", 5);
    row("two colons", "{\"a\"::1}", 5);
    row("comma for a colon", "{\"a\",1}", 4);
    row("equals sign", "{\"a\"=1}", 4);
    row("key without quotes", "{a:1}", 1);
    row("number as a key", "{1:1}", 1);
    row("null as a key", "{null:1}", 1);
    row("comma last in an object", "{\"a\":1,}", 7);
    row("two commas in an object", "{\"a\":1,,\"b\":2}", 7);
    row("comma first in an object", "{,\"a\":1}", 1);
    row("no comma between members", "{\"a\":1 \"b\":2}", 7);
    row("object closed by a bracket", "{\"a\":1]", 6);
    row("empty closed by a bracket", "{]", 1);
    row("not closed object", "{\"a\":1", 6);
    row("raw tab in a key", "{\"a\t\":1}", 3);
}

void tst_jsongrammar::refusesEverythingElse()
{
    QFETCH(QByteArray, text);
    QFETCH(int, offset);
    const auto fault = validateJson(text);
    QVERIFY(fault);
    QCOMPARE(int(fault->kind), int(JsonFault::Kind::Syntax));
    QCOMPARE(fault->offset, qsizetype(offset));
    QVERIFY(qstrlen(fault->what) > 0);

    const JsonScan scan = scanJson(text, {{"a"}});
    QVERIFY(!scan.ok());
    QCOMPARE(scan.fault->offset, qsizetype(offset));
}

void tst_jsongrammar::takesWellFormedUtf8Only_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("badAt"); // within the body; -1: well formed
    const auto row = [](const char *name, QByteArray body, int badAt = -1) {
        QTest::newRow(name) << std::move(body) << badAt;
    };
    row("two bytes", "\xc3\xa9");
    row("two bytes, lowest", "\xc2\x80");
    row("three bytes, lowest", "\xe0\xa0\x80");
    row("three bytes, before the surrogates", "\xed\x9f\xbf");
    row("three bytes, behind the surrogates", "\xee\x80\x80");
    row("replacement character", "\xef\xbf\xbd");
    row("noncharacter", "\xef\xbf\xbf");
    row("four bytes, lowest", "\xf0\x90\x80\x80");
    row("highest of all", "\xf4\x8f\xbf\xbf");
    row("byte order mark in a string", "\xef\xbb\xbf");

    row("continuation alone", "a\x80", 1);
    row("two-byte lead alone", "ab\xc3", 2);
    row("three bytes cut off", "\xe2\x82", 0);
    row("four bytes cut off", "\xf0\x9f\x98", 0);
    row("lead behind lead", "\xc3\xc3\xa9", 0);
    row("overlong slash", "\xc0\xaf", 0);
    row("overlong, highest of one byte", "\xc1\xbf", 0);
    row("overlong in three bytes", "\xe0\x9f\xbf", 0);
    row("overlong in four bytes", "\xf0\x8f\xbf\xbf", 0);
    row("first surrogate", "\xed\xa0\x80", 0);
    row("last surrogate", "\xed\xbf\xbf", 0);
    row("over U+10FFFF", "\xf4\x90\x80\x80", 0);
    row("five bytes", "\xf8\x88\x80\x80\x80", 0);
    row("0xFE", "\xfe", 0);
    row("0xFF", "\xff", 0);
    row("Latin-1", "caf\xe9", 3);
    row("bad behind good", "\xf0\x9f\x98\x80\xe2\x82\xac\xc3\xa9z\xe2\x28\xa1", 10);
}

void tst_jsongrammar::takesWellFormedUtf8Only()
{
    QFETCH(QByteArray, body);
    QFETCH(int, badAt);
    // Also far into a text, where whole blocks are read at once.
    for (const int before : {0, 1, 15, 63, 200}) {
        const QByteArray text = "{\"" + QByteArray(before, 'x') + body + "\":0}";
        const auto fault = validateJson(text);
        QCOMPARE(fault.has_value(), badAt >= 0);
        if (fault) {
            QCOMPARE(int(fault->kind), int(JsonFault::Kind::Utf8));
            QCOMPARE(fault->offset, qsizetype(2 + before + badAt));
        }
    }
    const auto mark = validateJson("\xef\xbb\xbf{}");
    QVERIFY(mark);
    QCOMPARE(int(mark->kind), int(JsonFault::Kind::Utf8));
    QCOMPARE(mark->offset, qsizetype(0));
}

void tst_jsongrammar::refusesEveryPrefixOfAnObject()
{
    const QByteArray text = R"({"key\n":[1,-2.5e+10,true,false,null,"a\u00e9\"b",{"x":{},"y":[[],[""]]}],"é":"end"})";
    QVERIFY(!validateJson(text));
    for (qsizetype size = 0; size < text.size(); ++size) {
        const auto fault = validateJson(text.first(size));
        QVERIFY2(fault, text.first(size).constData());
        QVERIFY(fault->offset <= size);
    }
}

void tst_jsongrammar::refusesEveryControlCharacterInAString_data()
{
    QTest::addColumn<int>("before");
    for (const int before : {0, 3, 7, 8, 9, 20, 31, 64, 100, 200})
        QTest::addRow("behind %d characters", before) << before;
}

void tst_jsongrammar::refusesEveryControlCharacterInAString()
{
    QFETCH(int, before);
    for (int c = 0; c < 0x80; ++c) {
        const QByteArray text = '"' + QByteArray(before, 'x') + char(c) + QByteArray(100, 'y') + '"';
        const auto fault = validateJson(text);
        const bool allowed = c >= 0x20 && c != '"' && c != '\\';
        QVERIFY2(fault.has_value() != allowed, QByteArray::number(c).constData());
        if (c < 0x20)
            QCOMPARE(fault->offset, qsizetype(before + 1));
    }
}

void tst_jsongrammar::refusesEveryByteThatIsNoEscape()
{
    for (int c = 0; c < 0x80; ++c) {
        const QByteArray text = QByteArray("\"\\") + char(c) + "0000\"";
        QCOMPARE(validateJson(text).has_value(), !QByteArrayView("\"\\/bfnrtu").contains(char(c)));
    }
}

void tst_jsongrammar::goesTenThousandDeepAndNoDeeper_data()
{
    QTest::addColumn<QByteArray>("opening");
    QTest::addColumn<QByteArray>("closing");
    QTest::newRow("arrays") << QByteArray("[") << QByteArray("]");
    QTest::newRow("objects") << QByteArray("{\"a\":") << QByteArray("}");
    QTest::newRow("objects with a second member") << QByteArray("{\"b\":0,\"a\":") << QByteArray(",\"c\":1}");
}

void tst_jsongrammar::goesTenThousandDeepAndNoDeeper()
{
    QFETCH(QByteArray, opening);
    QFETCH(QByteArray, closing);
    const auto nested = [&](int depth) { return opening.repeated(depth) + "0" + closing.repeated(depth); };
    QVERIFY(!validateJson(nested(10000)));
    QVERIFY(scanJson(nested(10000), {{"a", "a", "a"}}).ok());

    const auto fault = validateJson(nested(10001));
    QVERIFY(fault);
    QCOMPARE(int(fault->kind), int(JsonFault::Kind::Depth));
    QCOMPARE(fault->offset, opening.size() * 10000);
}

void tst_jsongrammar::doesNotReadPastTheEndOfAView()
{
    const QByteArray text = R"(["0123456789abcdefghijklmnopqrstuvwxyz"])";
    for (qsizetype size = 0; size < text.size(); ++size) {
        // A copy of exactly this size: a sanitizer sees a read behind it.
        const auto exact = std::make_unique<char[]>(size_t(size));
        std::memcpy(exact.get(), text.constData(), size_t(size));
        const auto fault = validateJson(QByteArrayView(exact.get(), size));
        QVERIFY(fault);
        QCOMPARE(fault->offset, size);
    }
}

QTEST_GUILESS_MAIN(tst_jsongrammar)
#include "tst_jsongrammar.moc"
