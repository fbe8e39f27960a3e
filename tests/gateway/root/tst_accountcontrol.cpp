// SPDX-License-Identifier: MIT
#include "gateway/accountcontrol.h"
#include "tests/support/memorycredentialstore.h"
#include "tests/support/routerfixture.h"

#include <QSignalSpy>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace pasarela;
using namespace pasarela::test;
using Json = nlohmann::ordered_json;

class tst_accountcontrol : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void listsAccountsAndWhatIsStoredAndNoSecret();
    void storesUnderTheAccountsOnlyField();
    void whereThereAreSeveralTheFieldMustBeNamed();
    void anUnknownAccountIsRefused();
    void aBadFieldIsRefused();
    void theSameSecretInTwoAccountsIsPointedOut();
    void removesEverySecretOfTheAccount();
    void whatAnAccountLeftBehindCanBeRemoved();
    void whatTheStoreSaysIsPassedOn();

private:
    Result<QByteArray> set(const char *account, const QByteArray &value, const char *field = "");
    Result<QByteArray> remove(const char *account, const char *enclave = "one");

    std::unique_ptr<RouterFixture> m_fixture;
    std::unique_ptr<MemoryCredentialStore> m_store;
    std::unique_ptr<AccountControl> m_control;
};

void tst_accountcontrol::init()
{
    m_fixture = std::make_unique<RouterFixture>();
    m_store = std::make_unique<MemoryCredentialStore>();
    m_fixture->addEnclave(QStringLiteral("one"));
    EnclaveConfig &one = m_fixture->enclave(QStringLiteral("one"));
    one.accounts.insert(AccountId(QStringLiteral("work")), {true, QStringLiteral("At work")});
    one.accounts.insert(AccountId(QStringLiteral("home")), {});
    one.defaultAccount = AccountId(QStringLiteral("work"));
    m_fixture->config.clients[ClientId(QStringLiteral("cursor"))].accounts.insert(EnclaveId(QStringLiteral("one")),
                                                                                  QStringList(QStringLiteral("home")));
    m_fixture->applyConfig();
    m_control = std::make_unique<AccountControl>(*m_store, *m_fixture->pool, *m_fixture->router);
}

void tst_accountcontrol::cleanup()
{
    m_control.reset();
    m_fixture.reset();
}

Result<QByteArray> tst_accountcontrol::set(const char *account, const QByteArray &value, const char *field)
{
    std::optional<Result<QByteArray>> outcome;
    m_control->set(EnclaveId(QStringLiteral("one")), AccountId(QString::fromLatin1(account)),
                   QString::fromLatin1(field), Secret(value),
                   [&outcome](const Result<QByteArray> &result) { outcome = result; });
    Q_ASSERT(!outcome);
    (void)QTest::qWaitFor([&outcome] { return outcome.has_value(); });
    return outcome.value_or(Error{Error::Code::Internal, QStringLiteral("never answered")});
}

Result<QByteArray> tst_accountcontrol::remove(const char *account, const char *enclave)
{
    std::optional<Result<QByteArray>> outcome;
    m_control->remove(EnclaveId(QString::fromLatin1(enclave)), AccountId(QString::fromLatin1(account)),
                      [&outcome](const Result<QByteArray> &result) { outcome = result; });
    Q_ASSERT(!outcome);
    (void)QTest::qWaitFor([&outcome] { return outcome.has_value(); });
    return outcome.value_or(Error{Error::Code::Internal, QStringLiteral("never answered")});
}

void tst_accountcontrol::listsAccountsAndWhatIsStoredAndNoSecret()
{
    m_store->put(QStringLiteral("one/work/token"), "work-secret");
    m_store->put(QStringLiteral("one/gone/token"), "left-behind");
    const QByteArray listed = m_control->list();
    QVERIFY(!listed.contains("secret") && !listed.contains("left-behind"));
    const Json json = Json::parse(listed.toStdString());
    QCOMPARE(json["accounts"].size(), size_t(2));
    QCOMPARE(json["accounts"][0]["account"].get<std::string>(), std::string("home"));
    QCOMPARE(json["accounts"][0]["fields"][0]["stored"].get<bool>(), false);
    QCOMPARE(json["accounts"][0]["clients"][0].get<std::string>(), std::string("cursor"));
    QCOMPARE(json["accounts"][1]["fields"][0]["stored"].get<bool>(), true);
    QCOMPARE(json["accounts"][1]["default"].get<bool>(), true);
    QCOMPARE(json["accounts"][1]["title"].get<std::string>(), std::string("At work"));
    QCOMPARE(json["orphans"].dump(), std::string(R"([{"enclave":"one","account":"gone","field":"token"}])"));
}

void tst_accountcontrol::storesUnderTheAccountsOnlyField()
{
    m_fixture->enclave(QStringLiteral("one")).credentialEnv = {{QStringLiteral("KEY"), QStringLiteral("api-key")}};
    m_fixture->applyConfig();
    const QSignalSpy changed(m_control.get(), &AccountControl::changed);
    QCOMPARE(set("work", "secret").value(), QByteArray(R"({"field":"api-key","sameAs":[]})"));
    QCOMPARE(m_store->values.at(QStringLiteral("one/work/api-key")), QByteArray("secret"));
    QCOMPARE(changed.count(), 1);
}

void tst_accountcontrol::whereThereAreSeveralTheFieldMustBeNamed()
{
    m_fixture->enclave(QStringLiteral("one")).credentialEnv = {{QStringLiteral("A"), QStringLiteral("user")},
                                                               {QStringLiteral("B"), QStringLiteral("password")}};
    m_fixture->applyConfig();
    const Error error = set("work", "secret").error();
    QCOMPARE(error.code, Error::Code::InvalidInput);
    QVERIFY2(error.detail.contains(QLatin1String("password, user")), qPrintable(error.detail));
    QVERIFY(set("work", "secret", "user"));
    QCOMPARE(m_store->values.size(), size_t(1));
}

void tst_accountcontrol::anUnknownAccountIsRefused()
{
    QCOMPARE(set("other", "secret").error().code, Error::Code::NotFound);
    QCOMPARE(remove("other").error().code, Error::Code::NotFound);
    QVERIFY(m_store->values.empty());
}

void tst_accountcontrol::aBadFieldIsRefused()
{
    QCOMPARE(set("work", "secret", "a/b").error().code, Error::Code::InvalidInput);
    QVERIFY(m_store->values.empty());
}

void tst_accountcontrol::theSameSecretInTwoAccountsIsPointedOut()
{
    QVERIFY(set("work", "one and the same"));
    QCOMPARE(set("home", "another").value(), QByteArray(R"({"field":"token","sameAs":[]})"));
    QCOMPARE(set("home", "one and the same").value(), QByteArray(R"({"field":"token","sameAs":["work"]})"));
}

void tst_accountcontrol::removesEverySecretOfTheAccount()
{
    m_store->put(QStringLiteral("one/work/token"), "a");
    m_store->put(QStringLiteral("one/work/oauth"), "b");
    m_store->put(QStringLiteral("one/home/token"), "c");
    QVERIFY(remove("work"));
    QCOMPARE(m_store->values.size(), size_t(1));
    QVERIFY(m_store->values.contains(QStringLiteral("one/home/token")));
}

void tst_accountcontrol::whatAnAccountLeftBehindCanBeRemoved()
{
    m_store->put(QStringLiteral("old/gone/token"), "a");
    QVERIFY(remove("gone", "old"));
    QVERIFY(m_store->values.empty());
}

void tst_accountcontrol::whatTheStoreSaysIsPassedOn()
{
    m_store->put(QStringLiteral("one/work/token"), "a");
    m_store->failure = Error{Error::Code::KeychainLocked, QStringLiteral("locked")};
    QCOMPARE(set("work", "secret").error(), *m_store->failure);
    QCOMPARE(remove("work").error(), *m_store->failure);
}

QTEST_GUILESS_MAIN(tst_accountcontrol)
#include "tst_accountcontrol.moc"
