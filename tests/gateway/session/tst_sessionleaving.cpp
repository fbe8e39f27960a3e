// SPDX-License-Identifier: MIT
#include "tests/gateway/session/sessionpoolfixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;
using State = UpstreamSession::State;

/// How sessions leave the pool: idle, to make room, by a change of the configuration, at the end (sessions.md 5, 7).
/// The servers are played by the test.
class tst_sessionleaving : public QObject, private SessionPoolFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeAll(); }
    void cleanup() { dropAll(); }

    void anIdleSessionIsClosed();
    void anIdleSessionWithMinutesZeroStays();
    void theEnclavesMinutesWin();
    void whatIsInUseIsNotIdle_data();
    void whatIsInUseIsNotIdle();

    void theLeastRecentlyUsedIdleSessionMakesRoom();
    void withoutAnIdleOneTheCallWaitsAndThenFailsClearly();
    void aSessionThatBecomesIdleMakesRoom();
    void theLimitCountsPerEnclave();

    void aRelaunchDrainsAndNewCallsGoToANewSession();
    void aStoppedEnclaveDrainsAndRefuses();
    void anotherChangeTouchesNoSession();
    void aRemovedAccountClosesItsSessionAtOnce();
    void aRestartClosesWhatRunsAndStartsAnewAtOnce();
    void aRestartDuringTheBackOffTriesAtOnce();

    void closingAllWaitsForTheLastProgram();
    void closingAllWaitsForWhatProgramsLeftBehind();
    void closingAllEndsAtItsLimit();
    void closingAllRefusesWhoWaits();
    void destroyingThePoolDestroysItsSessions();
};

void tst_sessionleaving::anIdleSessionIsClosed()
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

void tst_sessionleaving::anIdleSessionWithMinutesZeroStays()
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

void tst_sessionleaving::theEnclavesMinutesWin()
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

void tst_sessionleaving::whatIsInUseIsNotIdle_data()
{
    QTest::addColumn<bool>("subscribes");
    QTest::newRow("a call in flight") << false;
    QTest::newRow("a subscription") << true;
}

void tst_sessionleaving::whatIsInUseIsNotIdle()
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

void tst_sessionleaving::theLeastRecentlyUsedIdleSessionMakesRoom()
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

void tst_sessionleaving::withoutAnIdleOneTheCallWaitsAndThenFailsClearly()
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

void tst_sessionleaving::aSessionThatBecomesIdleMakesRoom()
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

void tst_sessionleaving::theLimitCountsPerEnclave()
{
    for (const char *name : {"one", "two"})
        addEnclave(name, [](EnclaveConfig &enclave) { enclave.maxSessions = 1; });
    call(acquired(keyOf("one")));
    QVERIFY(acquired(keyOf("two")));
}

void tst_sessionleaving::aRelaunchDrainsAndNewCallsGoToANewSession()
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

void tst_sessionleaving::aStoppedEnclaveDrainsAndRefuses()
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

void tst_sessionleaving::anotherChangeTouchesNoSession()
{
    UpstreamSession *session = acquired(keyOf("files"));
    apply(EnclaveChange::Touched, "files");
    QCOMPARE(acquired(keyOf("files")), session);
    QCOMPARE(m_servers->made(), 1);
}

void tst_sessionleaving::aRemovedAccountClosesItsSessionAtOnce()
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

void tst_sessionleaving::aRestartClosesWhatRunsAndStartsAnewAtOnce()
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

void tst_sessionleaving::aRestartDuringTheBackOffTriesAtOnce()
{
    SessionPool::Times times = patient;
    times.retryScale = 1000.0;
    makePool(times);
    m_servers->onMake = [](ScriptedTransport &server) -> Result<void> {
        endAtStart(server, "no");
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

void tst_sessionleaving::closingAllWaitsForTheLastProgram()
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

void tst_sessionleaving::closingAllWaitsForWhatProgramsLeftBehind()
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

void tst_sessionleaving::closingAllEndsAtItsLimit()
{
    QVERIFY(acquired(keyOf("files")));
    m_servers->last()->endsWhenClosed = false;
    int closed = 0;
    m_pool->closeAll(10ms, [&closed] { ++closed; });
    QTRY_COMPARE(closed, 1);
    QVERIFY(m_servers->alive().empty());
}

void tst_sessionleaving::closingAllRefusesWhoWaits()
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

void tst_sessionleaving::destroyingThePoolDestroysItsSessions()
{
    QVERIFY(acquired(keyOf("files")));
    m_pool.reset();
    QVERIFY(m_servers->alive().empty());
}

QTEST_GUILESS_MAIN(tst_sessionleaving)
#include "tst_sessionleaving.moc"
