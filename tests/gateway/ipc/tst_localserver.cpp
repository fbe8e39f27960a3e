// SPDX-License-Identifier: MIT
#include "gateway/ipc/localserver.h"

#include "gateway/base/paths.h"
#include "tests/support/testhome.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <vector>

using namespace pasarela;
using namespace pasarela::test;

class tst_localserver : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<pasarela::Error>(); }
    void carriesBytesBothWays();
    void takesManyClientsAtOnce();
    void namesTheProcessOfTheOtherEnd();
    void nobodyThereIsNotFound();
    void closesAConnectionThatNobodyTakes();
    void mayBeDestroyedInNewConnection();
    void takesNoConnectionAfterClose();
    void listensAgainAfterTheFirstServerIsGone();
    void twoHomesDoNotMeet();
};

namespace {

/// A server that keeps what arrives and sends everything back.
class Echo {
public:
    explicit Echo(const QString &name)
    {
        listening = server.listen(name);
        QObject::connect(&server, &LocalServer::newConnection, &server, [this] {
            streams.push_back(server.takeStream());
            ByteStream *stream = streams.back().get();
            QObject::connect(stream, &ByteStream::received, stream,
                             [stream](QByteArrayView bytes) { stream->write(bytes); });
            stream->resume();
        });
    }

    LocalServer server;
    Result<void> listening;
    std::vector<std::unique_ptr<ByteStream>> streams;
};

struct Client {
    explicit Client(const QString &name)
    {
        auto connected = connectLocal(name);
        if (!connected) {
            std::puts(qPrintable(connected.error().detail));
            return;
        }
        stream = std::move(*connected);
        QObject::connect(stream.get(), &ByteStream::received, stream.get(),
                         [this](QByteArrayView bytes) { got.append(bytes); });
        stream->resume();
    }
    std::unique_ptr<ByteStream> stream;
    QByteArray got;
};

} // namespace

void tst_localserver::carriesBytesBothWays()
{
    const TestHome home;
    const QString name = Paths::locate(home.path())->mcpSocket();
    const Echo echo(name);
    QVERIFY2(echo.listening.ok(), qPrintable(echo.listening.ok() ? QString() : echo.listening.error().detail));
    const Client client(name);
    QVERIFY(client.stream);
    const QByteArray sent = QByteArray(3'000'000, 'm') + "end";
    client.stream->write(sent);
    QTRY_COMPARE_WITH_TIMEOUT(client.got.size(), sent.size(), 20'000);
    QCOMPARE(client.got, sent);
}

void tst_localserver::takesManyClientsAtOnce()
{
    const TestHome home;
    const QString name = Paths::locate(home.path())->mcpSocket();
    const Echo echo(name);
    std::vector<std::unique_ptr<QProcess>> clients;
    for (int i = 0; i < 20; ++i) {
        clients.push_back(std::make_unique<QProcess>());
        clients.back()->start(QCoreApplication::applicationFilePath(),
                              {QStringLiteral("client"), name, QString::number(i)});
    }
    for (const auto &client : clients) {
        QTRY_COMPARE_WITH_TIMEOUT(client->state(), QProcess::NotRunning, 60'000);
        QCOMPARE(client->readAllStandardOutput().trimmed(), QByteArray("same"));
    }
    QCOMPARE(echo.streams.size(), size_t(20));
}

void tst_localserver::namesTheProcessOfTheOtherEnd()
{
    const TestHome home;
    const QString name = Paths::locate(home.path())->controlSocket();
    const Echo echo(name);
    QProcess other;
    other.start(QCoreApplication::applicationFilePath(),
                {QStringLiteral("client"), name, QStringLiteral("0"), QStringLiteral("stay")});
    QTRY_COMPARE(echo.streams.size(), size_t(1));
    QCOMPARE(echo.streams.front()->peerProcessId(), other.processId());
    QTRY_VERIFY_WITH_TIMEOUT(other.bytesAvailable() > 0, 30'000);
    QCOMPARE(other.readAllStandardOutput().trimmed(), QByteArray("same"));
    other.closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(other.state(), QProcess::NotRunning, 30'000);
    const Client client(name);
    QCOMPARE(client.stream->peerProcessId(), QCoreApplication::applicationPid());
}

void tst_localserver::nobodyThereIsNotFound()
{
    const TestHome home;
    const auto paths = Paths::locate(home.path());
    QCOMPARE(connectLocal(paths->mcpSocket()).error().code, Error::Code::NotFound); // no folder
    QVERIFY(paths->create().ok());
    QCOMPARE(connectLocal(paths->mcpSocket()).error().code, Error::Code::NotFound);
}

void tst_localserver::closesAConnectionThatNobodyTakes()
{
    const TestHome home;
    const QString name = Paths::locate(home.path())->mcpSocket();
    LocalServer server;
    QSignalSpy arrived(&server, &LocalServer::newConnection);
    QVERIFY(server.listen(name).ok());
    const Client client(name);
    QVERIFY(client.stream);
    QSignalSpy closed(client.stream.get(), &ByteStream::closed);
    QTRY_COMPARE(arrived.count(), 1);
    QTRY_COMPARE(closed.count(), 1);
    QVERIFY(!server.takeStream());
}

void tst_localserver::mayBeDestroyedInNewConnection()
{
    const TestHome home;
    const QString name = Paths::locate(home.path())->mcpSocket();
    auto server = std::make_unique<LocalServer>();
    QVERIFY(server->listen(name).ok());
    connect(server.get(), &LocalServer::newConnection, this, [&server] { server.reset(); });
    const Client client(name);
    QSignalSpy closed(client.stream.get(), &ByteStream::closed);
    QTRY_VERIFY(!server);
    QTRY_COMPARE(closed.count(), 1);
    QCOMPARE(connectLocal(name).error().code, Error::Code::NotFound);
}

void tst_localserver::takesNoConnectionAfterClose()
{
    const TestHome home;
    const QString name = Paths::locate(home.path())->mcpSocket();
    Echo echo(name);
    const Client before(name);
    QTRY_COMPARE(echo.streams.size(), size_t(1));
    echo.server.close();
    QCOMPARE(connectLocal(name).error().code, Error::Code::NotFound);
    before.stream->write("still here");
    QTRY_COMPARE(before.got, QByteArray("still here"));
}

void tst_localserver::listensAgainAfterTheFirstServerIsGone()
{
    const TestHome home;
    const QString name = Paths::locate(home.path())->mcpSocket();
    for (int i = 0; i < 3; ++i) {
        const Echo echo(name);
        QVERIFY(echo.listening.ok());
        const Client client(name);
        QVERIFY(client.stream);
        client.stream->write("x");
        QTRY_COMPARE(client.got, QByteArray("x"));
    }
}

void tst_localserver::twoHomesDoNotMeet()
{
    const TestHome one;
    const TestHome other;
    const Echo echo(Paths::locate(one.path())->mcpSocket());
    QVERIFY(echo.listening.ok());
    QCOMPARE(connectLocal(Paths::locate(other.path())->mcpSocket()).error().code, Error::Code::NotFound);
}

namespace {

/// Sends its number through the server at `name` and compares; with "stay" it lives on until its stdin ends.
int runClient(const QStringList &arguments)
{
    Client client(arguments.at(2));
    const QByteArray sent = arguments.at(3).toLatin1().rightJustified(100'000, '.');
    if (!client.stream)
        return 1;
    client.stream->write(sent);
    const bool same =
        QTest::qWaitFor([&client, &sent] { return client.got.size() == sent.size(); }, 30'000) && client.got == sent;
    std::puts(same ? "same" : "different");
    std::fflush(stdout);
    if (arguments.size() > 4)
        while (std::getchar() != EOF) { }
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc > 3 && QByteArrayView(argv[1]) == "client")
        return runClient(app.arguments());
    tst_localserver test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "tst_localserver.moc"
