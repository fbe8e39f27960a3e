// SPDX-License-Identifier: MIT
#include "app/claude/shellword.h"

#include <QTest>

using namespace pasarela;

class tst_shellword : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPosixShellTakesAWordAsItIs_data();
    void aPosixShellTakesAWordAsItIs();
    void bothShellsOfWindowsTakeAWordAsItIs_data();
    void bothShellsOfWindowsTakeAWordAsItIs();
    void aWordThatWindowsChangesIsNotOffered_data();
    void aWordThatWindowsChangesIsNotOffered();
    void aProgramInQuotesIsCalledFromItsFolder_data();
    void aProgramInQuotesIsCalledFromItsFolder();
    void noLineWhereAWordCannotBeTyped_data();
    void noLineWhereAWordCannotBeTyped();
};

void tst_shellword::aPosixShellTakesAWordAsItIs_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("quoted");
    QTest::newRow("plain") << QStringLiteral("/a/b-c.json") << QStringLiteral("/a/b-c.json");
    QTest::newRow("space") << QStringLiteral("a b=leave") << QStringLiteral("'a b=leave'");
    QTest::newRow("quote") << QStringLiteral("it's") << QStringLiteral("'it'\\''s'");
    QTest::newRow("what a shell would run") << QStringLiteral("$(x);`y`") << QStringLiteral("'$(x);`y`'");
    QTest::newRow("home") << QStringLiteral("~/a") << QStringLiteral("'~/a'");
    QTest::newRow("empty") << QString() << QStringLiteral("''");
}

void tst_shellword::aPosixShellTakesAWordAsItIs()
{
    QFETCH(QString, word);
    QFETCH(QString, quoted);
    QCOMPARE(posixWord(word), quoted);
}

void tst_shellword::bothShellsOfWindowsTakeAWordAsItIs_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("typed");
    const auto row = [](const char *name, const char *word, const char *typed) {
        QTest::newRow(name) << QString::fromUtf8(word) << QString::fromUtf8(typed);
    };
    row("option", "--trust-all", "--trust-all");
    row("path", "C:\\a\\b-c.json", "C:\\a\\b-c.json");
    row("folder", "C:\\a\\", "C:\\a\\");
    row("decision", "notes=leave", "notes=leave");
    row("space", "a b=leave", "\"a b=leave\"");
    row("and", "a&b", "\"a&b\"");
    row("pipe", "a|b", "\"a|b\"");
    row("redirection", "a<b>c", "\"a<b>c\"");
    row("a list in PowerShell", "a,b;c", "\"a,b;c\"");
    row("what PowerShell would run", "(x){y}", "\"(x){y}\"");
    row("splatting", "@a", "\"@a\"");
    row("home", "~\\a", "\"~\\a\"");
    row("apostrophe", "it's", "\"it's\"");
    row("a name like an option", "-a.b:c", "\"-a.b:c\"");
    row("other letters", "caf\u00e9", "\"caf\u00e9\"");
}

void tst_shellword::bothShellsOfWindowsTakeAWordAsItIs()
{
    QFETCH(QString, word);
    QFETCH(QString, typed);
    QCOMPARE(windowsShellWord(word).value_or(QStringLiteral("none")), typed);
}

void tst_shellword::aWordThatWindowsChangesIsNotOffered_data()
{
    QTest::addColumn<QString>("word");
    for (const char *word : {"a%PATH%", "a!b!", "a\"b", "a^b", "$HOME", "a`b", "a\u201db", "a b\\", "a\nb", ""})
        QTest::addRow("'%s'", word) << QString::fromUtf8(word);
}

void tst_shellword::aWordThatWindowsChangesIsNotOffered()
{
    QFETCH(QString, word);
    QVERIFY2(!windowsShellWord(word), qPrintable(windowsShellWord(word).value_or(QString())));
}

void tst_shellword::aProgramInQuotesIsCalledFromItsFolder_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("line");
    QTest::newRow("none needed") << QStringLiteral("C:\\P\\pasarela.exe") << QString()
                                 << QStringLiteral("C:\\P\\pasarela.exe --home \"a b\"");
    QTest::newRow("needed") << QStringLiteral("C:\\Program Files\\P\\pasarela.exe")
                            << QStringLiteral("C:\\Program Files\\P")
                            << QStringLiteral(".\\pasarela.exe --home \"a b\"");
    QTest::newRow("where no quotes help") << QStringLiteral("C:/100%/pasarela.exe") << QStringLiteral("C:\\100%")
                                          << QStringLiteral(".\\pasarela.exe --home \"a b\"");
    QTest::newRow("where cmd ends the name") << QStringLiteral("C:\\a=b\\pasarela.exe") << QStringLiteral("C:\\a=b")
                                             << QStringLiteral(".\\pasarela.exe --home \"a b\"");
    QTest::newRow("slashes") << QStringLiteral("./pasarela.exe") << QString()
                             << QStringLiteral(".\\pasarela.exe --home \"a b\"");
}

void tst_shellword::aProgramInQuotesIsCalledFromItsFolder()
{
    QFETCH(QString, program);
    QFETCH(QString, folder);
    QFETCH(QString, line);
    const auto typed = windowsLine({program, QStringLiteral("--home"), QStringLiteral("a b")});
    QVERIFY(typed);
    QCOMPARE(typed->folder, folder);
    QCOMPARE(typed->line, line);
}

void tst_shellword::noLineWhereAWordCannotBeTyped_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("an argument") << QStringList{QStringLiteral("pasarela"), QStringLiteral("%a%")};
    QTest::newRow("the program") << QStringList{QStringLiteral("C:\\P\\my pasarela.exe"), QStringLiteral("--apply")};
    QTest::newRow("the program, without a folder")
        << QStringList{QStringLiteral("my pasarela"), QStringLiteral("--apply")};
}

void tst_shellword::noLineWhereAWordCannotBeTyped()
{
    QFETCH(QStringList, words);
    QVERIFY(!windowsLine(words));
}

QTEST_GUILESS_MAIN(tst_shellword)
#include "tst_shellword.moc"
