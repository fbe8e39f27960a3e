// SPDX-License-Identifier: MIT
#include "gateway/config/credentialfields.h"

#include <QTest>

using namespace pasarela;
using Map = QMap<QString, QString>;

class tst_credentialfields : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comeFromCredentialEnv_data();
    void comeFromCredentialEnv();
};

namespace {

const QString standard = QStringLiteral("MCP_UPSTREAM_CREDENTIAL");
const QString token = QStringLiteral("token");
const QString key = QStringLiteral("key");

} // namespace

void tst_credentialfields::comeFromCredentialEnv_data()
{
    QTest::addColumn<Map>("credentialEnv");
    QTest::addColumn<QStringList>("fields");
    QTest::addColumn<QString>("mainField");
    QTest::addColumn<Map>("variables");
    const QString a = QStringLiteral("A");
    const QString b = QStringLiteral("B");
    QTest::newRow("none named") << Map() << QStringList{token} << token << Map{{standard, token}};
    QTest::newRow("one") << Map{{a, key}} << QStringList{key} << key << Map{{a, key}, {standard, key}};
    QTest::newRow("one for two variables")
        << Map{{a, key}, {b, key}} << QStringList{key} << key << Map{{a, key}, {b, key}, {standard, key}};
    QTest::newRow("two, one is \"token\"") << Map{{a, token}, {b, key}} << QStringList{key, token} << token
                                           << Map{{a, token}, {b, key}, {standard, token}};
    QTest::newRow("two others") << Map{{a, QStringLiteral("user")}, {b, key}}
                                << QStringList{key, QStringLiteral("user")} << QString()
                                << Map{{a, QStringLiteral("user")}, {b, key}};
    QTest::newRow("the usual variable, named")
        << Map{{standard, key}, {a, token}} << QStringList{key, token} << token << Map{{standard, key}, {a, token}};
}

void tst_credentialfields::comeFromCredentialEnv()
{
    QFETCH(Map, credentialEnv);
    EnclaveConfig enclave;
    enclave.credentialEnv = credentialEnv;
    QTEST(credentialFields(enclave), "fields");
    QTEST(mainCredentialField(enclave), "mainField");
    QTEST(credentialVariables(enclave), "variables");
}

QTEST_GUILESS_MAIN(tst_credentialfields)
#include "tst_credentialfields.moc"
