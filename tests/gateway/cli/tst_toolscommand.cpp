// SPDX-License-Identifier: MIT
#include "tests/gateway/cli/commandlinerun.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

/// tools, against the real control server with a fake gateway behind it.
class tst_toolscommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void toolsPrintsWhatAClientSees();
    void toolsPrintsOneDocument();
};

void tst_toolscommand::toolsPrintsWhatAClientSees()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.toolsAnswer = QByteArray(
        R"({"tools":[{"name":"a__b","description":"Does\u001b this.\nAnd more."},{"name":"longer__name","title":"Only a title"}]})");
    const Outcome outcome = run(gateway, words("tools --client cursor"));
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out,
             QStringLiteral("TOOL          WHAT IT DOES\n"
                            "a__b          Does␛ this.\n"
                            "longer__name  Only a title\n"));
    QCOMPARE(gateway.handler.clientsThatListed, QStringList{QStringLiteral("cursor")});
    gateway.handler.toolsAnswer = QByteArray(R"({"tools":[]})");
    QCOMPARE(run(gateway, words("tools")).out, QStringLiteral("There are no tools.\n"));
    gateway.handler.toolsAnswer = QByteArray(R"({"list":[]})");
    QCOMPARE(run(gateway, words("tools")).code, 1);
}

void tst_toolscommand::toolsPrintsOneDocument()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.toolsAnswer = QByteArray(R"({"tools":[{"name":"a__b","inputSchema":{"maximum":1e400}}]})");
    const Outcome outcome = run(gateway, words("--json tools"));
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out.toUtf8(), gateway.handler.toolsAnswer.value() + '\n');
    QVERIFY(outcome.err.isEmpty());
}

QTEST_GUILESS_MAIN(tst_toolscommand)
#include "tst_toolscommand.moc"
