// SPDX-License-Identifier: MIT
#include "gateway/base/jsonduplicates.h"

#include <QTest>

using namespace pasarela;

class tst_jsonduplicates : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsKeysThatStandTwice_data();
    void listsKeysThatStandTwice();
    void tellsBothPlaces();
    void goesAsDeepAsAScan();
    void takesManyMembers();
};

void tst_jsonduplicates::listsKeysThatStandTwice_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("pointers");
    const auto row = [](const char *name, const char *text, const char *pointers) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(pointers).split(u' ', Qt::SkipEmptyParts);
    };
    row("none", R"({"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]})", "");
    row("no object", R"(["a","a",1,1])", "");
    row("values are no keys", R"({"a":"b","b":"a","c":["a","a"]})", "");
    row("root", R"({"a":1,"b":2,"a":3})", "/a");
    row("three times", R"({"a":1,"a":2,"a":3})", "/a /a");
    row("below", R"({"x":{"y":{"a":1,"b":2,"a":3}}})", "/x/y/a");
    row("in an array", R"({"x":[1,{"q":0},[2,{"a":1,"a":3}]]})", "/x/2/1/a");
    row("escaped", R"({"name":1,"n\u0061me":2})", "/name");
    row("several places, by position", R"({"b":{"z":1,"z":2},"a":[{"y":1,"y":2}],"b":0})", "/b/z /a/0/y /b");
    row("behind something nested", R"({"a":{"k":[{},{"m":1}]},"x":{"l":1},"a":2})", "/a");
    row("slash in a key", R"({"x/y":{"a":1,"a":2}})", "/x~1y/a");
    row("brackets in keys", R"({"}":{"{":1,"{":2},",":[{"]":1,"]":2}]})", "/}/{ /,/0/]");
    row("empty key", R"({"":1,"":2})", "/");
    row("spaced", "{ \"a\" : 1 ,\n\"a\"\t: 2 }", "/a");
    row("empty", "{}", "");
    row("scalar", "1", "");
}

void tst_jsonduplicates::listsKeysThatStandTwice()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, pointers);
    QVERIFY(!validateJson(text));
    QStringList got;
    for (const JsonDuplicate &duplicate : jsonDuplicates(text))
        got.append(duplicate.pointer);
    QCOMPARE(got, pointers);
}

void tst_jsonduplicates::tellsBothPlaces()
{
    const QByteArray text = R"({"x":{"b":0,"a":1,"b":2,"\u0061":3,"a":4}})";
    const auto found = jsonDuplicates(text);
    QCOMPARE(found.size(), size_t(3));
    QCOMPARE(found[0].again.in(text), "\"b\"");
    QCOMPARE(found[0].first.begin, text.indexOf("\"b\":0"));
    QCOMPARE(found[0].again.begin, text.indexOf("\"b\":2"));
    QCOMPARE(found[1].again.in(text), R"("\u0061")");
    QCOMPARE(found[1].first.begin, text.indexOf("\"a\":1"));
    QCOMPARE(found[2].first.begin, text.indexOf("\"a\":1"));
    QCOMPARE(found[2].again.begin, text.indexOf("\"a\":4"));
}

void tst_jsonduplicates::goesAsDeepAsAScan()
{
    const QByteArray text =
        QByteArray("{\"k\":[").repeated(5000) + R"({"a":1,"a":2})" + QByteArray("]}").repeated(5000);
    const auto found = jsonDuplicates(text);
    QCOMPARE(found.size(), size_t(1));
    QVERIFY(found[0].pointer.endsWith(QStringLiteral("/k/0/k/0/a")));
}

void tst_jsonduplicates::takesManyMembers()
{
    QByteArray text = "{";
    for (int i = 0; i < 200000; ++i)
        text += "\"m" + QByteArray::number(i) + "\":0,";
    text += "\"m77\":1}";
    const auto found = jsonDuplicates(text);
    QCOMPARE(found.size(), size_t(1));
    QCOMPARE(found[0].pointer, QStringLiteral("/m77"));
}

QTEST_GUILESS_MAIN(tst_jsonduplicates)
#include "tst_jsonduplicates.moc"
