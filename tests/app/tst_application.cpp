// SPDX-License-Identifier: MIT
#include "app/application.h"

#include "tests/support/controlfixture.h"
#include "tests/support/waitingchild.h"
#include "ui/quitdialog.h"

#include <QCheckBox>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

/// The whole tray app in one process, with a control socket and a process that stand for the gateway.
class tst_application : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void showsTheGatewayThatRuns();
    void minimizedShowsNoWindow();
    void minimizedIsALoginAndEndsTheStopWish_data();
    void minimizedIsALoginAndEndsTheStopWish();
    void aPlainStartKeepsTheStopWish();
    void quitWithoutAppsAsksNothing();
    void quitWithAppsAsks_data();
    void quitWithAppsAsks();
    void escapeAtTheQuestionQuitsNothing();
    void anAnswerIsRememberedWhenAsked();
    void quittingFromTheCommandLineKeepsServices();
    void anotherStartBringsTheWindowForward();
    void closingWithoutATraySaysOnceHowToComeBack();
    void speaksTheLanguageItWasTold();

private:
    void start(bool minimized = false, const QString &language = QStringLiteral("en"));
    void connectClaude();
    MainWindow *window() const;
    template<typename Widget> Widget *dialog() const
    {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            auto *found = qobject_cast<Widget *>(widget);
            if (found && found->isVisible())
                return found;
        }
        return nullptr;
    }
    bool isRunning() const { return window()->findChild<QPushButton *>(QStringLiteral("restart"))->isEnabled(); }

    std::unique_ptr<ControlFixture> m_control;
    std::unique_ptr<WaitingChild> m_process;
    std::unique_ptr<SingleInstance> m_instance;
    std::unique_ptr<Application> m_application;
    std::unique_ptr<QSignalSpy> m_finished;
};

void tst_application::init()
{
    m_control = std::make_unique<ControlFixture>();
    m_process = std::make_unique<WaitingChild>();
    m_control->handler.state.enclaves.resize(1);
    m_control->handler.state.enclaves[0].name = QStringLiteral("notes");
    m_control->handler.state.enclaves[0].state = EnclaveState::Ready;
    m_control->handler.onShutdown = [this] {
        // From the event loop: the server is still answering.
        QTimer::singleShot(0, m_instance.get(), [this] {
            m_control->die();
            m_process->end();
        });
    };
    m_control->listen(
        {},
        {control::protocolVersion, QStringLiteral(PASARELA_VERSION), m_process->processId(), m_process->startTime()});
}

void tst_application::cleanup()
{
    m_finished.reset();
    m_application.reset();
    m_instance.reset();
}

void tst_application::start(bool minimized, const QString &language)
{
    m_instance = std::make_unique<SingleInstance>(m_control->paths);
    QVERIFY(m_instance->acquire());
    m_application = std::make_unique<Application>(m_control->paths, *m_instance, language);
    m_finished = std::make_unique<QSignalSpy>(m_application.get(), &Application::finished);
    m_application->begin(minimized);
}

MainWindow *tst_application::window() const
{
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (auto *found = qobject_cast<MainWindow *>(widget))
            return found;
    }
    return nullptr;
}

void tst_application::connectClaude()
{
    ClientView client;
    client.id = 1;
    client.name = QStringLiteral("claude-desktop");
    client.transport = QStringLiteral("bridge");
    m_control->handler.state.clients = {client};
    m_control->server->snapshotMayHaveChanged();
}

void tst_application::showsTheGatewayThatRuns()
{
    connectClaude();
    start();
    QTRY_COMPARE(window()->findChild<QLabel *>(QStringLiteral("headline"))->text(),
                 QStringLiteral("Everything works. Claude can use 1 service."));
    QVERIFY(window()->isVisible());
    QCOMPARE(window()->findChild<QTableView *>()->model()->index(0, 0).data().toString(), QStringLiteral("notes"));
}

void tst_application::minimizedShowsNoWindow()
{
    start(true);
    QTRY_VERIFY(isRunning());
    QVERIFY(!window()->isVisible());
}

void tst_application::minimizedIsALoginAndEndsTheStopWish_data()
{
    QTest::addColumn<bool>("upgrading");
    QTest::newRow("login") << false;
    QTest::newRow("an upgrade starts it again") << true;
}

void tst_application::minimizedIsALoginAndEndsTheStopWish()
{
    QFETCH(bool, upgrading);
    QVERIFY(StopWish::record(m_control->paths, QStringLiteral("tray")));
    if (upgrading)
        QVERIFY(recordUpgradeHold(m_control->paths));
    start(true);
    QCOMPARE(StopWish::read(m_control->paths).has_value(), upgrading);
}

void tst_application::aPlainStartKeepsTheStopWish()
{
    m_control->die();
    QVERIFY(StopWish::record(m_control->paths, QStringLiteral("tray")));
    start();
    QVERIFY(StopWish::read(m_control->paths));
    QTRY_VERIFY(window()
                    ->findChild<QLabel *>(QStringLiteral("headline"))
                    ->text()
                    .startsWith(QLatin1String("You stopped Pasarela today at")));
}

void tst_application::quitWithoutAppsAsksNothing()
{
    start();
    QTRY_VERIFY(isRunning());
    Q_EMIT window()->quitRequested();
    QCOMPARE(m_finished->count(), 1);
    QVERIFY(m_control->handler.shutdowns.isEmpty());
}

void tst_application::quitWithAppsAsks_data()
{
    QTest::addColumn<bool>("stop");
    QTest::newRow("keep services running") << false;
    QTest::newRow("stop them too") << true;
}

void tst_application::quitWithAppsAsks()
{
    QFETCH(bool, stop);
    connectClaude();
    start();
    QTRY_VERIFY(isRunning());
    Q_EMIT window()->quitRequested();
    QTRY_VERIFY(dialog<QuitDialog>());
    QCOMPARE(m_finished->count(), 0);
    dialog<QuitDialog>()->findChild<QPushButton *>(stop ? QStringLiteral("stopToo") : QStringLiteral("keep"))->click();
    QTRY_COMPARE(m_finished->count(), 1);
    QCOMPARE(m_control->handler.shutdowns, stop ? QStringList(QStringLiteral("user")) : QStringList());
    QCOMPARE(StopWish::read(m_control->paths).has_value(), stop);
    QCOMPARE(m_process->hasEnded(), stop);
}

void tst_application::escapeAtTheQuestionQuitsNothing()
{
    connectClaude();
    start();
    QTRY_VERIFY(isRunning());
    Q_EMIT window()->quitRequested();
    QTRY_VERIFY(dialog<QuitDialog>());
    QTest::keyClick(dialog<QuitDialog>(), Qt::Key_Escape);
    QTRY_VERIFY(!dialog<QuitDialog>());
    QCOMPARE(m_finished->count(), 0);
    Q_EMIT window()->quitRequested(); // and it asks again
    QTRY_VERIFY(dialog<QuitDialog>());
}

void tst_application::anAnswerIsRememberedWhenAsked()
{
    connectClaude();
    start();
    QTRY_VERIFY(isRunning());
    Q_EMIT window()->quitRequested();
    QTRY_VERIFY(dialog<QuitDialog>());
    dialog<QuitDialog>()->findChild<QCheckBox *>()->setChecked(true);
    dialog<QuitDialog>()->findChild<QPushButton *>(QStringLiteral("keep"))->click();
    QTRY_COMPARE(m_finished->count(), 1);
    cleanup();
    start(); // the next day
    QTRY_VERIFY(isRunning());
    Q_EMIT window()->quitRequested();
    QCOMPARE(m_finished->count(), 1);
    QVERIFY(!dialog<QuitDialog>());
}

void tst_application::quittingFromTheCommandLineKeepsServices()
{
    connectClaude();
    start();
    QTRY_VERIFY(isRunning());
    m_control->home.write(QStringLiteral("run/tray-quit"), {});
    QTRY_COMPARE(m_finished->count(), 1);
    QVERIFY(m_control->handler.shutdowns.isEmpty());
}

void tst_application::anotherStartBringsTheWindowForward()
{
    start(true);
    QVERIFY(!window()->isVisible());
    m_control->home.write(QStringLiteral("run/tray-show"), {});
    QTRY_VERIFY(window()->isVisible());
}

void tst_application::closingWithoutATraySaysOnceHowToComeBack()
{
    if (TrayController::isAvailable())
        QSKIP("this desktop has a tray");
    start();
    QVERIFY(window()->findChild<QLabel *>(QStringLiteral("noTray"))->isVisible());
    window()->close();
    QTRY_VERIFY(dialog<QMessageBox>());
    QCOMPARE(dialog<QMessageBox>()->text(),
             QStringLiteral("Pasarela goes on in the background. Open it again from your apps."));
    dialog<QMessageBox>()->close();
    QCOMPARE(m_finished->count(), 0);
    window()->show();
    window()->close();
    QTRY_VERIFY(!window()->isVisible());
    QVERIFY(!dialog<QMessageBox>());
}

void tst_application::speaksTheLanguageItWasTold()
{
    connectClaude();
    start(false, QStringLiteral("es"));
    QTRY_COMPARE(window()->findChild<QLabel *>(QStringLiteral("headline"))->text(),
                 QStringLiteral("Todo funciona. Claude puede usar 1 servicio."));
}

int main(int argc, char **argv)
{
    if (WaitingChild::isThis(argc, argv))
        return WaitingChild::wait(argv);
    QApplication application(argc, argv);
    tst_application test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_application.moc"
