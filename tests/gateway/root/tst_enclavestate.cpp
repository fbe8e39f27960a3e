// SPDX-License-Identifier: MIT
#include "gateway/enclavestate.h"

#include <QTest>

using namespace pasarela;

namespace {

using State = UpstreamSession::State;

SessionFacts session(State state)
{
    SessionFacts facts;
    facts.state = state;
    return facts;
}

SessionFacts failing(bool triedAgain, const QDateTime &since = QDateTime::currentDateTimeUtc())
{
    SessionFacts facts;
    facts.failed = true;
    facts.since = since;
    if (triedAgain)
        facts.retryAt = since.addSecs(8);
    return facts;
}

} // namespace

Q_DECLARE_METATYPE(std::vector<pasarela::SessionFacts>)

class tst_enclavestate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMissingKeyIsAStateOfItsOwn();
    void comesFromAllSessions_data();
    void comesFromAllSessions();
    void showsTheErrorOfTheLastFailure();
};

void tst_enclavestate::aMissingKeyIsAStateOfItsOwn()
{
    const Error reason{Error::Code::NeedsCredential, QStringLiteral("no key")};
    const SessionFacts lacking =
        lackingKey(EnclaveId(QStringLiteral("github")), AccountId(QStringLiteral("work")), reason);
    QCOMPARE(enclaveStateOf(true, {lacking}), EnclaveState::NeedsCredential);
    QCOMPARE(enclaveStateOf(true, {lacking, lacking}), EnclaveState::NeedsCredential);
    QCOMPARE(enclaveStateOf(true, {lacking, session(State::Ready)}), EnclaveState::Degraded);
    QCOMPARE(enclaveStateOf(true, {lacking}, Others::Work), EnclaveState::Degraded);
    QCOMPARE(enclaveStateOf(false, {lacking}), EnclaveState::Disabled);
    QCOMPARE(failingSession({lacking})->lastError, reason);
}

void tst_enclavestate::comesFromAllSessions_data()
{
    QTest::addColumn<bool>("enabled");
    QTest::addColumn<std::vector<SessionFacts>>("sessions");
    QTest::addColumn<EnclaveState>("expected");
    using All = std::vector<SessionFacts>;
    QTest::newRow("none") << true << All{} << EnclaveState::Idle;
    QTest::newRow("ready") << true << All{session(State::Ready)} << EnclaveState::Ready;
    QTest::newRow("starting") << true << All{session(State::Initializing)} << EnclaveState::Starting;
    QTest::newRow("ready before starting")
        << true << All{session(State::Initializing), session(State::Ready)} << EnclaveState::Ready;
    QTest::newRow("only draining") << true << All{session(State::Draining)} << EnclaveState::Idle;
    QTest::newRow("disabled before all") << false << All{session(State::Ready), failing(true)}
                                         << EnclaveState::Disabled;
    QTest::newRow("all tried again") << true << All{failing(true), failing(true)} << EnclaveState::Waiting;
    QTest::newRow("all given up") << true << All{failing(false)} << EnclaveState::Failed;
    QTest::newRow("some fail") << true << All{failing(true), session(State::Ready)} << EnclaveState::Degraded;
    QTest::newRow("fail in two ways") << true << All{failing(true), failing(false)} << EnclaveState::Degraded;
}

void tst_enclavestate::comesFromAllSessions()
{
    QFETCH(bool, enabled);
    QFETCH(std::vector<SessionFacts>, sessions);
    QTEST(enclaveStateOf(enabled, sessions), "expected");
}

void tst_enclavestate::showsTheErrorOfTheLastFailure()
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const std::vector<SessionFacts> sessions = {failing(true, now.addSecs(-9)), failing(true, now),
                                                session(State::Ready)};
    QCOMPARE(failingSession(sessions), &sessions[1]);
    QVERIFY(!failingSession({session(State::Ready)}));
}

QTEST_GUILESS_MAIN(tst_enclavestate)
#include "tst_enclavestate.moc"
