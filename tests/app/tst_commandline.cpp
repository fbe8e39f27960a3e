// SPDX-License-Identifier: MIT
#include "app/commandline.h"

#include <QTest>

#include <vector>

using namespace pasarela;
using What = CommandLine::What;

/// What `pasarela` was asked to do.
class tst_commandline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void understandsItsOptions_data();
    void understandsItsOptions();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void knowsWhatNeedsNoDisplay_data();
    void knowsWhatNeedsNoDisplay();
    void helpNamesEveryOption();
};

namespace {

QStringList words(const QString &line)
{
    return QStringList(QStringLiteral("pasarela")) + line.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

} // namespace

void tst_commandline::understandsItsOptions_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("what");
    QTest::addColumn<bool>("minimized");
    QTest::addColumn<QString>("home");
    QTest::addColumn<QString>("language");
    const auto row = [](const char *line, What what, bool minimized = false, const char *home = "",
                        const char *language = "") {
        QTest::addRow("'%s'", line) << QString::fromLatin1(line) << int(what) << minimized << QString::fromLatin1(home)
                                    << QString::fromLatin1(language);
    };
    row("", What::Run);
    row("--minimized", What::Run, true);
    row("--home /tmp/x --language es", What::Run, false, "/tmp/x", "es");
    row("--quit --home=/tmp/x", What::Quit, false, "/tmp/x");
    row("--about", What::About);
    row("--selftest", What::SelfTest);
    row("--help", What::Help);
    row("-h", What::Help);
    row("--version", What::Version);
}

void tst_commandline::understandsItsOptions()
{
    QFETCH(QString, line);
    QFETCH(int, what);
    QFETCH(bool, minimized);
    QFETCH(QString, home);
    QFETCH(QString, language);
    const CommandLine parsed = CommandLine::parse(words(line));
    QVERIFY2(parsed.problem.isEmpty(), qPrintable(parsed.problem));
    QCOMPARE(int(parsed.what), what);
    QCOMPARE(parsed.minimized, minimized);
    QCOMPARE(parsed.home, home);
    QCOMPARE(parsed.language, language);
}

void tst_commandline::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("named");
    QTest::newRow("an option that is none") << QStringLiteral("--minimised") << QStringLiteral("minimised");
    QTest::newRow("an argument") << QStringLiteral("claude") << QStringLiteral("claude");
    QTest::newRow("a language that is not there") << QStringLiteral("--language fr") << QStringLiteral("fr");
    QTest::newRow("a value that is missing") << QStringLiteral("--home") << QStringLiteral("home");
    // Each of them is nothing without an action.
    for (const char *option : {"--plan", "--json", "--config=x", "--trust-all", "--decide=a=leave"})
        QTest::addRow("'%s' goes with --connect", option)
            << QString::fromLatin1(option)
            << QStringLiteral("; use: pasarela --connect claude-desktop (--plan | --apply | --undo)");
    QTest::newRow("two commands") << QStringLiteral("--about --quit") << QStringLiteral("--about");
}

void tst_commandline::saysWhatIsWrong()
{
    QFETCH(QString, line);
    QFETCH(QString, named);
    const CommandLine parsed = CommandLine::parse(words(line));
    QCOMPARE(int(parsed.what), int(What::WrongUsage));
    QVERIFY2(parsed.problem.contains(named), qPrintable(parsed.problem));
}

void tst_commandline::knowsWhatNeedsNoDisplay_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("none");
    for (const char *line : {"--quit", "--about", "--selftest", "--help", "-h", "--version", "-v", "--home /x --quit",
                             "--connect x", "--plan", "--config=x"})
        QTest::addRow("'%s'", line) << QString::fromLatin1(line) << true;
    for (const char *line : {"", "--minimized", "--language es"})
        QTest::addRow("'%s'", line) << QString::fromLatin1(line) << false;
}

void tst_commandline::knowsWhatNeedsNoDisplay()
{
    QFETCH(QString, line);
    QFETCH(bool, none);
    std::vector<QByteArray> bytes;
    for (const QString &word : words(line))
        bytes.push_back(word.toLatin1());
    std::vector<const char *> argv;
    for (const QByteArray &word : bytes)
        argv.push_back(word.constData());
    QCOMPARE(CommandLine::needsNoDisplay(int(argv.size()), argv.data()), none);
}

void tst_commandline::helpNamesEveryOption()
{
    const QString help = CommandLine::help();
    for (const char *name :
         {"--minimized", "--quit", "--about", "--selftest", "--home", "--language", "--help", "--version", "--connect",
          "--plan", "--apply", "--undo", "--config", "--trust", "--trust-all", "--decide", "--json"})
        QVERIFY2(help.contains(QLatin1String(name)), name);
}

QTEST_GUILESS_MAIN(tst_commandline)
#include "tst_commandline.moc"
