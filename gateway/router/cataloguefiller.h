// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/catalog/toolcatalog.h"
#include "gateway/router/listfetch.h"
#include "gateway/session/sessionpool.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace pasarela {

/// Keeps the catalogue true: fetches the lists of every session that becomes ready, again when a server says that they
/// changed (debounced), and starts enclaves that were never seen so that the first list a client gets is complete
/// (sessions.md 10; decisions.md, *First list*).
class CatalogueFiller : public QObject {
    Q_OBJECT

public:
    CatalogueFiller(SessionPool &pool, ToolCatalog &catalog, QObject *parent = nullptr);

    enum class Patience {
        Once, ///< What was waited for in vain before is started, but not waited for again: for lists.
        Always, ///< For a request that needs just this one.
    };
    /// `done` when all of these have lists or could not be started, at most `within` later; at once, but never before
    /// this returns, where all are known. What is late goes on and is announced by the catalogue.
    void ensure(const std::vector<SessionKey> &keys, std::chrono::milliseconds within, Patience patience,
                QObject *context, std::function<void()> done);

    /// A server's notification; true where it was about its lists.
    bool takeNotification(const SessionKey &key, UpstreamSession &session, const QByteArray &method);

private:
    struct Waiting {
        std::vector<SessionKey> missing;
        QPointer<QObject> context;
        std::function<void()> done;
        QTimer *deadline = nullptr;
    };
    /// Of one session at a time only one fetch: a slow one must not overwrite what a later one found.
    struct Fetching {
        const UpstreamSession *session = nullptr;
        std::set<ListKind> again; ///< Changed since it began.
    };
    struct Stale {
        std::vector<ListKind> kinds;
        std::unique_ptr<QTimer> debounce;
    };

    void onSessionReady(const SessionKey &key, UpstreamSession *session);
    void fetch(const SessionKey &key, UpstreamSession &session, const std::vector<ListKind> &kinds);
    void takeLists(const SessionKey &key, const std::vector<ListKind> &asked, Result<FetchedLists> fetched);
    void begin(const SessionKey &key);
    void settled(const SessionKey &key);
    void onDeadline(quint64 waiting);
    void finish(quint64 waiting);

    SessionPool &m_pool;
    ToolCatalog &m_catalog;
    std::map<quint64, Waiting> m_waiting;
    std::map<SessionKey, Fetching> m_fetching;
    std::map<SessionKey, Stale> m_stale;
    std::set<SessionKey> m_starting;
    std::set<ToolCatalog::Key> m_late; ///< Somebody has waited for these in full, in vain.
    quint64 m_next = 1;
};

} // namespace pasarela
