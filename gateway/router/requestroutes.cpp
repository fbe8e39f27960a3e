// SPDX-License-Identifier: MIT
#include "gateway/router/requestroutes.h"

#include "gateway/base/jsonview.h"
#include "gateway/mcp/jsonrpcerror.h"
#include "gateway/mcp/methods.h"
#include "gateway/router/clientsession.h"

#include <QDeadlineTimer>
#include <QHash>

#include <algorithm>

namespace pasarela {

using namespace std::chrono_literals;
using Field = mcp::Message::Field;
namespace method = mcp::method;

namespace {

/// How long a request waits for a session that must start first; as decisions.md has it for `call`.
constexpr auto sessionWait = 60s;

/// For a service that runs, but whose lists did not come.
Error notKnown(const QString &title)
{
    return {Error::Code::Unavailable,
            QStringLiteral("%1 runs, but does not tell what tools it has. Try again later, or restart it in Pasarela.")
                .arg(title)};
}

/// For a service that takes one call at a time ("reverse": "exclusive").
Error stillTaken(const QString &title)
{
    return {Error::Code::Unavailable,
            QStringLiteral("%1 takes one call at a time, and the calls before this one are not done. Try again later.")
                .arg(title)};
}

QByteArray quoted(const QByteArray &text)
{
    return jsonQuoted(QByteArrayView(text));
}

/// The enclave that a qualified name names.
EnclaveId enclaveIn(const QByteArray &name)
{
    const qsizetype at = name.indexOf("__");
    return at > 0 ? EnclaveId(QString::fromUtf8(name.left(at))) : EnclaveId();
}

/// `uri` of each of a read's contents, as the client calls it.
Splice withExposedUris(const mcp::Message &response, const QByteArray &own, const QByteArray &exposed)
{
    Splice edits;
    if (own == exposed)
        return edits;
    JsonArrayReader contents(response.bytes(), response.span(Field::ResultContents));
    while (const auto item = contents.next()) {
        const auto uri = findMember(response.bytes(), *item, "uri");
        if (uri && jsonStringEquals(uri->value.in(response.bytes()), own))
            edits.replace(uri->value, quoted(exposed));
    }
    return edits;
}

} // namespace

void RequestRoutes::route(ClientRequest &request)
{
    using Route = void (RequestRoutes::*)(ClientRequest &);
    static const QHash<QByteArray, Route> routes = {
        {method::toolsCall, &RequestRoutes::callTool},
        {method::toolsList, &RequestRoutes::listTools},
        {method::promptsList, &RequestRoutes::listPrompts},
        {method::promptsGet, &RequestRoutes::getPrompt},
        {method::resourcesList, &RequestRoutes::listResources},
        {method::resourcesTemplatesList, &RequestRoutes::listTemplates},
        {method::resourcesRead, &RequestRoutes::readResource},
        {method::resourcesSubscribe, &RequestRoutes::subscribe},
        {method::resourcesUnsubscribe, &RequestRoutes::unsubscribe},
        {method::completionComplete, &RequestRoutes::complete},
    };
    const auto found = routes.constFind(request.message().method());
    if (found == routes.cend())
        return request.answerError(
            mcp::methodNotFound,
            QStringLiteral("unknown method %1").arg(QString::fromUtf8(request.message().method().left(100))));
    (this->*found.value())(request);
}

const CatalogueView &RequestRoutes::viewOf(ClientSession &client) const
{
    return m_parts.views.viewOf(client.number(), client.caller(), client.profile());
}

std::vector<SessionKey> RequestRoutes::firstListKeys(ClientSession &client, const EnclaveId &only) const
{
    const Caller caller = client.caller();
    std::vector<SessionKey> keys;
    for (const EnclaveId &id : m_parts.policy.visibleTo(caller.client)) {
        if (!only.isEmpty() && id != only)
            continue;
        const auto chosen = m_parts.policy.sessionFor(caller, id);
        for (const AccountId &account : m_parts.policy.accountsFor(caller, id)) {
            if (!m_parts.catalog.find({id, account}))
                keys.push_back(chosen ? *chosen : SessionKey{id, account, {}});
        }
    }
    return keys;
}

void RequestRoutes::list(ClientRequest &request, ListKind kind)
{
    if (!request.message().at(Field::ParamsCursor).isEmpty())
        return request.answerError(mcp::invalidParams, QStringLiteral("unknown cursor; every list here has one page"));
    ClientSession &client = request.client();
    const std::vector<SessionKey> missing = firstListKeys(client);
    if (missing.empty())
        return giveList(request, kind);
    m_parts.filler.ensure(missing, client.profile().listWait, CatalogueFiller::Patience::Once, &request,
                          [this, &request, kind] { giveList(request, kind); });
}

void RequestRoutes::giveList(ClientRequest &request, ListKind kind)
{
    const QByteArray list = viewOf(request.client()).list(kind);
    request.client().setGiven(kind, list);
    request.answerResult(list);
}

void RequestRoutes::find(ClientRequest &request, const Wanted &wanted, Found found, std::function<void()> missing)
{
    if (const auto target = wanted.lookup(viewOf(request.client())))
        return found(*target);
    if (m_parts.policy.enclave(wanted.enclave))
        return findIn(request, wanted, std::move(found), std::move(missing));
    std::vector<SessionKey> unseen = firstListKeys(request.client());
    if (wanted.isName) { // with no enclave's name before it: only who shows names without may have it
        std::erase_if(unseen, [this](const SessionKey &key) {
            return m_parts.policy.enclave(key.enclave)->names != NameStyle::Plain;
        });
    }
    if (unseen.empty())
        return missing();
    lookAgain(request, wanted, unseen, std::move(found), std::move(missing));
}

/// The one service that can have it was never seen: where it cannot be started, the answer says why.
void RequestRoutes::findIn(ClientRequest &request, const Wanted &wanted, Found found, std::function<void()> missing)
{
    const std::vector<SessionKey> unseen = firstListKeys(request.client(), wanted.enclave);
    if (unseen.empty())
        return missing();
    m_parts.pool.acquire(unseen.front(), QDeadlineTimer(sessionWait), &request,
                         [this, &request, wanted, unseen, found = std::move(found),
                          missing = std::move(missing)](const Result<UpstreamSession *> &session) {
                             if (session)
                                 lookAgain(request, wanted, unseen, found, missing);
                             else
                                 request.answerFailure(session.error());
                         });
}

void RequestRoutes::lookAgain(ClientRequest &request, const Wanted &wanted, const std::vector<SessionKey> &unseen,
                              Found found, std::function<void()> missing)
{
    const bool isCertain = m_parts.policy.enclave(wanted.enclave) != nullptr;
    const auto patience = isCertain ? CatalogueFiller::Patience::Always : CatalogueFiller::Patience::Once;
    m_parts.filler.ensure(unseen, request.client().profile().listWait, patience, &request,
                          [this, &request, wanted, isCertain, found = std::move(found), missing = std::move(missing)] {
                              if (const auto target = wanted.lookup(viewOf(request.client())))
                                  found(*target);
                              else if (isCertain && !firstListKeys(request.client(), wanted.enclave).empty())
                                  request.answerFailure(notKnown(m_parts.policy.titleOf(wanted.enclave)));
                              else
                                  missing();
                          });
}

void RequestRoutes::findNamed(ClientRequest &request, ListKind kind,
                              std::function<void(const CatalogueView::Target &)> found)
{
    const bool isTool = kind == ListKind::Tools;
    const QByteArray name = request.message().text(
        request.message().method() == method::completionComplete ? Field::ParamsRefName : Field::ParamsName);
    const auto lookup = [name, isTool](const CatalogueView &view) {
        const CatalogueView::Target *target = isTool ? view.tool(name) : view.prompt(name);
        return target ? std::optional(*target) : std::nullopt;
    };
    find(request, {lookup, enclaveIn(name), true}, std::move(found), [this, &request, name, isTool] {
        const QString why = m_parts.policy.whyAbsent(request.client().caller().client, enclaveIn(name));
        request.answerError(mcp::invalidParams,
                            QStringLiteral("Unknown %1: %2. %3")
                                .arg(isTool ? QStringLiteral("tool") : QStringLiteral("prompt"),
                                     QString::fromUtf8(name.left(200)),
                                     why.isEmpty() ? QStringLiteral("Ask for the list again.") : why));
    });
}

void RequestRoutes::audit(ClientRequest &request)
{
    if (!m_parts.callEnded)
        return;
    const EnclaveId named = enclaveIn(request.message().text(Field::ParamsName));
    request.setAudit(std::make_unique<AuditedCall>(
        request.client(), request.message(), m_parts.policy.enclave(named) ? named : EnclaveId(), m_parts.callEnded));
}

void RequestRoutes::callTool(ClientRequest &request)
{
    audit(request);
    findNamed(request, ListKind::Tools, [this, &request](const CatalogueView::Target &target) {
        if (AuditedCall *audited = request.audit())
            audited->isFor(target.enclave, target.key);
        if (target.enclave.isEmpty())
            return callLocalTool(request, target.key);
        Splice edits;
        edits.replace(request.message().span(Field::ParamsName), quoted(target.key));
        forward(request, target.enclave, edits);
    });
}

void RequestRoutes::callLocalTool(ClientRequest &request, const QByteArray &name)
{
    const ClientId client = request.client().caller().client;
    for (LocalToolProvider *provider : m_parts.localTools) {
        const auto tools = provider->tools(client);
        const bool owns =
            std::any_of(tools.begin(), tools.end(), [&name](const auto &tool) { return tool.name == name; });
        if (!owns)
            continue;
        provider->call(client, name, request.message().at(Field::ParamsArguments).toByteArray(),
                       [guard = QPointer(&request)](const mcp::Message &response) {
                           if (guard)
                               guard->answer(response);
                       });
        return;
    }
    request.answerError(mcp::invalidParams, QStringLiteral("Unknown tool: %1").arg(QString::fromUtf8(name)));
}

void RequestRoutes::getPrompt(ClientRequest &request)
{
    findNamed(request, ListKind::Prompts, [this, &request](const CatalogueView::Target &target) {
        Splice edits;
        edits.replace(request.message().span(Field::ParamsName), quoted(target.key));
        forward(request, target.enclave, edits);
    });
}

void RequestRoutes::findResource(ClientRequest &request,
                                 std::function<void(const CatalogueView::Target &, const SessionKey &)> found)
{
    const QByteArray uri = request.message().text(Field::ParamsUri);
    find(
        request, {[uri](const CatalogueView &view) { return view.resource(uri); }, {}, false},
        [this, &request, found = std::move(found)](const CatalogueView::Target &target) {
            const auto key = m_parts.policy.sessionFor(request.client().caller(), target.enclave);
            if (key)
                found(target, *key);
            else
                request.answerFailure(key.error());
        },
        [&request, uri] {
            request.answerError(mcp::resourceNotFound, QStringLiteral("Resource not found"),
                                "{\"uri\":" + quoted(uri) + '}');
        });
}

void RequestRoutes::readResource(ClientRequest &request)
{
    findResource(request, [this, &request](const CatalogueView::Target &target, const SessionKey &) {
        const QByteArray exposed = request.message().text(Field::ParamsUri);
        Splice edits;
        if (exposed != target.key)
            edits.replace(request.message().span(Field::ParamsUri), quoted(target.key));
        forward(request, target.enclave, edits,
                [own = target.key, exposed](ClientRequest &asked, const mcp::Message &response) {
                    asked.answer(response, withExposedUris(response, own, exposed));
                });
    });
}

void RequestRoutes::subscribe(ClientRequest &request)
{
    findResource(request, [this, &request](const CatalogueView::Target &target, const SessionKey &key) {
        const Subscriptions::Resource resource{key, target.key};
        const quint64 client = request.client().number();
        if (m_parts.subscriptions.isWanted(resource)) {
            m_parts.subscriptions.add(resource, client);
            return request.answerResult("{}");
        }
        Splice edits;
        edits.replace(request.message().span(Field::ParamsUri), quoted(target.key));
        forward(request, target.enclave, edits,
                [this, resource, client](ClientRequest &asked, const mcp::Message &response) {
                    if (response.kind() == mcp::Message::Kind::Result)
                        m_parts.subscriptions.add(resource, client);
                    asked.answer(response);
                });
    });
}

void RequestRoutes::unsubscribe(ClientRequest &request)
{
    findResource(request, [this, &request](const CatalogueView::Target &target, const SessionKey &key) {
        const bool last = m_parts.subscriptions.remove({key, target.key}, request.client().number());
        if (!last || !m_parts.pool.ready(key))
            return request.answerResult("{}");
        Splice edits;
        edits.replace(request.message().span(Field::ParamsUri), quoted(target.key));
        forward(request, target.enclave, edits);
    });
}

void RequestRoutes::complete(ClientRequest &request)
{
    const mcp::Message &message = request.message();
    if (message.text(Field::ParamsRefType) == "ref/prompt") {
        return findNamed(request, ListKind::Prompts, [this, &request](const CatalogueView::Target &target) {
            Splice edits;
            edits.replace(request.message().span(Field::ParamsRefName), quoted(target.key));
            forward(request, target.enclave, edits);
        });
    }
    const QByteArray uri = message.text(Field::ParamsRefUri);
    const auto lookup = [uri](const CatalogueView &view) {
        const CatalogueView::Target *target = view.uriTemplate(uri);
        return target ? std::optional(*target) : view.resource(uri);
    };
    find(
        request, {lookup, {}, false},
        [this, &request](const CatalogueView::Target &target) {
            Splice edits;
            edits.replace(request.message().span(Field::ParamsRefUri), quoted(target.key));
            forward(request, target.enclave, edits);
        },
        [&request] {
            request.answerError(mcp::invalidParams,
                                QStringLiteral("Unknown reference; use ref/prompt or ref/resource "
                                               "with a name or URI from a list"));
        });
}

void RequestRoutes::forward(ClientRequest &request, const EnclaveId &enclave, Splice edits,
                            ClientRequest::Mapped mapped)
{
    const auto key = m_parts.policy.sessionFor(request.client().caller(), enclave);
    if (!key)
        return request.answerFailure(key.error());
    if (AuditedCall *audited = request.audit())
        audited->goesTo(*key);
    const EnclaveConfig *config = m_parts.policy.enclave(enclave);
    if (config->reverse != ReversePolicy::Exclusive)
        return forwardNow(request, *key, edits, mapped);
    const bool entered = m_parts.live[*key].gate.enter(
        &request, config->timeouts.call,
        [this, &request, key = *key, edits = std::move(edits), mapped = std::move(mapped)] {
            request.onEnd([this, key](bool) {
                if (const auto live = m_parts.live.find(key); live != m_parts.live.end())
                    live->second.gate.leave();
            });
            forwardNow(request, key, edits, mapped);
        },
        [&request, enclave, this] { request.answerFailure(stillTaken(m_parts.policy.titleOf(enclave))); });
    if (!entered)
        request.answerFailure(stillTaken(m_parts.policy.titleOf(enclave)));
}

void RequestRoutes::forwardNow(ClientRequest &request, const SessionKey &key, const Splice &edits,
                               const ClientRequest::Mapped &mapped)
{
    if (UpstreamSession *session = m_parts.pool.ready(key))
        return send(request, key, *session, edits, mapped);
    m_parts.pool.acquire(key, QDeadlineTimer(sessionWait), &request,
                         [this, &request, key, edits, mapped](Result<UpstreamSession *> session) {
                             if (session)
                                 send(request, key, **session, edits, mapped);
                             else
                                 request.answerFailure(session.error());
                         });
}

void RequestRoutes::send(ClientRequest &request, const SessionKey &key, UpstreamSession &session, const Splice &edits,
                         const ClientRequest::Mapped &mapped)
{
    using Clock = std::chrono::steady_clock;
    const quint64 client = request.client().number();
    m_parts.live[key].traffic.began(client, request.client().profile().name, Clock::now());
    request.onEnd([this, key, client](bool answered) {
        if (const auto live = m_parts.live.find(key); live != m_parts.live.end())
            live->second.traffic.ended(client, Clock::now(), answered);
    });
    m_parts.pool.touch(key);
    const EnclaveConfig *config = m_parts.policy.enclave(key.enclave);
    const std::chrono::milliseconds allowed = config ? config->timeouts.call : Timeouts().call;
    request.forward(session, edits, std::min(allowed, request.client().info().callTimeout.value_or(allowed)), mapped);
}

} // namespace pasarela
