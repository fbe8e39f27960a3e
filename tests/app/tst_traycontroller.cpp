// SPDX-License-Identifier: MIT
#include "app/traycontroller.h"
#include "ui/language.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;

/// The tray's menu: what it says and offers, changed in place.
class tst_traycontroller : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void offersWhatApplies_data();
    void offersWhatApplies();
    void entriesAskAndDecideNothing();
    void entriesStayTheSameObjects();
    void listsServicesWithTheirStates();
    void listsProblemsFirstAndNotMoreThanFit();
    void saysStoppedForServicesThatAreNotServed();
    void showsAmpersandsAsTheyAre();
    void speaksTheOtherLanguage();

private:
    QAction *entry(const char *name) const { return m_tray->menu().findChild<QAction *>(QString::fromLatin1(name)); }
    QMenu *services() const { return m_tray->menu().findChild<QMenu *>(QStringLiteral("services")); }
    QStringList serviceTexts() const;

    Language m_language;
    std::unique_ptr<TrayController> m_tray;
};

namespace {

using State = GatewayStatus::State;

GatewayStatus status(State state)
{
    GatewayStatus result;
    result.state = state;
    return result;
}

EnclaveView enclave(const char *title, EnclaveState state)
{
    EnclaveView view;
    view.name = QString::fromLatin1(title).toLower();
    view.title = QString::fromLatin1(title);
    view.state = state;
    return view;
}

} // namespace

QStringList tst_traycontroller::serviceTexts() const
{
    QStringList texts;
    for (const QAction *action : services()->actions()) {
        if (action->isVisible())
            texts.append(action->text());
    }
    return texts;
}

void tst_traycontroller::init()
{
    QVERIFY(m_language.use(QStringLiteral("en")));
    m_tray = std::make_unique<TrayController>();
}

void tst_traycontroller::offersWhatApplies_data()
{
    QTest::addColumn<State>("state");
    QTest::addColumn<QString>("offered");
    QTest::addColumn<QString>("text");
    QTest::newRow("Stopped") << State::Stopped << QStringLiteral("open start quit")
                             << QStringLiteral("Pasarela: stopped");
    QTest::newRow("Starting") << State::Starting << QStringLiteral("open stop quit")
                              << QStringLiteral("Pasarela: starting");
    QTest::newRow("Running") << State::Running << QStringLiteral("open stop restart quit")
                             << QStringLiteral("Pasarela: running, 0 services, 0 apps connected");
    QTest::newRow("Stopping") << State::Stopping << QStringLiteral("open quit") << QStringLiteral("Pasarela: stopping");
    QTest::newRow("Waiting") << State::Waiting << QStringLiteral("open stop restart quit")
                             << QStringLiteral("Pasarela: trying again");
    QTest::newRow("Failed") << State::Failed << QStringLiteral("open start quit")
                            << QStringLiteral("Pasarela: not working");
}

void tst_traycontroller::offersWhatApplies()
{
    QFETCH(State, state);
    QFETCH(QString, offered);
    QFETCH(QString, text);
    m_tray->update(status(state), {});
    QStringList names;
    for (const char *name : {"open", "start", "stop", "restart", "quit"}) {
        if (entry(name)->isVisible() && entry(name)->isEnabled())
            names.append(QString::fromLatin1(name));
    }
    QCOMPARE(names.join(QLatin1Char(' ')), offered);
    QCOMPARE(entry("state")->text(), text);
    QVERIFY(!entry("state")->isEnabled());
    QCOMPARE(m_tray->icon().toolTip(), text);
    QVERIFY(!m_tray->icon().icon().isNull());
}

void tst_traycontroller::entriesAskAndDecideNothing()
{
    m_tray->update(status(State::Running), {});
    QSignalSpy open(m_tray.get(), &TrayController::openRequested);
    QSignalSpy stop(m_tray.get(), &TrayController::stopRequested);
    QSignalSpy restart(m_tray.get(), &TrayController::restartRequested);
    QSignalSpy quit(m_tray.get(), &TrayController::quitRequested);
    for (const char *name : {"open", "stop", "restart", "quit"})
        entry(name)->trigger();
    QCOMPARE(open.count(), 1);
    QCOMPARE(stop.count(), 1);
    QCOMPARE(restart.count(), 1);
    QCOMPARE(quit.count(), 1);
    QVERIFY(entry("stop")->isVisible());
}

void tst_traycontroller::entriesStayTheSameObjects()
{
    Snapshot snapshot;
    snapshot.enclaves = {enclave("Gmail", EnclaveState::Starting), enclave("Notes", EnclaveState::Ready)};
    m_tray->update(status(State::Running), snapshot);
    const QList<QAction *> before = m_tray->menu().actions() + services()->actions();
    snapshot.enclaves[0].state = EnclaveState::Ready;
    m_tray->update(status(State::Stopped), snapshot);
    QCOMPARE(m_tray->menu().actions() + services()->actions(), before);
}

void tst_traycontroller::listsServicesWithTheirStates()
{
    Snapshot snapshot;
    snapshot.enclaves = {enclave("Gmail", EnclaveState::Ready), enclave("Notes", EnclaveState::Disabled)};
    m_tray->update(status(State::Running), snapshot);
    QCOMPARE(serviceTexts(), (QStringList{QStringLiteral("Gmail: Ready"), QStringLiteral("Notes: Off")}));
    for (const QAction *action : services()->actions().mid(0, 2))
        QVERIFY(!action->icon().isNull());
    QSignalSpy open(m_tray.get(), &TrayController::openRequested);
    services()->actions().first()->trigger();
    QCOMPARE(open.count(), 1);
    m_tray->update(status(State::Running), {});
    QVERIFY(!services()->menuAction()->isVisible());
}

void tst_traycontroller::listsProblemsFirstAndNotMoreThanFit()
{
    Snapshot snapshot;
    for (int i = 0; i < 500; ++i)
        snapshot.enclaves.push_back(enclave("Service", EnclaveState::Ready));
    snapshot.enclaves[400] = enclave("Broken", EnclaveState::Failed);
    m_tray->update(status(State::Running), snapshot);
    const QStringList texts = serviceTexts();
    QCOMPARE(texts.size(), 21);
    QCOMPARE(texts.first(), QStringLiteral("Broken: Not working"));
    QCOMPARE(texts.last(), QStringLiteral("and 480 more"));
}

void tst_traycontroller::saysStoppedForServicesThatAreNotServed()
{
    Snapshot snapshot;
    snapshot.enclaves = {enclave("Gmail", EnclaveState::Ready), enclave("Notes", EnclaveState::Disabled)};
    m_tray->update(status(State::Stopped), snapshot);
    QCOMPARE(serviceTexts(), (QStringList{QStringLiteral("Gmail: Stopped"), QStringLiteral("Notes: Off")}));
}

void tst_traycontroller::showsAmpersandsAsTheyAre()
{
    Snapshot snapshot;
    snapshot.enclaves = {enclave("R&D", EnclaveState::Ready)};
    m_tray->update(status(State::Running), snapshot);
    QCOMPARE(serviceTexts(), QStringList(QStringLiteral("R&&D: Ready")));
}

void tst_traycontroller::speaksTheOtherLanguage()
{
    m_tray->update(status(State::Running), {});
    QVERIFY(m_language.use(QStringLiteral("es")));
    m_tray->retranslate();
    QCOMPARE(entry("open")->text(), QStringLiteral("Abrir Pasarela"));
    QCOMPARE(entry("stop")->text(), QStringLiteral("Detener"));
    QCOMPARE(m_tray->icon().toolTip(), QStringLiteral("Pasarela: en marcha, 0 servicios, 0 apps conectadas"));
}

QTEST_MAIN(tst_traycontroller)
#include "tst_traycontroller.moc"
