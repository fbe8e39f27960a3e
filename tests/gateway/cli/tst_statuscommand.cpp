// SPDX-License-Identifier: MIT
#include "gateway/control/controlclient.h"
#include "tests/gateway/cli/commandlinerun.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;

/// status, once and with --watch, against the real control server with a fake gateway behind it.
class tst_statuscommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statusPrintsATable();
    void statusPrintsOneDocument();
    void watchPrintsEachChangeUntilTheGatewayLeaves_data();
    void watchPrintsEachChangeUntilTheGatewayLeaves();
};

void tst_statuscommand::statusPrintsATable()
{
    ControlFixture gateway;
    gateway.handler.state.gateway.processId = 4711;
    gateway.listen();
    const Outcome outcome = run(gateway, words("status"));
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith(QStringLiteral("Gateway: running, pid 4711")));
    QVERIFY(outcome.err.isEmpty());
}

void tst_statuscommand::statusPrintsOneDocument()
{
    ControlFixture gateway;
    EnclaveView row;
    row.name = QStringLiteral("año");
    gateway.handler.state.enclaves = {row};
    gateway.listen();
    const Outcome outcome = run(gateway, words("status --json"));
    QCOMPARE(outcome.code, 0);
    QCOMPARE(snapshotFromJson(outcome.out.toUtf8()), std::optional(gateway.handler.state));
    QVERIFY(outcome.err.isEmpty());
}

void tst_statuscommand::watchPrintsEachChangeUntilTheGatewayLeaves_data()
{
    QTest::addColumn<bool>("json");
    QTest::newRow("text") << false;
    QTest::newRow("json") << true;
}

void tst_statuscommand::watchPrintsEachChangeUntilTheGatewayLeaves()
{
    QFETCH(bool, json);
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.state.relay.unread = 1;
    ControlClient witness(gateway.paths);
    // Each change waits until the one before has arrived.
    connect(&witness, &ControlClient::snapshotChanged, this, [&gateway](const Snapshot &snapshot) {
        if (snapshot.relay.unread == 3) {
            gateway.die();
            return;
        }
        gateway.handler.state.relay.unread = 3;
        gateway.server->snapshotMayHaveChanged();
    });
    witness.connectToGateway(
        5s, [&](const Result<GatewayIdentity> &) { witness.subscribe([](const Result<Snapshot> &) {}); });
    QTimer watched;
    connect(&watched, &QTimer::timeout, this, [&] {
        if (gateway.server->connectionCount() < 2 || gateway.handler.snapshotsTaken < 2)
            return; // both have subscribed
        watched.stop();
        gateway.handler.state.relay.unread = 2;
        gateway.server->snapshotMayHaveChanged();
    });
    watched.start(1ms);
    const Outcome outcome = run(gateway, words(json ? "status --watch --json" : "status --watch"));
    QCOMPARE(outcome.code, 3);
    QVERIFY2(isOneSentence(outcome.err), qPrintable(outcome.err));
    if (json) {
        const QStringList lines = outcome.out.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(snapshotFromJson(lines.at(i).toUtf8())->relay.unread, i + 1);
    } else {
        QCOMPARE(outcome.out.count(QStringLiteral("Gateway: running")), 3);
        QVERIFY(outcome.out.contains(QStringLiteral("Relay: 3 unread")));
    }
}

QTEST_GUILESS_MAIN(tst_statuscommand)
#include "tst_statuscommand.moc"
