// SPDX-License-Identifier: MIT
#include "gateway/session/sessionpool.h"
#include "tests/support/scriptedservers.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;
using State = UpstreamSession::State;
using test::ScriptedTransport;

namespace {

/// What came of a wait for a session.
struct Wait {
    int times = 0;
    UpstreamSession *session = nullptr;
    Error error;

    SessionPool::Acquired done()
    {
        return [this](const Result<UpstreamSession *> &result) {
            ++times;
            if (result)
                session = *result;
            else
                error = result.error();
        };
    }
};

SessionKey keyOf(const char *enclave, const char *account = "", const char *scope = "")
{
    return {EnclaveId(QString::fromLatin1(enclave)), AccountId(QString::fromLatin1(account)),
            QString::fromLatin1(scope)};
}

// Nothing ends by time unless a test says so.
constexpr SessionPool::Times patient{1h, 1h, 1h, 0ms, 0.001};
const QDeadlineTimer never(QDeadlineTimer::Forever);

} // namespace

/// One session per key: started once, shared, never remembered as failed, closed when it is not needed (sessions.md 1,
/// 4, 5, 7). The servers are played by the test.
class tst_sessionpool : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    // Sharing
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

    // Failing
    void aFailedStartIsTriedAgainWhileSomebodyWaits();
    void aDeadlineGivesTheLastStartsErrorWithItsLastWords();
    void aDeadlineDuringASlowStartIsATimeout();
    void nobodyWaitingMeansNoMoreTries();
    void aCallDuringTheBackOffWaitsForTheNextTry();
    void anErrorThatNoRetryMendsIsGivenAtOnce_data();
    void anErrorThatNoRetryMendsIsGivenAtOnce();
    void aFailureIsForgottenOnceItRuns();
    void delaysGrow();
    void anUnexpectedEndIsToldAndNotMendedUntilNeeded();
    void aSessionThatKeepsCrashingIsStartedMoreAndMoreSlowly();

    // Idle, room
    void anIdleSessionIsClosed();
    void anIdleSessionWithMinutesZeroStays();
    void theEnclavesMinutesWin();
    void whatIsInUseIsNotIdle_data();
    void whatIsInUseIsNotIdle();
    void theLeastRecentlyUsedIdleSessionMakesRoom();
    void withoutAnIdleOneTheCallWaitsAndThenFailsClearly();
    void aSessionThatBecomesIdleMakesRoom();
    void theLimitCountsPerEnclave();

    // Changes
    void aRelaunchDrainsAndNewCallsGoToANewSession();
    void aStoppedEnclaveDrainsAndRefuses();
    void anotherChangeTouchesNoSession();
    void aRemovedAccountClosesItsSessionAtOnce();
    void aRestartClosesWhatRunsAndStartsAnewAtOnce();
    void aRestartDuringTheBackOffTriesAtOnce();

    // The end
    void closingAllWaitsForTheLastProgram();
    void closingAllWaitsForWhatProgramsLeftBehind();
    void closingAllEndsAtItsLimit();
    void closingAllRefusesWhoWaits();
    void destroyingThePoolDestroysItsSessions();

    void factsTellWhatIsSo();

private:
    void addEnclave(const char *name, const std::function<void(EnclaveConfig &)> &change = {});
    void apply(EnclaveChange change, const char *name);
    void makePool(SessionPool::Times times = patient);
    UpstreamSession *acquired(const SessionKey &key);
    SessionFacts factsOf(const SessionKey &key) const;
    UpstreamSession::CallId call(UpstreamSession *session);

    GatewayConfig m_config;
    std::unique_ptr<test::ScriptedServers> m_servers;
    std::unique_ptr<SessionPool> m_pool;
};

void tst_sessionpool::init()
{
    m_config = {};
    m_config.idleMinutes = 0;
    m_servers = std::make_unique<test::ScriptedServers>();
    makePool();
    addEnclave("files");
}

void tst_sessionpool::cleanup()
{
    m_pool.reset();
    m_servers.reset();
}

void tst_sessionpool::makePool(SessionPool::Times times)
{
    m_pool = std::make_unique<SessionPool>(*m_servers, "run", times);
    m_pool->setWorkRoot(QStringLiteral("/work/root"));
    m_pool->setConfig(m_config, {});
}

void tst_sessionpool::addEnclave(const char *name, const std::function<void(EnclaveConfig &)> &change)
{
    EnclaveConfig enclave;
    enclave.launch = StdioLaunch{QStringLiteral("server"), {}};
    if (change)
        change(enclave);
    m_config.enclaves.insert(EnclaveId(QString::fromLatin1(name)), enclave);
    m_pool->setConfig(m_config, {});
}

void tst_sessionpool::apply(EnclaveChange change, const char *name)
{
    ConfigDelta delta;
    delta.enclaves.push_back({EnclaveId(QString::fromLatin1(name)), change});
    m_pool->setConfig(m_config, delta);
}

UpstreamSession *tst_sessionpool::acquired(const SessionKey &key)
{
    Wait wait;
    m_pool->acquire(key, never, this, wait.done());
    (void)QTest::qWaitFor([&wait] { return wait.times > 0; });
    return wait.session;
}

SessionFacts tst_sessionpool::factsOf(const SessionKey &key) const
{
    for (const SessionFacts &facts : m_pool->facts()) {
        if (facts.key == key)
            return facts;
    }
    SessionFacts none;
    none.key = keyOf("(none)");
    return none;
}

UpstreamSession::CallId tst_sessionpool::call(UpstreamSession *session)
{
    return session->call(mcp::Message::request("tools/call"), {}, [](const Result<mcp::Message> &) {});
}

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

void tst_sessionpool::aFailedStartIsTriedAgainWhileSomebodyWaits()
{
    int starts = 0;
    m_servers->onMake = [&starts](ScriptedTransport &server) -> Result<void> {
        if (++starts < 3)
            test::endAtStart(server, "not yet");
        else
            test::answerInitialize(server);
        return {};
    };
    QVERIFY(acquired(keyOf("files")));
    QCOMPARE(starts, 3);
}

void tst_sessionpool::aDeadlineGivesTheLastStartsErrorWithItsLastWords()
{
    m_servers->onMake = [](ScriptedTransport &server) -> Result<void> {
        test::endAtStart(server, "no such database");
        return {};
    };
    Wait wait;
    m_pool->acquire(keyOf("files"), QDeadlineTimer(100ms), this, wait.done());
    QTRY_COMPARE(wait.times, 1);
    QCOMPARE(wait.error.code, Error::Code::Closed);
    QVERIFY2(wait.error.detail.endsWith(QLatin1String("It said last: \"no such database\"")),
             qPrintable(wait.error.detail));
}

void tst_sessionpool::aDeadlineDuringASlowStartIsATimeout()
{
    m_servers->onMake = [](ScriptedTransport &) -> Result<void> { return {}; }; // never answers
    Wait hasty;
    Wait patientOne;
    m_pool->acquire(keyOf("files"), QDeadlineTimer(10ms), this, hasty.done());
    m_pool->acquire(keyOf("files"), never, this, patientOne.done());
    QTRY_COMPARE(hasty.times, 1);
    QCOMPARE(hasty.error.code, Error::Code::Timeout);
    QCOMPARE(patientOne.times, 0);
    m_servers->last()->answer("initialize", test::initializeResult()); // late, but not too late for the other
    QTRY_COMPARE(patientOne.times, 1);
    QVERIFY(patientOne.session);
    QCOMPARE(m_servers->made(), 1);
}

void tst_sessionpool::nobodyWaitingMeansNoMoreTries()
{
    m_servers->onMake = [](ScriptedTransport &server) -> Result<void> {
        test::endAtStart(server, "no");
        return {};
    };
    Wait wait;
    m_pool->acquire(keyOf("files"), QDeadlineTimer(50ms), this, wait.done());
    QTRY_COMPARE(wait.times, 1);
    QTRY_VERIFY(!factsOf(keyOf("files")).retryAt.isValid()); // the time came, and nobody was there
    const int made = m_servers->made();
    QVERIFY(factsOf(keyOf("files")).failed);
    m_servers->onMake = {};
    QVERIFY(acquired(keyOf("files"))); // not remembered
    QCOMPARE(m_servers->made(), made + 1);
}

void tst_sessionpool::aCallDuringTheBackOffWaitsForTheNextTry()
{
    SessionPool::Times times = patient;
    times.retryScale = 0.2; // 100 ms
    makePool(times);
    m_servers->onMake = [](ScriptedTransport &server) -> Result<void> {
        test::endAtStart(server, "no");
        return {};
    };
    Wait first;
    m_pool->acquire(keyOf("files"), QDeadlineTimer(0ms), this, first.done());
    QTRY_VERIFY(factsOf(keyOf("files")).retryAt.isValid());
    QCOMPARE(m_servers->made(), 1);
    m_servers->onMake = {};
    Wait second;
    m_pool->acquire(keyOf("files"), never, this, second.done());
    QCoreApplication::processEvents();
    QCOMPARE(m_servers->made(), 1); // it waits
    QTRY_COMPARE(second.times, 1);
    QVERIFY(second.session);
    QCOMPARE(m_servers->made(), 2);
}

void tst_sessionpool::anErrorThatNoRetryMendsIsGivenAtOnce_data()
{
    QTest::addColumn<Error::Code>("code");
    QTest::addColumn<bool>("atStart");
    QTest::newRow("no such program") << Error::Code::NotFound << true;
    QTest::newRow("not executable") << Error::Code::PermissionDenied << true;
    QTest::newRow("comes later") << Error::Code::Unsupported << false;
    QTest::newRow("configuration") << Error::Code::InvalidInput << false;
}

void tst_sessionpool::anErrorThatNoRetryMendsIsGivenAtOnce()
{
    QFETCH(Error::Code, code);
    QFETCH(bool, atStart);
    m_servers->onMake = [code, atStart](ScriptedTransport &server) -> Result<void> {
        const Error error{code, QStringLiteral("that is why")};
        if (!atStart)
            return error;
        server.onSent = [error](ScriptedTransport &self, const mcp::Message &) {
            QMetaObject::invokeMethod(
                &self, [&self, error] { self.end(error); }, Qt::QueuedConnection);
        };
        return {};
    };
    Wait wait;
    m_pool->acquire(keyOf("files"), never, this, wait.done());
    QTRY_COMPARE(wait.times, 1);
    QCOMPARE(wait.error.code, code);
    QCOMPARE(wait.error.detail, QStringLiteral("that is why"));
    QVERIFY(factsOf(keyOf("files")).failed);
    QVERIFY(!factsOf(keyOf("files")).retryAt.isValid());
    m_servers->onMake = {};
    QVERIFY(acquired(keyOf("files"))); // installed meanwhile
}

void tst_sessionpool::aFailureIsForgottenOnceItRuns()
{
    bool fails = true;
    m_servers->onMake = [&fails](ScriptedTransport &server) -> Result<void> {
        if (std::exchange(fails, false))
            test::endAtStart(server, "not yet");
        else
            test::answerInitialize(server);
        return {};
    };
    QVERIFY(acquired(keyOf("files")));
    const SessionFacts facts = factsOf(keyOf("files"));
    QVERIFY(!facts.failed && !facts.retryAt.isValid() && facts.lastError.detail.isEmpty());
    QCOMPARE(facts.state, State::Ready);
}

void tst_sessionpool::delaysGrow()
{
    SessionPool::Times times = patient;
    times.retryScale = 0.01; // 5 ms, 10 ms, 20 ms …
    makePool(times);
    QList<qint64> delays;
    m_servers->onMake = [](ScriptedTransport &server) -> Result<void> {
        test::endAtStart(server, "no");
        return {};
    };
    connect(m_pool.get(), &SessionPool::factsChanged, this, [&] {
        const SessionFacts facts = factsOf(keyOf("files"));
        if (facts.retryAt.isValid() && facts.failed && delays.size() < m_servers->made())
            delays.append(facts.since.msecsTo(facts.retryAt));
    });
    Wait wait;
    m_pool->acquire(keyOf("files"), never, this, wait.done());
    QTRY_VERIFY(m_servers->made() >= 6);
    QVERIFY(delays.size() >= 5);
    QVERIFY(delays[4] > delays[0]);
    QCOMPARE(wait.times, 0);
}

void tst_sessionpool::anUnexpectedEndIsToldAndNotMendedUntilNeeded()
{
    UpstreamSession *session = acquired(keyOf("files"));
    QSignalSpy closed(m_pool.get(), &SessionPool::sessionClosed);
    Wait answered;
    int answers = 0;
    session->call(mcp::Message::request("tools/call"), {},
                  [&answers](const Result<mcp::Message> &response) { answers += response.ok() ? 0 : 1; });
    m_servers->last()->words = "segmentation fault";
    m_servers->last()->end();
    QCOMPARE(answers, 1);
    QCOMPARE(closed.count(), 1);
    QVERIFY(!m_pool->ready(keyOf("files")));
    const SessionFacts facts = factsOf(keyOf("files"));
    QCOMPARE(facts.state, State::Closed);
    QVERIFY(facts.lastError.detail.contains(QLatin1String("segmentation fault")));
    QTRY_VERIFY(m_servers->alive().empty());
    QCOMPARE(m_servers->made(), 1);
    QVERIFY(acquired(keyOf("files")));
    QCOMPARE(m_servers->made(), 2);
    QVERIFY(factsOf(keyOf("files")).lastError.detail.isEmpty());
}

void tst_sessionpool::aSessionThatKeepsCrashingIsStartedMoreAndMoreSlowly()
{
    SessionPool::Times times = patient;
    times.goodRun = 1h;
    times.retryScale = 0.1;
    makePool(times);
    QVERIFY(acquired(keyOf("files")));
    m_servers->last()->end();
    QVERIFY(factsOf(keyOf("files")).retryAt.isValid());
    Wait wait;
    m_pool->acquire(keyOf("files"), never, this, wait.done());
    QCoreApplication::processEvents();
    QCOMPARE(m_servers->made(), 1);
    QTRY_COMPARE(wait.times, 1);
    QCOMPARE(m_servers->made(), 2);
}

void tst_sessionpool::anIdleSessionIsClosed()
{
    SessionPool::Times times = patient;
    times.idleMinute = 1ms;
    m_config.idleMinutes = 20;
    makePool(times);
    QSignalSpy closed(m_pool.get(), &SessionPool::sessionClosed);
    QVERIFY(acquired(keyOf("files")));
    QTRY_COMPARE(closed.count(), 1);
    QTRY_VERIFY(m_servers->alive().empty());
    QTRY_VERIFY(m_pool->facts().empty());
    QVERIFY(acquired(keyOf("files")));
}

void tst_sessionpool::anIdleSessionWithMinutesZeroStays()
{
    SessionPool::Times times = patient;
    times.idleMinute = 1ms;
    m_config.idleMinutes = 1;
    addEnclave("stays", [](EnclaveConfig &enclave) { enclave.idleMinutes = 0; });
    makePool(times);
    QVERIFY(acquired(keyOf("stays")));
    QSignalSpy closed(m_pool.get(), &SessionPool::sessionClosed);
    QVERIFY(acquired(keyOf("files")));
    QTRY_COMPARE(closed.count(), 1);
    QVERIFY(m_pool->ready(keyOf("stays")));
}

void tst_sessionpool::theEnclavesMinutesWin()
{
    SessionPool::Times times = patient;
    times.idleMinute = 1ms;
    addEnclave("short", [](EnclaveConfig &enclave) { enclave.idleMinutes = 1; });
    m_config.idleMinutes = 1000000;
    makePool(times);
    QVERIFY(acquired(keyOf("files")));
    QSignalSpy closed(m_pool.get(), &SessionPool::sessionClosed);
    QVERIFY(acquired(keyOf("short")));
    QTRY_COMPARE(closed.count(), 1);
    QVERIFY(m_pool->ready(keyOf("files")));
}

void tst_sessionpool::whatIsInUseIsNotIdle_data()
{
    QTest::addColumn<bool>("subscribes");
    QTest::newRow("a call in flight") << false;
    QTest::newRow("a subscription") << true;
}

void tst_sessionpool::whatIsInUseIsNotIdle()
{
    QFETCH(bool, subscribes);
    SessionPool::Times times = patient;
    times.idleMinute = 1ms;
    m_config.idleMinutes = 1;
    addEnclave("other");
    makePool(times);
    QSignalSpy closed(m_pool.get(), &SessionPool::sessionClosed);
    ScriptedTransport *server = nullptr;
    m_pool->acquire(keyOf("files"), never, this, [&](const Result<UpstreamSession *> &session) {
        server = m_servers->last();
        const char *method = subscribes ? "resources/subscribe" : "tools/call";
        (*session)->call(mcp::Message::request(method, "{\"uri\":\"a\"}"), {}, [](const Result<mcp::Message> &) {});
        if (subscribes)
            server->answer(method, "{}");
    });
    QTRY_VERIFY(server);
    // The other one is closed for being idle as long.
    QVERIFY(acquired(keyOf("other")));
    QTRY_COMPARE(closed.count(), 1);
    QCOMPARE(closed.first().first().value<SessionKey>(), keyOf("other"));
    UpstreamSession *session = m_pool->ready(keyOf("files"));
    QVERIFY(session);

    if (subscribes) {
        session->call(mcp::Message::request("resources/unsubscribe", "{\"uri\":\"a\"}"), {},
                      [](const Result<mcp::Message> &) {});
        server->answer("resources/unsubscribe", "{}");
    } else {
        server->answer("tools/call", "{}");
    }
    QTRY_COMPARE(closed.count(), 2);
}

void tst_sessionpool::theLeastRecentlyUsedIdleSessionMakesRoom()
{
    addEnclave("small", [](EnclaveConfig &enclave) { enclave.maxSessions = 3; });
    for (const char *scope : {"a", "b", "c"})
        QVERIFY(acquired(keyOf("small", "", scope)));
    m_pool->touch(keyOf("small", "", "a"));
    call(m_pool->ready(keyOf("small", "", "b")));
    QSignalSpy closed(m_pool.get(), &SessionPool::sessionClosed);
    QVERIFY(acquired(keyOf("small", "", "d")));
    QCOMPARE(closed.count(), 1);
    QCOMPARE(closed.first().first().value<SessionKey>(), keyOf("small", "", "c"));
    QTRY_COMPARE(m_servers->alive().size(), size_t(3));
}

void tst_sessionpool::withoutAnIdleOneTheCallWaitsAndThenFailsClearly()
{
    addEnclave("small", [](EnclaveConfig &enclave) { enclave.maxSessions = 1; });
    call(acquired(keyOf("small", "", "a")));
    Wait wait;
    m_pool->acquire(keyOf("small", "", "b"), QDeadlineTimer(30ms), this, wait.done());
    QTRY_COMPARE(wait.times, 1);
    QCOMPARE(wait.error.code, Error::Code::Unavailable);
    QVERIFY2(wait.error.detail.contains(QLatin1String("maxSessions 1")), qPrintable(wait.error.detail));
    QCOMPARE(m_servers->made(), 1);
}

void tst_sessionpool::aSessionThatBecomesIdleMakesRoom()
{
    addEnclave("small", [](EnclaveConfig &enclave) { enclave.maxSessions = 1; });
    call(acquired(keyOf("small", "", "a")));
    ScriptedTransport *first = m_servers->last();
    first->endsWhenClosed = false;
    Wait wait;
    m_pool->acquire(keyOf("small", "", "b"), never, this, wait.done());
    QCoreApplication::processEvents();
    QVERIFY(!first->closing);
    first->answer("tools/call", "{}");
    QTRY_VERIFY(first->closing);
    Wait another;
    m_pool->acquire(keyOf("small", "", "b"), never, this, another.done());
    QCoreApplication::processEvents();
    QCOMPARE(m_servers->made(), 1); // its program is still there
    first->end();
    QTRY_COMPARE(wait.times, 1);
    QVERIFY(wait.session);
    QCOMPARE(m_servers->made(), 2);
}

void tst_sessionpool::theLimitCountsPerEnclave()
{
    for (const char *name : {"one", "two"})
        addEnclave(name, [](EnclaveConfig &enclave) { enclave.maxSessions = 1; });
    call(acquired(keyOf("one")));
    QVERIFY(acquired(keyOf("two")));
}

void tst_sessionpool::aRelaunchDrainsAndNewCallsGoToANewSession()
{
    UpstreamSession *old = acquired(keyOf("files"));
    ScriptedTransport *server = m_servers->last();
    int answers = 0;
    old->call(mcp::Message::request("tools/call"), {},
              [&answers](const Result<mcp::Message> &response) { answers += response.ok() ? 1 : 0; });
    QSignalSpy closed(m_pool.get(), &SessionPool::sessionClosed);
    apply(EnclaveChange::Relaunch, "files");
    QCOMPARE(closed.count(), 1);
    QCOMPARE(old->state(), State::Draining);
    UpstreamSession *fresh = acquired(keyOf("files"));
    QVERIFY(fresh && fresh != old);
    QVERIFY(!server->closing);
    server->answer("tools/call", "{}");
    QCOMPARE(answers, 1);
    QVERIFY(server->closing);
    QTRY_COMPARE(m_servers->alive().size(), size_t(1));
    QCOMPARE(closed.count(), 1);
}

void tst_sessionpool::aStoppedEnclaveDrainsAndRefuses()
{
    SessionPool::Times times = patient;
    times.stopDrain = 10ms;
    makePool(times);
    UpstreamSession *session = acquired(keyOf("files"));
    Error answer;
    session->call(mcp::Message::request("tools/call"), {}, [&answer](const Result<mcp::Message> &response) {
        answer = response.ok() ? Error() : response.error();
    });
    Wait wait;
    m_pool->acquire(keyOf("files"), never, this, wait.done());
    m_config.enclaves.remove(EnclaveId(QStringLiteral("files")));
    apply(EnclaveChange::Stopped, "files");
    QTRY_COMPARE(wait.times, 1);
    QCOMPARE(wait.error.code, Error::Code::NotFound);
    QTRY_COMPARE(answer.code, Error::Code::Cancelled);
    QTRY_VERIFY(m_servers->alive().empty());
    QTRY_VERIFY(m_pool->facts().empty());
}

void tst_sessionpool::anotherChangeTouchesNoSession()
{
    UpstreamSession *session = acquired(keyOf("files"));
    apply(EnclaveChange::Touched, "files");
    QCOMPARE(acquired(keyOf("files")), session);
    QCOMPARE(m_servers->made(), 1);
}

void tst_sessionpool::aRemovedAccountClosesItsSessionAtOnce()
{
    const auto both = [](EnclaveConfig &enclave) {
        enclave.accounts.insert(AccountId(QStringLiteral("work")), {});
        enclave.accounts.insert(AccountId(QStringLiteral("home")), {});
    };
    addEnclave("mail", both);
    UpstreamSession *work = acquired(keyOf("mail", "work"));
    UpstreamSession *home = acquired(keyOf("mail", "home"));
    call(work);
    m_config.enclaves[EnclaveId(QStringLiteral("mail"))].accounts.remove(AccountId(QStringLiteral("work")));
    apply(EnclaveChange::Touched, "mail");
    QCOMPARE(work->state(), State::Closed);
    QCOMPARE(m_pool->ready(keyOf("mail", "home")), home);
}

void tst_sessionpool::aRestartClosesWhatRunsAndStartsAnewAtOnce()
{
    UpstreamSession *old = acquired(keyOf("files"));
    Error answer;
    old->call(mcp::Message::request("tools/call"), {},
              [&answer](const Result<mcp::Message> &response) { answer = response.ok() ? Error() : response.error(); });
    QSignalSpy closed(m_pool.get(), &SessionPool::sessionClosed);
    m_pool->restart(EnclaveId(QStringLiteral("files")));
    QCOMPARE(closed.count(), 1);
    QCOMPARE(answer.code, Error::Code::Cancelled);
    QCOMPARE(m_servers->made(), 1); // only when it is needed
    QVERIFY(acquired(keyOf("files")));
    QCOMPARE(m_servers->made(), 2);
}

void tst_sessionpool::aRestartDuringTheBackOffTriesAtOnce()
{
    SessionPool::Times times = patient;
    times.retryScale = 1000.0;
    makePool(times);
    m_servers->onMake = [](ScriptedTransport &server) -> Result<void> {
        test::endAtStart(server, "no");
        return {};
    };
    Wait wait;
    m_pool->acquire(keyOf("files"), never, this, wait.done());
    QTRY_VERIFY(factsOf(keyOf("files")).retryAt.isValid());
    m_servers->onMake = {};
    m_pool->restart(EnclaveId(QStringLiteral("files")));
    QTRY_COMPARE(wait.times, 1);
    QVERIFY(wait.session);
}

void tst_sessionpool::closingAllWaitsForTheLastProgram()
{
    addEnclave("other");
    UpstreamSession *session = acquired(keyOf("files"));
    ScriptedTransport *slow = m_servers->last();
    slow->endsWhenClosed = false;
    QVERIFY(acquired(keyOf("other")));
    Error answer;
    session->call(mcp::Message::request("tools/call"), {}, [&answer](const Result<mcp::Message> &response) {
        answer = response.ok() ? Error() : response.error();
    });
    int closed = 0;
    m_pool->closeAll(1h, [&closed] { ++closed; });
    QCOMPARE(answer.code, Error::Code::Closed);
    QTRY_COMPARE(m_servers->alive().size(), size_t(1));
    QVERIFY(slow->closing);
    QCOMPARE(closed, 0);
    slow->end();
    QTRY_COMPARE(closed, 1);
    QVERIFY(m_pool->facts().empty());
}

void tst_sessionpool::closingAllWaitsForWhatProgramsLeftBehind()
{
    QVERIFY(acquired(keyOf("files")));
    m_servers->quiet = false;
    int closed = 0;
    m_pool->closeAll(1h, [&closed] { ++closed; });
    QTRY_VERIFY(m_servers->alive().empty());
    QTRY_VERIFY(m_servers->askedIfQuiet > 0);
    QCOMPARE(closed, 0);
    m_servers->quiet = true;
    QTRY_COMPARE(closed, 1);
}

void tst_sessionpool::closingAllEndsAtItsLimit()
{
    QVERIFY(acquired(keyOf("files")));
    m_servers->last()->endsWhenClosed = false;
    int closed = 0;
    m_pool->closeAll(10ms, [&closed] { ++closed; });
    QTRY_COMPARE(closed, 1);
    QVERIFY(m_servers->alive().empty());
}

void tst_sessionpool::closingAllRefusesWhoWaits()
{
    m_servers->onMake = [](ScriptedTransport &) -> Result<void> { return {}; };
    Wait waiting;
    Wait late;
    m_pool->acquire(keyOf("files"), never, this, waiting.done());
    QTRY_COMPARE(m_servers->made(), 1);
    int closed = 0;
    m_pool->closeAll(1h, [&closed] { ++closed; });
    m_pool->acquire(keyOf("files"), never, this, late.done());
    QTRY_COMPARE(closed, 1);
    QTRY_COMPARE(waiting.times, 1);
    QTRY_COMPARE(late.times, 1);
    QCOMPARE(waiting.error.code, Error::Code::Closed);
    QCOMPARE(late.error.code, Error::Code::Closed);
    QCOMPARE(m_servers->made(), 1);
}

void tst_sessionpool::destroyingThePoolDestroysItsSessions()
{
    QVERIFY(acquired(keyOf("files")));
    m_pool.reset();
    QVERIFY(m_servers->alive().empty());
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
