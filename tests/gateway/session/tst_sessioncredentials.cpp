// SPDX-License-Identifier: MIT
#include "gateway/session/accountcredentials.h"
#include "tests/gateway/session/sessionpoolfixture.h"
#include "tests/support/memorycredentialstore.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using State = UpstreamSession::State;

/// What programs get of their account's secrets, and what becomes of sessions when those change.
class tst_sessioncredentials : public QObject, private SessionPoolFixture {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void eachAccountGetsItsOwnSecretAndNoOther();
    void aMissingFieldIsNamedWithWhatToDo();
    void whatTheStoreSaysIsPassedOn();
    void missingIsToldWithoutAskingTheStore();
    void aProgramWithoutAnAccountGetsNothing();
    void whatWasReadIsHiddenInErrors();
    void aMissingKeyIsNotTriedAgainUntilSomebodyAsks();
    void aReplacedSecretDrainsTheSessionAndNewCallsStartAnother();
    void aRemovedSecretEndsTheSessionAtOnce();
    void aRemovedSecretEndsWhatStillDrains();
    void otherAccountsAreLeftAlone();
    void aStartThatReadTheOldSecretIsGivenUp();

private:
    Result<Environment> variables(const char *account);
    void change(const char *account, SessionPool::CredentialChange change)
    {
        m_pool->credentialChanged(EnclaveId(QStringLiteral("mail")), AccountId(QString::fromLatin1(account)), change);
    }

    const EnclaveId mail{QStringLiteral("mail")};
    std::unique_ptr<MemoryCredentialStore> m_store;
    std::unique_ptr<SecretMask> m_mask;
    std::unique_ptr<AccountCredentials> m_credentials;
};

void tst_sessioncredentials::init()
{
    m_store = std::make_unique<MemoryCredentialStore>();
    m_mask = std::make_unique<SecretMask>();
    m_credentials = std::make_unique<AccountCredentials>(*m_store, *m_mask);
    makeAll();
    m_pool->setCredentials(*m_credentials);
    addEnclave("mail", [](EnclaveConfig &enclave) {
        enclave.accounts.insert(AccountId(QStringLiteral("work")), {});
        enclave.accounts.insert(AccountId(QStringLiteral("home")), {});
        enclave.credentialEnv = {{QStringLiteral("MAIL_TOKEN"), QStringLiteral("token")},
                                 {QStringLiteral("MAIL_USER"), QStringLiteral("user")}};
    });
    m_store->put(QStringLiteral("mail/work/token"), "work-secret");
    m_store->put(QStringLiteral("mail/work/user"), "work-person");
    m_store->put(QStringLiteral("mail/home/token"), "home-secret");
}

void tst_sessioncredentials::cleanup()
{
    dropAll();
}

Result<Environment> tst_sessioncredentials::variables(const char *account)
{
    Result<Environment> outcome = Error{Error::Code::Internal, QStringLiteral("never answered")};
    bool answered = false;
    m_credentials->variablesOf(mail, m_config.enclaves[mail],
                               AccountId(QString::fromLatin1(account)))(this, [&](const Result<Environment> &result) {
        outcome = result;
        answered = true;
    });
    [&] { QTRY_VERIFY(answered); }();
    return outcome;
}

void tst_sessioncredentials::eachAccountGetsItsOwnSecretAndNoOther()
{
    m_store->put(QStringLiteral("mail/home/user"), "home-person");
    const Environment expected{{QStringLiteral("MAIL_TOKEN"), QStringLiteral("work-secret")},
                               {QStringLiteral("MAIL_USER"), QStringLiteral("work-person")},
                               {QStringLiteral("MCP_UPSTREAM_CREDENTIAL"), QStringLiteral("work-secret")}};
    QCOMPARE(variables("work").value(), expected);
    QCOMPARE(variables("home").value().value(QStringLiteral("MCP_UPSTREAM_CREDENTIAL")), QStringLiteral("home-secret"));
    QCOMPARE(m_store->reads.filter(QStringLiteral("/work/")).size(), 2);
}

void tst_sessioncredentials::aMissingFieldIsNamedWithWhatToDo()
{
    const Error error = variables("home").error();
    QCOMPARE(error.code, Error::Code::NeedsCredential);
    QVERIFY2(error.detail.contains(QLatin1String("\"user\"")), qPrintable(error.detail));
    QVERIFY2(error.detail.endsWith(QLatin1String("pasarela-gateway account set mail home --field user")),
             qPrintable(error.detail));
}

void tst_sessioncredentials::whatTheStoreSaysIsPassedOn()
{
    m_store->failure = Error{Error::Code::KeychainLocked, QStringLiteral("locked")};
    QCOMPARE(variables("work").error(), *m_store->failure);
}

void tst_sessioncredentials::missingIsToldWithoutAskingTheStore()
{
    const EnclaveConfig &config = m_config.enclaves[mail];
    QCOMPARE(m_credentials->missing(mail, config, AccountId(QStringLiteral("work"))), QStringList());
    QCOMPARE(m_credentials->missing(mail, config, AccountId(QStringLiteral("home"))),
             QStringList(QStringLiteral("user")));
    QVERIFY(m_store->reads.isEmpty());
}

void tst_sessioncredentials::aProgramWithoutAnAccountGetsNothing()
{
    QVERIFY(acquired(keyOf("files")));
    QVERIFY(!m_servers->contexts.back().credentials);
    QVERIFY(acquired(keyOf("mail", "work")));
    QVERIFY(m_servers->contexts.back().credentials);
}

void tst_sessioncredentials::whatWasReadIsHiddenInErrors()
{
    QVERIFY(variables("work"));
    m_servers->onMake = [](ScriptedTransport &server) -> Result<void> {
        endAtStart(server, "bad token work-secret");
        return {};
    };
    Wait wait;
    m_pool->acquire(keyOf("mail", "work"), QDeadlineTimer(50), this, wait.done());
    QTRY_COMPARE(wait.times, 1);
    QVERIFY2(wait.error.detail.contains(QStringLiteral("bad token …")), qPrintable(wait.error.detail));
    QVERIFY(!factsOf(keyOf("mail", "work")).lastError.detail.contains(QLatin1String("work-secret")));
}

void tst_sessioncredentials::aMissingKeyIsNotTriedAgainUntilSomebodyAsks()
{
    const Error missing{Error::Code::NeedsCredential, QStringLiteral("no key")};
    m_servers->onMake = [missing](ScriptedTransport &) -> Result<void> { return missing; };
    Wait wait;
    m_pool->acquire(keyOf("mail", "home"), never, this, wait.done());
    QTRY_COMPARE(wait.times, 1);
    QCOMPARE(wait.error, missing);
    QVERIFY(!factsOf(keyOf("mail", "home")).retryAt.isValid());
    change("home", SessionPool::CredentialChange::Replaced); // the key was entered
    QTRY_VERIFY(!factsOf(keyOf("mail", "home")).failed);
    m_servers->onMake = {};
    QVERIFY(acquired(keyOf("mail", "home")));
}

void tst_sessioncredentials::aReplacedSecretDrainsTheSessionAndNewCallsStartAnother()
{
    UpstreamSession *old = acquired(keyOf("mail", "work"));
    QVERIFY(old);
    int answered = 0;
    old->call(mcp::Message::request("tools/call"), {}, [&](const Result<mcp::Message> &result) {
        QVERIFY(result.ok());
        ++answered;
    });
    ScriptedTransport *server = m_servers->last();
    change("work", SessionPool::CredentialChange::Replaced);
    QCOMPARE(old->state(), State::Draining);
    UpstreamSession *young = acquired(keyOf("mail", "work"));
    QVERIFY(young);
    QVERIFY(young != old);
    QCOMPARE(m_servers->made(), 2);
    QVERIFY(!server->closing);
    server->answer("tools/call", "{}");
    QTRY_COMPARE(answered, 1);
    QTRY_VERIFY(server->closing || m_servers->alive().size() == 1);
}

void tst_sessioncredentials::aRemovedSecretEndsTheSessionAtOnce()
{
    UpstreamSession *session = acquired(keyOf("mail", "work"));
    QVERIFY(session);
    Error reason;
    session->call(mcp::Message::request("tools/call"), {},
                  [&](const Result<mcp::Message> &result) { reason = result.error(); });
    change("work", SessionPool::CredentialChange::Removed);
    QTRY_VERIFY(!reason.detail.isEmpty());
    QCOMPARE(reason.code, Error::Code::Cancelled);
    QVERIFY2(reason.detail.contains(QLatin1String("\"work\"")), qPrintable(reason.detail));
    QVERIFY(!m_pool->ready(keyOf("mail", "work")));
}

void tst_sessioncredentials::aRemovedSecretEndsWhatStillDrains()
{
    UpstreamSession *session = acquired(keyOf("mail", "work"));
    QVERIFY(session);
    bool ended = false;
    session->call(mcp::Message::request("tools/call"), {},
                  [&](const Result<mcp::Message> &result) { ended = !result.ok(); });
    change("work", SessionPool::CredentialChange::Replaced);
    QCoreApplication::processEvents();
    QVERIFY(!ended);
    change("work", SessionPool::CredentialChange::Removed);
    QTRY_VERIFY(ended);
}

void tst_sessioncredentials::otherAccountsAreLeftAlone()
{
    UpstreamSession *work = acquired(keyOf("mail", "work"));
    QVERIFY(acquired(keyOf("mail", "home")));
    change("home", SessionPool::CredentialChange::Removed);
    QCOMPARE(m_pool->ready(keyOf("mail", "work")), work);
    QVERIFY(!m_pool->ready(keyOf("mail", "home")));
}

void tst_sessioncredentials::aStartThatReadTheOldSecretIsGivenUp()
{
    m_servers->onMake = [](ScriptedTransport &) -> Result<void> { return {}; }; // starts for ever
    Wait wait;
    m_pool->acquire(keyOf("mail", "work"), never, this, wait.done());
    QTRY_COMPARE(m_servers->made(), 1);
    m_servers->onMake = {};
    change("work", SessionPool::CredentialChange::Replaced);
    QTRY_COMPARE(wait.times, 1);
    QVERIFY(wait.session);
    QCOMPARE(m_servers->made(), 2);
}

QTEST_GUILESS_MAIN(tst_sessioncredentials)
#include "tst_sessioncredentials.moc"
