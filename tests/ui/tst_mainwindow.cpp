// SPDX-License-Identifier: MIT
#include "ui/language.h"
#include "ui/mainwindow.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace pasarela;

/// The window with the overview: what it says, what can be pressed, and all of it without a mouse.
class tst_mainwindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void showsTheServicesAndTheirStates();
    void offersTheButtonsThatApply_data();
    void offersTheButtonsThatApply();
    void buttonsAskAndDecideNothing();
    void theButtonThatReplacesAPressedOneHasTheFocus();
    void oldVersionsAreRestartedToUpdate();
    void emptyHalvesSayWhichIsMissing_data();
    void emptyHalvesSayWhichIsMissing();
    void withoutATrayTheWindowSaysHowToComeBack();
    void closingTellsAndQuitsNothing();
    void everyControlIsReachedByKeyboardAndHasAName();
    void speaksTheOtherLanguageWhileOpen();
    void takesTheColoursOfAnotherPalette();
    void holdsFiveHundredServices();
    void foreignTextStaysPlain();

private:
    template<typename Widget> Widget *part(const char *name) const
    {
        return m_window->findChild<Widget *>(QString::fromLatin1(name));
    }
    bool isShown(const char *name) const { return part<QWidget>(name)->isVisible(); }

    Language m_language;
    std::unique_ptr<MainWindow> m_window;
};

namespace {

using State = GatewayStatus::State;

GatewayStatus status(State state)
{
    GatewayStatus result;
    result.state = state;
    return result;
}

Snapshot twoServices()
{
    Snapshot snapshot;
    for (const char *name : {"gmail", "notes"}) {
        EnclaveView enclave;
        enclave.name = QString::fromLatin1(name);
        enclave.state = EnclaveState::Ready;
        snapshot.enclaves.push_back(enclave);
    }
    snapshot.enclaves[1].state = EnclaveState::NeedsCredential;
    return snapshot;
}

ClientView claude()
{
    ClientView client;
    client.name = QStringLiteral("claude-desktop");
    client.transport = QStringLiteral("bridge");
    return client;
}

} // namespace

void tst_mainwindow::init()
{
    QVERIFY(m_language.use(QStringLiteral("en")));
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void tst_mainwindow::showsTheServicesAndTheirStates()
{
    m_window->setStatus(status(State::Running));
    m_window->setSnapshot(twoServices());
    const QAbstractItemModel *model = part<QTableView>("services")->model();
    QCOMPARE(model->rowCount(), 2);
    QCOMPARE(model->index(0, 0).data().toString(), QStringLiteral("gmail"));
    QCOMPARE(model->index(1, 1).data().toString(), QStringLiteral("Needs a key"));
    QCOMPARE(part<QLabel>("headline")->text(), QStringLiteral("1 thing needs you"));
    QVERIFY(isShown("services"));
}

void tst_mainwindow::offersTheButtonsThatApply_data()
{
    QTest::addColumn<State>("state");
    QTest::addColumn<QString>("visible");
    QTest::addColumn<QString>("enabled");
    QTest::newRow("Stopped") << State::Stopped << QStringLiteral("start") << QStringLiteral("start");
    QTest::newRow("Starting") << State::Starting << QStringLiteral("stop restart") << QStringLiteral("stop");
    QTest::newRow("Running") << State::Running << QStringLiteral("stop restart") << QStringLiteral("stop restart");
    QTest::newRow("Stopping") << State::Stopping << QStringLiteral("stop restart") << QString();
    QTest::newRow("Waiting") << State::Waiting << QStringLiteral("stop restart") << QStringLiteral("stop restart");
    QTest::newRow("Failed") << State::Failed << QStringLiteral("start") << QStringLiteral("start");
}

void tst_mainwindow::offersTheButtonsThatApply()
{
    QFETCH(State, state);
    QFETCH(QString, visible);
    QFETCH(QString, enabled);
    m_window->setStatus(status(state));
    QStringList shown;
    QStringList pressable;
    for (const char *name : {"start", "stop", "restart"}) {
        if (isShown(name))
            shown.append(QString::fromLatin1(name));
        if (isShown(name) && part<QPushButton>(name)->isEnabled())
            pressable.append(QString::fromLatin1(name));
    }
    QCOMPARE(shown.join(QLatin1Char(' ')), visible);
    QCOMPARE(pressable.join(QLatin1Char(' ')), enabled);
}

void tst_mainwindow::buttonsAskAndDecideNothing()
{
    QSignalSpy start(m_window.get(), &MainWindow::startRequested);
    QSignalSpy stop(m_window.get(), &MainWindow::stopRequested);
    QSignalSpy restart(m_window.get(), &MainWindow::restartRequested);
    QSignalSpy quit(m_window.get(), &MainWindow::quitRequested);
    m_window->setStatus(status(State::Running));
    part<QPushButton>("stop")->click();
    part<QPushButton>("restart")->click();
    QVERIFY(isShown("stop")); // it shows what is so, not what was asked for
    m_window->setStatus(status(State::Stopped));
    part<QPushButton>("start")->click();
    part<QPushButton>("quit")->click();
    QTest::keyClick(m_window.get(), Qt::Key_Q, Qt::ControlModifier);
    QCOMPARE(start.count(), 1);
    QCOMPARE(stop.count(), 1);
    QCOMPARE(restart.count(), 1);
    QCOMPARE(quit.count(), 2);
}

void tst_mainwindow::theButtonThatReplacesAPressedOneHasTheFocus()
{
    m_window->activateWindow();
    m_window->setStatus(status(State::Running));
    part<QPushButton>("stop")->setFocus();
    m_window->setStatus(status(State::Stopped));
    QTRY_VERIFY(part<QPushButton>("start")->hasFocus());
    m_window->setStatus(status(State::Starting));
    QTRY_VERIFY(part<QPushButton>("stop")->hasFocus());
}

void tst_mainwindow::oldVersionsAreRestartedToUpdate()
{
    GatewayStatus old = status(State::Running);
    old.updateWaiting = true;
    m_window->setStatus(old);
    QCOMPARE(part<QPushButton>("restart")->text(), QStringLiteral("&Restart to update"));
    m_window->setStatus(status(State::Running));
    QCOMPARE(part<QPushButton>("restart")->text(), QStringLiteral("&Restart"));
}

void tst_mainwindow::emptyHalvesSayWhichIsMissing_data()
{
    QTest::addColumn<bool>("services");
    QTest::addColumn<bool>("apps");
    QTest::addColumn<QString>("headline");
    QTest::newRow("both") << true << true << QStringLiteral("1 thing needs you");
    QTest::newRow("services, no app") << true << false << QStringLiteral("1 thing needs you");
    QTest::newRow("an app, no service") << false << true
                                        << QStringLiteral("Claude is connected and has nothing to use yet.");
    QTest::newRow("neither")
        << false << false
        << QStringLiteral("Nothing is set up yet. Pasarela lets Claude and other AI apps use the services you choose.");
}

void tst_mainwindow::emptyHalvesSayWhichIsMissing()
{
    QFETCH(bool, services);
    QFETCH(bool, apps);
    QFETCH(QString, headline);
    Snapshot snapshot = services ? twoServices() : Snapshot();
    if (apps)
        snapshot.clients.push_back(claude());
    m_window->setStatus(status(State::Running));
    m_window->setSnapshot(snapshot);
    QCOMPARE(part<QLabel>("headline")->text(), headline);
    QCOMPARE(isShown("services"), services);
    QCOMPARE(isShown("apps"), apps);
    QCOMPARE(isShown("noApps"), services && !apps);
}

void tst_mainwindow::withoutATrayTheWindowSaysHowToComeBack()
{
    QVERIFY(!isShown("noTray"));
    m_window->setTrayAvailable(false);
    QVERIFY(isShown("noTray"));
    QCOMPARE(part<QLabel>("noTray")->text(),
             QStringLiteral("This desktop shows no icon for Pasarela. Open it again from your apps."));
    m_window->setTrayAvailable(true);
    QVERIFY(!isShown("noTray"));
}

void tst_mainwindow::closingTellsAndQuitsNothing()
{
    QSignalSpy closed(m_window.get(), &MainWindow::closed);
    QSignalSpy quit(m_window.get(), &MainWindow::quitRequested);
    QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(closed.count(), 1);
    QCOMPARE(quit.count(), 0);
    QVERIFY(!m_window->isVisible());
    m_window->bringForward();
    QVERIFY(m_window->isVisible());
}

void tst_mainwindow::everyControlIsReachedByKeyboardAndHasAName()
{
    Snapshot snapshot = twoServices();
    snapshot.clients.push_back(claude());
    m_window->setStatus(status(State::Running));
    m_window->setSnapshot(snapshot);
    m_window->activateWindow();
    m_window->setFocus();
    QSet<QString> reached;
    for (int presses = 0; presses < 20; ++presses) {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : m_window.get(), Qt::Key_Tab);
        const QWidget *focus = QApplication::focusWidget();
        QVERIFY(focus);
        QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(focus));
        QVERIFY2(spoken && !spoken->text(QAccessible::Name).isEmpty(), qPrintable(focus->objectName()));
        reached.insert(focus->objectName());
    }
    for (const char *name : {"navigation", "stop", "restart", "services", "apps", "quit"})
        QVERIFY2(reached.contains(QString::fromLatin1(name)), name);
}

void tst_mainwindow::speaksTheOtherLanguageWhileOpen()
{
    m_window->setStatus(status(State::Running));
    m_window->setSnapshot(twoServices());
    QVERIFY(m_language.use(QStringLiteral("es")));
    QTRY_COMPARE(part<QPushButton>("stop")->text(), QStringLiteral("De&tener"));
    QCOMPARE(part<QLabel>("headline")->text(), QStringLiteral("1 cosa necesita tu atención"));
    QCOMPARE(part<QTableView>("services")->model()->index(1, 1).data().toString(), QStringLiteral("Falta la clave"));
    QCOMPARE(part<QListWidget>("navigation")->item(0)->text(), QStringLiteral("Resumen"));
}

void tst_mainwindow::takesTheColoursOfAnotherPalette()
{
    m_window->setStatus(status(State::Running));
    m_window->setSnapshot(twoServices());
    const auto shape = [this] {
        const QVariant icon = part<QTableView>("services")->model()->index(0, 1).data(Qt::DecorationRole);
        return icon.value<QIcon>().pixmap(16).toImage().pixelColor(8, 2).name();
    };
    const QString light = shape();
    QPalette dark;
    dark.setColor(QPalette::Window, QColor(0x20, 0x20, 0x20));
    dark.setColor(QPalette::WindowText, Qt::white);
    m_window->setPalette(dark);
    QTRY_VERIFY(shape() != light);
}

void tst_mainwindow::holdsFiveHundredServices()
{
    Snapshot snapshot;
    for (int i = 0; i < 500; ++i) {
        EnclaveView enclave;
        enclave.name = QStringLiteral("service-%1").arg(i, 3, 10, QLatin1Char('0'));
        enclave.state = EnclaveState::Ready;
        snapshot.enclaves.push_back(enclave);
    }
    m_window->setStatus(status(State::Running));
    m_window->setSnapshot(snapshot);
    auto *table = part<QTableView>("services");
    table->setFocus();
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_End, Qt::ControlModifier);
    QTRY_COMPARE(table->currentIndex().row(), 499);
    // A change elsewhere moves neither selection nor scroll position.
    snapshot.enclaves[3].tools = 5;
    m_window->setSnapshot(snapshot);
    QCOMPARE(table->currentIndex().row(), 499);
    QVERIFY(table->viewport()->rect().intersects(table->visualRect(table->currentIndex())));
}

void tst_mainwindow::foreignTextStaysPlain()
{
    Snapshot snapshot = twoServices();
    snapshot.enclaves[1].state = EnclaveState::Ready;
    ClientView client = claude();
    client.name = QStringLiteral("x");
    client.title = QStringLiteral("<b>Bold</b> & co");
    snapshot.clients.push_back(client);
    m_window->setStatus(status(State::Running));
    m_window->setSnapshot(snapshot);
    const auto *headline = part<QLabel>("headline");
    QCOMPARE(headline->textFormat(), Qt::PlainText);
    QCOMPARE(headline->text(), QStringLiteral("Everything works. <b>Bold</b> & co can use 2 services."));
}

QTEST_MAIN(tst_mainwindow)
#include "tst_mainwindow.moc"
