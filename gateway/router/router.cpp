// SPDX-License-Identifier: MIT
#include "gateway/router/router.h"

#include "gateway/base/jsonview.h"
#include "gateway/base/logging.h"
#include "gateway/mcp/methods.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <set>
#include <utility>

namespace pasarela {

using namespace std::chrono_literals;
using Field = mcp::Message::Field;
namespace method = mcp::method;

namespace {

constexpr auto announceDelay = 50ms; // several services that come up together are announced once
constexpr auto resubscribeWithin = 120s;
constexpr auto ownCallTimeout = 30s;

QByteArray uriParams(const QByteArray &uri)
{
    return "{\"uri\":" + jsonQuoted(QByteArrayView(uri)) + '}';
}

/// A request of the gateway's own whose answer changes nothing.
void ask(UpstreamSession &session, const char *name, const QByteArray &params)
{
    session.call(
        mcp::Message::request(name, params), {}, [](const Result<mcp::Message> &) {}, {}, ownCallTimeout);
}

} // namespace

Router::Router(SessionPool &pool, ToolCatalog &catalog, QByteArray epoch, const ClientSession::Limits &limits,
               QObject *parent)
    : QObject(parent)
    , m_pool(pool)
    , m_catalog(catalog)
    , m_epoch(std::move(epoch))
    , m_limits(limits)
    , m_views(catalog, m_policy)
    , m_filler(pool, catalog)
    , m_reverse(m_policy, m_live, [this](quint64 number) { return findClient(number); })
    , m_routes({pool, m_policy, m_views, m_filler, m_subscriptions, m_live, m_localTools, catalog, m_callEnded})
{
    m_announce.setSingleShot(true);
    connect(&m_announce, &QTimer::timeout, this, &Router::announceChanges);
    connect(&m_pool, &SessionPool::sessionReady, this, &Router::onSessionReady);
    connect(&m_pool, &SessionPool::sessionClosed, this, &Router::onSessionClosed);
    connect(&m_catalog, &ToolCatalog::learned, this, &Router::viewsChanged);
    connect(&m_catalog, &ToolCatalog::changed, this, [this](const EnclaveId &, const QList<ListKind> &kinds) {
        m_changed.insert(kinds.begin(), kinds.end());
        viewsChanged();
    });
}

Router::~Router() = default;

void Router::addLocalTools(LocalToolProvider &provider)
{
    m_localTools.push_back(&provider);
    m_views.addLocalTools(provider);
    connect(&provider, &LocalToolProvider::toolsChanged, this, &Router::viewsChanged);
    viewsChanged();
}

void Router::setPolicy(RoutingPolicy policy)
{
    m_policy = std::move(policy);
    viewsChanged();
}

void Router::fillCatalogue(const std::vector<EnclaveId> &enclaves)
{
    std::vector<SessionKey> keys;
    for (const EnclaveId &id : enclaves) {
        const EnclaveConfig *config = m_policy.enclave(id);
        if (!config || !config->enabled)
            continue;
        for (const AccountId &account : m_policy.accountsFor({}, id))
            keys.push_back({id, account, {}});
    }
    m_filler.ensure(keys, ownCallTimeout, CatalogueFiller::Patience::Once, this, [] {});
}

void Router::addClient(std::unique_ptr<mcp::Transport> transport, mcp::ClientInfo info)
{
    const quint64 number = m_nextClient++;
    ClientHost &host = *this;
    auto client =
        std::make_unique<ClientSession>(number, std::move(transport), std::move(info), m_epoch, host, m_limits);
    ClientSession *started = client.get();
    m_clients.emplace(number, std::move(client));
    started->start();
    Q_EMIT clientsChanged();
}

std::vector<const ClientSession *> Router::clients() const
{
    std::vector<const ClientSession *> all;
    for (const auto &[number, client] : m_clients)
        all.push_back(client.get());
    return all;
}

ClientSession *Router::findClient(quint64 number) const
{
    const auto found = m_clients.find(number);
    return found == m_clients.end() ? nullptr : found->second.get();
}

void Router::listTools(const ClientId &client, std::chrono::milliseconds within,
                       std::function<void(const QByteArray &)> done)
{
    const Caller caller{client, {}, 0, {}};
    std::vector<SessionKey> missing;
    for (const EnclaveId &id : m_policy.visibleTo(client)) {
        for (const AccountId &account : m_policy.accountsFor(caller, id))
            missing.push_back({id, account, {}});
    }
    m_filler.ensure(missing, within, CatalogueFiller::Patience::Once, this, [this, caller, done = std::move(done)] {
        done(m_views.viewOf(0, caller, clientProfile(caller.client, {})).list(ListKind::Tools));
        m_views.forgetClient(0);
    });
}

void Router::closeClients()
{
    for (const auto &[number, client] : m_clients)
        client->close();
}

void Router::clientOpened(ClientSession &client)
{
    qCInfo(lcRouter).noquote() << "client" << client.number() << client.profile().name.text() << client.title()
                               << "connected by" << client.info().transport;
    m_filler.ensure(m_routes.firstListKeys(client), client.profile().listWait, CatalogueFiller::Patience::Once, this,
                    [] {});
    Q_EMIT clientsChanged();
}

QString Router::instructionsFor(ClientSession &client)
{
    return m_routes.viewOf(client).instructions();
}

void Router::route(ClientRequest &request)
{
    m_routes.route(request);
}

void Router::routeNotification(ClientSession &client, const mcp::Message &notification)
{
    if (notification.method() != method::rootsListChanged)
        return;
    // Only to servers that work for this client alone; a shared one is told in its answer to roots/list.
    const Caller caller = client.caller();
    for (const EnclaveId &id : m_policy.visibleTo(caller.client)) {
        const EnclaveConfig *config = m_policy.enclave(id);
        const auto key = m_policy.sessionFor(caller, id);
        if (!key || !config->isPerClient())
            continue;
        if (UpstreamSession *session = m_pool.ready(*key))
            session->notify(notification);
    }
}

void Router::logLevelChanged(ClientSession &)
{
    updateLogLevel();
}

/// Servers are asked for the most that any client wants, and for the usual again when nobody wants more.
void Router::updateLogLevel()
{
    std::optional<LogLevel> most;
    for (const auto &[number, client] : m_clients) {
        if (const auto level = client->logLevel(); level && (!most || *level < *most))
            most = level;
    }
    const LogLevel wanted = most.value_or(LogLevel::Info);
    if (wanted == m_logLevel || (!most && !m_logLevel))
        return;
    m_logLevel = wanted;
    for (const SessionFacts &facts : m_pool.facts()) {
        if (UpstreamSession *session = m_pool.ready(facts.key))
            sendLogLevel(*session);
    }
}

void Router::sendLogLevel(UpstreamSession &session) const
{
    if (!m_logLevel || !session.server().hasLogging)
        return;
    ask(session, method::loggingSetLevel, R"({"level":")" + toWord(*m_logLevel) + "\"}");
}

std::optional<SessionTraffic::Owner> Router::presentOwner(const SessionKey &key) const
{
    const auto live = m_live.find(key);
    return live == m_live.end() ? std::nullopt : live->second.traffic.presentOwner(std::chrono::steady_clock::now());
}

void Router::clientClosed(ClientSession &client)
{
    const quint64 number = client.number();
    qCInfo(lcRouter) << "client" << number << client.title() << "has gone";
    for (const Subscriptions::Resource &resource : m_subscriptions.removeClient(number)) {
        if (UpstreamSession *session = m_pool.ready(resource.session))
            ask(*session, method::resourcesUnsubscribe, uriParams(resource.uri));
    }
    m_views.forgetClient(number);
    if (const auto found = m_clients.find(number); found != m_clients.end()) {
        ClientSession *gone = found->second.release();
        m_clients.erase(found);
        gone->setParent(this);
        gone->deleteLater();
    }
    endSessionsOf(number);
    updateLogLevel();
    Q_EMIT clientsChanged();
}

/// What served this client alone serves nobody now, and its key never comes again.
void Router::endSessionsOf(quint64 client)
{
    const auto isItsOwn = [client](const SessionKey &key) { return clientInScope(key.scope) == client; };
    for (const SessionFacts &facts : m_pool.facts()) {
        if (isItsOwn(facts.key))
            m_pool.close(facts.key);
    }
    std::erase_if(m_live, [&isItsOwn](const auto &entry) { return isItsOwn(entry.first); });
}

void Router::onSessionReady(const SessionKey &key, UpstreamSession *session)
{
    m_reverse.attach(key, *session);
    connect(session, &UpstreamSession::notification, this, [this, key, session](const mcp::Message &notification) {
        onServerNotification(key, *session, notification);
    });
    sendLogLevel(*session);
    subscribeAgain(key, *session);
}

void Router::subscribeAgain(const SessionKey &key, UpstreamSession &session)
{
    for (const QByteArray &uri : m_subscriptions.urisOf(key))
        ask(session, method::resourcesSubscribe, uriParams(uri));
}

void Router::onSessionClosed(const SessionKey &key)
{
    // Somebody waits for its notifications: have it back (rule P2).
    const EnclaveConfig *config = m_policy.enclave(key.enclave);
    if (config && config->enabled && !m_subscriptions.urisOf(key).empty())
        m_pool.acquire(key, QDeadlineTimer(resubscribeWithin), this, [](const Result<UpstreamSession *> &) {});
}

void Router::onServerNotification(const SessionKey &key, UpstreamSession &session, const mcp::Message &notification)
{
    const QByteArray name = notification.method();
    if (m_filler.takeNotification(key, session, name))
        return;
    if (name == method::resourcesUpdated)
        return spreadUpdated(key, notification);
    if (name == method::loggingMessage)
        return spreadLog(key, notification);
    if (const auto owner = presentOwner(key)) {
        if (ClientSession *client = findClient(*owner))
            client->notify(notification, {}, client->soleRequestId());
    }
}

void Router::spreadUpdated(const SessionKey &key, const mcp::Message &notification)
{
    const QByteArray uri = notification.text(Field::ParamsUri);
    for (const quint64 number : m_subscriptions.subscribers({key, uri})) {
        ClientSession *client = findClient(number);
        if (!client)
            continue;
        const QByteArray exposed = m_routes.viewOf(*client).exposedUri(key.enclave, uri);
        Splice edits;
        if (exposed != uri)
            edits.replace(notification.span(Field::ParamsUri), jsonQuoted(QByteArrayView(exposed)));
        client->notify(notification, edits);
    }
}

void Router::spreadLog(const SessionKey &key, const mcp::Message &notification)
{
    Splice edits;
    const QByteArray logger = notification.text(Field::ParamsLogger);
    const QByteArray level = notification.text(Field::ParamsLevel);
    if (logger.isEmpty() && !level.isEmpty())
        edits.insert(notification.span(Field::Params).begin + 1, "\"logger\":" + jsonQuoted(key.enclave.text()) + ',');
    else if (!logger.isEmpty())
        edits.replace(notification.span(Field::ParamsLogger),
                      jsonQuoted(QByteArrayView(key.enclave.bytes() + '/' + logger)));

    const auto deliver = [&](ClientSession &client, QByteArrayView relatedTo) {
        if (passesLevel(level, client.logLevel()))
            client.notify(notification, edits, relatedTo);
    };
    if (const auto owner = presentOwner(key)) {
        if (ClientSession *client = findClient(*owner))
            deliver(*client, client->soleRequestId());
        return;
    }
    for (const auto &[number, client] : m_clients) {
        const auto own = m_policy.sessionFor(client->caller(), key.enclave);
        if (client->logLevel() && own && *own == key)
            deliver(*client, {});
    }
}

void Router::viewsChanged()
{
    m_views.invalidate();
    if (!m_announce.isActive())
        m_announce.start(announceDelay);
}

void Router::announceChanges()
{
    const std::set<ListKind> changedKinds = std::exchange(m_changed, {});
    for (const auto &[number, client] : m_clients) {
        std::set<QByteArray> changed;
        for (const ListKind kind : allListKinds) {
            if (!client->given(kind)) { // it may have heard of the list elsewhere
                if (changedKinds.contains(kind))
                    changed.insert(wordsOf(kind).changed);
                continue;
            }
            const QByteArray &now = m_routes.viewOf(*client).list(kind);
            if (*client->given(kind) == now)
                continue;
            client->setGiven(kind, now);
            changed.insert(wordsOf(kind).changed);
        }
        for (const QByteArray &name : changed)
            client->notify(mcp::Message::notification(name));
    }
}

} // namespace pasarela
