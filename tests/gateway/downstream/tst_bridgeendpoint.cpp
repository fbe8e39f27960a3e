// SPDX-License-Identifier: MIT
#include "gateway/downstream/bridgeendpoint.h"

#include "tests/support/rawpeer.h"
#include "tests/support/testhome.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;

namespace {

/// A bridge that says what it is told to.
class RawBridge : public RawPeer {
public:
    explicit RawBridge(const QString &socket, const QByteArray &bytes = {})
        : RawPeer(socket)
    {
        if (!isConnected())
            qFatal("nobody listens");
        send(bytes);
    }

    QString refusal() const
    {
        const auto first = link::decodeWelcome(lines().isEmpty() ? QByteArray() : lines().first());
        return first.ok() && first->link == 0 ? first->refusalCode : QStringLiteral("none");
    }
};

const QByteArray hello = R"({"pasarelaLink":1,"client":"claude-desktop","project":"/work","pid":42,"version":"1.2"})"
                         "\n";
const QByteArray ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})"
                        "\n";

/// Keeps the clients that arrive, and what they say.
struct Clients {
    struct Client {
        std::unique_ptr<mcp::Transport> transport;
        mcp::ClientInfo info;
        QList<QByteArray> received;
        int unreadable = 0;
        int finished = 0;
        int closed = 0;
    };

    void take(std::unique_ptr<mcp::Transport> transport, mcp::ClientInfo info)
    {
        auto client = std::make_unique<Client>();
        Client *const raw = client.get();
        raw->transport = std::move(transport);
        raw->info = std::move(info);
        QObject::connect(raw->transport.get(), &mcp::Transport::received, raw->transport.get(),
                         [raw](const mcp::Message &message) { raw->received.append(message.bytes()); });
        QObject::connect(raw->transport.get(), &mcp::Transport::unreadable, raw->transport.get(),
                         [raw] { ++raw->unreadable; });
        QObject::connect(raw->transport.get(), &mcp::Transport::finished, raw->transport.get(),
                         [raw] { ++raw->finished; });
        QObject::connect(raw->transport.get(), &mcp::Transport::closed, raw->transport.get(), [raw] { ++raw->closed; });
        all.push_back(std::move(client));
        raw->transport->start();
    }

    std::vector<std::unique_ptr<Client>> all;
};

} // namespace

class tst_bridgeendpoint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void welcomesABridgeWithTheEpoch();
    void handsTheBridgeOverAsAClient();
    void takesAHelloWithoutAClientsName();
    void takesAHelloOfALaterVersionAndSpeaksTheLower();
    void readsMessagesThatCameWithTheHello();
    void readsAHelloInPieces();
    void carriesMessagesBothWays();
    void reportsTheEndOfTheClientsInput();
    void reportsABridgeThatWentAway();
    void tellsItsBridgesWhenItStops();
    void takesNoMoreBridgesOnceStopped();
    void refusesWhatIsNoHello_data();
    void refusesWhatIsNoHello();
    void refusesAHelloThatDoesNotEnd();
    void refusesABridgeThatSaysNothing();
    void refusesProcessesThatTheGatewayStarted();
    void refusesMoreBridgesThanItsLimit();
    void makesRoomWhenABridgeEnds();
    void makesRoomForANewBridgeAmongSilentOnes();
    void servesABridgeWhileTenThousandConnect();
    void survivesAClientThatIsDroppedAtOnce();

private:
    void start(BridgeEndpoint::Limits limits = {});

    std::unique_ptr<TestHome> m_home;
    QString m_socket;
    ProcessLookup m_processes;
    Clients m_clients;
    std::unique_ptr<BridgeEndpoint> m_endpoint;
};

void tst_bridgeendpoint::init()
{
    m_home = std::make_unique<TestHome>();
    m_processes = ProcessLookup();
}

void tst_bridgeendpoint::cleanup()
{
    m_clients.all.clear();
    m_endpoint.reset();
}

void tst_bridgeendpoint::start(BridgeEndpoint::Limits limits)
{
    const auto paths = Paths::locate(m_home->path());
    QVERIFY(paths.ok());
    QVERIFY(paths->create().ok());
    m_socket = paths->mcpSocket();
    m_endpoint = std::make_unique<BridgeEndpoint>(*paths, "e55", limits, m_processes);
    m_endpoint->onNewClient([this](std::unique_ptr<mcp::Transport> transport, mcp::ClientInfo info) {
        m_clients.take(std::move(transport), std::move(info));
    });
    const Result<void> started = m_endpoint->start();
    QVERIFY2(started.ok(), started.ok() ? "" : qPrintable(started.error().detail));
}

void tst_bridgeendpoint::welcomesABridgeWithTheEpoch()
{
    start();
    RawBridge bridge(m_socket, hello);
    QTRY_COMPARE(bridge.lines().size(), 1);
    const auto welcome = link::decodeWelcome(bridge.lines().first());
    QVERIFY(welcome.ok());
    QCOMPARE(welcome->link, 1);
    QCOMPARE(welcome->epoch, QByteArray("e55"));
    QCOMPARE(welcome->programVersion, QStringLiteral(PASARELA_VERSION));
}

void tst_bridgeendpoint::handsTheBridgeOverAsAClient()
{
    start();
    RawBridge bridge(m_socket, hello);
    QTRY_COMPARE(m_clients.all.size(), 1);
    const mcp::ClientInfo &info = m_clients.all.front()->info;
    QCOMPARE(info.client.text(), QStringLiteral("claude-desktop"));
    QCOMPARE(info.transport, QStringLiteral("bridge"));
    QCOMPARE(info.project, QStringLiteral("/work"));
    QCOMPARE(info.version, QStringLiteral("1.2"));
    QCOMPARE(info.processId, QCoreApplication::applicationPid()); // as the system tells, not as the bridge does
    QCOMPARE(m_clients.all.front()->transport->processId(), QCoreApplication::applicationPid());
    QCOMPARE(m_endpoint->bridges(), 1);
}

void tst_bridgeendpoint::takesAHelloWithoutAClientsName()
{
    start();
    RawBridge bridge(m_socket,
                     R"({"pasarelaLink":1,"client":null,"project":"","pid":1,"version":"1"})"
                     "\n");
    QTRY_COMPARE(m_clients.all.size(), 1);
    QVERIFY(m_clients.all.front()->info.client.isEmpty());
}

void tst_bridgeendpoint::takesAHelloOfALaterVersionAndSpeaksTheLower()
{
    start();
    RawBridge bridge(m_socket,
                     R"({"pasarelaLink":7,"client":"x","later":[1]})"
                     "\n");
    QTRY_COMPARE(bridge.lines().size(), 1);
    QCOMPARE(link::decodeWelcome(bridge.lines().first())->link, 1);
}

void tst_bridgeendpoint::readsMessagesThatCameWithTheHello()
{
    start();
    RawBridge bridge(m_socket, hello + ping + ping);
    QTRY_COMPARE(m_clients.all.size(), 1);
    QTRY_COMPARE(m_clients.all.front()->received, (QList<QByteArray>{ping.chopped(1), ping.chopped(1)}));
}

void tst_bridgeendpoint::readsAHelloInPieces()
{
    start();
    RawBridge bridge(m_socket);
    for (const char &c : hello) {
        bridge.send(QByteArrayView(&c, 1));
        QCoreApplication::processEvents();
    }
    QTRY_COMPARE(m_clients.all.size(), 1);
}

void tst_bridgeendpoint::carriesMessagesBothWays()
{
    start();
    RawBridge bridge(m_socket, hello);
    QTRY_COMPARE(m_clients.all.size(), 1);
    bridge.send("garbage\n" + ping);
    QTRY_COMPARE(m_clients.all.front()->received, (QList<QByteArray>{ping.chopped(1)}));
    QCOMPARE(m_clients.all.front()->unreadable, 1);
    m_clients.all.front()->transport->send(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    QTRY_COMPARE(bridge.lines().size(), 2);
    QCOMPARE(bridge.lines().last(), QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
}

void tst_bridgeendpoint::reportsTheEndOfTheClientsInput()
{
    start();
    RawBridge bridge(m_socket, hello);
    QTRY_COMPARE(m_clients.all.size(), 1);
    bridge.send(ping + link::encode(link::InBand::Eof) + '\n');
    QTRY_COMPARE(m_clients.all.front()->finished, 1);
    QCOMPARE(m_clients.all.front()->received.size(), 1);
    QCOMPARE(m_clients.all.front()->unreadable, 0);
    QCOMPARE(m_clients.all.front()->closed, 0);
    m_clients.all.front()->transport->send("{}"); // it still reads
    QTRY_COMPARE(bridge.lines().size(), 2);
}

void tst_bridgeendpoint::reportsABridgeThatWentAway()
{
    start();
    RawBridge bridge(m_socket, hello);
    QTRY_COMPARE(m_clients.all.size(), 1);
    bridge.leave();
    QTRY_COMPARE(m_clients.all.front()->closed, 1);
    QCOMPARE(m_endpoint->bridges(), 0);
}

void tst_bridgeendpoint::tellsItsBridgesWhenItStops()
{
    start();
    RawBridge one(m_socket, hello);
    RawBridge two(m_socket, hello);
    RawBridge silent(m_socket);
    QTRY_COMPARE(m_clients.all.size(), 2);
    m_endpoint->stop();
    QTRY_COMPARE(one.lines().size(), 2);
    QTRY_COMPARE(two.lines().size(), 2);
    QCOMPARE(one.lines().last(), link::encode(link::InBand::Draining));
    QVERIFY(!one.hasEnded()); // answers still come
    QTRY_VERIFY(silent.hasEnded());
}

void tst_bridgeendpoint::takesNoMoreBridgesOnceStopped()
{
    start();
    m_endpoint->stop();
    const auto connected = connectLocal(m_socket, 10ms);
    QVERIFY(!connected.ok());
    QCOMPARE(connected.error().code, Error::Code::NotFound);
}

void tst_bridgeendpoint::refusesWhatIsNoHello_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("text") << QByteArray("GET / HTTP/1.1");
    QTest::newRow("message") << ping.chopped(1);
    QTest::newRow("version 0") << QByteArray(R"({"pasarelaLink":0})");
    QTest::newRow("text for a version") << QByteArray(R"({"pasarelaLink":"eof"})");
    QTest::newRow("broken") << QByteArray(R"({"pasarelaLink":1,)");
    QTest::newRow("not UTF-8") << QByteArray("{\"pasarelaLink\":1,\"client\":\"\xff\"}");
}

void tst_bridgeendpoint::refusesWhatIsNoHello()
{
    QFETCH(QByteArray, line);
    start();
    RawBridge bridge(m_socket, line + '\n' + ping);
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(bridge.lines().size(), 1);
    QCOMPARE(bridge.refusal(), QStringLiteral("P-302"));
    QVERIFY(m_clients.all.empty());
}

void tst_bridgeendpoint::refusesAHelloThatDoesNotEnd()
{
    start();
    RawBridge bridge(m_socket, R"({"pasarelaLink":1,"client":")" + QByteArray(link::helloLimit, 'x'));
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(bridge.refusal(), QStringLiteral("P-301"));
}

void tst_bridgeendpoint::refusesABridgeThatSaysNothing()
{
    QCOMPARE(BridgeEndpoint::Limits().hello, 3000ms);
    BridgeEndpoint::Limits limits;
    limits.hello = 10ms;
    start(limits);
    RawBridge bridge(m_socket, hello.first(20));
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(bridge.refusal(), QStringLiteral("P-202"));
    RawBridge fast(m_socket, hello); // whose time does not run on
    QTRY_COMPARE(m_clients.all.size(), 1);
    RawBridge another(m_socket);
    QTRY_VERIFY(another.hasEnded());
    QVERIFY(!fast.hasEnded());
}

void tst_bridgeendpoint::refusesProcessesThatTheGatewayStarted()
{
    // This process is the gateway and the bridge: as if something we started had started it.
    const qint64 self = QCoreApplication::applicationPid();
    m_processes.parentOf = [self](qint64 pid) { return pid == self ? qint64(4711) : self; };
    m_processes.startTimeOf = [](qint64) { return qint64(1); };
    start();
    RawBridge bridge(m_socket, hello + ping);
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(bridge.refusal(), QStringLiteral("P-105"));
    QVERIFY(m_clients.all.empty());
}

void tst_bridgeendpoint::refusesMoreBridgesThanItsLimit()
{
    QCOMPARE(BridgeEndpoint::Limits().bridges, 256);
    BridgeEndpoint::Limits limits;
    limits.bridges = 2;
    start(limits);
    RawBridge one(m_socket, hello);
    RawBridge two(m_socket, hello);
    QTRY_COMPARE(m_clients.all.size(), 2);
    RawBridge three(m_socket, hello);
    QTRY_VERIFY(three.hasEnded());
    QCOMPARE(three.refusal(), QStringLiteral("P-301"));
    QVERIFY(!one.hasEnded() && !two.hasEnded());
}

void tst_bridgeendpoint::makesRoomWhenABridgeEnds()
{
    BridgeEndpoint::Limits limits;
    limits.bridges = 1;
    start(limits);
    RawBridge one(m_socket, hello);
    QTRY_COMPARE(m_clients.all.size(), 1);
    m_clients.all.clear(); // the owner dropped it
    RawBridge two(m_socket, hello);
    QTRY_COMPARE(m_clients.all.size(), 1);
    two.leave();
    QTRY_COMPARE(m_clients.all.front()->closed, 1);
    RawBridge three(m_socket, hello);
    QTRY_COMPARE(m_clients.all.size(), 2);
}

void tst_bridgeendpoint::makesRoomForANewBridgeAmongSilentOnes()
{
    BridgeEndpoint::Limits limits;
    limits.silent = 3;
    limits.hello = 60s;
    start(limits);
    std::vector<std::unique_ptr<RawBridge>> silent;
    for (int i = 0; i < 5; ++i) {
        silent.push_back(std::make_unique<RawBridge>(m_socket));
        QCoreApplication::processEvents();
    }
    RawBridge bridge(m_socket, hello);
    QTRY_COMPARE(m_clients.all.size(), 1);
    QTRY_VERIFY(silent[0]->hasEnded() && silent[1]->hasEnded());
    QVERIFY(!silent.back()->hasEnded());
}

void tst_bridgeendpoint::servesABridgeWhileTenThousandConnect()
{
    start();
    RawBridge bridge(m_socket, hello);
    QTRY_COMPARE(m_clients.all.size(), 1);
    QTRY_COMPARE(bridge.lines().size(), 1); // the welcome
    QObject::connect(m_clients.all.front()->transport.get(), &mcp::Transport::received, m_endpoint.get(),
                     [this] { m_clients.all.front()->transport->send(R"({"jsonrpc":"2.0","id":1,"result":{}})"); });
    for (int i = 0; i < 10000; i += 100) {
        std::vector<Result<std::unique_ptr<ByteStream>>> crowd;
        for (int k = 0; k < 100; ++k)
            crowd.push_back(connectLocal(m_socket, 1ms)); // or is told that too many wait
        const qsizetype answers = bridge.lines().size();
        bridge.send(ping);
        QTRY_COMPARE(bridge.lines().size(), answers + 1);
    }
    RawBridge last(m_socket, hello);
    QTRY_COMPARE(m_clients.all.size(), 2);
    QVERIFY(!bridge.hasEnded());
}

void tst_bridgeendpoint::survivesAClientThatIsDroppedAtOnce()
{
    start();
    m_endpoint->onNewClient(
        [](std::unique_ptr<mcp::Transport> transport, const mcp::ClientInfo &) { transport.reset(); });
    RawBridge bridge(m_socket, hello + ping);
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(m_endpoint->bridges(), 0);
}

QTEST_GUILESS_MAIN(tst_bridgeendpoint)
#include "tst_bridgeendpoint.moc"
