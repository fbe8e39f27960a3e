// SPDX-License-Identifier: MIT
#include "gateway/base/jsonview.h"

#include <QTest>

using namespace pasarela;

class tst_jsonview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsTypesByTheFirstByte_data();
    void knowsTypesByTheFirstByte();
    void walksMembersInOrder();
    void walksItemsInOrder();
    void findsNoPartsInOtherTypes();
    void staysWithinATextThatIsBroken();
    void findsTheLastOfAMember();
    void readsStrings_data();
    void readsStrings();
    void comparesStrings_data();
    void comparesStrings();
    void quotesStrings_data();
    void quotesStrings();
    void readsBackWhatItQuoted();
    void readsIntegers_data();
    void readsIntegers();

private:
    static QByteArrayList membersOf(QByteArrayView text, JsonSpan span);
    static QByteArrayList itemsOf(QByteArrayView text, JsonSpan span);
    static JsonSpan whole(QByteArrayView text) { return {0, text.size()}; }
};

QByteArrayList tst_jsonview::membersOf(QByteArrayView text, JsonSpan span)
{
    QByteArrayList found;
    JsonObjectReader reader(text, span);
    while (const auto member = reader.next())
        found.append(member->key.in(text).toByteArray() + '=' + member->value.in(text).toByteArray());
    return found;
}

QByteArrayList tst_jsonview::itemsOf(QByteArrayView text, JsonSpan span)
{
    QByteArrayList found;
    JsonArrayReader reader(text, span);
    while (const auto item = reader.next())
        found.append(item->in(text).toByteArray());
    return found;
}

void tst_jsonview::knowsTypesByTheFirstByte_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<int>("type");
    const auto row = [](const char *value, JsonType type) { QTest::newRow(value) << QByteArray(value) << int(type); };
    row("{}", JsonType::Object);
    row("[]", JsonType::Array);
    row("\"\"", JsonType::String);
    row("0", JsonType::Number);
    row("9", JsonType::Number);
    row("-1", JsonType::Number);
    row("true", JsonType::True);
    row("false", JsonType::False);
    row("null", JsonType::Null);
    row("", JsonType::None);
    row("x", JsonType::None);
    row(" 1", JsonType::None);
}

void tst_jsonview::knowsTypesByTheFirstByte()
{
    QFETCH(QByteArray, value);
    QFETCH(int, type);
    QCOMPARE(int(jsonTypeOf(value)), type);
}

void tst_jsonview::walksMembersInOrder()
{
    const QByteArray text = R"([ { "b" : {"x":[1,"}"]} ,"a":-1.5e3,"":"\"," , "n":null} ])";
    const JsonSpan object{2, text.size() - 2};
    QCOMPARE(membersOf(text, object),
             QByteArrayList({R"("b"={"x":[1,"}"]})", R"("a"=-1.5e3)", R"(""="\",")", R"("n"=null)"}));
    QCOMPARE(membersOf("{}", {0, 2}), QByteArrayList());
    QCOMPARE(membersOf("{ \n }", {0, 5}), QByteArrayList());
}

void tst_jsonview::walksItemsInOrder()
{
    const QByteArray text = R"({"a": [1 , "]," ,[ [] ,{}],{"k":[1,2]},true] })";
    const JsonSpan array{6, text.size() - 2};
    QCOMPARE(itemsOf(text, array), QByteArrayList({"1", R"("],")", "[ [] ,{}]", R"({"k":[1,2]})", "true"}));
    QCOMPARE(itemsOf("[]", {0, 2}), QByteArrayList());
    QCOMPARE(itemsOf("[ ]", {0, 3}), QByteArrayList());
}

void tst_jsonview::findsNoPartsInOtherTypes()
{
    for (const char *text : {"1", "\"{}\"", "null", ""}) {
        QCOMPARE(membersOf(text, whole(text)), QByteArrayList());
        QCOMPARE(itemsOf(text, whole(text)), QByteArrayList());
    }
    QCOMPARE(membersOf("[1]", {0, 3}), QByteArrayList());
    QCOMPARE(itemsOf("{\"a\":1}", {0, 7}), QByteArrayList());
    QCOMPARE(membersOf("{\"a\":1}", JsonSpan()), QByteArrayList());
    QCOMPARE(itemsOf("[1]", JsonSpan()), QByteArrayList());
}

void tst_jsonview::staysWithinATextThatIsBroken()
{
    const QByteArray text = R"({"a":{"b":["\u00e9",1]},"c":"d\\"})";
    for (qsizetype size = 0; size <= text.size(); ++size) {
        const QByteArray cut = text.first(size);
        for (const QByteArray &part : membersOf(cut, whole(cut)))
            QVERIFY(part.size() <= size + 1);
        const QByteArray array = '[' + cut;
        for (const QByteArray &part : itemsOf(array, whole(array)))
            QVERIFY(part.size() <= array.size());
        jsonStringValue(cut.mid(4));
    }
}

void tst_jsonview::findsTheLastOfAMember()
{
    const QByteArray text = R"({"a":1,"b":{"a":2},"\u0061":3,"ab":4})";
    const auto found = findMember(text, whole(text), "a");
    QVERIFY(found);
    QCOMPARE(found->key.in(text), R"("\u0061")");
    QCOMPARE(found->value.in(text), "3");
    QVERIFY(!findMember(text, whole(text), "c"));
    QVERIFY(!findMember("[\"a\"]", {0, 5}, "a"));
}

void tst_jsonview::readsStrings_data()
{
    QTest::addColumn<QByteArray>("quoted");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char *name, const char *quoted, QByteArray value) {
        QTest::newRow(name) << QByteArray(quoted) << std::move(value);
    };
    row("plain", R"("abc")", "abc");
    row("empty", R"("")", "");
    row("UTF-8", R"("é😀")", "é😀");
    row("short escapes", R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t");
    row("one byte", R"("\u0041\u007f")", "A\x7f");
    row("null character", R"("a\u0000b")", QByteArray("a\0b", 3));
    row("two bytes", R"("\u0080\u07ff\u00E9")", "\xc2\x80\xdf\xbf\xc3\xa9");
    row("three bytes", R"("\u0800\uFFFF")", "\xe0\xa0\x80\xef\xbf\xbf");
    row("four bytes", R"("\ud83d\uDE00\udbff\udfff")", "😀\xf4\x8f\xbf\xbf");
    row("lone high surrogate", R"("a\ud800b")",
        "a\xef\xbf\xbd"
        "b");
    row("lone low surrogate", R"("\udc00")", "\xef\xbf\xbd");
    row("two high ones and a low one", R"("\ud83d\ud83d\ude00")", "\xef\xbf\xbd😀");
    row("raw beside escaped", R"("é\u00e9é")", "ééé");
    row("number", "12", "");
    row("object", "{}", "");
    row("nothing", "", "");
}

void tst_jsonview::readsStrings()
{
    QFETCH(QByteArray, quoted);
    QFETCH(QByteArray, value);
    QCOMPARE(jsonStringValue(quoted), value);
}

void tst_jsonview::comparesStrings_data()
{
    QTest::addColumn<QByteArray>("quoted");
    QTest::addColumn<QByteArray>("plain");
    QTest::addColumn<bool>("equal");
    const auto row = [](const char *name, const char *quoted, const char *plain, bool equal) {
        QTest::newRow(name) << QByteArray(quoted) << QByteArray(plain) << equal;
    };
    row("same", R"("name")", "name", true);
    row("escaped", R"("n\u0061me")", "name", true);
    row("backslash is no escape in plain", R"("n\u0061me")", R"(n\u0061me)", false);
    row("escaped backslash", R"("a\\b")", R"(a\b)", true);
    row("longer", R"("names")", "name", false);
    row("shorter", R"("nam")", "name", false);
    row("both empty", R"("")", "", true);
    row("not a string, empty", "{}", "", false);
    row("not a string", "12", "12", false);
}

void tst_jsonview::comparesStrings()
{
    QFETCH(QByteArray, quoted);
    QFETCH(QByteArray, plain);
    QFETCH(bool, equal);
    QCOMPARE(jsonStringEquals(quoted, plain), equal);
}

void tst_jsonview::quotesStrings_data()
{
    QTest::addColumn<QByteArray>("plain");
    QTest::addColumn<QByteArray>("quoted");
    const auto row = [](const char *name, QByteArray plain, const char *quoted) {
        QTest::newRow(name) << std::move(plain) << QByteArray(quoted);
    };
    row("plain", "abc", R"("abc")");
    row("empty", "", R"("")");
    row("quotes and backslashes", R"(a"b\c/)", R"("a\"b\\c/")");
    row("short escapes", "\b\f\n\r\t", R"("\b\f\n\r\t")");
    row("other control characters", QByteArray("\0\x1f\x7f", 3), "\"\\u0000\\u001f\x7f\"");
    row("UTF-8", "é😀", R"("é😀")");
    row("not UTF-8",
        "a\xff"
        "b",
        "\"a\xef\xbf\xbd"
        "b\"");
    row("long before and behind", QByteArray(100, 'x') + '\n' + QByteArray(100, 'y'),
        ('"' + QByteArray(100, 'x') + "\\n" + QByteArray(100, 'y') + '"').constData());
}

void tst_jsonview::quotesStrings()
{
    QFETCH(QByteArray, plain);
    QFETCH(QByteArray, quoted);
    QCOMPARE(jsonQuoted(QByteArrayView(plain)), quoted);
    QVERIFY(!validateJson(quoted));
    QCOMPARE(jsonQuoted(QString::fromUtf8(plain)), quoted);
}

void tst_jsonview::readsBackWhatItQuoted()
{
    QByteArray everything;
    for (int c = 0; c < 0x80; ++c)
        everything += char(c);
    everything += "é\xe2\x80\xa8😀";
    QCOMPARE(jsonStringValue(jsonQuoted(QByteArrayView(everything))), everything);
}

void tst_jsonview::readsIntegers_data()
{
    QTest::addColumn<QByteArray>("number");
    QTest::addColumn<bool>("fits");
    QTest::addColumn<qint64>("value");
    const auto row = [](const char *number, std::optional<qint64> value) {
        QTest::newRow(number) << QByteArray(number) << value.has_value() << value.value_or(0);
    };
    row("0", 0);
    row("-0", 0);
    row("-32600", -32600);
    row("9223372036854775807", std::numeric_limits<qint64>::max());
    row("-9223372036854775808", std::numeric_limits<qint64>::min());
    row("9223372036854775808", {});
    row("1.0", {});
    row("1e3", {});
    row("\"1\"", {});
    row("", {});
    row("-", {});
    row("+1", {});
    row(" 1", {});
    row("true", {});
}

void tst_jsonview::readsIntegers()
{
    QFETCH(QByteArray, number);
    QFETCH(bool, fits);
    QFETCH(qint64, value);
    const auto got = jsonInteger(number);
    QCOMPARE(got.has_value(), fits);
    QCOMPARE(got.value_or(0), value);
}

QTEST_GUILESS_MAIN(tst_jsonview)
#include "tst_jsonview.moc"
