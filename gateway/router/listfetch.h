// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/catalog/serverlists.h"
#include "gateway/upstream/upstreamsession.h"

#include <QObject>
#include <QPointer>
#include <QSet>

#include <chrono>
#include <functional>
#include <vector>

namespace pasarela {

/// What a server gave, and of which lists it gave none although it has them: what was known of those is still the best.
struct FetchedLists {
    ServerLists lists;
    std::vector<ListKind> failed;
};

/// Asks one session for its lists, page by page (rule C5), and gives them whole. Deletes itself when done.
class ListFetch : public QObject {
    Q_OBJECT

public:
    /// Kinds that are not asked for stay empty. `done` once, never before start() returns; not at all where `context`
    /// died.
    using Done = std::function<void(Result<FetchedLists>)>;
    static void start(UpstreamSession &session, const std::vector<ListKind> &kinds, std::chrono::milliseconds timeout,
                      QObject *context, Done done);

private:
    ListFetch(UpstreamSession &session, std::vector<ListKind> kinds, std::chrono::milliseconds timeout,
              QObject *context, Done done);
    void nextKind();
    void askPage(const QByteArray &cursor);
    void takePage(const Result<mcp::Message> &response);
    void takeRefusal(const mcp::Message &error);
    void finish(Result<FetchedLists> result);
    bool isOffered(ListKind kind) const;

    QPointer<UpstreamSession> m_session;
    std::vector<ListKind> m_left;
    ServerLists m_lists;
    std::vector<ListKind> m_failed;
    std::chrono::milliseconds m_timeout;
    QPointer<QObject> m_context;
    Done m_done;
    ListKind m_kind = ListKind::Tools;
    QSet<QByteArray> m_cursors;
};

} // namespace pasarela
