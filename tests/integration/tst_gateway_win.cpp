// SPDX-License-Identifier: MIT
#include "tests/integration/gatewayhome.h"
#include "tests/support/runningprocess.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

/// The real gateway with what only Windows has: jobs.
class tst_gateway_win : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKilledGatewayLeavesNoServerBehind();
};

void tst_gateway_win::aKilledGatewayLeavesNoServerBehind()
{
    GatewayHome home;
    home.configure(
        {{QStringLiteral("stubborn"),
          {QStringLiteral("--ignore-eof"), QStringLiteral("--ignore-sigterm"), QStringLiteral("--spawn-grandchild")}}});
    QVERIFY(home.start());
    const auto call = home.command({QStringLiteral("call"), QStringLiteral("stubborn__pid")});
    QVERIFY2(call.exitCode == 0, call.err.constData());
    const qint64 server = call.out.trimmed().toLongLong();
    QVERIFY(server > 0);
    QVERIFY(isRunning(server));
    home.killGateway();
    QTRY_VERIFY(!isRunning(server));
}

QTEST_GUILESS_MAIN(tst_gateway_win)
#include "tst_gateway_win.moc"
