// SPDX-License-Identifier: MIT
#include "gateway/snapshotbuilder.h"

#include "gateway/base/processinfo.h"
#include "gateway/enclavestate.h"

#include <QMetaEnum>

#include <algorithm>

namespace pasarela {

namespace {

QString kindOf(const Launch &launch)
{
    static constexpr std::array words = {"stdio", "http", "grpc", "mesh"};
    static_assert(std::variant_size_v<Launch> == words.size());
    return QString::fromLatin1(words[launch.index()]);
}

ErrorView viewOf(const Error &error)
{
    return {errorCodeName(error.code), error.detail, {}};
}

/// Adds accounts that are known to lack a key and have no session that says so; whether others have all they need.
Others addLacking(std::vector<SessionFacts> &sessions, const EnclaveId &id, const EnclaveConfig &config,
                  const AccountCredentials &credentials)
{
    Others others = Others::None;
    std::vector<SessionFacts> lacking;
    for (auto account = config.accounts.cbegin(); account != config.accounts.cend(); ++account) {
        const QStringList missing = account->enabled ? credentials.missing(id, config, account.key()) : QStringList();
        const bool isKnown = std::any_of(sessions.begin(), sessions.end(), [&account](const SessionFacts &session) {
            return session.key.account == account.key();
        });
        if (account->enabled && missing.isEmpty())
            others = Others::Work;
        else if (account->enabled && !isKnown)
            lacking.push_back(
                lackingKey(id, account.key(), needsCredential(id, config, account.key(), missing.first())));
    }
    sessions.insert(sessions.end(), lacking.begin(), lacking.end());
    const bool somethingLacks = std::any_of(sessions.begin(), sessions.end(), [](const SessionFacts &session) {
        return session.failed && session.lastError.code == Error::Code::NeedsCredential;
    });
    return somethingLacks ? others : Others::None;
}

EnclaveView enclaveView(const EnclaveId &id, const EnclaveConfig &config, const std::vector<SessionFacts> &sessions,
                        Others others, const ToolCatalog &catalog)
{
    EnclaveView view;
    view.name = id.text();
    view.title = config.title.isEmpty() ? id.text() : config.title;
    view.kind = kindOf(config.launch);
    view.state = enclaveStateOf(config.enabled, sessions, others);
    for (auto it = config.accounts.cbegin(); it != config.accounts.cend(); ++it)
        view.accounts.append(it.key().text());
    for (const auto &[key, lists] : catalog.all()) {
        if (key.enclave != id)
            continue;
        view.tools = std::max(view.tools, int(lists[ListKind::Tools].size()));
        view.prompts = std::max(view.prompts, int(lists[ListKind::Prompts].size()));
        view.resources = std::max(view.resources, int(lists[ListKind::Resources].size()));
    }
    if (const SessionFacts *failing = failingSession(sessions); failing && config.enabled) {
        view.retryAt = failing->retryAt;
        view.lastError = viewOf(failing->lastError);
    }
    return view;
}

SessionView sessionView(const SessionFacts &facts, const CallStats &calls)
{
    static const auto states = QMetaEnum::fromType<UpstreamSession::State>();
    SessionView view;
    view.enclave = facts.key.enclave.text();
    view.account = facts.key.account.text();
    view.scope = facts.key.scope;
    view.state = QString::fromLatin1(states.valueToKey(int(facts.state))).toLower();
    view.processId = facts.processId;
    view.rss = facts.processId > 0 ? residentBytes(facts.processId) : 0;
    view.calls = facts.calls;
    const CallStats::Times times =
        calls.of(facts.key.enclave, facts.key.account, facts.key.scope, QDateTime::currentDateTimeUtc());
    view.p50 = times.p50;
    view.p95 = times.p95;
    return view;
}

ClientView clientView(const ClientSession &client, const RoutingPolicy &policy)
{
    ClientView view;
    const Caller caller = client.caller();
    view.id = client.number();
    view.name = caller.client.text();
    view.title = client.title();
    view.transport = client.info().transport;
    view.project = caller.project;
    view.processId = client.info().processId;
    view.since = client.since();
    for (const EnclaveId &id : policy.visibleTo(caller.client)) {
        const auto key = policy.sessionFor(caller, id);
        if (key && !key->account.isEmpty())
            view.accounts.insert(id.text(), key->account.text());
    }
    return view;
}

} // namespace

Snapshot buildSnapshot(const Router &router, const SessionPool &pool, const ToolCatalog &catalog,
                       const CallStats &calls, const AccountCredentials &credentials)
{
    Snapshot snapshot;
    const std::vector<SessionFacts> facts = pool.facts();
    const GatewayConfig &config = router.policy().config();
    for (auto it = config.enclaves.cbegin(); it != config.enclaves.cend(); ++it) {
        std::vector<SessionFacts> own;
        std::copy_if(facts.begin(), facts.end(), std::back_inserter(own),
                     [&it](const SessionFacts &session) { return session.key.enclave == it.key(); });
        const Others others = addLacking(own, it.key(), *it, credentials);
        snapshot.enclaves.push_back(enclaveView(it.key(), *it, own, others, catalog));
    }
    for (const SessionFacts &session : facts)
        snapshot.sessions.push_back(sessionView(session, calls));
    for (const ClientSession *client : router.clients())
        snapshot.clients.push_back(clientView(*client, router.policy()));
    return snapshot;
}

} // namespace pasarela
