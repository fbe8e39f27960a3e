// SPDX-License-Identifier: MIT
#include "app/claude/jsontokens.h"
#include "app/claude/secondlook.h"

#include <QTest>

using namespace pasarela;

/// The second, independent reading of Claude's settings.
class tst_secondlook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void strictJsonPasses_data();
    void strictJsonPasses();
    void anythingElseDoesNot_data();
    void anythingElseDoesNot();
    void everyTokenIsSeen();
    void whatWasMeantIsFound_data();
    void whatWasMeantIsFound();
    void anyOtherDifferenceIsFound_data();
    void anyOtherDifferenceIsFound();
    void whiteSpaceDoesNotCountAsDifferent();
};

void tst_secondlook::strictJsonPasses_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *name, const QByteArray &text) { QTest::newRow(name) << text; };
    row("empty object", "{}");
    row("white space around", " \r\n\t{ } \n");
    row("numbers that fit nowhere", R"({"a":1e400,"b":12345678901234567890123,"c":-0.0,"d":1E-5,"e":0})");
    row("escapes", "{\"a\":\"\\u00e9\\n\\\\\\\"\\/\",\"\\u0061b\":\"\xC3\xA9\"}");
    row("half of a surrogate pair", R"({"a":"\ud800"})");
    row("the same key in two objects", R"({"a":{"x":1},"b":[{"x":1},{"x":1}]})");
    row("literals", R"({"a":[true,false,null,[],{}]})");
    row("200 deep", "{\"a\":" + QByteArray(200, '[') + QByteArray(200, ']') + '}');
}

void tst_secondlook::strictJsonPasses()
{
    QFETCH(QByteArray, text);
    const auto passed = passesSecondLook(text);
    QVERIFY2(passed, qPrintable(passed.error().detail));
}

void tst_secondlook::anythingElseDoesNot_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *name, const QByteArray &text) { QTest::newRow(name) << text; };
    row("nothing", "");
    row("byte order mark", "\xEF\xBB\xBF{}");
    row("list at the root", "[]");
    row("something behind it", "{} {}");
    row("trailing comma", R"({"a":1,})");
    row("missing comma", R"({"a":1 "b":2})");
    row("missing comma in a list", R"({"a":[1 2]})");
    row("missing colon", R"({"a" 1})");
    row("not closed", R"({"a":{"b":1})");
    row("comment", "{\n// c\n}");
    row("single quotes", "{'a':1}");
    row("bad escape in a value", R"({"a":"C:\Users"})");
    row("bad escape in a key", R"({"C:\Users":1})");
    row("short \\u", R"({"a":"\u12"})");
    row("tab in a text", "{\"a\":\"b\tc\"}");
    row("leading zero", R"({"a":01})");
    row("plus sign", R"({"a":+1})");
    row("no digit behind the point", R"({"a":1.})");
    row("no digit in the exponent", R"({"a":1e})");
    row("misspelt literal", R"({"a":nul})");
    row("literal with a tail", R"({"a":trueish})");
    row("not a number", R"({"a":NaN})");
    row("not UTF-8", "{\"a\":\"\xFF\"}");
    row("the same key at the root", R"({"a":1,"a":1})");
    row("the same key deep inside", R"({"a":[{"b":{"c":1,"d":2,"c":3}}]})");
    row("the same key, escaped", R"({"a":{"b":1,"\u0062":2}})");
    row("1,500 deep", "{\"a\":" + QByteArray(1500, '[') + QByteArray(1500, ']') + '}');
}

void tst_secondlook::anythingElseDoesNot()
{
    QFETCH(QByteArray, text);
    QVERIFY(!passesSecondLook(text));
}

void tst_secondlook::everyTokenIsSeen()
{
    const auto tokens = jsonTokensOf(R"( {"a" : [1.0 , "x y", {}] , "b":null } )");
    QVERIFY(tokens);
    QCOMPARE(*tokens,
             (JsonTokens{"[", "{", "\"a\":", "[", "1.0", "\"x y\"", "{", "}", "]", "\"b\":", "null", "}", "]"}));
    QVERIFY(!jsonTokensOf("1, 2]["));
}

namespace {

const QByteArray before =
    R"({"x":{"n":1e400,"l":[1,2]},"mcpServers":{"one":{"command":"a"},"two":{"command":"b"}},"y":"z"})";

} // namespace

void tst_secondlook::whatWasMeantIsFound_data()
{
    QTest::addColumn<QByteArray>("was");
    QTest::addColumn<QByteArray>("is");
    QTest::newRow("one out, ours in")
        << before
        << QByteArray(
               R"({"x":{"n":1e400,"l":[1,2]},"mcpServers":{"two":{"command":"b"},"pasarela":{ "command": "p" }},"y":"z"})");
    QTest::newRow("laid out anew inside")
        << before
        << QByteArray("{\"x\":{\"n\":1e400,\"l\":[1,2]},\"mcpServers\":{\n\"two\": {\"command\" : \"b\"},\n"
                      "\"pasarela\":{\"command\":\"p\"}\n},\"y\":\"z\"}");
    QTest::newRow("there were none") << QByteArray(R"({"x":1})")
                                     << QByteArray(R"({"x":1,"mcpServers":{"pasarela":{"command":"p"}}})");
    QTest::newRow("there was ours") << QByteArray(R"({"mcpServers":{"pasarela":{"command":"old"},"one":{}}})")
                                    << QByteArray(R"({"mcpServers":{"pasarela":{"command":"p"}}})");
}

void tst_secondlook::whatWasMeantIsFound()
{
    QFETCH(QByteArray, was);
    QFETCH(QByteArray, is);
    const auto found =
        checkServersOnly(was, is, {QStringLiteral("one")}, {{QStringLiteral("pasarela"), R"({"command":"p"})"}});
    QVERIFY2(found, qPrintable(found.error().detail));
}

void tst_secondlook::anyOtherDifferenceIsFound_data()
{
    QTest::addColumn<QByteArray>("is");
    const auto row = [](const char *name, const QByteArray &is) { QTest::newRow(name) << is; };
    const QByteArray servers = R"("mcpServers":{"two":{"command":"b"},"pasarela":{"command":"p"}})";
    row("a number rounded", R"({"x":{"n":1e399,"l":[1,2]},)" + servers + R"(,"y":"z"})");
    row("an item lost", R"({"x":{"n":1e400,"l":[1]},)" + servers + R"(,"y":"z"})");
    row("a member lost", R"({"x":{"n":1e400,"l":[1,2]},)" + servers + '}');
    row("a member more", R"({"x":{"n":1e400,"l":[1,2]},)" + servers + R"(,"y":"z","w":0})");
    row("members in another order", R"({"y":"z","x":{"n":1e400,"l":[1,2]},)" + servers + '}');
    row("a space outside", R"({"x":{"n":1e400,"l":[1, 2]},)" + servers + R"(,"y":"z"})");
    row("a text written otherwise", R"({"x":{"n":1e400,"l":[1,2]},)" + servers + R"(,"y":"\u007a"})");
    row("no servers", R"({"x":{"n":1e400,"l":[1,2]},"y":"z"})");
    row("a line break behind", R"({"x":{"n":1e400,"l":[1,2]},)" + servers + ",\"y\":\"z\"}\n");
    const auto inside = [&row](const char *name, const QByteArray &value) {
        row(name, R"({"x":{"n":1e400,"l":[1,2]},"mcpServers":)" + value + R"(,"y":"z"})");
    };
    inside("ours is not there", R"({"two":{"command":"b"}})");
    inside("ours is another", R"({"two":{"command":"b"},"pasarela":{"command":"q"}})");
    inside("the other is lost", R"({"pasarela":{"command":"p"}})");
    inside("the other is changed", R"({"two":{"command":"b","args":[]},"pasarela":{"command":"p"}})");
    inside("the moved one is still there",
           R"({"one":{"command":"a"},"two":{"command":"b"},"pasarela":{"command":"p"}})");
    inside("a key twice", R"({"two":{"command":"b"},"pasarela":{"command":"p"},"two":{"command":"b"}})");
    inside("broken", R"({"two":{"command":"b"},"pasarela":{"command":"p"},})");
}

void tst_secondlook::anyOtherDifferenceIsFound()
{
    QFETCH(QByteArray, is);
    const auto found =
        checkServersOnly(before, is, {QStringLiteral("one")}, {{QStringLiteral("pasarela"), R"({"command":"p"})"}});
    QVERIFY(!found);
    QCOMPARE(found.error().code, Error::Code::Internal);
}

void tst_secondlook::whiteSpaceDoesNotCountAsDifferent()
{
    QVERIFY(hasSameTokens(R"({"a":["b c",1]})", "{ \"a\" :\n[ \"b c\" , 1 ] }"));
    QVERIFY(!hasSameTokens(R"({"a":["b c"]})", R"({"a":["bc"]})"));
    QVERIFY(!hasSameTokens("{", "{"));
}

QTEST_GUILESS_MAIN(tst_secondlook)
#include "tst_secondlook.moc"
