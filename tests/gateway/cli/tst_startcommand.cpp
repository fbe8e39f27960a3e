// SPDX-License-Identifier: MIT
#include "gateway/launch/startfailure.h"
#include "gateway/launch/stopwish.h"
#include "tests/gateway/cli/commandlinerun.h"

#include <QTest>

using namespace pasarela;
using pasarela::test::ControlFixture;
using pasarela::test::Outcome;
using pasarela::test::run;
using pasarela::test::words;

/// start, against the real control server with a fake gateway behind it.
class tst_startcommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startTakesTheStopBack();
    void startLeavesOneThatRunsAlone();
    void startSaysWhyTheGatewayEndedAtOnce();
    void startSaysWhyItCouldNot();
};

void tst_startcommand::startTakesTheStopBack()
{
    ControlFixture gateway;
    QVERIFY(StopWish::record(gateway.paths, QStringLiteral("tray")).ok());
    bool wishStood = true;
    const Outcome outcome = run(gateway, words("start"), [&](const Paths &, const QString &) -> Result<void> {
        wishStood = StopWish::read(gateway.paths).has_value();
        QTimer::singleShot(0, this, [&gateway] { gateway.listen({}, {control::protocolVersion, {}, 4711, 1}); });
        return {};
    });
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.code, 0);
    QVERIFY(!wishStood);
    QVERIFY2(outcome.out.contains(QStringLiteral("pid 4711")), qPrintable(outcome.out));
}

void tst_startcommand::startLeavesOneThatRunsAlone()
{
    ControlFixture gateway;
    gateway.listen({}, {control::protocolVersion, {}, 4711, 1});
    const Outcome outcome = run(gateway, words("start --json")); // launching would fail
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out, QStringLiteral("{\"pid\":4711}\n"));
    QVERIFY(gateway.handler.shutdowns.isEmpty());
}

void tst_startcommand::startSaysWhyTheGatewayEndedAtOnce()
{
    const ControlFixture gateway;
    const Outcome outcome = run(gateway, words("start"), [](const Paths &, const QString &failureFile) -> Result<void> {
        StartFailure::tell(failureFile, QStringLiteral("the disk is full"));
        return {};
    });
    QCOMPARE(outcome.err, QStringLiteral("The gateway could not start: the disk is full\n"));
    QCOMPARE(outcome.code, 1);
}

void tst_startcommand::startSaysWhyItCouldNot()
{
    ControlFixture gateway;
    const Outcome outcome = run(gateway, words("start"));
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.err, QStringLiteral("There is no pasarela-gateway here.\n"));
}

QTEST_GUILESS_MAIN(tst_startcommand)
#include "tst_startcommand.moc"
