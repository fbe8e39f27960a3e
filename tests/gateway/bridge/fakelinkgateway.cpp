// SPDX-License-Identifier: MIT
#include "tests/gateway/bridge/fakelinkgateway.h"

#include "gateway/mcp/messagescanner.h"

#include <algorithm>

namespace pasarela::test {

QByteArray resultLine(const QByteArray &id, const QByteArray &result)
{
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}\n";
}

FakeLinkGateway::FakeLinkGateway(const QString &socket)
    : m_socket(socket)
{
    link::Welcome first;
    first.epoch = "41";
    first.programVersion = QStringLiteral("9.9");
    welcome = link::encode(first);
    answer = [this](const QByteArray &method, const QByteArray &id) {
        return method == "initialize" ? resultLine(id, "{\"protocolVersion\":\"" + version + "\"}") : resultLine(id);
    };
}

FakeLinkGateway::~FakeLinkGateway()
{
    crash();
}

void FakeLinkGateway::start()
{
    lines.clear();
    m_server = std::make_unique<LocalServer>();
    connect(m_server.get(), &LocalServer::newConnection, this, &FakeLinkGateway::onConnection);
    const Result<void> listening = m_server->listen(m_socket);
    if (!listening.ok())
        qFatal("%s", qPrintable(listening.error().detail));
}

void FakeLinkGateway::crash()
{
    m_server.reset();
    for (const auto &bridge : m_bridges) {
        bridge->stream->disconnect(this);
        bridge->stream->abort();
        bridge->stream.release()->deleteLater();
    }
    m_bridges.clear();
}

void FakeLinkGateway::send(const QByteArray &bytes)
{
    for (const auto &bridge : m_bridges)
        bridge->stream->write(bytes);
}

void FakeLinkGateway::stopReading()
{
    m_reading = false;
    for (const auto &bridge : m_bridges)
        bridge->stream->pause();
}

void FakeLinkGateway::readAgain()
{
    m_reading = true;
    for (const auto &bridge : m_bridges)
        bridge->stream->resume();
}

qint64 FakeLinkGateway::bytesQueued() const
{
    qint64 all = 0;
    for (const auto &bridge : m_bridges)
        all += bridge->stream->bytesQueued();
    return all;
}

QList<QByteArray> FakeLinkGateway::methods() const
{
    QList<QByteArray> all;
    for (const QByteArray &line : lines) {
        mcp::MessageScanner scanner;
        scanner.feed(line);
        all.append(scanner.method());
    }
    return all;
}

void FakeLinkGateway::onConnection()
{
    auto connection = std::make_unique<Connection>();
    connection->stream = m_server->takeStream();
    Connection *const raw = connection.get();
    connect(raw->stream.get(), &ByteStream::received, this,
            [this, raw](QByteArrayView bytes) { onReceived(raw, bytes); });
    connect(raw->stream.get(), &ByteStream::finished, this, [this, raw] { forget(raw); });
    connect(raw->stream.get(), &ByteStream::closed, this, [this, raw] { forget(raw); });
    m_bridges.push_back(std::move(connection));
    raw->stream->resume();
}

void FakeLinkGateway::forget(Connection *connection)
{
    const auto found = std::find_if(m_bridges.begin(), m_bridges.end(),
                                    [&](const auto &bridge) { return bridge.get() == connection; });
    if (found == m_bridges.end())
        return;
    connection->stream->disconnect(this);
    connection->stream->abort();
    connection->stream.release()->deleteLater();
    m_bridges.erase(found);
}

void FakeLinkGateway::onReceived(Connection *connection, QByteArrayView bytes)
{
    received += bytes.size();
    if (!keepLines && connection->greeted)
        return;
    connection->partial.append(bytes);
    for (qsizetype end = connection->partial.indexOf('\n'); end >= 0; end = connection->partial.indexOf('\n')) {
        const QByteArray line = connection->partial.first(end);
        connection->partial.remove(0, end + 1);
        onLine(connection, line);
        if (std::none_of(m_bridges.begin(), m_bridges.end(), [&](const auto &b) { return b.get() == connection; }))
            return; // the test has stopped us
    }
}

void FakeLinkGateway::onLine(Connection *connection, const QByteArray &line)
{
    if (!connection->greeted) {
        connection->greeted = true;
        hellos.append(line);
        if (!welcome.isEmpty())
            connection->stream->write(welcome + '\n');
        if (!m_reading)
            connection->stream->pause();
        return;
    }
    lines.append(line);
    mcp::MessageScanner scanner;
    scanner.feed(line);
    if (scanner.kind() != mcp::MessageScanner::Kind::Request || scanner.id().isEmpty() || !answer)
        return;
    const QByteArray reply = answer(scanner.method(), scanner.id());
    if (!reply.isEmpty())
        connection->stream->write(reply);
}

} // namespace pasarela::test
