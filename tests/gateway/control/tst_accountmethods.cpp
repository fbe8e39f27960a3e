// SPDX-License-Identifier: MIT
#include "gateway/control/controlclient.h"
#include "gateway/control/controlprotocol.h"
#include "tests/support/controlfixture.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

/// `account.…` on the control socket.
class tst_accountmethods : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void passesASecretOn();
    void neverGivesOneBack();
    void refusesWrongParams_data();
    void refusesWrongParams();
    void removes();
    void saysWhatAccessTheyNeed();

private:
    Result<QByteArray> ask(const char *method, const QByteArray &params);

    std::unique_ptr<ControlFixture> m_gateway;
    std::unique_ptr<ControlClient> m_client;
};

void tst_accountmethods::init()
{
    m_gateway = std::make_unique<ControlFixture>();
    m_gateway->listen();
    m_client = std::make_unique<ControlClient>(m_gateway->paths);
    bool connected = false;
    m_client->connectToGateway(std::chrono::seconds(5), [&](const auto &identity) { connected = identity.ok(); });
    QTRY_VERIFY(connected);
}

void tst_accountmethods::cleanup()
{
    m_client.reset();
    m_gateway.reset();
}

Result<QByteArray> tst_accountmethods::ask(const char *method, const QByteArray &params)
{
    std::optional<Result<QByteArray>> outcome;
    m_client->request(method, params, std::chrono::seconds(5), [&](const auto &result) { outcome = result; });
    (void)QTest::qWaitFor([&outcome] { return outcome.has_value(); });
    return outcome.value_or(Error{Error::Code::Internal, QStringLiteral("never answered")});
}

void tst_accountmethods::passesASecretOn()
{
    QVERIFY(ask(control::method::accountSet,
                R"({"enclave":"github","account":"work","field":"token","secret":"p\u00e1ss \"w\""})"));
    QVERIFY(ask(control::method::accountSet, R"({"enclave":"github","account":"work","secret":"x"})"));
    QCOMPARE(m_gateway->handler.credentialsSet,
             (QStringList{QStringLiteral("github|work|token|páss \"w\""), QStringLiteral("github|work||x")}));
}

void tst_accountmethods::neverGivesOneBack()
{
    const auto answer = ask(control::method::accountSet, R"({"enclave":"a","account":"b","secret":"sesame"})");
    QVERIFY(!answer.value().contains("sesame"));
    m_gateway->handler.setAnswer = Error{Error::Code::KeychainLocked, QStringLiteral("locked")};
    const Error error = ask(control::method::accountSet, R"({"enclave":"a","account":"b","secret":"sesame"})").error();
    QCOMPARE(error.code, Error::Code::KeychainLocked);
    QCOMPARE(error.detail, QStringLiteral("locked"));
}

void tst_accountmethods::refusesWrongParams_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("params");
    const QByteArray set = control::method::accountSet;
    const QByteArray remove = control::method::accountRemove;
    QTest::newRow("no enclave") << set << QByteArray(R"({"account":"b","secret":"sesame"})");
    QTest::newRow("no account") << set << QByteArray(R"({"enclave":"a","secret":"sesame"})");
    QTest::newRow("no secret") << set << QByteArray(R"({"enclave":"a","account":"b"})");
    QTest::newRow("empty secret") << set << QByteArray(R"({"enclave":"a","account":"b","secret":""})");
    QTest::newRow("secret of another type")
        << set << QByteArray(R"({"enclave":"a","account":"b","secret":["sesame"]})");
    QTest::newRow("nothing to remove") << remove << QByteArray(R"({"enclave":"a"})");
}

void tst_accountmethods::refusesWrongParams()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, params);
    const Error error = ask(method, params).error();
    QCOMPARE(error.code, Error::Code::InvalidInput);
    QVERIFY(!error.detail.contains(QLatin1String("sesame")));
    QVERIFY(m_gateway->handler.credentialsSet.isEmpty());
    QVERIFY(m_gateway->handler.credentialsRemoved.isEmpty());
}

void tst_accountmethods::removes()
{
    QVERIFY(ask(control::method::accountRemove, R"({"enclave":"github","account":"work"})"));
    QCOMPARE(m_gateway->handler.credentialsRemoved, QStringList(QStringLiteral("github|work")));
}

void tst_accountmethods::saysWhatAccessTheyNeed()
{
    QCOMPARE(control::accessOf(control::method::accountList), control::Access::Read);
    QCOMPARE(control::accessOf(control::method::accountSet), control::Access::Operate);
    QCOMPARE(control::accessOf(control::method::accountRemove), control::Access::Operate);
    QVERIFY(ask(control::method::accountList, {}));
}

QTEST_GUILESS_MAIN(tst_accountmethods)
#include "tst_accountmethods.moc"
