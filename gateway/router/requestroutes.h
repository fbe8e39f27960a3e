// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/catalog/catalogueview.h"
#include "gateway/router/cataloguefiller.h"
#include "gateway/router/clientrequest.h"
#include "gateway/router/livesessions.h"
#include "gateway/router/subscriptions.h"
#include "gateway/router/viewcache.h"
#include "gateway/session/routingpolicy.h"
#include "gateway/session/sessionpool.h"

#include <functional>
#include <vector>

namespace pasarela {

/// The way of each request by its method: answered from the catalogue, by a tool of our own, or by the session that
/// owns what it names. Knows clients and servers only as requests and sessions.
class RequestRoutes {
public:
    struct Parts {
        SessionPool &pool;
        const RoutingPolicy &policy;
        ViewCache &views;
        CatalogueFiller &filler;
        Subscriptions &subscriptions;
        LiveSessions &live;
        const std::vector<LocalToolProvider *> &localTools;
        const ToolCatalog &catalog;
        const AuditedCall::Tell &callEnded; ///< Empty: nobody keeps an audit.
    };
    explicit RequestRoutes(Parts parts)
        : m_parts(parts)
    {
    }

    void route(ClientRequest &request);
    /// The sessions that must have been seen once for this client's lists to be complete; those of one enclave, where
    /// named.
    std::vector<SessionKey> firstListKeys(ClientSession &client, const EnclaveId &only = {}) const;
    const CatalogueView &viewOf(ClientSession &client) const;

private:
    void list(ClientRequest &request, ListKind kind);
    void giveList(ClientRequest &request, ListKind kind);
    void listTools(ClientRequest &request) { list(request, ListKind::Tools); }
    void listPrompts(ClientRequest &request) { list(request, ListKind::Prompts); }
    void listResources(ClientRequest &request) { list(request, ListKind::Resources); }
    void listTemplates(ClientRequest &request) { list(request, ListKind::Templates); }
    void callTool(ClientRequest &request);
    void audit(ClientRequest &request);
    void callLocalTool(ClientRequest &request, const QByteArray &name);
    void getPrompt(ClientRequest &request);
    void readResource(ClientRequest &request);
    void subscribe(ClientRequest &request);
    void unsubscribe(ClientRequest &request);
    void complete(ClientRequest &request);

    /// A thing that a request names, and who may have it.
    struct Wanted {
        std::function<std::optional<CatalogueView::Target>(const CatalogueView &)> lookup;
        EnclaveId enclave; ///< As its qualified name says; may be none of ours.
        bool isName = false; ///< Else a URI, which any service may have.
    };
    /// Runs `found` when it is in the client's view, after asking services that were never seen; else `missing`.
    using Found = std::function<void(const CatalogueView::Target &)>;
    void find(ClientRequest &request, const Wanted &wanted, Found found, std::function<void()> missing);
    void findIn(ClientRequest &request, const Wanted &wanted, Found found, std::function<void()> missing);
    void lookAgain(ClientRequest &request, const Wanted &wanted, const std::vector<SessionKey> &unseen, Found found,
                   std::function<void()> missing);
    void findNamed(ClientRequest &request, ListKind kind, std::function<void(const CatalogueView::Target &)> found);
    void findResource(ClientRequest &request,
                      std::function<void(const CatalogueView::Target &, const SessionKey &)> found);

    /// Sends the request to the session that the policy chooses, starting it if need be.
    void forward(ClientRequest &request, const EnclaveId &enclave, Splice edits, ClientRequest::Mapped mapped = {});
    void forwardNow(ClientRequest &request, const SessionKey &key, const Splice &edits,
                    const ClientRequest::Mapped &mapped);
    void send(ClientRequest &request, const SessionKey &key, UpstreamSession &session, const Splice &edits,
              const ClientRequest::Mapped &mapped);

    Parts m_parts;
};

} // namespace pasarela
