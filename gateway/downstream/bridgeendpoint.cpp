// SPDX-License-Identifier: MIT
#include "gateway/downstream/bridgeendpoint.h"

#include <QCoreApplication>

#include <algorithm>

namespace pasarela {

BridgeEndpoint::BridgeEndpoint(const Paths &paths, QByteArray epoch, QObject *parent)
    : BridgeEndpoint(paths, std::move(epoch), Limits(), ProcessLookup(), parent)
{
}

BridgeEndpoint::BridgeEndpoint(const Paths &paths, QByteArray epoch, const Limits &limits, ProcessLookup processes,
                               QObject *parent)
    : Endpoint(parent)
    , m_socket(paths.mcpSocket())
    , m_epoch(std::move(epoch))
    , m_limits(limits)
    , m_processes(std::move(processes))
{
    connect(&m_server, &LocalServer::newConnection, this, &BridgeEndpoint::onConnection);
}

BridgeEndpoint::~BridgeEndpoint() = default;

Result<void> BridgeEndpoint::start()
{
    return m_server.listen(m_socket);
}

void BridgeEndpoint::stop()
{
    m_server.close();
    m_silent.clear();
    const QList<LinkClientTransport *> bridges = m_bridges;
    for (LinkClientTransport *bridge : bridges) {
        if (m_bridges.contains(bridge))
            bridge->drain();
    }
}

void BridgeEndpoint::onConnection()
{
    auto transport = std::make_unique<LinkClientTransport>(m_server.takeStream(), m_limits.hello);
    LinkClientTransport *const silent = transport.get();
    connect(silent, &LinkClientTransport::greeted, this,
            [this, silent](const link::Hello &hello) { onGreeted(silent, hello); });
    connect(silent, &mcp::Transport::closed, this, [this, silent] { dropSilent(silent); });
    if (std::ssize(m_silent) >= m_limits.silent)
        dropSilent(m_silent.front().get());
    m_silent.push_back(std::move(transport));
    silent->start();
}

void BridgeEndpoint::onGreeted(LinkClientTransport *transport, const link::Hello &hello)
{
    if (mayDescendFrom(transport->processId(), QCoreApplication::applicationPid(), m_processes)) {
        transport->refuse(errorCodeName(Error::Code::PermissionDenied),
                          QStringLiteral("A service that Pasarela started cannot use Pasarela itself."));
        return;
    }
    if (m_bridges.size() >= m_limits.bridges) {
        transport->refuse(errorCodeName(Error::Code::TooLarge),
                          QStringLiteral("Too many AI apps use Pasarela at once. Close one and try again."));
        return;
    }
    std::unique_ptr<LinkClientTransport> bridge = takeSilent(transport);
    m_bridges.append(transport);
    const auto forget = [this, transport] { m_bridges.removeOne(transport); };
    connect(transport, &mcp::Transport::closed, this, forget);
    connect(transport, &QObject::destroyed, this, forget);
    transport->welcome(m_epoch);

    mcp::ClientInfo info;
    info.client = ClientId(hello.client);
    info.transport = QStringLiteral("bridge");
    info.project = hello.project;
    info.processId = transport->processId();
    info.version = hello.programVersion;
    m_take(std::move(bridge), std::move(info));
}

std::unique_ptr<LinkClientTransport> BridgeEndpoint::takeSilent(LinkClientTransport *transport)
{
    const auto found = std::find_if(m_silent.begin(), m_silent.end(),
                                    [transport](const auto &silent) { return silent.get() == transport; });
    if (found == m_silent.end())
        return nullptr;
    std::unique_ptr<LinkClientTransport> taken = std::move(*found);
    m_silent.erase(found);
    taken->disconnect(this);
    return taken;
}

/// It may be emitting.
void BridgeEndpoint::dropSilent(LinkClientTransport *transport)
{
    if (std::unique_ptr<LinkClientTransport> dropped = takeSilent(transport))
        dropped.release()->deleteLater();
}

} // namespace pasarela
