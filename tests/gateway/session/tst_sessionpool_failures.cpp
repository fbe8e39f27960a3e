// SPDX-License-Identifier: MIT
#include "tests/gateway/session/sessionpoolfixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;
using State = UpstreamSession::State;

/// Starts that fail and sessions that end: tried again while somebody waits, never remembered as failed (sessions.md
/// 4). The servers are played by the test.
class tst_sessionpool_failures : public QObject, private SessionPoolFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeAll(); }
    void cleanup() { dropAll(); }

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
    void aServerThatHangsIsStartedAnewWhenItIsNeeded();
    void aSessionThatKeepsCrashingIsStartedMoreAndMoreSlowly();
};

void tst_sessionpool_failures::aFailedStartIsTriedAgainWhileSomebodyWaits()
{
    int starts = 0;
    m_servers->onMake = [&starts](ScriptedTransport &server) -> Result<void> {
        if (++starts < 3)
            endAtStart(server, "not yet");
        else
            answerInitialize(server);
        return {};
    };
    QVERIFY(acquired(keyOf("files")));
    QCOMPARE(starts, 3);
}

void tst_sessionpool_failures::aDeadlineGivesTheLastStartsErrorWithItsLastWords()
{
    m_servers->onMake = [](ScriptedTransport &server) -> Result<void> {
        endAtStart(server, "no such database");
        return {};
    };
    Wait wait;
    m_pool->acquire(keyOf("files"), QDeadlineTimer(100ms), this, wait.done());
    QTRY_COMPARE(wait.times, 1);
    QCOMPARE(wait.error.code, Error::Code::Closed);
    QVERIFY2(wait.error.detail.endsWith(QLatin1String("It said last: \"no such database\"")),
             qPrintable(wait.error.detail));
}

void tst_sessionpool_failures::aDeadlineDuringASlowStartIsATimeout()
{
    m_servers->onMake = [](ScriptedTransport &) -> Result<void> { return {}; }; // never answers
    Wait hasty;
    Wait patientOne;
    m_pool->acquire(keyOf("files"), QDeadlineTimer(10ms), this, hasty.done());
    m_pool->acquire(keyOf("files"), never, this, patientOne.done());
    QTRY_COMPARE(hasty.times, 1);
    QCOMPARE(hasty.error.code, Error::Code::Timeout);
    QCOMPARE(patientOne.times, 0);
    m_servers->last()->answer("initialize", initializeResult()); // late, but not too late for the other
    QTRY_COMPARE(patientOne.times, 1);
    QVERIFY(patientOne.session);
    QCOMPARE(m_servers->made(), 1);
}

void tst_sessionpool_failures::nobodyWaitingMeansNoMoreTries()
{
    m_servers->onMake = [](ScriptedTransport &server) -> Result<void> {
        endAtStart(server, "no");
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

void tst_sessionpool_failures::aCallDuringTheBackOffWaitsForTheNextTry()
{
    SessionPool::Times times = patient;
    times.retryScale = 0.2; // 100 ms
    makePool(times);
    m_servers->onMake = [](ScriptedTransport &server) -> Result<void> {
        endAtStart(server, "no");
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

void tst_sessionpool_failures::anErrorThatNoRetryMendsIsGivenAtOnce_data()
{
    QTest::addColumn<Error::Code>("code");
    QTest::addColumn<bool>("atStart");
    QTest::newRow("no such program") << Error::Code::NotFound << true;
    QTest::newRow("not executable") << Error::Code::PermissionDenied << true;
    QTest::newRow("comes later") << Error::Code::Unsupported << false;
    QTest::newRow("configuration") << Error::Code::InvalidInput << false;
}

void tst_sessionpool_failures::anErrorThatNoRetryMendsIsGivenAtOnce()
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

void tst_sessionpool_failures::aFailureIsForgottenOnceItRuns()
{
    bool fails = true;
    m_servers->onMake = [&fails](ScriptedTransport &server) -> Result<void> {
        if (std::exchange(fails, false))
            endAtStart(server, "not yet");
        else
            answerInitialize(server);
        return {};
    };
    QVERIFY(acquired(keyOf("files")));
    const SessionFacts facts = factsOf(keyOf("files"));
    QVERIFY(!facts.failed && !facts.retryAt.isValid() && facts.lastError.detail.isEmpty());
    QCOMPARE(facts.state, State::Ready);
}

void tst_sessionpool_failures::delaysGrow()
{
    SessionPool::Times times = patient;
    times.retryScale = 0.01; // 5 ms, 10 ms, 20 ms …
    makePool(times);
    QList<qint64> delays;
    m_servers->onMake = [](ScriptedTransport &server) -> Result<void> {
        endAtStart(server, "no");
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

void tst_sessionpool_failures::anUnexpectedEndIsToldAndNotMendedUntilNeeded()
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

void tst_sessionpool_failures::aServerThatHangsIsStartedAnewWhenItIsNeeded()
{
    SessionPool::Times times = patient;
    times.ping = {1ms, 1ms};
    makePool(times);
    QVERIFY(acquired(keyOf("files")));
    QTRY_VERIFY(!m_pool->ready(keyOf("files"))); // it answers no ping
    QVERIFY2(factsOf(keyOf("files")).lastError.detail.contains(QLatin1String("two pings")),
             qPrintable(factsOf(keyOf("files")).lastError.detail));
    QVERIFY(acquired(keyOf("files")));
    QCOMPARE(m_servers->made(), 2);
}

void tst_sessionpool_failures::aSessionThatKeepsCrashingIsStartedMoreAndMoreSlowly()
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

QTEST_GUILESS_MAIN(tst_sessionpool_failures)
#include "tst_sessionpool_failures.moc"
