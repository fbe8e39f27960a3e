// SPDX-License-Identifier: MIT
#include "gateway/base/jsontext.h"

#include <QTest>

using namespace pasarela;

/// Edits of one member in a person's file: what is written, and that nothing else changes.
class tst_jsontext : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsMembersByPath_data();
    void findsMembersByPath();
    void insertsInTheFilesOwnLayout_data();
    void insertsInTheFilesOwnLayout();
    void replacesOnlyTheValue_data();
    void replacesOnlyTheValue();
    void removesAMemberWithItsComma_data();
    void removesAMemberWithItsComma();
    void laysAValueOutLikeTheFile_data();
    void laysAValueOutLikeTheFile();
    void writesAValueAsGiven_data();
    void writesAValueAsGiven();
    void keepsBytesOfTheValue();
    void refusesWhatCannotBeDone_data();
    void refusesWhatCannotBeDone();
    void saysWhereATextIsBroken();
    void takesBackWhatItInserted();

private:
    static QStringList path(const QString &steps) { return steps.isEmpty() ? QStringList() : steps.split(u'/'); }
};

void tst_jsontext::findsMembersByPath_data()
{
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("there");
    const auto row = [](const char *steps, const char *key, const char *value) {
        QTest::newRow(*steps ? steps : "root")
            << QString::fromUtf8(steps) << QByteArray(key) << QByteArray(value) << true;
    };
    const auto missing = [](const char *steps) {
        QTest::newRow(steps) << QString::fromUtf8(steps) << QByteArray() << QByteArray() << false;
    };
    row("", "", R"({"a": {"b" : [10, {"c":true}], "é":"x"}, "n\u0061me": 1, "twice":1, "twice":{"z":2}})");
    row("a", "\"a\"", R"({"b" : [10, {"c":true}], "é":"x"})");
    row("a/b", "\"b\"", R"([10, {"c":true}])");
    row("a/b/0", "", "10");
    row("a/b/1/c", "\"c\"", "true");
    row("a/é", "\"é\"", "\"x\"");
    row("name", R"("n\u0061me")", "1");
    row("twice/z", "\"z\"", "2");
    missing("b");
    missing("a/c");
    missing("a/b/2");
    missing("a/b/-");
    missing("a/b/01");
    missing("a/b/-1");
    missing("a/b/c");
    missing("a/b/0/x");
    missing("name/x");
}

void tst_jsontext::findsMembersByPath()
{
    QFETCH(QString, steps);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(bool, there);
    const QByteArray text =
        R"(  {"a": {"b" : [10, {"c":true}], "é":"x"}, "n\u0061me": 1, "twice":1, "twice":{"z":2}} )";
    const auto found = jsonMemberAt(text, path(steps));
    QCOMPARE(found.has_value(), there);
    if (!found)
        return;
    QCOMPARE(found->key.in(text).toByteArray(), key);
    QCOMPARE(found->value.in(text).toByteArray(), value);
}

void tst_jsontext::insertsInTheFilesOwnLayout_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QByteArray>("after"); // with the value 7 inserted
    const auto row = [](const char *name, const char *before, const char *steps, const char *after) {
        QTest::newRow(name) << QByteArray(before) << QString::fromUtf8(steps) << QByteArray(after);
    };
    row("empty root", "{}", "a", "{\n  \"a\": 7\n}");
    row("empty root with a newline behind", "{}\n", "a", "{\n  \"a\": 7\n}\n");
    row("empty root, CRLF", "{}\r\n", "a", "{\r\n  \"a\": 7\r\n}\r\n");
    row("empty root with a space", "{ }", "a", "{\n  \"a\": 7\n}");
    row("empty root over two lines", "{\n}\n", "a", "{\n  \"a\": 7\n}\n");
    row("one line, tight", R"({"b":1})", "a", R"({"b":1,"a":7})");
    row("one line, loose", R"({"b": 1})", "a", R"({"b": 1, "a": 7})");
    row("one line, padded", R"({ "b": 1 })", "a", R"({ "b": 1, "a": 7 })");
    row("one line, two members", R"({"b":1, "c":2})", "a", R"({"b":1, "c":2, "a":7})");
    row("one line, no newline at the end", R"({"b": 1, "c": 2})", "a", R"({"b": 1, "c": 2, "a": 7})");
    row("two spaces", "{\n  \"b\": 1\n}\n", "a", "{\n  \"b\": 1,\n  \"a\": 7\n}\n");
    row("four spaces", "{\n    \"b\": 1\n}", "a", "{\n    \"b\": 1,\n    \"a\": 7\n}");
    row("tabs", "{\n\t\"b\": 1\n}\n", "a", "{\n\t\"b\": 1,\n\t\"a\": 7\n}\n");
    row("CRLF", "{\r\n  \"b\": 1\r\n}\r\n", "a", "{\r\n  \"b\": 1,\r\n  \"a\": 7\r\n}\r\n");
    row("CR alone", "{\r  \"b\": 1\r}\r", "a", "{\r  \"b\": 1,\r  \"a\": 7\r}\r");
    row("tight colons", "{\n  \"b\":1\n}", "a", "{\n  \"b\":1,\n  \"a\":7\n}");
    row("wide colons", "{\n  \"b\" : 1\n}", "a", "{\n  \"b\" : 1,\n  \"a\" : 7\n}");
    row("blank line before the last", "{\n  \"b\": 1,\n\n  \"c\": 2\n}", "a",
        "{\n  \"b\": 1,\n\n  \"c\": 2,\n  \"a\": 7\n}");
    row("space behind the last", "{\n  \"b\": 1  \n\n}", "a", "{\n  \"b\": 1,\n  \"a\": 7  \n\n}");
    row("brace on the last line", "{ \"b\": 1,\n  \"c\": 2 }", "a", "{ \"b\": 1,\n  \"c\": 2,\n  \"a\": 7 }");
    row("odd indentation is followed", "{\n     \"b\": 1\n}", "a", "{\n     \"b\": 1,\n     \"a\": 7\n}");
    row("last value is an object", "{\n  \"b\": {\n    \"c\": 1\n  }\n}", "a",
        "{\n  \"b\": {\n    \"c\": 1\n  },\n  \"a\": 7\n}");
    row("into a nested object", "{\n  \"b\": {\n    \"c\": 1\n  }\n}", "b/a",
        "{\n  \"b\": {\n    \"c\": 1,\n    \"a\": 7\n  }\n}");
    row("into a one-line object in a file of lines", "{\n  \"b\": {\"c\": 1}\n}", "b/a",
        "{\n  \"b\": {\"c\": 1, \"a\": 7}\n}");
    row("into an empty object in a file of lines", "{\n\t\"b\": {}\n}", "b/a", "{\n\t\"b\": {\n\t\t\"a\": 7\n\t}\n}");
    row("into an empty object on one line", R"({"b":{}})", "b/a", R"({"b":{"a":7}})");
    row("parents are made", "{\n  \"z\": 1\n}\n", "b/c/a",
        "{\n  \"z\": 1,\n  \"b\": {\n    \"c\": {\n      \"a\": 7\n    }\n  }\n}\n");
    row("parents are made on one line", R"({"z":1})", "b/c", R"({"z":1,"b":{"c":7}})");
    row("parents in an empty root", "{}", "b/a", "{\n  \"b\": {\n    \"a\": 7\n  }\n}");
    row("key needs escapes", R"({"z":1})", "a\"b", R"({"z":1,"a\"b":7})");
    row("number as a key", R"({"z":1})", "0", R"({"z":1,"0":7})");
    row("append to an array", "{\n  \"b\": [\n    1\n  ]\n}", "b/-", "{\n  \"b\": [\n    1,\n    7\n  ]\n}");
    row("append by number", R"([1, 2])", "2", R"([1, 2, 7])");
    row("append to one item", R"({"b": [1]})", "b/-", R"({"b": [1, 7]})");
    row("append to an empty array", "{\n  \"b\": []\n}", "b/-", "{\n  \"b\": [\n    7\n  ]\n}");
    row("append an object to an array", R"([1])", "-/a", R"([1, {"a": 7}])");
}

void tst_jsontext::insertsInTheFilesOwnLayout()
{
    QFETCH(QByteArray, before);
    QFETCH(QString, steps);
    QFETCH(QByteArray, after);
    const auto got = withJsonMember(before, path(steps), "7");
    QVERIFY2(got, qPrintable(got ? QString() : got.error().detail));
    QCOMPARE(*got, after);
    QVERIFY(!validateJson(*got));
}

void tst_jsontext::replacesOnlyTheValue_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char *name, const char *before, const char *steps, const char *value, const char *after) {
        QTest::newRow(name) << QByteArray(before) << QString::fromUtf8(steps) << QByteArray(value) << QByteArray(after);
    };
    row("first", R"({"a":1,"b":2})", "a", "null", R"({"a":null,"b":2})");
    row("last", R"({"a":1 , "b" :  2 } )", "b", "\"x\"", R"({"a":1 , "b" :  "x" } )");
    row("escaped key stays", R"({"n\u0061me":1})", "name", "2", R"({"n\u0061me":2})");
    row("nested", "{\n \"a\": {\"b\": true}\n}", "a/b", "false", "{\n \"a\": {\"b\": false}\n}");
    row("item", R"([1,2,3])", "1", "{}", R"([1,{},3])");
    row("object by a scalar", "{\n  \"a\": {\n    \"b\": 1\n  }\n}", "a", "0", "{\n  \"a\": 0\n}");
    row("scalar by an object, on its lines", "{\n  \"a\": 1,\n  \"b\": 2\n}", "a", R"({"x":1})",
        "{\n  \"a\": {\n    \"x\": 1\n  },\n  \"b\": 2\n}");
    row("scalar by an object, on one line", R"({"a": 1, "b": 2})", "a", R"({"x":1})", R"({"a": {"x": 1}, "b": 2})");
    row("object of lines behind a key on the root's line", "{\"a\": {\n    \"b\": 1\n}}", "a", R"({"c":[1]})",
        "{\"a\": {\n    \"c\": [\n        1\n    ]\n}}");
    row("root", " {\"a\":1}\n", "", "[]", " []\n");
}

void tst_jsontext::replacesOnlyTheValue()
{
    QFETCH(QByteArray, before);
    QFETCH(QString, steps);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, after);
    const auto got = withJsonMember(before, path(steps), value);
    QVERIFY(got);
    QCOMPARE(*got, after);
}

void tst_jsontext::removesAMemberWithItsComma_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char *name, const char *before, const char *steps, const char *after) {
        QTest::newRow(name) << QByteArray(before) << QString::fromUtf8(steps) << QByteArray(after);
    };
    row("first", R"({"a":1,"b":2,"c":3})", "a", R"({"b":2,"c":3})");
    row("middle", R"({"a":1,"b":2,"c":3})", "b", R"({"a":1,"c":3})");
    row("last", R"({"a":1,"b":2,"c":3})", "c", R"({"a":1,"b":2})");
    row("only", R"({"a":1})", "a", "{}");
    row("only, on its line", "{\n  \"a\": 1\n}\n", "a", "{}\n");
    row("only, nested", "{\n  \"x\": {\n    \"a\": 1\n  },\n  \"y\": 2\n}", "x/a", "{\n  \"x\": {},\n  \"y\": 2\n}");
    row("padded first", R"({ "a": 1, "b": 2 })", "a", R"({ "b": 2 })");
    row("padded last", R"({ "a": 1, "b": 2 })", "b", R"({ "a": 1 })");
    row("first line", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "a", "{\n  \"b\": 2\n}\n");
    row("last line", "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n", "b", "{\r\n  \"a\": 1\r\n}\r\n");
    row("middle, blank lines stay", "{\n  \"a\": 1,\n\n  \"b\": 2,\n\n  \"c\": 3\n}", "b",
        "{\n  \"a\": 1,\n\n  \"c\": 3\n}");
    row("comma before the next line", "{\n  \"a\": 1\n  ,\"b\": 2\n}", "b", "{\n  \"a\": 1\n}");
    row("big value", R"({"a":1,"b":{"x":[1,{"y":"}"}]},"c":3})", "b", R"({"a":1,"c":3})");
    row("item", R"({"a":[1, 2, 3]})", "a/1", R"({"a":[1, 3]})");
    row("last item", R"([1, 2])", "1", R"([1])");
    row("only item", R"([[]])", "0", R"([])");
    row("same items", R"([1, 1, 1])", "0", R"([1, 1])");
    row("escaped key", R"({"n\u0061me":1,"b":2})", "name", R"({"b":2})");
    row("all of a key that stands twice", R"({"a":1,"b":2,"\u0061":3,"c":4,"a":5})", "a", R"({"b":2,"c":4})");
    row("not there", R"({"a":1})", "b", R"({"a":1})");
    row("way not there", R"({"a":1})", "b/c", R"({"a":1})");
    row("way through a number", R"({"a":1})", "a/c", R"({"a":1})");
    row("root", R"({"a":1})", "", R"({"a":1})");
}

void tst_jsontext::removesAMemberWithItsComma()
{
    QFETCH(QByteArray, before);
    QFETCH(QString, steps);
    QFETCH(QByteArray, after);
    const QByteArray got = withoutJsonMember(before, path(steps));
    QCOMPARE(got, after);
    QVERIFY(!validateJson(got));
}

void tst_jsontext::laysAValueOutLikeTheFile_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("two spaces") << QByteArray("{\n  \"b\": 1\n}")
                                << QByteArray(
                                       "{\n  \"b\": 1,\n  \"v\": {\n    \"args\": [\n      \"-y\",\n      1.0\n    ],\n"
                                       "    \"env\": {},\n    \"l\": []\n  }\n}");
    QTest::newRow("tabs, CRLF, tight")
        << QByteArray("{\r\n\t\"b\":1\r\n}")
        << QByteArray("{\r\n\t\"b\":1,\r\n\t\"v\":{\r\n\t\t\"args\":[\r\n\t\t\t\"-y\",\r\n\t\t\t1.0"
                      "\r\n\t\t],\r\n\t\t\"env\":{},\r\n\t\t\"l\":[]\r\n\t}\r\n}");
    QTest::newRow("one line") << QByteArray(R"({"b": 1})")
                              << QByteArray(R"({"b": 1, "v": {"args": ["-y", 1.0], "env": {}, "l": []}})");
    QTest::newRow("one line, tight") << QByteArray(R"({"b":1})")
                                     << QByteArray(R"({"b":1,"v":{"args":["-y",1.0],"env":{},"l":[]}})");
}

void tst_jsontext::laysAValueOutLikeTheFile()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const auto got =
        withJsonMember(before, {QStringLiteral("v")}, "{ \"args\":\n[\"-y\" ,1.0],\t\"env\": { }, \"l\": [ ]\n}");
    QVERIFY(got);
    QCOMPARE(*got, after);
}

void tst_jsontext::writesAValueAsGiven_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QByteArray>("after"); // with VALUE for the value
    const auto row = [](const char *name, const char *before, const char *steps, const char *after) {
        QTest::newRow(name) << QByteArray(before) << QString::fromUtf8(steps) << QByteArray(after);
    };
    row("inserted", "{\n  \"b\": 1\n}", "v", "{\n  \"b\": 1,\n  \"v\": VALUE\n}");
    row("replaced", R"({"v": 1})", "v", R"({"v": VALUE})");
    row("first", R"({"b": {}})", "b/v", R"({"b": {"v": VALUE}})");
    row("with a parent", "{\n  \"b\": 1\n}", "c/v", "{\n  \"b\": 1,\n  \"c\": {\n    \"v\": VALUE\n  }\n}");
}

void tst_jsontext::writesAValueAsGiven()
{
    QFETCH(QByteArray, before);
    QFETCH(QString, steps);
    QFETCH(QByteArray, after);
    const QByteArray value = "{ \"command\":\"x\",\n\t   \"args\" : [ ]}";
    const auto got = withJsonMember(before, path(steps), value, JsonForm::AsGiven);
    QVERIFY(got);
    QCOMPARE(*got, after.replace("VALUE", value));
}

void tst_jsontext::keepsBytesOfTheValue()
{
    const QByteArray value =
        R"({"big":12345678901234567890,"one":1.0,"e":1E400,"s":"\u0041\/ é \ud800,:{}[]","t":[true,null]})";
    const auto got = withJsonMember(R"({"a":1})", {QStringLiteral("v")}, value);
    QVERIFY(got);
    QCOMPARE(*got, R"({"a":1,"v":)" + value + '}');
}

void tst_jsontext::refusesWhatCannotBeDone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("names"); // what the sentence names
    const auto row = [](const char *name, const char *text, const char *steps, const char *value, const char *names) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(steps) << QByteArray(value)
                            << QString::fromUtf8(names);
    };
    row("broken file", "{", "a", "1", "file");
    row("empty file", "", "a", "1", "file");
    row("broken value", "{}", "a", "{", "value");
    row("two values", "{}", "a", "1,2", "value");
    row("no value", "{}", "a", "", "value");
    row("root is a scalar", "1", "a", "1", "root");
    row("way through a string", R"({"a":{"b":"x"}})", "a/b/c", "1", "\"/a/b\"");
    row("way through null", R"({"a":null})", "a/c", "1", "\"/a\"");
    row("key twice", R"({"a":1,"a":2})", "a", "1", "\"/a\"");
    row("key on the way twice", R"({"a":{},"a":{}})", "a/b", "1", "\"/a\"");
    row("index too high", "[1]", "2", "1", "\"/2\"");
    row("name in an array", R"({"x":[1]})", "x/a", "1", "\"/x/a\"");
}

void tst_jsontext::refusesWhatCannotBeDone()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, steps);
    QFETCH(QByteArray, value);
    QFETCH(QString, names);
    const auto got = withJsonMember(text, path(steps), value);
    QVERIFY(!got);
    QCOMPARE(int(got.error().code), int(Error::Code::InvalidInput));
    QVERIFY2(got.error().detail.contains(names), qPrintable(got.error().detail));
}

void tst_jsontext::saysWhereATextIsBroken()
{
    const auto got = withJsonMember("{\n  \"a\": 1,\n}", {QStringLiteral("b")}, "1");
    QVERIFY(!got);
    QVERIFY2(got.error().detail.contains(QStringLiteral("line 3, column 1")), qPrintable(got.error().detail));
}

// What is inserted last and taken away again leaves the bytes as they were, unless the object was empty.
void tst_jsontext::takesBackWhatItInserted()
{
    const QByteArrayList texts{
        R"({"b":1})",
        R"({ "b": 1, "c": [ 1 ] })",
        "{\n  \"b\": 1,\n\n  \"c\": {\n    \"d\": [1, 2]\n  }\n}\n",
        "{\r\n\t\"b\" : 1\r\n,\t\"c\": 2\r\n}\r\n\r\n",
        "\n\n{\"b\": {\n \"x\": 1}}",
    };
    for (const QByteArray &text : texts) {
        for (const QByteArray value : {"1", R"({"k": [1, {"l": {}}]})", "\"}\""}) {
            for (const JsonForm form : {JsonForm::Fitted, JsonForm::AsGiven}) {
                const auto with = withJsonMember(text, {QStringLiteral("new")}, value, form);
                QVERIFY(with);
                QVERIFY(jsonMemberAt(*with, {QStringLiteral("new")}));
                QCOMPARE(withoutJsonMember(*with, {QStringLiteral("new")}), text);
            }
        }
    }
}

QTEST_GUILESS_MAIN(tst_jsontext)
#include "tst_jsontext.moc"
