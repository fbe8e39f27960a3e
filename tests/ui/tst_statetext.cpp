// SPDX-License-Identifier: MIT
#include "ui/language.h"
#include "ui/statetext.h"

#include <QFile>
#include <QSet>
#include <QTest>

using namespace pasarela;

/// Every state has a word, a shape that exists, and a tone.
class tst_statetext : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyStateOfAServiceHasAWordAndAShape_data();
    void everyStateOfAServiceHasAWordAndAShape();
    void statesWithDifferentWordsHaveDifferentShapes();
    void everyStateOfPasarelaHasAWordAndAShape_data();
    void everyStateOfPasarelaHasAWordAndAShape();
    void countsTheSecondsToTheNextTry_data();
    void countsTheSecondsToTheNextTry();
    void aStoppedServiceSaysSo();
    void speaksARowInOneSentence();
    void aServiceWithoutATitleIsCalledByItsName();

private:
    Language m_language;
};

namespace {

const QDateTime noon(QDate(2026, 5, 4), QTime(12, 0));

EnclaveView inState(EnclaveState state)
{
    EnclaveView enclave;
    enclave.name = QStringLiteral("vault");
    enclave.state = state;
    enclave.retryAt = noon.addSecs(8);
    return enclave;
}

constexpr int lastState = int(EnclaveState::Failed);

} // namespace

void tst_statetext::initTestCase()
{
    QVERIFY(m_language.use(QStringLiteral("en")));
}

void tst_statetext::everyStateOfAServiceHasAWordAndAShape_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("word");
    QTest::addColumn<bool>("needsPerson");
    const auto row = [](const char *name, EnclaveState state, const char *word, bool needsPerson) {
        QTest::newRow(name) << int(state) << QString::fromLatin1(word) << needsPerson;
    };
    row("NeedsApproval", EnclaveState::NeedsApproval, "Waits for your OK", true);
    row("Disabled", EnclaveState::Disabled, "Off", false);
    row("Idle", EnclaveState::Idle, "Ready", false);
    row("Starting", EnclaveState::Starting, "Starting", false);
    row("Ready", EnclaveState::Ready, "Ready", false);
    row("Degraded", EnclaveState::Degraded, "Works, with problems", false);
    row("Waiting", EnclaveState::Waiting, "Trying again in 8 s", false);
    row("NeedsCredential", EnclaveState::NeedsCredential, "Needs a key", true);
    row("NeedsSignIn", EnclaveState::NeedsSignIn, "Needs sign-in", true);
    row("NeedsTrust", EnclaveState::NeedsTrust, "Changed, waits for your OK", true);
    row("Failed", EnclaveState::Failed, "Not working", true);
}

void tst_statetext::everyStateOfAServiceHasAWordAndAShape()
{
    QFETCH(int, state);
    QFETCH(QString, word);
    QFETCH(bool, needsPerson);
    const auto value = EnclaveState(state);
    QCOMPARE(StateText::word(inState(value), noon), word);
    QCOMPARE(StateText::needsPerson(value), needsPerson);
    const StateLook look = StateText::look(value);
    QVERIFY2(QFile::exists(QStringLiteral(":/icons/state/%1-16.png").arg(look.shape)), qPrintable(look.shape));
    // What counts as needing someone must not look quiet.
    if (needsPerson)
        QVERIFY(look.tone == StateLook::Tone::Attention || look.tone == StateLook::Tone::Failure);
}

void tst_statetext::statesWithDifferentWordsHaveDifferentShapes()
{
    for (int a = 0; a <= lastState; ++a) {
        for (int b = 0; b <= lastState; ++b) {
            const bool sameWord =
                StateText::word(inState(EnclaveState(a)), noon) == StateText::word(inState(EnclaveState(b)), noon);
            const bool sameShape = StateText::look(EnclaveState(a)).shape == StateText::look(EnclaveState(b)).shape;
            QVERIFY2(sameWord == sameShape, qPrintable(QStringLiteral("states %1 and %2").arg(a).arg(b)));
        }
    }
}

void tst_statetext::everyStateOfPasarelaHasAWordAndAShape_data()
{
    QTest::addColumn<GatewayStatus::State>("state");
    QTest::addColumn<QString>("word");
    QTest::newRow("Stopped") << GatewayStatus::State::Stopped << QStringLiteral("Stopped");
    QTest::newRow("Starting") << GatewayStatus::State::Starting << QStringLiteral("Starting");
    QTest::newRow("Running") << GatewayStatus::State::Running << QStringLiteral("Running");
    QTest::newRow("Stopping") << GatewayStatus::State::Stopping << QStringLiteral("Stopping");
    QTest::newRow("Waiting") << GatewayStatus::State::Waiting << QStringLiteral("Trying again in 3 s");
    QTest::newRow("Failed") << GatewayStatus::State::Failed << QStringLiteral("Not working");
}

void tst_statetext::everyStateOfPasarelaHasAWordAndAShape()
{
    QFETCH(GatewayStatus::State, state);
    QFETCH(QString, word);
    GatewayStatus status;
    status.state = state;
    status.retryAt = noon.addSecs(3);
    QCOMPARE(StateText::word(status, noon), word);
    const QString shape = StateText::look(state).shape;
    QVERIFY2(QFile::exists(QStringLiteral(":/icons/state/%1-16.png").arg(shape)), qPrintable(shape));
}

void tst_statetext::countsTheSecondsToTheNextTry_data()
{
    QTest::addColumn<QDateTime>("retryAt");
    QTest::addColumn<QString>("word");
    QTest::newRow("whole seconds") << noon.addSecs(8) << QStringLiteral("Trying again in 8 s");
    QTest::newRow("a part of a second counts as one") << noon.addMSecs(7001) << QStringLiteral("Trying again in 8 s");
    QTest::newRow("now") << noon << QStringLiteral("Trying again");
    QTest::newRow("late") << noon.addSecs(-5) << QStringLiteral("Trying again");
    QTest::newRow("not known") << QDateTime() << QStringLiteral("Trying again");
}

void tst_statetext::countsTheSecondsToTheNextTry()
{
    QFETCH(QDateTime, retryAt);
    QFETCH(QString, word);
    EnclaveView enclave = inState(EnclaveState::Waiting);
    enclave.retryAt = retryAt;
    QCOMPARE(StateText::word(enclave, noon), word);
}

void tst_statetext::aStoppedServiceSaysSo()
{
    QCOMPARE(StateText::stoppedWord(), QStringLiteral("Stopped"));
    QCOMPARE(StateText::stoppedLook().shape, QStringLiteral("stopped"));
}

void tst_statetext::speaksARowInOneSentence()
{
    EnclaveView enclave = inState(EnclaveState::Ready);
    enclave.title = QStringLiteral("Vault");
    enclave.tools = 12;
    QCOMPARE(StateText::spoken(enclave, noon), QStringLiteral("Vault: Ready, 12 tools"));
    enclave.accounts = QStringList{QStringLiteral("work"), QStringLiteral("home")};
    enclave.tools = 1;
    QCOMPARE(StateText::spoken(enclave, noon), QStringLiteral("Vault: Ready, 1 tool, 2 accounts"));
}

void tst_statetext::aServiceWithoutATitleIsCalledByItsName()
{
    EnclaveView enclave = inState(EnclaveState::Ready);
    QCOMPARE(titleOf(enclave), QStringLiteral("vault"));
    enclave.title = QStringLiteral("The vault");
    QCOMPARE(titleOf(enclave), QStringLiteral("The vault"));
}

QTEST_MAIN(tst_statetext)
#include "tst_statetext.moc"
