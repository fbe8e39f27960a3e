// SPDX-License-Identifier: MIT
#include "tests/gateway/credentials/keychaintoolprocess.h"
#include "tests/support/testhome.h"

#include <QStandardPaths>
#include <QTest>

#include <csignal>

using namespace pasarela::test;

/// A real Secret Service, GNOME's keyring, on a session bus of its own.
class tst_secretservice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void keepsReplacesAndRemovesSecrets();
    void aLockedKeyringIsNotAnEmptyOne();
    void aKeyringThatIsKilledIsGoneAndComesBack();
    void withoutAKeyringThereIsNoKeychain();
    void withoutABusThereIsNoKeychain();
    void aKeyringThatHangsIsTimedOut();
    void aSessionThatBeginsIsWaitedFor();

private:
    enum class Keyring { Unlocked, Locked };
    void startKeyring(Keyring state);
    void killKeyring();
    QString index() const { return m_home->file(QStringLiteral("index.json")); }

    std::unique_ptr<TestHome> m_home;
    std::unique_ptr<QProcess> m_bus;
    std::unique_ptr<QProcess> m_keyring;
    QProcessEnvironment m_environment;
};

namespace {

/// No program is started on demand: what runs is what the test starts.
const char busConfig[] = R"(<busconfig><type>session</type><listen>unix:dir=%1</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy></busconfig>)";
const char token[] = "github/work/token";

} // namespace

void tst_secretservice::initTestCase()
{
    for (const char *program : {"dbus-daemon", "gnome-keyring-daemon"}) {
        if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty())
            QSKIP(qPrintable(QStringLiteral("%1 is not installed, so there is no Secret Service to test with.")
                                 .arg(QLatin1String(program))));
    }
}

void tst_secretservice::init()
{
    m_home = std::make_unique<TestHome>();
    m_home->write(QStringLiteral("bus.conf"), QString::fromLatin1(busConfig).arg(m_home->path()).toUtf8());
    m_environment = QProcessEnvironment::systemEnvironment();
    for (const char *variable : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
        m_environment.insert(QLatin1String(variable), m_home->path());
    for (const char *variable : {"DISPLAY", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "KDE_FULL_SESSION"})
        m_environment.remove(QLatin1String(variable));
    m_bus = std::make_unique<QProcess>();
    m_bus->setProcessEnvironment(m_environment);
    m_bus->start(QStringLiteral("dbus-daemon"),
                 {QStringLiteral("--nofork"), QStringLiteral("--print-address"),
                  QStringLiteral("--config-file=") + m_home->file(QStringLiteral("bus.conf"))});
    QTRY_VERIFY(m_bus->canReadLine() || (m_bus->waitForReadyRead(100) && m_bus->canReadLine()));
    m_environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), QString::fromUtf8(m_bus->readLine().trimmed()));
}

void tst_secretservice::cleanup()
{
    killKeyring();
    if (m_bus) {
        m_bus->kill();
        m_bus->waitForFinished();
    }
}

/// The first time this makes the keyring, with this password.
void tst_secretservice::startKeyring(Keyring state)
{
    m_keyring = std::make_unique<QProcess>();
    m_keyring->setProcessEnvironment(m_environment);
    m_keyring->setProcessChannelMode(QProcess::MergedChannels);
    QStringList arguments{QStringLiteral("--foreground"), QStringLiteral("--components=secrets")};
    if (state == Keyring::Unlocked)
        arguments.append(QStringLiteral("--unlock"));
    m_keyring->start(QStringLiteral("gnome-keyring-daemon"), arguments);
    QVERIFY(m_keyring->waitForStarted());
    if (state == Keyring::Unlocked) {
        m_keyring->write("the keyring's password");
        QVERIFY(m_keyring->waitForBytesWritten());
    }
    m_keyring->closeWriteChannel();
    // It is there once anything but "no keychain" is said.
    KeychainToolProcess tool(m_home->file(QStringLiteral("other.json")), m_environment, 60, 30);
    const QByteArray said = tool.read("not/there/token");
    QVERIFY2(said.startsWith(state == Keyring::Unlocked ? "error P-102 " : "error P-504 "), said.constData());
}

void tst_secretservice::killKeyring()
{
    if (m_keyring) {
        m_keyring->kill();
        m_keyring->waitForFinished();
    }
    m_keyring.reset();
}

void tst_secretservice::keepsReplacesAndRemovesSecrets()
{
    startKeyring(Keyring::Unlocked);
    KeychainToolProcess tool(index(), m_environment);
    QCOMPARE(tool.write(token, "p\xc3\xa1ss \"word\"\n"), QByteArray("done"));
    QCOMPARE(tool.read(token), QByteArray("p\xc3\xa1ss \"word\"\n"));
    const QByteArray large(200000, 'x');
    QCOMPARE(tool.write(token, large), QByteArray("done"));
    QCOMPARE(tool.read(token), large);
    QCOMPARE(tool.write("github/private/token", "another"), QByteArray("done"));
    KeychainToolProcess again(index(), m_environment); // another run of the gateway
    QCOMPARE(again.read(token), large);
    QCOMPARE(again.ask(QByteArray("remove ") + token), QByteArray("done"));
    QVERIFY(again.read(token).startsWith("error P-102 "));
    QCOMPARE(again.read("github/private/token"), QByteArray("another"));
}

void tst_secretservice::aLockedKeyringIsNotAnEmptyOne()
{
    startKeyring(Keyring::Unlocked);
    {
        KeychainToolProcess tool(index(), m_environment);
        QCOMPARE(tool.write(token, "value"), QByteArray("done"));
    }
    killKeyring();
    startKeyring(Keyring::Locked);
    KeychainToolProcess tool(index(), m_environment);
    for (const QByteArray &said : {tool.read(token), tool.write(token, "new"), tool.ask("remove github/work/token")}) {
        QVERIFY2(said.startsWith("error P-504 "), said.constData());
        QVERIFY2(said.contains("Unlock it"), said.constData());
    }
}

void tst_secretservice::aKeyringThatIsKilledIsGoneAndComesBack()
{
    startKeyring(Keyring::Unlocked);
    KeychainToolProcess tool(index(), m_environment);
    QCOMPARE(tool.write(token, "value"), QByteArray("done"));
    killKeyring();
    const QByteArray said = tool.read(token);
    QVERIFY2(said.startsWith("error P-505 "), said.constData());
    startKeyring(Keyring::Unlocked);
    QCOMPARE(tool.read(token), QByteArray("value"));
    QCOMPARE(tool.write(token, "newer"), QByteArray("done"));
}

void tst_secretservice::withoutAKeyringThereIsNoKeychain()
{
    KeychainToolProcess tool(index(), m_environment);
    for (const QByteArray &said : {tool.read(token), tool.write(token, "value")}) {
        QVERIFY2(said.startsWith("error P-505 "), said.constData());
        QVERIFY2(said.contains("gnome-keyring"), said.constData()); // what to install
        QVERIFY2(said.contains("PASARELA_CREDENTIALS_FILE"), said.constData());
    }
}

void tst_secretservice::withoutABusThereIsNoKeychain()
{
    QProcessEnvironment environment = m_environment;
    environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), QStringLiteral("unix:path=/nowhere"));
    KeychainToolProcess tool(index(), environment);
    const QByteArray said = tool.read(token);
    QVERIFY2(said.startsWith("error P-505 "), said.constData());
}

void tst_secretservice::aKeyringThatHangsIsTimedOut()
{
    startKeyring(Keyring::Unlocked);
    KeychainToolProcess tool(index(), m_environment, 1);
    QCOMPARE(tool.write(token, "value"), QByteArray("done"));
    QCOMPARE(::kill(static_cast<pid_t>(m_keyring->processId()), SIGSTOP), 0);
    const QByteArray said = tool.read(token);
    QVERIFY2(said.startsWith("error P-202 "), said.constData());
    QCOMPARE(::kill(static_cast<pid_t>(m_keyring->processId()), SIGCONT), 0);
    QTRY_COMPARE(tool.read(token), QByteArray("value"));
}

void tst_secretservice::aSessionThatBeginsIsWaitedFor()
{
    KeychainToolProcess tool(index(), m_environment, 60, 60);
    tool.say(QByteArray("read ") + token);
    startKeyring(Keyring::Unlocked);
    const QByteArray said = tool.answer();
    QVERIFY2(said.startsWith("error P-102 "), said.constData());
}

QTEST_GUILESS_MAIN(tst_secretservice)
#include "tst_secretservice.moc"
