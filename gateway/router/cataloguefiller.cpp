// SPDX-License-Identifier: MIT
#include "gateway/router/cataloguefiller.h"

#include "gateway/base/logging.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr auto changeDebounce = 150ms; // rule C6
constexpr auto firstStartLimit = 120s; // a package runner may download first
constexpr auto listTimeout = 30s;

ToolCatalog::Key catalogueKey(const SessionKey &key)
{
    return {key.enclave, key.account};
}

} // namespace

CatalogueFiller::CatalogueFiller(SessionPool &pool, ToolCatalog &catalog, QObject *parent)
    : QObject(parent)
    , m_pool(pool)
    , m_catalog(catalog)
{
    connect(&m_pool, &SessionPool::sessionReady, this, &CatalogueFiller::onSessionReady);
    connect(&m_pool, &SessionPool::sessionClosed, this, [this](const SessionKey &key) {
        m_stale.erase(key);
        m_fetching.erase(key);
    });
}

void CatalogueFiller::ensure(const std::vector<SessionKey> &keys, std::chrono::milliseconds within, Patience patience,
                             QObject *context, std::function<void()> done)
{
    const quint64 number = m_next++;
    Waiting waiting{{}, context, std::move(done), nullptr};
    std::vector<SessionKey> missing;
    for (const SessionKey &key : keys) {
        if (m_catalog.find(catalogueKey(key)))
            continue;
        missing.push_back(key);
        if (patience == Patience::Always || !m_late.contains(catalogueKey(key)))
            waiting.missing.push_back(key);
    }
    waiting.deadline = new QTimer(this);
    waiting.deadline->setSingleShot(true);
    connect(waiting.deadline, &QTimer::timeout, this, [this, number] { onDeadline(number); });
    waiting.deadline->start(waiting.missing.empty() ? 0ms : within);
    m_waiting.emplace(number, std::move(waiting));
    for (const SessionKey &key : missing)
        begin(key);
}

void CatalogueFiller::begin(const SessionKey &key)
{
    if (UpstreamSession *session = m_pool.ready(key))
        return fetch(key, *session, {allListKinds.begin(), allListKinds.end()});
    if (!m_starting.insert(key).second)
        return;
    m_pool.acquire(key, QDeadlineTimer(firstStartLimit), this, [this, key](Result<UpstreamSession *> session) {
        m_starting.erase(key);
        if (session)
            return; // sessionReady fetches
        qCInfo(lcCatalog).noquote() << "the tools of" << key.enclave.text()
                                    << "are not known yet:" << session.error().detail;
        settled(key);
    });
}

void CatalogueFiller::onSessionReady(const SessionKey &key, UpstreamSession *session)
{
    fetch(key, *session, {allListKinds.begin(), allListKinds.end()});
}

void CatalogueFiller::fetch(const SessionKey &key, UpstreamSession &session, const std::vector<ListKind> &kinds)
{
    Fetching &fetching = m_fetching[key];
    if (fetching.session == &session) {
        fetching.again.insert(kinds.begin(), kinds.end());
        return;
    }
    fetching = {&session, {}};
    ListFetch::start(session, kinds, listTimeout, this,
                     [this, key, kinds, target = QPointer(&session), from = &session](Result<FetchedLists> fetched) {
                         const auto found = m_fetching.find(key);
                         if (found == m_fetching.end() || found->second.session != from)
                             return; // of a session that ended; its successor is asked anew
                         const std::set<ListKind> again = std::move(found->second.again);
                         m_fetching.erase(found);
                         takeLists(key, kinds, std::move(fetched));
                         if (target && !again.empty())
                             fetch(key, *target, {again.begin(), again.end()});
                     });
}

/// Kinds that were not asked for, or not given, stay as they are now, not as they were when the asking began.
void CatalogueFiller::takeLists(const SessionKey &key, const std::vector<ListKind> &asked, Result<FetchedLists> fetched)
{
    if (!fetched) {
        qCWarning(lcCatalog).noquote() << "the lists of" << key.enclave.text()
                                       << "did not come:" << fetched.error().detail;
        return settled(key);
    }
    const auto has = [](const std::vector<ListKind> &kinds, ListKind kind) {
        return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    };
    const ServerLists *known = m_catalog.find(catalogueKey(key));
    if (!known && has(fetched->failed, ListKind::Tools))
        return settled(key); // asked again when somebody needs them
    for (const ListKind kind :
         known ? std::vector(allListKinds.begin(), allListKinds.end()) : std::vector<ListKind>()) {
        if (!has(asked, kind) || has(fetched->failed, kind))
            fetched->lists[kind] = (*known)[kind];
    }
    m_late.erase(catalogueKey(key));
    m_catalog.update(catalogueKey(key), std::move(fetched->lists));
    settled(key);
}

bool CatalogueFiller::takeNotification(const SessionKey &key, UpstreamSession &session, const QByteArray &method)
{
    std::vector<ListKind> kinds;
    for (const ListKind kind : allListKinds) {
        if (method == wordsOf(kind).changed)
            kinds.push_back(kind);
    }
    if (kinds.empty())
        return false;
    Stale &stale = m_stale[key];
    for (const ListKind kind : kinds) {
        if (std::find(stale.kinds.begin(), stale.kinds.end(), kind) == stale.kinds.end())
            stale.kinds.push_back(kind);
    }
    if (!stale.debounce) {
        stale.debounce = std::make_unique<QTimer>();
        stale.debounce->setSingleShot(true);
        connect(stale.debounce.get(), &QTimer::timeout, this, [this, key, target = QPointer(&session)] {
            const auto found = m_stale.find(key);
            if (found == m_stale.end() || !target)
                return;
            const std::vector<ListKind> changed = std::exchange(found->second.kinds, {});
            fetch(key, *target, changed);
        });
    }
    if (!stale.debounce->isActive()) // a server that changes all the time is still asked now and then
        stale.debounce->start(changeDebounce);
    return true;
}

void CatalogueFiller::settled(const SessionKey &key)
{
    std::vector<quint64> complete;
    for (auto &[number, waiting] : m_waiting) {
        std::erase(waiting.missing, key);
        if (waiting.missing.empty())
            complete.push_back(number);
    }
    for (const quint64 number : complete)
        finish(number);
}

void CatalogueFiller::onDeadline(quint64 waiting)
{
    if (const auto found = m_waiting.find(waiting); found != m_waiting.end()) {
        for (const SessionKey &key : found->second.missing)
            m_late.insert(catalogueKey(key));
    }
    finish(waiting);
}

void CatalogueFiller::finish(quint64 waiting)
{
    const auto found = m_waiting.find(waiting);
    if (found == m_waiting.end())
        return;
    const Waiting done = std::move(found->second);
    m_waiting.erase(found);
    done.deadline->deleteLater();
    if (done.context)
        done.done();
}

} // namespace pasarela
