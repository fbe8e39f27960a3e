// SPDX-License-Identifier: MIT
#include "app/claude/connectoptions.h"

#include <QTest>

using namespace pasarela;

/// What `pasarela --connect` was asked.
class tst_connectoptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void understands();
    void knowsItsArguments();
    void helpIsNoNameOfAnApp();
    void saysHowToUseIt_data();
    void saysHowToUseIt();
};

namespace {

QStringList words(const char *line)
{
    return QString::fromLatin1(line).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

} // namespace

void tst_connectoptions::understands()
{
    const auto options = parseConnectOptions(words(
        "--connect claude-desktop --apply --config x.json --home /h --json --trust a --trust b --decide c=d=migrate "
        "--decide e=leave --app-running=assume-closed"));
    QVERIFY(options);
    QCOMPARE(options->action, ConnectOptions::Action::Apply);
    QCOMPARE(options->file, QStringLiteral("x.json"));
    QCOMPARE(options->home, QStringLiteral("/h"));
    QVERIFY(options->json && options->assumeClosed && !options->trustAll);
    QCOMPARE(options->trusted, (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
    QCOMPARE(options->decided.value(QStringLiteral("c=d")), PlanAction::Migrate);
    QCOMPARE(options->decided.value(QStringLiteral("e")), PlanAction::Leave);
    QVERIFY(parseConnectOptions(words("--connect=claude-desktop --undo")).value().action
            == ConnectOptions::Action::Undo);
    QVERIFY(parseConnectOptions(words("--connect claude-desktop --plan --trust-all")).value().trustAll);
}

void tst_connectoptions::knowsItsArguments()
{
    QVERIFY(isConnect(words("--home /h --connect claude-desktop --plan")));
    QVERIFY(isConnect(words("--connect=claude-desktop")));
    QVERIFY(!isConnect(words("--minimized --home connect")));
    QVERIFY(needsConnect(QStringLiteral("plan")) && !needsConnect(QStringLiteral("home")));
}

void tst_connectoptions::helpIsNoNameOfAnApp()
{
    for (const char *line : {"--connect --help", "--connect -h", "--connect claude-desktop --help"})
        QVERIFY2(parseConnectOptions(words(line)).value().action == ConnectOptions::Action::Help, line);
    for (const char *part : {"--connect claude-desktop", "--plan", "--apply", "--undo", "--config FILE", "--trust NAME",
                             "--trust-all", "--decide NAME=WHAT", "--json", "--home DIR"})
        QVERIFY2(connectHelp().contains(QLatin1String(part)), part);
    QVERIFY(!connectHelp().contains(QStringLiteral("app-running")));
}

void tst_connectoptions::saysHowToUseIt_data()
{
    QTest::addColumn<QString>("line");
    for (const char *line :
         {"--connect claude-desktop", "--connect claude-desktop --plan --apply", "--connect cursor --plan",
          "--connect claude-desktop --plan extra", "--connect claude-desktop --plan --no-such",
          "--connect claude-desktop --apply --decide a=perhaps", "--connect claude-desktop --apply --decide =leave",
          "--connect claude-desktop --apply --decide leave"})
        QTest::addRow("'%s'", line) << QString::fromLatin1(line);
}

void tst_connectoptions::saysHowToUseIt()
{
    QFETCH(QString, line);
    const auto options = parseConnectOptions(words(line.toLatin1().constData()));
    QVERIFY(!options);
    QCOMPARE(options.error().code, Error::Code::InvalidInput);
    QVERIFY2(options.error().detail.contains(QStringLiteral("use: pasarela --connect claude-desktop")),
             qPrintable(options.error().detail));
}

QTEST_GUILESS_MAIN(tst_connectoptions)
#include "tst_connectoptions.moc"
