// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/catalog/localtool.h"
#include "gateway/catalog/toolcatalog.h"
#include "gateway/mcp/endpoint.h"
#include "gateway/router/cataloguefiller.h"
#include "gateway/router/clientsession.h"
#include "gateway/router/livesessions.h"
#include "gateway/router/requestroutes.h"
#include "gateway/router/reverserouter.h"
#include "gateway/router/subscriptions.h"
#include "gateway/router/viewcache.h"
#include "gateway/session/routingpolicy.h"
#include "gateway/session/sessionpool.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace pasarela {

/// The crossing: clients on one side, sessions on the other. Requests go by RequestRoutes, servers' reverse
/// requests by ReverseRouter; notifications are spread here.
class Router : public QObject, private ClientHost {
    Q_OBJECT

public:
    /// `epoch`: random per gateway run; part of the ids of our own requests (spec/link.md, *Epoch*).
    /// `limits`: of each client.
    Router(SessionPool &pool, ToolCatalog &catalog, QByteArray epoch, const ClientSession::Limits &limits = {},
           QObject *parent = nullptr);
    ~Router() override;

    /// `provider` outlives this.
    void addLocalTools(LocalToolProvider &provider);
    /// `tell` gets each tool call once, when its outcome is known.
    void onCallEnded(AuditedCall::Tell tell) { m_callEnded = std::move(tell); }
    /// Who may use what from now on; clients hear of lists that are other ones by that.
    void setPolicy(RoutingPolicy policy);
    /// Starts enclaves that were never seen, so that their tools are known before a client asks.
    void fillCatalogue(const std::vector<EnclaveId> &enclaves);

    /// A client at the far end of `transport`, which is not started yet, until that closes.
    void addClient(std::unique_ptr<mcp::Transport> transport, mcp::ClientInfo info);
    /// In the order they came.
    std::vector<const ClientSession *> clients() const;
    const RoutingPolicy &policy() const { return m_policy; }
    /// `done` gets what a client of this profile would get for tools/list, raw JSON, from the event loop; services
    /// never seen are waited for, but no longer than `within`.
    void listTools(const ClientId &client, std::chrono::milliseconds within,
                   std::function<void(const QByteArray &)> done);

    /// Cancels what is in flight and ends all connections.
    void closeClients();

Q_SIGNALS:
    /// One has come, said who it is, or gone.
    void clientsChanged();

private:
    void clientOpened(ClientSession &client) override;
    QString instructionsFor(ClientSession &client) override;
    void route(ClientRequest &request) override;
    void routeNotification(ClientSession &client, const mcp::Message &notification) override;
    void logLevelChanged(ClientSession &client) override;
    void clientClosed(ClientSession &client) override;

    void onSessionReady(const SessionKey &key, UpstreamSession *session);
    void onSessionClosed(const SessionKey &key);
    void onServerNotification(const SessionKey &key, UpstreamSession &session, const mcp::Message &notification);
    void spreadUpdated(const SessionKey &key, const mcp::Message &notification);
    void spreadLog(const SessionKey &key, const mcp::Message &notification);
    void subscribeAgain(const SessionKey &key, UpstreamSession &session);
    void updateLogLevel();
    void sendLogLevel(UpstreamSession &session) const;
    std::optional<SessionTraffic::Owner> presentOwner(const SessionKey &key) const;
    void endSessionsOf(quint64 client);

    void viewsChanged();
    void announceChanges();
    ClientSession *findClient(quint64 number) const;

    SessionPool &m_pool;
    ToolCatalog &m_catalog;
    QByteArray m_epoch;
    const ClientSession::Limits m_limits;
    RoutingPolicy m_policy;
    std::vector<LocalToolProvider *> m_localTools;
    ViewCache m_views;
    CatalogueFiller m_filler;
    Subscriptions m_subscriptions;
    LiveSessions m_live;
    ReverseRouter m_reverse;
    AuditedCall::Tell m_callEnded;
    RequestRoutes m_routes;

    QTimer m_announce;
    std::set<ListKind> m_changed; ///< Since the last announcement, of lists that were known.

    std::optional<LogLevel> m_logLevel; ///< What servers were asked for last; nothing: never anything.
    std::map<quint64, std::unique_ptr<ClientSession>> m_clients;
    quint64 m_nextClient = 1;
};

} // namespace pasarela
