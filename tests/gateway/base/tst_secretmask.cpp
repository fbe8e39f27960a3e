// SPDX-License-Identifier: MIT
#include "gateway/base/secretmask.h"

#include <QTest>

using namespace pasarela;

class tst_secretmask : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hidesAValueHoweverItIsWritten_data();
    void hidesAValueHoweverItIsWritten();
    void hidesItInsideOtherBase64_data();
    void hidesItInsideOtherBase64();
    void hidesEachLongerLineOfAKeyFile();
    void leavesTextWithoutTheValueAlone();
    void theLongestOfSeveralGoes();
    void shortValuesAreHiddenOnlyAsWords_data();
    void shortValuesAreHiddenOnlyAsWords();
    void theTwoNewestOfANameAreHidden();
    void saysWhenThereIsMoreToHide();
    void hidesWhatComesInPieces_data();
    void hidesWhatComesInPieces();
    void hidesTheBeginningOfAValueThatWasCutOff();
    void holdsNothingBackThatIsNoBeginning();
};

namespace {

const QByteArray token = "ghp_a+B/c?D e~1\"2";
const QByteArray shown = SecretMask::shown;

SecretMask maskOf(const QByteArray &value)
{
    SecretMask mask;
    mask.remember(QStringLiteral("github/work/token"), Secret(value));
    return mask;
}

} // namespace

void tst_secretmask::hidesAValueHoweverItIsWritten_data()
{
    QTest::addColumn<QByteArray>("written");
    QTest::newRow("as it is") << token;
    QTest::newRow("base64") << token.toBase64(QByteArray::OmitTrailingEquals).chopped(1); // its last bits are shared
    QTest::newRow("URL-encoded") << token.toPercentEncoding();
    QTest::newRow("URL-encoded in small letters") << QByteArray("ghp_a%2bB%2fc%3fD%20e~1%222");
    QTest::newRow("URL-encoded as a form") << QByteArray("ghp_a%2BB%2Fc%3FD+e~1%222");
    QTest::newRow("in JSON") << QByteArray("ghp_a+B/c?D e~1\\\"2");
}

void tst_secretmask::hidesAValueHoweverItIsWritten()
{
    QFETCH(QByteArray, written);
    const QByteArray text = "Bearer " + written + ", and " + written;
    const QByteArray masked = maskOf(token).masked(text);
    QVERIFY2(!masked.contains(written), masked.constData());
    QVERIFY2(masked.startsWith("Bearer " + shown), masked.constData());
    QVERIFY2(masked.contains(", and " + shown), masked.constData());
}

void tst_secretmask::hidesItInsideOtherBase64_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<bool>("forUrls");
    for (const char *before : {"", "u", "us", "use", "user:"}) {
        QTest::addRow("behind \"%s\"", before) << QByteArray(before) << false;
        QTest::addRow("behind \"%s\", for URLs", before) << QByteArray(before) << true;
    }
}

void tst_secretmask::hidesItInsideOtherBase64()
{
    QFETCH(QByteArray, before);
    QFETCH(bool, forUrls);
    const QByteArray value = "\xc3\xbf\xc3\xbe?\x3f>>token"; // has characters in which the two alphabets differ
    const QByteArray encoded =
        (before + value + "!").toBase64(forUrls ? QByteArray::Base64UrlEncoding : QByteArray::Base64Encoding);
    const QByteArray masked = maskOf(value).masked("Basic " + encoded);
    QVERIFY2(masked.contains(shown), masked.constData());
    // At most the characters that the neighbours decide too are left.
    const qsizetype left = masked.size() - shown.size() - QByteArray("Basic ").size();
    QVERIFY2(left <= before.size() * 8 / 6 + 1 + 4, masked.constData());
}

void tst_secretmask::hidesEachLongerLineOfAKeyFile()
{
    const QByteArray key = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0\r\nQEFAASCBKcwggSjAgEAAoI\nend\n";
    const QByteArray masked = maskOf(key).masked("bad line QEFAASCBKcwggSjAgEAAoI in the end");
    QCOMPARE(masked, "bad line " + shown + " in the end");
}

void tst_secretmask::leavesTextWithoutTheValueAlone()
{
    const QByteArray text = "ghp_ is how tokens begin; ghp_a+B is no token";
    QCOMPARE(maskOf(token).masked(text), text);
    QCOMPARE(SecretMask().masked(text), text);
    QCOMPARE(maskOf(token).maskedText(QStringLiteral("áé ") + QString::fromUtf8(token)), QStringLiteral("áé …"));
}

void tst_secretmask::theLongestOfSeveralGoes()
{
    SecretMask mask = maskOf("password");
    mask.remember(QStringLiteral("b/c/token"), Secret(QByteArray("password-and-more")));
    QCOMPARE(mask.masked(QByteArrayView("a password-and-more b")), "a " + shown + " b");
    QCOMPARE(mask.masked(QByteArrayView("a password-and b")), "a " + shown + "-and b");
}

void tst_secretmask::shortValuesAreHiddenOnlyAsWords_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("three bytes: never") << QByteArray("abc") << QByteArray("pin abc") << QByteArray("pin abc");
    QTest::newRow("a PIN") << QByteArray("1234") << QByteArray("pin 1234.") << "pin " + shown + '.';
    QTest::newRow("in a longer number") << QByteArray("1234") << QByteArray("at 91234") << QByteArray("at 91234");
    QTest::newRow("at the start of a word") << QByteArray("node") << QByteArray("nodejs") << QByteArray("nodejs");
    QTest::newRow("in no encoding") << QByteArray("1234") << QByteArray("MTIzNA==") << QByteArray("MTIzNA==");
    QTest::newRow("seven bytes") << QByteArray("secret7") << QByteArray("\"secret7\"") << '"' + shown + '"';
    QTest::newRow("eight bytes: anywhere") << QByteArray("secret88") << QByteArray("xsecret88x") << 'x' + shown + 'x';
}

void tst_secretmask::shortValuesAreHiddenOnlyAsWords()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(maskOf(value).masked(text), expected);
}

void tst_secretmask::theTwoNewestOfANameAreHidden()
{
    SecretMask mask = maskOf("first-value");
    mask.remember(QStringLiteral("github/work/token"), Secret(QByteArray("second-value")));
    QCOMPARE(mask.masked(QByteArrayView("first-value second-value")), shown + ' ' + shown);
    mask.remember(QStringLiteral("github/work/token"), Secret(QByteArray("third-value")));
    QCOMPARE(mask.masked(QByteArrayView("first-value second-value third-value")), "first-value " + shown + ' ' + shown);
}

void tst_secretmask::saysWhenThereIsMoreToHide()
{
    SecretMask mask;
    int changes = 0;
    mask.onChanged([&changes] { ++changes; });
    mask.remember(QStringLiteral("a/b/c"), Secret(QByteArray("some-value")));
    mask.remember(QStringLiteral("a/b/c"), Secret(QByteArray("some-value")));
    QCOMPARE(changes, 1);
    QVERIFY(!mask.forms().empty());
}

void tst_secretmask::hidesWhatComesInPieces_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {1, 2, 3, 7, 1000})
        QTest::addRow("%d bytes at a time", size) << size;
}

void tst_secretmask::hidesWhatComesInPieces()
{
    QFETCH(int, size);
    SecretMask mask = maskOf(token);
    mask.remember(QStringLiteral("x/y/pin"), Secret(QByteArray("1234")));
    const QByteArray text =
        "gh ghp_ " + token + token + " pin 1234, not 12345; " + token.toPercentEncoding() + " end 1234";
    MaskedStream stream(&mask);
    QByteArray out;
    for (qsizetype at = 0; at < text.size(); at += size)
        out += stream.take(QByteArrayView(text).sliced(at, qMin<qsizetype>(size, text.size() - at)));
    out += stream.rest();
    QCOMPARE(out, mask.masked(text));
    QVERIFY(out.endsWith("end " + shown));
}

void tst_secretmask::hidesTheBeginningOfAValueThatWasCutOff()
{
    const SecretMask mask = maskOf(token);
    MaskedStream stream(&mask);
    QCOMPARE(stream.take("token " + token.first(9)), QByteArray("token "));
    QCOMPARE(stream.rest(), shown);
    QCOMPARE(stream.take(" and so on "), token.first(9) + " and so on "); // it was no value after all
}

void tst_secretmask::holdsNothingBackThatIsNoBeginning()
{
    const SecretMask mask = maskOf(token);
    MaskedStream stream(&mask);
    QCOMPARE(stream.take("nothing to hide"), QByteArray("nothing to hide"));
    QVERIFY(stream.rest().isEmpty());
    MaskedStream plain(nullptr);
    QCOMPARE(plain.take(token), token);
    QVERIFY(plain.rest().isEmpty());
}

QTEST_GUILESS_MAIN(tst_secretmask)
#include "tst_secretmask.moc"
