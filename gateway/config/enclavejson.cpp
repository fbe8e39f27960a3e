// SPDX-License-Identifier: MIT
#include "gateway/config/configfile.h"
#include "gateway/config/configwords.h"

#include <nlohmann/json.hpp>

namespace pasarela {

namespace {

using Json = nlohmann::ordered_json;

std::string text(const QString &value)
{
    return value.toStdString();
}

Json toJson(const QStringList &list)
{
    Json array = Json::array();
    for (const QString &value : list)
        array.push_back(text(value));
    return array;
}

Json toJson(const QMap<QString, QString> &map)
{
    Json object = Json::object();
    for (auto entry = map.begin(); entry != map.end(); ++entry)
        object[text(entry.key())] = text(*entry);
    return object;
}

void addLaunch(Json &json, const StdioLaunch &launch)
{
    Json &stdio = json["stdio"] = {{"command", text(launch.command)}};
    if (!launch.args.isEmpty())
        stdio["args"] = toJson(launch.args);
}

void addLaunch(Json &json, const HttpLaunch &launch)
{
    Json &http = json["http"] = {{"url", text(launch.url)}};
    if (launch.era != HttpLaunch::Era::Auto)
        http["era"] = wordOf(eraWords, launch.era);
}

void addLaunch(Json &json, const GrpcLaunch &launch)
{
    json["grpc"] = {{"address", text(launch.address)}};
}

void addLaunch(Json &json, const MeshLaunch &launch)
{
    Json &mesh = json["mesh"] = {{"host", text(launch.host)}, {"enclave", text(launch.enclave)}};
    if (!launch.fingerprint.isEmpty())
        mesh["fingerprint"] = text(launch.fingerprint);
}

/// Writes what differs from what holds anyway.
class Differences {
public:
    Differences(Json &json, const EnclaveConfig &enclave)
        : m_json(json)
        , m_enclave(enclave)
    {
    }

    template<typename Value>
    void add(const char *name, Value EnclaveConfig::*member, const std::function<Json(const Value &)> &write)
    {
        if (m_enclave.*member != m_defaults.*member)
            m_json[name] = write(m_enclave.*member);
    }
    void add(const char *name, QString EnclaveConfig::*member)
    {
        add<QString>(name, member, [](const QString &v) { return Json(text(v)); });
    }
    void add(const char *name, bool EnclaveConfig::*member)
    {
        add<bool>(name, member, [](bool v) { return Json(v); });
    }
    void add(const char *name, QStringList EnclaveConfig::*member)
    {
        add<QStringList>(name, member, [](const QStringList &v) { return toJson(v); });
    }
    void add(const char *name, QMap<QString, QString> EnclaveConfig::*member)
    {
        add<QMap<QString, QString>>(name, member, [](const auto &v) { return toJson(v); });
    }
    template<typename Choice, size_t count>
    void add(const char *name, Choice EnclaveConfig::*member, const ConfigWord<Choice> (&words)[count])
    {
        add<Choice>(name, member, [&words](const Choice &v) { return Json(wordOf(words, v)); });
    }

private:
    Json &m_json;
    const EnclaveConfig &m_enclave;
    const EnclaveConfig m_defaults;
};

Json timeoutsToJson(const Timeouts &timeouts)
{
    const Timeouts defaults;
    Json json = Json::object();
    const auto add = [&](const char *name, std::chrono::seconds Timeouts::*member) {
        if (timeouts.*member != defaults.*member)
            json[name] = (timeouts.*member).count();
    };
    add("initialize", &Timeouts::initialize);
    add("call", &Timeouts::call);
    add("list", &Timeouts::list);
    return json;
}

Json accountsToJson(const QMap<AccountId, AccountConfig> &accounts)
{
    Json json = Json::object();
    for (auto account = accounts.begin(); account != accounts.end(); ++account) {
        Json &members = json[text(account.key().text())] = Json::object();
        if (!account->enabled)
            members["enabled"] = false;
        if (!account->title.isEmpty())
            members["title"] = text(account->title);
    }
    return json;
}

Json toJson(const EnclaveConfig &enclave)
{
    Json json = Json::object();
    std::visit([&json](const auto &launch) { addLaunch(json, launch); }, enclave.launch);
    Differences differences(json, enclave);
    differences.add("title", &EnclaveConfig::title);
    differences.add("enabled", &EnclaveConfig::enabled);
    differences.add("group", &EnclaveConfig::group);
    differences.add("names", &EnclaveConfig::names, nameWords);
    differences.add("reverse", &EnclaveConfig::reverse, reverseWords);
    differences.add("onDefinitionChange", &EnclaveConfig::onDefinitionChange, definitionWords);
    differences.add("cwd", &EnclaveConfig::cwd);
    differences.add("env", &EnclaveConfig::env);
    differences.add("passEnv", &EnclaveConfig::passEnv);
    differences.add("credentialEnv", &EnclaveConfig::credentialEnv);
    differences.add("headers", &EnclaveConfig::headers);
    differences.add<Timeouts>("timeouts", &EnclaveConfig::timeouts, timeoutsToJson);
    differences.add("scope", &EnclaveConfig::scope, scopeWords);
    differences.add<QMap<AccountId, AccountConfig>>("accounts", &EnclaveConfig::accounts, accountsToJson);
    differences.add<AccountId>("defaultAccount", &EnclaveConfig::defaultAccount,
                               [](const AccountId &account) { return Json(text(account.text())); });
    differences.add<std::optional<int>>("idleMinutes", &EnclaveConfig::idleMinutes,
                                        [](const std::optional<int> &minutes) { return Json(*minutes); });
    differences.add<int>("maxSessions", &EnclaveConfig::maxSessions, [](const int &count) { return Json(count); });
    differences.add("sendProject", &EnclaveConfig::sendProject);
    differences.add("allowSetuid", &EnclaveConfig::allowSetuid);
    differences.add("origin", &EnclaveConfig::origin);
    return json;
}

} // namespace

QByteArray enclaveToJson(const EnclaveConfig &enclave)
{
    constexpr int step = 2;
    return QByteArray::fromStdString(toJson(enclave).dump(step, ' ', false, Json::error_handler_t::replace));
}

} // namespace pasarela
