// SPDX-License-Identifier: MIT
#include "app/application.h"
#include "gateway/launch/processcontrol.h"
#include "tests/support/testhome.h"

#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;

/// The real tray app with the real gateway: who starts whom, and who outlives
/// whom.
class tst_trayapp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void startsTheGateway();
    void aKilledGatewayIsStartedAgain();
    void aKilledTrayLeavesTheGatewayToTheNextOne();
    void stopHoldsUntilStart();
    void restartGivesAnotherProcess();
    void aStopFromTheCommandLineIsShownAndKept();
    void quitEndsTheTrayAndKeepsTheGateway();
    void aSecondStartAsksTheFirst();
    void saysWhatItIsWithoutADisplay_data();
    void saysWhatItIsWithoutADisplay();
    void saysWhyNoWindowCanBeShown();
    void refusesWhatItDoesNotUnderstand_data();
    void refusesWhatItDoesNotUnderstand();

private:
    QProcess &startTray(const QStringList &arguments = {});
    /// Runs a program to its end.
    int run(const QString &program, const QStringList &arguments, QByteArray *output = nullptr);
    /// pasarela where a QApplication finds no display.
    int runWithoutDisplay(const QStringList &arguments, QByteArray *output);
    std::optional<ProcessIdentity> ask() const;
    /// A gateway that answers and is not `other`.
    ProcessIdentity gatewayOtherThan(const ProcessIdentity &other = {}) const;
    bool hasStopWish() const { return StopWish::read(*m_paths).has_value(); }

    std::unique_ptr<TestHome> m_home;
    std::unique_ptr<Paths> m_paths;
    std::vector<std::unique_ptr<QProcess>> m_trays;
};

namespace {

// Programs start slowly on a machine that is busy with other tests.
constexpr int patience = 30000;

} // namespace

void tst_trayapp::initTestCase()
{
    for (const char *name : {"pasarela", "pasarela-gateway"})
        QVERIFY2(QFile::exists(builtProgram(QString::fromLatin1(name))), name);
    // The test itself has no gateway beside it.
    qputenv("PASARELA_GATEWAY", builtProgram(QStringLiteral("pasarela-gateway")).toLocal8Bit());
}

void tst_trayapp::init()
{
    m_home = std::make_unique<TestHome>();
    m_home->write(QStringLiteral("pasarela.json"),
                  R"({"enclaves":{"wiki":{"enabled":false,"stdio":{"command":"cat"}}}})");
    Result<Paths> paths = Paths::locate(m_home->path());
    QVERIFY(paths && paths->create());
    m_paths = std::make_unique<Paths>(*paths);
}

void tst_trayapp::cleanup()
{
    for (const std::unique_ptr<QProcess> &tray : m_trays) {
        tray->kill();
        tray->waitForFinished();
    }
    m_trays.clear();
    // Nobody is left who would start another one.
    if (const std::optional<ProcessIdentity> gateway = ask()) {
        const Result<void> killed = killProcess(*gateway);
        QVERIFY(killed || killed.error().code == Error::Code::NotFound);
        QTRY_VERIFY_WITH_TIMEOUT(!isRunning(*gateway), patience);
    }
}

QProcess &tst_trayapp::startTray(const QStringList &arguments)
{
    m_trays.push_back(std::make_unique<QProcess>());
    QProcess &tray = *m_trays.back();
    tray.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    tray.start(builtProgram(QStringLiteral("pasarela")),
               QStringList{QStringLiteral("--home"), m_home->path()} + arguments);
    return tray;
}

int tst_trayapp::run(const QString &program, const QStringList &arguments, QByteArray *output)
{
    QProcess process;
    process.start(builtProgram(program), QStringList{QStringLiteral("--home"), m_home->path()} + arguments);
    const bool ended = QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }, patience);
    if (output)
        *output = process.readAllStandardOutput() + process.readAllStandardError();
    return ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

int tst_trayapp::runWithoutDisplay(const QStringList &arguments, QByteArray *output)
{
    qputenv("QT_QPA_PLATFORM", "no-such-platform");
    const int code = run(QStringLiteral("pasarela"), arguments, output);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return code;
}

std::optional<ProcessIdentity> tst_trayapp::ask() const
{
    std::optional<Result<GatewayIdentity>> answer;
    ControlClient client(*m_paths);
    client.connectToGateway(5s, [&answer](const Result<GatewayIdentity> &identity) { answer = identity; });
    if (!QTest::qWaitFor([&answer] { return answer.has_value(); }, patience) || !answer->ok())
        return std::nullopt;
    return ProcessIdentity{(*answer)->processId, (*answer)->startTime};
}

ProcessIdentity tst_trayapp::gatewayOtherThan(const ProcessIdentity &other) const
{
    ProcessIdentity found;
    const bool there = QTest::qWaitFor(
        [&] {
            const std::optional<ProcessIdentity> answered = ask();
            found = answered.value_or(ProcessIdentity());
            return answered && *answered != other;
        },
        patience);
    return there ? found : ProcessIdentity();
}

void tst_trayapp::startsTheGateway()
{
    startTray();
    const ProcessIdentity gateway = gatewayOtherThan();
    QVERIFY(isRunning(gateway));
}

void tst_trayapp::aKilledGatewayIsStartedAgain()
{
    startTray({QStringLiteral("--minimized")});
    const ProcessIdentity first = gatewayOtherThan();
    QVERIFY(isRunning(first));
    QVERIFY(killProcess(first));
    const ProcessIdentity second = gatewayOtherThan(first);
    QVERIFY(isRunning(second));
    QVERIFY(!hasStopWish());
}

void tst_trayapp::aKilledTrayLeavesTheGatewayToTheNextOne()
{
    QProcess &tray = startTray();
    const ProcessIdentity gateway = gatewayOtherThan();
    QVERIFY(isRunning(gateway));
    tray.kill();
    QTRY_COMPARE_WITH_TIMEOUT(tray.state(), QProcess::NotRunning, patience);
    QVERIFY(isRunning(gateway));
    QCOMPARE(ask(), std::optional(gateway));

    startTray();
    QCOMPARE(gatewayOtherThan(), gateway);
    // That the next one supervises what it did not start shows when that ends.
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_home->file(QStringLiteral("run/tray.lock"))), patience);
    QVERIFY(killProcess(gateway));
    QVERIFY(isRunning(gatewayOtherThan(gateway)));
}

void tst_trayapp::stopHoldsUntilStart()
{
    // In this process, so that its buttons can be pressed.
    SingleInstance instance(*m_paths);
    QVERIFY(instance.acquire());
    Application tray(*m_paths, instance, QStringLiteral("en"));
    tray.begin(false);
    const ProcessIdentity gateway = gatewayOtherThan();
    QVERIFY(isRunning(gateway));
    const auto button = [](const char *name) {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (auto *found = widget->findChild<QPushButton *>(QString::fromLatin1(name)))
                return found;
        }
        return static_cast<QPushButton *>(nullptr);
    };
    QTRY_VERIFY_WITH_TIMEOUT(button("restart")->isEnabled(), patience); // it runs

    button("stop")->click();
    QVERIFY(hasStopWish());
    QTRY_VERIFY_WITH_TIMEOUT(!isRunning(gateway), patience);
    QTRY_VERIFY_WITH_TIMEOUT(button("start")->isVisible(), patience);
    QVERIFY(hasStopWish());
    QVERIFY(!ask());

    button("start")->click();
    QVERIFY(!hasStopWish());
    QVERIFY(isRunning(gatewayOtherThan(gateway)));
    QTRY_VERIFY_WITH_TIMEOUT(button("stop")->isVisible() && button("restart")->isEnabled(), patience);
    QVERIFY(!hasStopWish());
}

void tst_trayapp::restartGivesAnotherProcess()
{
    SingleInstance instance(*m_paths);
    QVERIFY(instance.acquire());
    LocalGateway access(*m_paths);
    GatewaySupervisor supervisor(access, QStringLiteral(PASARELA_VERSION));
    supervisor.begin();
    QTRY_COMPARE_WITH_TIMEOUT(supervisor.status().state, GatewayStatus::State::Running, patience);
    const ProcessIdentity first = gatewayOtherThan();
    supervisor.requestRestart();
    QTRY_VERIFY_WITH_TIMEOUT(!isRunning(first), patience);
    QTRY_COMPARE_WITH_TIMEOUT(supervisor.status().state, GatewayStatus::State::Running, patience);
    QVERIFY(isRunning(gatewayOtherThan(first)));
    QVERIFY(!hasStopWish());
}

void tst_trayapp::aStopFromTheCommandLineIsShownAndKept()
{
    LocalGateway access(*m_paths);
    GatewaySupervisor supervisor(access, QStringLiteral(PASARELA_VERSION));
    supervisor.begin();
    QTRY_COMPARE_WITH_TIMEOUT(supervisor.status().state, GatewayStatus::State::Running, patience);
    const ProcessIdentity gateway = gatewayOtherThan();
    QCOMPARE(run(QStringLiteral("pasarela-gateway"), {QStringLiteral("stop")}), 0);
    QTRY_COMPARE_WITH_TIMEOUT(supervisor.status().state, GatewayStatus::State::Stopped, patience);
    QVERIFY(!supervisor.status().wanted);
    QVERIFY(!isRunning(gateway));

    // Somebody starts it again, and the tray follows.
    QProcess other;
    other.start(builtProgram(QStringLiteral("pasarela-gateway")),
                {QStringLiteral("--home"), m_home->path(), QStringLiteral("run")});
    QTRY_COMPARE_WITH_TIMEOUT(supervisor.status().state, GatewayStatus::State::Running, patience);
    QVERIFY(supervisor.status().wanted);
    QCOMPARE(gatewayOtherThan().processId, other.processId());
    supervisor.requestStop();
    QTRY_COMPARE_WITH_TIMEOUT(other.state(), QProcess::NotRunning, patience);
}

void tst_trayapp::quitEndsTheTrayAndKeepsTheGateway()
{
    QCOMPARE(run(QStringLiteral("pasarela"), {QStringLiteral("--quit")}),
             0); // there is none: nothing to do
    QProcess &tray = startTray();
    const ProcessIdentity gateway = gatewayOtherThan();
    QCOMPARE(run(QStringLiteral("pasarela"), {QStringLiteral("--quit")}), 0);
    QTRY_COMPARE_WITH_TIMEOUT(tray.state(), QProcess::NotRunning, patience);
    QCOMPARE(tray.exitStatus(), QProcess::NormalExit);
    QCOMPARE(tray.exitCode(), 0);
    QVERIFY(isRunning(gateway));
    QVERIFY(!hasStopWish());
}

void tst_trayapp::aSecondStartAsksTheFirst()
{
    QProcess &tray = startTray();
    QVERIFY(isRunning(gatewayOtherThan()));
    QCOMPARE(run(QStringLiteral("pasarela"), {}), 0);
    QCOMPARE(run(QStringLiteral("pasarela"), {QStringLiteral("--minimized")}), 0);
    QCOMPARE(tray.state(), QProcess::Running);
}

void tst_trayapp::saysWhatItIsWithoutADisplay_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("said");
    QTest::newRow("about") << QStringLiteral("--about") << QStringLiteral("MIT");
    QTest::newRow("version") << QStringLiteral("--version") << QStringLiteral(PASARELA_VERSION);
    QTest::newRow("help") << QStringLiteral("--help") << QStringLiteral("--minimized");
    QTest::newRow("selftest") << QStringLiteral("--selftest") << QStringLiteral("ok       pasarela-gateway");
}

void tst_trayapp::saysWhatItIsWithoutADisplay()
{
    QFETCH(QString, option);
    QFETCH(QString, said);
    QByteArray output;
    const int code = runWithoutDisplay({option}, &output);
    QVERIFY2(code == 0, output);
    QVERIFY2(output.contains(said.toUtf8()), output);
}

void tst_trayapp::saysWhyNoWindowCanBeShown()
{
    for (const QStringList &arguments : {QStringList(), QStringList(QStringLiteral("--minimized"))}) {
        QByteArray output;
        const int code = runWithoutDisplay(arguments, &output);
        QVERIFY2(code == 1, output);
        QVERIFY2(output.startsWith("pasarela: no window can be shown here") && output.contains("--help"), output);
        // … and why, in Qt's words: a name that is no platform's, a library that is missing.
        QVERIFY2(output.contains("no-such-platform"), output);
    }
}

void tst_trayapp::refusesWhatItDoesNotUnderstand_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("said");
    QTest::newRow("an option that is none") << QStringLiteral("--minimised") << QStringLiteral("--help");
    QTest::newRow("a plan of nothing") << QStringLiteral("--plan")
                                       << QStringLiteral("--connect claude-desktop (--plan");
    QTest::newRow("a file for nothing") << QStringLiteral("--config=x") << QStringLiteral("--connect claude-desktop");
}

void tst_trayapp::refusesWhatItDoesNotUnderstand()
{
    QFETCH(QString, option);
    QFETCH(QString, said);
    QByteArray output;
    QCOMPARE(run(QStringLiteral("pasarela"), {option}, &output), 2);
    QVERIFY2(output.contains(said.toUtf8()), output);
    QCOMPARE(runWithoutDisplay({option}, &output), 2);
    QVERIFY2(output.startsWith("pasarela: ") && output.contains(said.toUtf8()), output);
}

QTEST_MAIN(tst_trayapp)
#include "tst_trayapp.moc"
