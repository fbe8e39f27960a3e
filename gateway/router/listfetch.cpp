// SPDX-License-Identifier: MIT
#include "gateway/router/listfetch.h"

#include "gateway/base/jsonview.h"
#include "gateway/base/logging.h"
#include "gateway/mcp/jsonrpcerror.h"

namespace pasarela {

using Field = mcp::Message::Field;

namespace {

// Guards against a server that pages for ever.
constexpr qsizetype pageLimit = 1000;
constexpr size_t itemLimit = 100000;
constexpr qsizetype cursorLimit = 64 * 1024;

} // namespace

void ListFetch::start(UpstreamSession &session, const std::vector<ListKind> &kinds, std::chrono::milliseconds timeout,
                      QObject *context, Done done)
{
    auto *fetch = new ListFetch(session, kinds, timeout, context, std::move(done));
    QMetaObject::invokeMethod(fetch, &ListFetch::nextKind, Qt::QueuedConnection);
}

ListFetch::ListFetch(UpstreamSession &session, std::vector<ListKind> kinds, std::chrono::milliseconds timeout,
                     QObject *context, Done done)
    : QObject(&session)
    , m_session(&session)
    , m_left(std::move(kinds))
    , m_timeout(timeout)
    , m_context(context)
    , m_done(std::move(done))
{
    const ServerInfo &server = session.server();
    m_lists.instructions = server.instructions;
    m_lists.hasResources = server.hasResources;
}

bool ListFetch::isOffered(ListKind kind) const
{
    const ServerInfo &server = m_session->server();
    switch (kind) {
    case ListKind::Tools:
        return server.hasTools;
    case ListKind::Prompts:
        return server.hasPrompts;
    case ListKind::Resources:
    case ListKind::Templates:
        return server.hasResources;
    }
    return false;
}

void ListFetch::nextKind()
{
    while (!m_left.empty()) {
        m_kind = m_left.back();
        m_left.pop_back();
        if (isOffered(m_kind)) {
            m_cursors.clear();
            return askPage({});
        }
    }
    m_lists.fetched = QDateTime::currentDateTimeUtc();
    finish(FetchedLists{std::move(m_lists), std::move(m_failed)});
}

void ListFetch::askPage(const QByteArray &cursor)
{
    const QByteArray params = cursor.isEmpty() ? QByteArrayLiteral("{}") : "{\"cursor\":" + cursor + '}';
    m_session->call(
        mcp::Message::request(wordsOf(m_kind).method, params), {},
        [fetch = QPointer(this)](const Result<mcp::Message> &response) {
            if (fetch)
                fetch->takePage(response);
        },
        {}, m_timeout);
}

void ListFetch::takePage(const Result<mcp::Message> &response)
{
    if (!response)
        return finish(response.error());
    if (response->kind() == mcp::Message::Kind::Error)
        return takeRefusal(*response);
    const QByteArray &text = response->bytes();
    const auto items = findMember(text, response->span(Field::Result), wordsOf(m_kind).items);
    int skipped = 0;
    if (items) {
        for (ListItem &item : readItems(text, items->value, m_kind, &skipped))
            m_lists[m_kind].push_back(std::move(item));
    }
    if (skipped > 0)
        qCInfo(lcCatalog) << skipped << "items without a" << wordsOf(m_kind).key << "in" << wordsOf(m_kind).method
                          << "are left out";

    const QByteArray cursor = response->at(Field::ResultNextCursor).toByteArray();
    const bool more = jsonTypeOf(cursor) == JsonType::String;
    if (!more)
        return nextKind();
    if (m_cursors.contains(cursor) || m_cursors.size() >= pageLimit || cursor.size() > cursorLimit
        || m_lists[m_kind].size() > itemLimit) {
        qCWarning(lcCatalog) << wordsOf(m_kind).method << "does not end; what came so far is used";
        return nextKind();
    }
    m_cursors.insert(cursor);
    askPage(cursor);
}

/// A server that declares templates or prompts and does not know the method simply has none. Any other refusal says
/// nothing of what it has.
void ListFetch::takeRefusal(const mcp::Message &error)
{
    const auto code = jsonInteger(error.at(Field::ErrorCode));
    qCInfo(lcCatalog) << wordsOf(m_kind).method << "was refused with" << code.value_or(0);
    if (code != mcp::methodNotFound || !m_cursors.isEmpty()) {
        m_lists[m_kind].clear();
        m_failed.push_back(m_kind);
    }
    nextKind();
}

void ListFetch::finish(Result<FetchedLists> result)
{
    deleteLater();
    if (m_context)
        m_done(std::move(result));
}

} // namespace pasarela
