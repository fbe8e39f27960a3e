// SPDX-License-Identifier: MIT
#include "gateway/bridge/bridgearguments.h"

#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;
using Do = BridgeArguments::Do;

class tst_bridgearguments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsWithoutArguments();
    void takesEveryOption_data();
    void takesEveryOption();
    void takesAValueAfterAnEqualsSign();
    void helpsAndTellsTheVersion();
    void namesEveryOptionInItsHelp();
    void refusesWrongUsage_data();
    void refusesWrongUsage();
};

void tst_bridgearguments::runsWithoutArguments()
{
    const auto arguments = BridgeArguments::parse({});
    QVERIFY(arguments.ok());
    QVERIFY(arguments->what == Do::Run);
    QVERIFY(arguments->client.isEmpty() && arguments->home.isEmpty());
    QVERIFY(arguments->mayStart);
    QCOMPARE(arguments->timeout, 5000ms);
}

void tst_bridgearguments::takesEveryOption_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("client");
    QTest::addColumn<QString>("home");
    QTest::addColumn<bool>("mayStart");
    QTest::addColumn<int>("timeout");
    const auto list = [](const char *words) { return QString::fromLatin1(words).split(u' '); };
    QTest::newRow("client") << list("--client claude-desktop") << QStringLiteral("claude-desktop") << QString() << true
                            << 5000;
    QTest::newRow("odd client") << list("--client 0._@+-") << QStringLiteral("0._@+-") << QString() << true << 5000;
    QTest::newRow("home") << list("--home /tmp/x") << QString() << QStringLiteral("/tmp/x") << true << 5000;
    QTest::newRow("no start") << list("--no-start") << QString() << QString() << false << 5000;
    QTest::newRow("timeout") << list("--timeout 30") << QString() << QString() << true << 30000;
    QTest::newRow("part of a second") << list("--timeout 0.25") << QString() << QString() << true << 250;
    QTest::newRow("no wait") << list("--timeout 0") << QString() << QString() << true << 0;
    QTest::newRow("all") << list("--timeout 1 --client a --no-start --home /h") << QStringLiteral("a")
                         << QStringLiteral("/h") << false << 1000;
}

void tst_bridgearguments::takesEveryOption()
{
    QFETCH(QStringList, arguments);
    const auto parsed = BridgeArguments::parse(arguments);
    QVERIFY(parsed.ok());
    QVERIFY(parsed->what == Do::Run);
    QTEST(parsed->client, "client");
    QTEST(parsed->home, "home");
    QTEST(parsed->mayStart, "mayStart");
    QTEST(static_cast<int>(parsed->timeout.count()), "timeout");
}

void tst_bridgearguments::takesAValueAfterAnEqualsSign()
{
    const auto parsed = BridgeArguments::parse({QStringLiteral("--home=/a=b"), QStringLiteral("--client=x")});
    QVERIFY(parsed.ok());
    QCOMPARE(parsed->home, QStringLiteral("/a=b"));
    QCOMPARE(parsed->client, QStringLiteral("x"));
}

void tst_bridgearguments::helpsAndTellsTheVersion()
{
    QVERIFY(BridgeArguments::parse({QStringLiteral("--help")})->what == Do::ShowHelp);
    QVERIFY(BridgeArguments::parse({QStringLiteral("-h")})->what == Do::ShowHelp);
    QVERIFY(BridgeArguments::parse({QStringLiteral("--version")})->what == Do::ShowVersion);
}

void tst_bridgearguments::namesEveryOptionInItsHelp()
{
    for (const char *option : {"--client NAME", "--home DIR", "--no-start", "--timeout S", "--help", "--version"})
        QVERIFY2(BridgeArguments::help().contains(QLatin1String(option)), option);
}

void tst_bridgearguments::refusesWrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const char *name, const QStringList &arguments) { QTest::newRow(name) << arguments; };
    row("unknown option", {QStringLiteral("--clients")});
    row("argument", {QStringLiteral("run")});
    row("no value", {QStringLiteral("--client")});
    row("empty name", {QStringLiteral("--client"), QString()});
    row("capital letter", {QStringLiteral("--client"), QStringLiteral("Claude")});
    row("space in the name", {QStringLiteral("--client"), QStringLiteral("a b")});
    row("dot first", {QStringLiteral("--client"), QStringLiteral(".a")});
    row("65 letters", {QStringLiteral("--client"), QString(65, u'a')});
    row("empty home", {QStringLiteral("--home=")});
    row("no number", {QStringLiteral("--timeout"), QStringLiteral("soon")});
    row("not a number", {QStringLiteral("--timeout"), QStringLiteral("nan")});
    row("negative", {QStringLiteral("--timeout"), QStringLiteral("-1")});
    row("over an hour", {QStringLiteral("--timeout"), QStringLiteral("3601")});
    row("value for a switch", {QStringLiteral("--no-start=yes")});
}

void tst_bridgearguments::refusesWrongUsage()
{
    QFETCH(QStringList, arguments);
    const auto parsed = BridgeArguments::parse(arguments);
    QVERIFY(!parsed.ok());
    QCOMPARE(parsed.error().code, Error::Code::InvalidInput);
    QVERIFY(parsed.error().detail.endsWith(u'.'));
}

QTEST_GUILESS_MAIN(tst_bridgearguments)
#include "tst_bridgearguments.moc"
