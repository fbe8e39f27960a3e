// SPDX-License-Identifier: MIT
#include "tests/gateway/session/sessionpoolfixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using State = UpstreamSession::State;

/// One session per key: started once, shared, handed out (sessions.md 1). The servers are played by the test.
class tst_sessionpool : public QObject, private SessionPoolFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeAll(); }
    void cleanup() { dropAll(); }

    void startsASessionOnFirstUse();
    void allWhoAskShareOneSession();
    void accountsAndScopesHaveSessionsOfTheirOwn();
    void neverCallsBackBeforeAcquireReturns();
    void aDeadContextIsNotCalled();
    void unknownAndDisabledEnclavesAreRefused_data();
    void unknownAndDisabledEnclavesAreRefused();
    void readyStartsNothing();
    void everybodyHearsOfAReadySessionBeforeItIsHandedOut();
    void theChildsFolderIsTheEnclavesOwn();
    void aReceiverMayCloseTheSessionUnderTheOthers();
    void factsTellWhatIsSo();
};

void tst_sessionpool::startsASessionOnFirstUse()
{
    QCOMPARE(m_servers->made(), 0);
    UpstreamSession *session = acquired(keyOf("files"));
    QVERIFY(session);
    QCOMPARE(session->state(), State::Ready);
    QCOMPARE(m_servers->made(), 1);
    QCOMPARE(m_pool->ready(keyOf("files")), session);
}

void tst_sessionpool::allWhoAskShareOneSession()
{
    Wait first;
    Wait second;
    m_pool->acquire(keyOf("files"), never, this, first.done());
    m_pool->acquire(keyOf("files"), never, this, second.done());
    QTRY_COMPARE(second.times, 1);
    QVERIFY(first.session);
    QCOMPARE(second.session, first.session);
    QCOMPARE(acquired(keyOf("files")), first.session);
    QCOMPARE(m_servers->made(), 1);
    QCOMPARE(first.times, 1);
}

void tst_sessionpool::accountsAndScopesHaveSessionsOfTheirOwn()
{
    addEnclave("mail", [](EnclaveConfig &enclave) {
        enclave.accounts.insert(AccountId(QStringLiteral("work")), {});
        enclave.accounts.insert(AccountId(QStringLiteral("home")), {});
    });
    QSet<UpstreamSession *> sessions;
    for (const SessionKey &key : {keyOf("mail", "work"), keyOf("mail", "home"), keyOf("files", "", "/a"),
                                  keyOf("files", "", "/b"), keyOf("files")})
        sessions.insert(acquired(key));
    QCOMPARE(sessions.size(), 5);
    QVERIFY(!sessions.contains(nullptr));
    QCOMPARE(m_servers->contexts.front().account.text(), QStringLiteral("work"));
    QCOMPARE(m_servers->contexts[2].scope, QStringLiteral("/a"));
}

void tst_sessionpool::neverCallsBackBeforeAcquireReturns()
{
    QVERIFY(acquired(keyOf("files")));
    Wait ready;
    m_pool->acquire(keyOf("files"), never, this, ready.done());
    QCOMPARE(ready.times, 0);
    QTRY_COMPARE(ready.times, 1);
    Wait unknown;
    m_pool->acquire(keyOf("nothing"), never, this, unknown.done());
    QCOMPARE(unknown.times, 0);
    QTRY_COMPARE(unknown.times, 1);
}

void tst_sessionpool::aDeadContextIsNotCalled()
{
    Wait dead;
    auto context = std::make_unique<QObject>();
    m_pool->acquire(keyOf("files"), never, context.get(), dead.done());
    context.reset();
    QVERIFY(acquired(keyOf("files")));
    QCOMPARE(dead.times, 0);
}

void tst_sessionpool::unknownAndDisabledEnclavesAreRefused_data()
{
    QTest::addColumn<QByteArray>("enclave");
    QTest::addColumn<QByteArray>("account");
    QTest::newRow("unknown") << QByteArray("nothing") << QByteArray();
    QTest::newRow("disabled") << QByteArray("off") << QByteArray();
    QTest::newRow("unknown account") << QByteArray("files") << QByteArray("work");
    QTest::newRow("disabled account") << QByteArray("mail") << QByteArray("old");
}

void tst_sessionpool::unknownAndDisabledEnclavesAreRefused()
{
    QFETCH(QByteArray, enclave);
    QFETCH(QByteArray, account);
    addEnclave("off", [](EnclaveConfig &off) { off.enabled = false; });
    addEnclave("mail", [](EnclaveConfig &mail) {
        mail.accounts.insert(AccountId(QStringLiteral("old")), {false, {}});
    });
    Wait wait;
    m_pool->acquire(keyOf(enclave, account), never, this, wait.done());
    QTRY_COMPARE(wait.times, 1);
    QCOMPARE(wait.error.code, Error::Code::NotFound);
    QVERIFY(wait.error.detail.contains(QString::fromLatin1(enclave)));
    QCOMPARE(m_servers->made(), 0);
    QTRY_VERIFY(m_pool->facts().empty());
}

void tst_sessionpool::readyStartsNothing()
{
    QVERIFY(!m_pool->ready(keyOf("files")));
    Wait wait;
    m_pool->acquire(keyOf("files"), never, this, wait.done());
    QVERIFY(!m_pool->ready(keyOf("files")));
    QTRY_COMPARE(wait.times, 1);
    QCOMPARE(m_servers->made(), 1);
}

void tst_sessionpool::everybodyHearsOfAReadySessionBeforeItIsHandedOut()
{
    QStringList order;
    connect(m_pool.get(), &SessionPool::sessionReady, this,
            [&order](const SessionKey &key, UpstreamSession *) { order.append(key.enclave.text()); });
    m_pool->acquire(keyOf("files"), never, this,
                    [&order](const Result<UpstreamSession *> &) { order.append(QStringLiteral("handed out")); });
    QTRY_COMPARE(order, QStringList({QStringLiteral("files"), QStringLiteral("handed out")}));
}

void tst_sessionpool::theChildsFolderIsTheEnclavesOwn()
{
    QVERIFY(acquired(keyOf("files")));
    QCOMPARE(m_servers->contexts.front().workingDirectory, QStringLiteral("/work/root/files"));
}

void tst_sessionpool::aReceiverMayCloseTheSessionUnderTheOthers()
{
    Wait second;
    UpstreamSession *first = nullptr;
    m_pool->acquire(keyOf("files"), never, this, [&](const Result<UpstreamSession *> &session) {
        first = *session;
        m_pool->restart(EnclaveId(QStringLiteral("files")));
    });
    m_pool->acquire(keyOf("files"), never, this, second.done());
    QTRY_COMPARE(second.times, 1);
    QVERIFY(second.session && second.session != first);
    QCOMPARE(second.session->state(), State::Ready);
    QCOMPARE(m_servers->made(), 2);
}

void tst_sessionpool::factsTellWhatIsSo()
{
    QSignalSpy changed(m_pool.get(), &SessionPool::factsChanged);
    UpstreamSession *session = acquired(keyOf("files"));
    QTRY_VERIFY(changed.count() > 0);
    call(session);
    m_pool->touch(keyOf("files"));
    m_pool->touch(keyOf("files"));
    const SessionFacts facts = factsOf(keyOf("files"));
    QCOMPARE(facts.state, State::Ready);
    QCOMPARE(facts.processId, qint64(1000));
    QCOMPARE(facts.inFlight, 1);
    QCOMPARE(facts.calls, quint64(2));
    QVERIFY(facts.since.isValid());
    QVERIFY(!facts.failed);
}

QTEST_GUILESS_MAIN(tst_sessionpool)
#include "tst_sessionpool.moc"
