// SPDX-License-Identifier: MIT
#include "ui/errortext.h"
#include "ui/language.h"

#include <QSet>
#include <QTest>

using namespace pasarela;

/// Every error code has a sentence and a remedy in both languages.
class tst_errortext : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyCodeHasASentenceAndARemedy_data();
    void everyCodeHasASentenceAndARemedy();
    void everyCodeIsFoundByItsName();
    void aServicesErrorIsOneSentenceWithItsCode();
    void aCodeOfALaterVersionStillGivesASentence();

private:
    Language m_language;
};

namespace {

constexpr int lastCode = int(Error::Code::Internal);

} // namespace

void tst_errortext::everyCodeHasASentenceAndARemedy_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("language");
    for (const QString &language : Language::available()) {
        for (int code = 0; code <= lastCode; ++code)
            QTest::addRow("%s in %s", qPrintable(errorCodeName(Error::Code(code))), qPrintable(language))
                << code << language;
    }
}

void tst_errortext::everyCodeHasASentenceAndARemedy()
{
    QFETCH(int, code);
    QFETCH(QString, language);
    QVERIFY(m_language.use(language));
    const ErrorText::Words words = ErrorText::words(Error::Code(code));
    QVERIFY2(words.sentence.endsWith(QLatin1Char('.')), qPrintable(words.sentence));
    QVERIFY2(words.remedy.endsWith(QLatin1Char('.')), qPrintable(words.remedy));
    QVERIFY(words.sentence != words.remedy);

    QVERIFY(m_language.use(QStringLiteral("en")));
    const ErrorText::Words english = ErrorText::words(Error::Code(code));
    QCOMPARE(words.sentence == english.sentence, language == QLatin1String("en"));
    QCOMPARE(words.remedy == english.remedy, language == QLatin1String("en"));
}

void tst_errortext::everyCodeIsFoundByItsName()
{
    QSet<QString> names;
    for (int code = 0; code <= lastCode; ++code) {
        const QString name = errorCodeName(Error::Code(code));
        QCOMPARE(ErrorText::codeNamed(name), std::optional(Error::Code(code)));
        names.insert(name);
    }
    QCOMPARE(names.size(), lastCode + 1);
    QCOMPARE(ErrorText::codeNamed(QStringLiteral("P-000")), std::nullopt);
}

void tst_errortext::aServicesErrorIsOneSentenceWithItsCode()
{
    QVERIFY(m_language.use(QStringLiteral("es")));
    const ErrorView error{QStringLiteral("P-202"), QStringLiteral("no answer within 60 s"), QStringLiteral("npm ERR!")};
    QCOMPARE(ErrorText::sentence(error), QStringLiteral("No ha respondido a tiempo. (P-202)"));
    QCOMPARE(ErrorText::remedy(error), QStringLiteral("Inténtalo de nuevo dentro de un momento."));
    QCOMPARE(ErrorText::sentence({}), QString());
    QCOMPARE(ErrorText::remedy({}), QString());
}

void tst_errortext::aCodeOfALaterVersionStillGivesASentence()
{
    QVERIFY(m_language.use(QStringLiteral("en")));
    QCOMPARE(ErrorText::sentence({QStringLiteral("P-777"), QStringLiteral("later"), {}}),
             QStringLiteral("It does not work. (P-777)"));
    QCOMPARE(ErrorText::remedy({QStringLiteral("P-777"), QStringLiteral("later"), {}}), QString());
}

QTEST_MAIN(tst_errortext)
#include "tst_errortext.moc"
