// SPDX-License-Identifier: MIT
#include "gateway/base/paths.h"
#include "tests/gateway/bridge/bridgefixture.h"
#include "tests/gateway/bridge/bridgeprocess.h"

#include <QTest>

#include <array>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace pasarela;
using namespace pasarela::test;

namespace {

/// A pipe that nobody reads, so that what goes there is stuck.
class UnreadPipe {
public:
    UnreadPipe()
    {
        if (::pipe(m_ends.data()) != 0)
            qFatal("no pipe");
    }
    ~UnreadPipe() { close(); }
    Q_DISABLE_COPY_MOVE(UnreadPipe)

    /// In the child.
    void becomeStandardOutput() const
    {
        ::dup2(m_ends[1], STDOUT_FILENO);
        ::close(m_ends[0]);
    }
    /// From now on nobody can read it.
    void close()
    {
        for (int &end : m_ends) {
            if (end >= 0)
                ::close(std::exchange(end, -1));
        }
    }

private:
    std::array<int, 2> m_ends = {-1, -1};
};

} // namespace

/// Signals and shared descriptors of the real executable.
class tst_bridgeprocess_unix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();

    void ignoresAnInterrupt();
    void endsAtOnceWhenAskedToWithCallsInFlight_data();
    void endsAtOnceWhenAskedToWithCallsInFlight();
    void endsWhenAskedToWhileItsOutputIsNotRead();
    void endsWhenNobodyReadsItsOutputAnyMore();
    void endsAtOnceWithoutStandardStreams_data();
    void endsAtOnceWithoutStandardStreams();
    void leavesSharedDescriptorsAsTheyWere_data();
    void leavesSharedDescriptorsAsTheyWere();

private:
    void startAndShakeHands(BridgeProcess &bridge);

    std::unique_ptr<TestHome> m_home;
    std::unique_ptr<FakeLinkGateway> m_gateway;
};

void tst_bridgeprocess_unix::init()
{
    m_gateway.reset();
    m_home = std::make_unique<TestHome>();
    const auto paths = Paths::locate(m_home->path());
    QVERIFY(paths.ok());
    QVERIFY(paths->create().ok());
    m_gateway = std::make_unique<FakeLinkGateway>(paths->mcpSocket());
    m_gateway->start();
}

void tst_bridgeprocess_unix::startAndShakeHands(BridgeProcess &bridge)
{
    bridge.start();
    bridge.say(initializeLine + initializedLine);
    QTRY_COMPARE(m_gateway->lines.size(), 2);
    QTRY_COMPARE(bridge.lines().size(), 1);
    bridge.takeOutput();
}

void tst_bridgeprocess_unix::ignoresAnInterrupt()
{
    BridgeProcess bridge(*m_home);
    startAndShakeHands(bridge);
    m_gateway->answer = nullptr;
    bridge.say(request("1"));
    QTRY_COMPARE(m_gateway->lines.size(), 3);
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(::kill(static_cast<pid_t>(bridge.processId()), SIGINT), 0);
        bridge.say(initializedLine);
        QTRY_COMPARE(m_gateway->lines.size(), 4 + i);
    }
    m_gateway->send(resultLine("1"));
    QTRY_COMPARE(bridge.output(), resultLine("1"));
}

void tst_bridgeprocess_unix::endsAtOnceWhenAskedToWithCallsInFlight_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGHUP") << SIGHUP;
}

void tst_bridgeprocess_unix::endsAtOnceWhenAskedToWithCallsInFlight()
{
    QFETCH(int, signal);
    BridgeProcess bridge(*m_home);
    startAndShakeHands(bridge);
    m_gateway->answer = nullptr;
    bridge.say(request("1"));
    QTRY_COMPARE(m_gateway->lines.size(), 3);
    QCOMPARE(::kill(static_cast<pid_t>(bridge.processId()), signal), 0);
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(bridge.exitStatus(), QProcess::NormalExit);
    QCOMPARE(bridge.exitCode(), 0);
    QCOMPARE(bridge.output(), QByteArray());
    QTRY_COMPARE(m_gateway->bridges(), 0);
}

void tst_bridgeprocess_unix::endsWhenAskedToWhileItsOutputIsNotRead()
{
    UnreadPipe output;
    BridgeProcess bridge(*m_home);
    bridge.setChildProcessModifier([&output] { output.becomeStandardOutput(); });
    bridge.start();
    bridge.say(initializeLine + initializedLine);
    QTRY_COMPARE(m_gateway->lines.size(), 2);
    m_gateway->send(R"({"jsonrpc":"2.0","method":"x","params":")" + QByteArray(16 * 1024 * 1024, 'x') + "\"}\n");
    QTRY_VERIFY(m_gateway->bytesQueued() > 0 && m_gateway->bytesQueued() < 16 * 1024 * 1024);
    ::kill(static_cast<pid_t>(bridge.processId()), SIGTERM);
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(bridge.exitCode(), 0);
}

void tst_bridgeprocess_unix::endsWhenNobodyReadsItsOutputAnyMore()
{
    UnreadPipe output;
    BridgeProcess bridge(*m_home);
    bridge.setChildProcessModifier([&output] { output.becomeStandardOutput(); });
    bridge.start();
    bridge.say(initializeLine + initializedLine);
    QTRY_COMPARE(m_gateway->lines.size(), 2);
    output.close();
    bridge.say(request("1"));
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(bridge.exitStatus(), QProcess::NormalExit); // no SIGPIPE
    QCOMPARE(bridge.exitCode(), 0);
}

void tst_bridgeprocess_unix::endsAtOnceWithoutStandardStreams_data()
{
    QTest::addColumn<QString>("closed");
    QTest::newRow("no stdin") << QStringLiteral("<&-");
    QTest::newRow("neither") << QStringLiteral("<&- >&-");
    QTest::newRow("none at all") << QStringLiteral("<&- >&- 2>&-");
}

void tst_bridgeprocess_unix::endsAtOnceWithoutStandardStreams()
{
    QFETCH(QString, closed);
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), QStringLiteral("exec \"$0\" --home \"$1\" ") + closed,
                 builtProgram(QStringLiteral("pasarela-bridge")), m_home->path()});
    QVERIFY(shell.waitForFinished(10000));
    QCOMPARE(shell.exitStatus(), QProcess::NormalExit);
    QCOMPARE(shell.exitCode(), 0);
}

void tst_bridgeprocess_unix::leavesSharedDescriptorsAsTheyWere_data()
{
    QTest::addColumn<bool>("asked");
    QTest::newRow("at end of file") << false;
    QTest::newRow("asked to end") << true;
}

void tst_bridgeprocess_unix::leavesSharedDescriptorsAsTheyWere()
{
    QFETCH(bool, asked);
    // What a shell's terminal is to the programs in it: the flags belong to all who have it open.
    std::array<int, 2> ends = {-1, -1};
    QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    const int before = ::fcntl(ends[1], F_GETFL);
    QCOMPARE(before & O_NONBLOCK, 0);

    BridgeProcess bridge(*m_home);
    bridge.setChildProcessModifier([&] {
        ::dup2(ends[1], STDIN_FILENO);
        ::dup2(ends[1], STDOUT_FILENO);
    });
    bridge.start();
    QTRY_COMPARE(m_gateway->bridges(), 1);
    QCOMPARE(::write(ends[0], initializeLine.constData(), static_cast<size_t>(initializeLine.size())),
             initializeLine.size());
    QTRY_COMPARE(m_gateway->lines.size(), 1);
    if (asked)
        ::kill(static_cast<pid_t>(bridge.processId()), SIGTERM);
    else
        ::shutdown(ends[0], SHUT_WR);
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(bridge.exitCode(), 0);
    QCOMPARE(::fcntl(ends[1], F_GETFL), before);
    ::close(ends[0]);
    ::close(ends[1]);
}

QTEST_GUILESS_MAIN(tst_bridgeprocess_unix)
#include "tst_bridgeprocess_unix.moc"
