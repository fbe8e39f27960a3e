// SPDX-License-Identifier: MIT
#include "app/supervisorstate.h"

#include <QMetaEnum>
#include <QTest>

using namespace pasarela;
using Phase = Supervision::Phase;
using Event = Supervision::Event;
using Action = Supervision::Action;

/// The supervision policy, pair by pair: what the table below does not name must change nothing and do nothing.
class tst_supervisorstate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPairIsAsTheTableSays_data();
    void everyPairIsAsTheTableSays();
    void everyRowOfTheTableIsReached();
    void givesUpAfterTheFifthEarlyExit();
    void aGoodRunForgetsEarlyExits();
    void stopWhileItStartsEndsWhatComesUp();
    void oneThatLeavesIsWaitedForAndReplaced();
    void everyPhaseIsShownAsAState_data();
    void everyPhaseIsShownAsAState();
};

namespace {

struct Row {
    const char *event;
    const char *phases; ///< Space-separated.
    const char *wanted; ///< "yes", "no", "any"
    const char *next; ///< "=": the same phase.
    const char *nextWanted; ///< "=": as before
    const char *early; ///< "=": as before, "0", "+1"
    const char *actions;
};

// Before an event the counter of early exits is 1.
constexpr Row table[] = {
    {"StartRequested", "Off BackingOff GaveUp", "any", "Looking", "yes", "0", "RemoveWish ResetBackoff Look"},
    {"StartRequested", "Looking Launched Reconnecting Up Asked Terminated Killed", "any", "=", "yes", "=",
     "RemoveWish"},

    {"RestartRequested", "Off BackingOff GaveUp", "any", "Looking", "yes", "0", "RemoveWish ResetBackoff Look"},
    {"RestartRequested", "Up", "any", "Asked", "yes", "0", "RemoveWish AskToLeave"},
    {"RestartRequested", "Looking Launched Reconnecting Asked Terminated Killed", "any", "=", "yes", "=", "RemoveWish"},

    {"StopRequested", "Up", "any", "Asked", "no", "=", "RecordWish AskToLeave"},
    {"StopRequested", "Reconnecting", "any", "Terminated", "no", "=", "RecordWish Terminate"},
    {"StopRequested", "BackingOff GaveUp", "any", "Off", "no", "=", "RecordWish"},
    {"StopRequested", "Off Looking Launched Asked Terminated Killed", "any", "=", "no", "=", "RecordWish"},

    {"WishRecorded", "Off Looking Launched Reconnecting Up Asked Terminated Killed", "any", "=", "no", "=", ""},
    {"WishRecorded", "BackingOff GaveUp", "any", "Off", "no", "=", ""},

    {"WishRemoved", "Off", "any", "Looking", "yes", "0", "ResetBackoff Look"},
    {"WishRemoved", "Launched", "no", "=", "no", "=", "RecordWish"},
    {"WishRemoved", "Launched", "yes", "=", "yes", "=", ""},
    {"WishRemoved", "Looking Reconnecting Up Asked Terminated Killed BackingOff GaveUp", "any", "=", "yes", "=", ""},

    {"Found", "Looking Launched", "yes", "Up", "=", "=", ""},
    {"Found", "Looking Launched", "no", "Asked", "=", "=", "RecordWish AskToLeave"},
    {"Found", "Off Reconnecting BackingOff", "any", "Up", "=", "=", ""},
    {"Found", "GaveUp", "any", "Up", "=", "0", ""},

    {"FoundLeaving", "Looking Launched Reconnecting", "any", "Asked", "=", "=", ""},
    {"FoundLeaving", "Off BackingOff GaveUp", "any", "=", "=", "=", "Forget"},

    {"NobodyThere", "Looking", "yes", "Launched", "=", "=", "Launch LookLater"},
    {"NobodyThere", "Looking", "no", "Off", "=", "=", ""},
    {"NobodyThere", "Launched Reconnecting", "any", "=", "=", "=", "LookLater"},

    {"LaunchRefused", "Launched", "any", "Off", "no", "=", ""},
    {"LaunchImpossible", "Launched", "yes", "GaveUp", "=", "=", ""},
    {"LaunchImpossible", "Launched", "no", "Off", "=", "=", ""},
    {"LaunchDelayed", "Launched", "yes", "BackingOff", "=", "=", ""},
    {"LaunchDelayed", "Launched", "no", "Off", "=", "=", ""},
    {"LaunchFailed", "Launched", "yes", "BackingOff", "=", "+1", "Forget"},
    {"LaunchFailed", "Launched", "no", "Off", "=", "=", ""},

    {"OldAndUnused", "Up", "yes", "Asked", "=", "=", "AskToLeave"},

    {"Lost", "Up", "any", "Reconnecting", "=", "=", "LookLater"},

    {"ExitedEarly", "Up Reconnecting", "yes", "BackingOff", "=", "+1", "Forget"},
    {"ExitedLate", "Up Reconnecting", "yes", "BackingOff", "=", "0", "ResetBackoff Forget"},
    {"ExitedOnPurpose", "Up Reconnecting", "yes", "BackingOff", "=", "=", "Forget"},
    {"ExitedEarly", "Up Reconnecting", "no", "Off", "=", "=", "Forget"},
    {"ExitedLate", "Up Reconnecting", "no", "Off", "=", "=", "Forget"},
    {"ExitedOnPurpose", "Up Reconnecting", "no", "Off", "=", "=", "Forget"},
    {"ExitedEarly", "Asked Terminated Killed", "yes", "Looking", "=", "=", "Forget Look"},
    {"ExitedLate", "Asked Terminated Killed", "yes", "Looking", "=", "=", "Forget Look"},
    {"ExitedOnPurpose", "Asked Terminated Killed", "yes", "Looking", "=", "=", "Forget Look"},
    {"ExitedEarly", "Asked Terminated Killed", "no", "Off", "=", "=", "Forget"},
    {"ExitedLate", "Asked Terminated Killed", "no", "Off", "=", "=", "Forget"},
    {"ExitedOnPurpose", "Asked Terminated Killed", "no", "Off", "=", "=", "Forget"},

    {"DeadlinePassed", "Launched", "yes", "BackingOff", "=", "+1", "Forget"},
    {"DeadlinePassed", "Launched", "no", "Off", "=", "=", ""},
    {"DeadlinePassed", "Reconnecting Asked", "any", "Terminated", "=", "=", "Terminate"},
    {"DeadlinePassed", "Terminated", "any", "Killed", "=", "=", "Kill"},
    {"DeadlinePassed", "Killed", "any", "GaveUp", "=", "=", "Forget"},
    {"DeadlinePassed", "BackingOff", "any", "Looking", "=", "=", "Look"},

    {"Stirred", "Off BackingOff GaveUp", "any", "=", "=", "=", "Look"},
};

QStringList words(const char *text)
{
    return QString::fromLatin1(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

const Row *rowFor(const QString &event, const QString &phase, bool wanted)
{
    const Row *found = nullptr;
    for (const Row &row : table) {
        const QString asked = QString::fromLatin1(row.wanted);
        const bool matches = asked == QLatin1String("any") || (asked == QLatin1String("yes")) == wanted;
        if (event == QLatin1String(row.event) && words(row.phases).contains(phase) && matches) {
            Q_ASSERT(!found); // a pair stands in the table once
            found = &row;
        }
    }
    return found;
}

template<typename Enum> QString nameOf(Enum value)
{
    return QString::fromLatin1(QMetaEnum::fromType<Enum>().valueToKey(int(value)));
}

template<typename Enum> Enum valueOf(const char *name)
{
    bool ok = false;
    const int value = QMetaEnum::fromType<Enum>().keyToValue(name, &ok);
    Q_ASSERT(ok);
    return Enum(value);
}

Supervision run(Supervision state, std::initializer_list<Event> events, Supervision::Actions *actions = nullptr)
{
    Supervision::Actions ignored;
    for (const Event event : events)
        state = state.after(event, actions ? actions : &ignored);
    return state;
}

} // namespace

void tst_supervisorstate::everyPairIsAsTheTableSays_data()
{
    QTest::addColumn<Phase>("phase");
    QTest::addColumn<bool>("wanted");
    QTest::addColumn<Event>("event");
    const QMetaEnum phases = QMetaEnum::fromType<Phase>();
    const QMetaEnum events = QMetaEnum::fromType<Event>();
    for (int p = 0; p < phases.keyCount(); ++p) {
        for (int e = 0; e < events.keyCount(); ++e) {
            for (const bool wanted : {true, false}) {
                QTest::addRow("%s, %s, %s", phases.key(p), wanted ? "wanted" : "not wanted", events.key(e))
                    << Phase(phases.value(p)) << wanted << Event(events.value(e));
            }
        }
    }
}

void tst_supervisorstate::everyPairIsAsTheTableSays()
{
    QFETCH(Phase, phase);
    QFETCH(bool, wanted);
    QFETCH(Event, event);
    const Supervision before{phase, wanted, 1};
    Supervision::Actions actions;
    const Supervision after = before.after(event, &actions);

    Supervision expected = before;
    QStringList expectedActions;
    if (const Row *row = rowFor(nameOf(event), nameOf(phase), wanted)) {
        if (qstrcmp(row->next, "=") != 0)
            expected.phase = valueOf<Phase>(row->next);
        if (qstrcmp(row->nextWanted, "=") != 0)
            expected.wanted = qstrcmp(row->nextWanted, "yes") == 0;
        if (qstrcmp(row->early, "=") != 0)
            expected.earlyExits = qstrcmp(row->early, "+1") == 0 ? 2 : 0;
        expectedActions = words(row->actions);
    }
    QStringList actual;
    for (const Action action : std::as_const(actions))
        actual.append(nameOf(action));
    QCOMPARE(nameOf(after.phase), nameOf(expected.phase));
    QCOMPARE(after.wanted, expected.wanted);
    QCOMPARE(after.earlyExits, expected.earlyExits);
    QCOMPARE(actual, expectedActions);
}

void tst_supervisorstate::everyRowOfTheTableIsReached()
{
    for (const Row &row : table) {
        valueOf<Event>(row.event); // asserts on a name that no event has
        const QStringList phases = words(row.phases);
        for (const QString &phase : phases)
            QVERIFY(rowFor(QString::fromLatin1(row.event), phase, qstrcmp(row.wanted, "no") != 0));
    }
}

void tst_supervisorstate::givesUpAfterTheFifthEarlyExit()
{
    Supervision state{Phase::Up, true, 0};
    for (int exits = 1; exits <= 4; ++exits) {
        state = run(state, {Event::ExitedEarly});
        QCOMPARE(state.phase, Phase::BackingOff);
        state = run(state, {Event::DeadlinePassed, Event::NobodyThere, Event::Found});
        QCOMPARE(state.phase, Phase::Up);
    }
    state = run(state, {Event::ExitedEarly});
    QCOMPARE(state.phase, Phase::GaveUp);
    // Start tries afresh.
    state = run(state, {Event::StartRequested});
    QCOMPARE(state, (Supervision{Phase::Looking, true, 0}));
}

void tst_supervisorstate::aGoodRunForgetsEarlyExits()
{
    const Supervision state = run({Phase::Up, true, 4}, {Event::ExitedLate});
    QCOMPARE(state, (Supervision{Phase::BackingOff, true, 0}));
}

void tst_supervisorstate::stopWhileItStartsEndsWhatComesUp()
{
    Supervision::Actions actions;
    Supervision state = run({Phase::Off, true, 0}, {Event::StartRequested, Event::NobodyThere});
    QCOMPARE(state.phase, Phase::Launched);
    state = run(state, {Event::StopRequested, Event::WishRemoved}, &actions);
    QCOMPARE(state.state(), GatewayStatus::State::Stopping);
    QVERIFY(actions.endsWith(Action::RecordWish)); // the gateway that starts removed it
    state = run(state, {Event::Found}, &actions);
    QCOMPARE(state.phase, Phase::Asked);
    QCOMPARE(actions.last(), Action::AskToLeave);
    state = run(state, {Event::ExitedEarly});
    QCOMPARE(state.phase, Phase::Off);
}

void tst_supervisorstate::oneThatLeavesIsWaitedForAndReplaced()
{
    Supervision::Actions actions;
    Supervision state = run({Phase::Off, true, 0}, {Event::WishRemoved, Event::FoundLeaving}, &actions);
    QVERIFY(!actions.contains(Action::Launch) && !actions.contains(Action::AskToLeave));
    state = run(state, {Event::ExitedOnPurpose, Event::NobodyThere}, &actions);
    QCOMPARE(state, (Supervision{Phase::Launched, true, 0}));
    QVERIFY(actions.contains(Action::Launch));
    // One that does not go as it said is ended.
    actions.clear();
    run({Phase::Looking, true, 0}, {Event::FoundLeaving, Event::DeadlinePassed}, &actions);
    QCOMPARE(actions, Supervision::Actions{Action::Terminate});
}

void tst_supervisorstate::everyPhaseIsShownAsAState_data()
{
    QTest::addColumn<Phase>("phase");
    QTest::addColumn<bool>("wanted");
    QTest::addColumn<GatewayStatus::State>("state");
    using State = GatewayStatus::State;
    const auto row = [](const char *name, Phase phase, State wanted, State notWanted) {
        QTest::addRow("%s", name) << phase << true << wanted;
        QTest::addRow("%s, not wanted", name) << phase << false << notWanted;
    };
    row("Off", Phase::Off, State::Stopped, State::Stopped);
    row("Looking", Phase::Looking, State::Starting, State::Stopping);
    row("Launched", Phase::Launched, State::Starting, State::Stopping);
    row("Reconnecting", Phase::Reconnecting, State::Starting, State::Starting);
    row("Up", Phase::Up, State::Running, State::Running);
    row("Asked", Phase::Asked, State::Stopping, State::Stopping);
    row("Terminated", Phase::Terminated, State::Stopping, State::Stopping);
    row("Killed", Phase::Killed, State::Stopping, State::Stopping);
    row("BackingOff", Phase::BackingOff, State::Waiting, State::Waiting);
    row("GaveUp", Phase::GaveUp, State::Failed, State::Failed);
}

void tst_supervisorstate::everyPhaseIsShownAsAState()
{
    QFETCH(Phase, phase);
    QFETCH(bool, wanted);
    QFETCH(GatewayStatus::State, state);
    QCOMPARE((Supervision{phase, wanted, 0}.state()), state);
}

QTEST_GUILESS_MAIN(tst_supervisorstate)
#include "tst_supervisorstate.moc"
