// SPDX-License-Identifier: MIT
#include "gateway/control/snapshot.h"

#include "gateway/control/jsonfields.h"

#include <nlohmann/json.hpp>

#include <array>
#include <utility>

namespace pasarela {

namespace {

using nlohmann::ordered_json;

constexpr std::array<std::pair<EnclaveState, const char *>, 11> stateNames = {{
    {EnclaveState::NeedsApproval, "needsApproval"},
    {EnclaveState::Disabled, "disabled"},
    {EnclaveState::Idle, "idle"},
    {EnclaveState::Starting, "starting"},
    {EnclaveState::Ready, "ready"},
    {EnclaveState::Degraded, "degraded"},
    {EnclaveState::Waiting, "waiting"},
    {EnclaveState::NeedsCredential, "needsCredential"},
    {EnclaveState::NeedsSignIn, "needsSignIn"},
    {EnclaveState::NeedsTrust, "needsTrust"},
    {EnclaveState::Failed, "failed"},
}};

} // namespace

QString toName(EnclaveState state)
{
    for (const auto &[value, name] : stateNames) {
        if (value == state)
            return QLatin1String(name);
    }
    Q_UNREACHABLE();
    return {};
}

std::optional<EnclaveState> enclaveStateFrom(const QString &name)
{
    for (const auto &[value, known] : stateNames) {
        if (name == QLatin1String(known))
            return value;
    }
    return std::nullopt;
}

// One pair of functions for each type, members in the same order: what is written is read.
namespace {

ordered_json toObject(const ErrorView &error)
{
    if (error == ErrorView())
        return nullptr;
    return {
        {"code", jsonValue(error.code)}, {"text", jsonValue(error.text)}, {"lastWords", jsonValue(error.lastWords)}};
}

ErrorView errorFrom(const JsonFields &fields)
{
    return {fields.text("code"), fields.text("text"), fields.text("lastWords")};
}

ordered_json toObject(const EnclaveView &row)
{
    return {{"name", jsonValue(row.name)},
            {"title", jsonValue(row.title)},
            {"state", jsonValue(toName(row.state))},
            {"kind", jsonValue(row.kind)},
            {"tools", row.tools},
            {"prompts", row.prompts},
            {"resources", row.resources},
            {"accounts", jsonValue(row.accounts)},
            {"retryAt", jsonValue(row.retryAt)},
            {"lastError", toObject(row.lastError)}};
}

EnclaveView enclaveFrom(const JsonFields &fields)
{
    EnclaveView row;
    row.name = fields.text("name");
    row.title = fields.text("title");
    // A state that a later version added is one this version cannot help with.
    row.state = enclaveStateFrom(fields.text("state")).value_or(EnclaveState::Failed);
    row.kind = fields.text("kind");
    row.tools = fields.number<int>("tools");
    row.prompts = fields.number<int>("prompts");
    row.resources = fields.number<int>("resources");
    row.accounts = fields.texts("accounts");
    row.retryAt = fields.time("retryAt");
    row.lastError = errorFrom(fields.object("lastError"));
    return row;
}

ordered_json toObject(const SessionView &row)
{
    return {{"enclave", jsonValue(row.enclave)},
            {"account", jsonValue(row.account)},
            {"scope", jsonValue(row.scope)},
            {"state", jsonValue(row.state)},
            {"pid", row.processId},
            {"rss", row.rss},
            {"calls", row.calls},
            {"p50", row.p50},
            {"p95", row.p95}};
}

SessionView sessionFrom(const JsonFields &fields)
{
    SessionView row;
    row.enclave = fields.text("enclave");
    row.account = fields.text("account");
    row.scope = fields.text("scope");
    row.state = fields.text("state");
    row.processId = fields.number<qint64>("pid");
    row.rss = fields.number<qint64>("rss");
    row.calls = fields.number<quint64>("calls");
    row.p50 = fields.number<double>("p50");
    row.p95 = fields.number<double>("p95");
    return row;
}

ordered_json toObject(const ClientView &row)
{
    return {{"id", row.id},
            {"name", jsonValue(row.name)},
            {"title", jsonValue(row.title)},
            {"transport", jsonValue(row.transport)},
            {"project", jsonValue(row.project)},
            {"pid", row.processId},
            {"since", jsonValue(row.since)},
            {"accounts", jsonValue(row.accounts)}};
}

ClientView clientFrom(const JsonFields &fields)
{
    ClientView row;
    row.id = fields.number<quint64>("id");
    row.name = fields.text("name");
    row.title = fields.text("title");
    row.transport = fields.text("transport");
    row.project = fields.text("project");
    row.processId = fields.number<qint64>("pid");
    row.since = fields.time("since");
    row.accounts = fields.textMap("accounts");
    return row;
}

ordered_json toObject(const GatewayView &row)
{
    return {{"pid", row.processId},
            {"startTime", row.startTime},
            {"version", jsonValue(row.version)},
            {"since", jsonValue(row.since)},
            {"rss", row.rss},
            {"configFile", jsonValue(row.configFile)},
            {"configHash", jsonValue(row.configHash)},
            {"problems", jsonValue(row.problems)},
            {"paused", jsonValue(row.paused)}};
}

GatewayView gatewayFrom(const JsonFields &fields)
{
    GatewayView row;
    row.processId = fields.number<qint64>("pid");
    row.startTime = fields.number<qint64>("startTime");
    row.version = fields.text("version");
    row.since = fields.time("since");
    row.rss = fields.number<qint64>("rss");
    row.configFile = fields.text("configFile");
    row.configHash = fields.text("configHash");
    row.problems = fields.texts("problems");
    row.paused = fields.text("paused");
    return row;
}

ordered_json toObject(const RelayView &row)
{
    return {{"unread", row.unread}, {"peers", jsonValue(row.peers)}};
}

RelayView relayFrom(const JsonFields &fields)
{
    return {fields.number<int>("unread"), fields.texts("peers")};
}

template<typename Row> ordered_json toArray(const std::vector<Row> &rows)
{
    ordered_json array = ordered_json::array();
    for (const Row &row : rows)
        array.push_back(toObject(row));
    return array;
}

template<typename Row> void addRows(ordered_json &object, const char *name, const std::vector<Row> &rows)
{
    if (!rows.empty())
        object[name] = toArray(rows);
}

} // namespace

QByteArray toJson(const Snapshot &snapshot, bool indented)
{
    const ordered_json object = {{"gateway", toObject(snapshot.gateway)},
                                 {"enclaves", toArray(snapshot.enclaves)},
                                 {"sessions", toArray(snapshot.sessions)},
                                 {"clients", toArray(snapshot.clients)},
                                 {"relay", toObject(snapshot.relay)}};
    return toBytes(object, indented);
}

std::optional<Snapshot> snapshotFromJson(const QByteArray &json)
{
    JsonDocument document(json);
    const JsonFields fields = document.root();
    Snapshot snapshot;
    snapshot.gateway = gatewayFrom(fields.object("gateway"));
    snapshot.enclaves = fields.rows<EnclaveView>("enclaves", enclaveFrom);
    snapshot.sessions = fields.rows<SessionView>("sessions", sessionFrom);
    snapshot.clients = fields.rows<ClientView>("clients", clientFrom);
    snapshot.relay = relayFrom(fields.object("relay"));
    return document.ok() ? std::optional(snapshot) : std::nullopt;
}

QByteArray toJson(const SnapshotDelta &delta)
{
    ordered_json object = ordered_json::object();
    if (delta.gateway)
        object["gateway"] = toObject(*delta.gateway);
    if (delta.relay)
        object["relay"] = toObject(*delta.relay);
    addRows(object, "enclaves", delta.enclaves);
    if (!delta.enclavesGone.isEmpty())
        object["enclavesGone"] = jsonValue(delta.enclavesGone);
    addRows(object, "sessions", delta.sessions);
    for (const SessionView &row : delta.sessionsGone) {
        object["sessionsGone"].push_back({{"enclave", jsonValue(row.enclave)},
                                          {"account", jsonValue(row.account)},
                                          {"scope", jsonValue(row.scope)}});
    }
    addRows(object, "clients", delta.clients);
    if (!delta.clientsGone.empty())
        object["clientsGone"] = delta.clientsGone;
    return toBytes(object, false);
}

std::optional<SnapshotDelta> deltaFromJson(const QByteArray &json)
{
    JsonDocument document(json);
    const JsonFields fields = document.root();
    SnapshotDelta delta;
    if (fields.has("gateway"))
        delta.gateway = gatewayFrom(fields.object("gateway"));
    if (fields.has("relay"))
        delta.relay = relayFrom(fields.object("relay"));
    delta.enclaves = fields.rows<EnclaveView>("enclaves", enclaveFrom);
    delta.enclavesGone = fields.texts("enclavesGone");
    delta.sessions = fields.rows<SessionView>("sessions", sessionFrom);
    delta.sessionsGone = fields.rows<SessionView>("sessionsGone", sessionFrom);
    delta.clients = fields.rows<ClientView>("clients", clientFrom);
    delta.clientsGone = fields.numbers<quint64>("clientsGone");
    return document.ok() ? std::optional(delta) : std::nullopt;
}

} // namespace pasarela
