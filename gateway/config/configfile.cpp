// SPDX-License-Identifier: MIT
#include "gateway/config/configfile.h"

#include "gateway/config/clientreading.h"
#include "gateway/config/configdiff.h"
#include "gateway/config/configobject.h"
#include "gateway/config/enclavereading.h"

#include <QDateTime>
#include <QHash>
#include <QStringList>

namespace pasarela {

namespace {

constexpr int longestIdleMinutes = 7 * 24 * 60;

void readGateway(ConfigObject &root, GatewayConfig &config)
{
    root.readObject("gateway", [&config](ConfigObject &object) {
        object.readObject("http", [&config](ConfigObject &http) {
            http.read("port", config.http.port, 0, 65535);
            http.read("enabled", config.http.enabled);
            http.read("auth", config.http.authNone, httpAuthWords);
        });
        object.read("idleMinutes", config.idleMinutes, 0, longestIdleMinutes);
        object.read("onExternalCommand", config.onExternalCommand, externalCommandWords);
    });
    root.readObject("oauth",
                    [&config](ConfigObject &object) { object.read("browserCommand", config.oauthBrowserCommand); });
    root.readObject("catalogue",
                    [&config](ConfigObject &object) { object.read("mode", config.catalogue, catalogueWords); });
    const auto paused = root.read("paused", config.paused);
    if (paused && !config.paused.isEmpty() && config.paused != QLatin1String("on")
        && !QDateTime::fromString(config.paused, Qt::ISODate).isValid())
        paused->problem(
            QStringLiteral("\"paused\" must be \"on\", or the time until which, like \"2026-01-31T10:42:00Z\""));
}

/// What holds between enclaves: groups (catalogue.md 4), and servers that are there twice.
void compareEnclaves(const std::vector<ConfigNode> &nodes, const GatewayConfig &config)
{
    QHash<QString, EnclaveId> firstOfGroup;
    QHash<QByteArray, EnclaveId> firstOfLaunch;
    for (const ConfigNode &node : nodes) {
        const EnclaveId name(node.name());
        const EnclaveConfig &enclave = config.enclaves[name];
        if (enclave.launch == EnclaveConfig().launch)
            continue; // its way to the server is wrong, and reported
        if (enclave.group.isEmpty()) {
            const EnclaveId first =
                *firstOfLaunch.insert(launchHash(enclave), firstOfLaunch.value(launchHash(enclave), name));
            if (first != name && config.enclaves[first].accounts == enclave.accounts)
                node.hint(QStringLiteral("%1 starts the same as \"%2\": remove one, or give both the same \"group\"")
                              .arg(node.label(), first.text()));
            continue;
        }
        const EnclaveId group(enclave.group);
        if (config.enclaves.contains(group) && config.enclaves[group].group != enclave.group)
            node.problem(
                QStringLiteral("the group \"%1\" has the name of an enclave that is not in it: choose another name for "
                               "the group, or add that enclave to it")
                    .arg(enclave.group));
        const EnclaveId first = *firstOfGroup.insert(enclave.group, firstOfGroup.value(enclave.group, name));
        if (config.enclaves[first].accounts.keys() != enclave.accounts.keys())
            node.problem(
                QStringLiteral("the enclaves of a group must have the same accounts: make those of %1 and \"%2\" alike")
                    .arg(node.label(), first.text()));
    }
}

GatewayConfig readConfig(ConfigReading &reading, JsonSpan value)
{
    GatewayConfig config;
    ConfigObject root(ConfigNode::root(reading, value));
    root.member("$schema");
    readGateway(root, config);
    std::vector<ConfigNode> enclaves;
    root.readEach("enclaves", [&](const ConfigNode &entry) {
        config.enclaves.insert(EnclaveId(entry.name()), readEnclave(entry));
        enclaves.push_back(entry);
    });
    compareEnclaves(enclaves, config);
    readClients(root, config);
    readRelay(root, config.relay);
    readHost(root, config);
    root.finish();
    return config;
}

/// What a person probably did where JSON's grammar is broken.
QString adviceAt(QByteArrayView bytes, const JsonFault &fault)
{
    if (bytes.startsWith("\xEF\xBB\xBF"))
        return QStringLiteral("the file begins with a byte order mark: save it as UTF-8 without one");
    if (bytes.startsWith("\xFF\xFE") || bytes.startsWith("\xFE\xFF"))
        return QStringLiteral("the file is UTF-16: save it as UTF-8");
    if (fault.kind != JsonFault::Kind::Syntax)
        return QStringLiteral("%1: correct it here").arg(QLatin1String(fault.what));
    if (fault.offset >= bytes.size())
        return QStringLiteral("the file ends too early: a bracket, brace or quote before this is not closed");
    const char here = bytes[fault.offset];
    if (here == '/' || here == '#')
        return QStringLiteral("JSON has no comments: remove this one");
    if (here == '\'')
        return QStringLiteral("JSON has double quotes only: write \" instead of '");
    const QByteArrayView before = bytes.first(fault.offset).trimmed();
    if ((here == '}' || here == ']') && before.endsWith(','))
        return QStringLiteral("there is a comma before this bracket: remove it");
    return QStringLiteral("this is not JSON (%1): correct it here").arg(QLatin1String(fault.what));
}

} // namespace

std::variant<GatewayConfig, std::vector<ConfigProblem>> parseConfig(QByteArrayView bytes)
{
    if (bytes.trimmed().isEmpty())
        return GatewayConfig();
    const JsonScan scan = scanJson(bytes, JsonPaths({}));
    if (scan.fault)
        return std::vector<ConfigProblem>{
            {positionIn(bytes, scan.fault->offset), QString(), adviceAt(bytes, *scan.fault)}};
    ConfigReading reading(bytes);
    GatewayConfig config = readConfig(reading, scan.root);
    if (auto problems = reading.problems(); !problems.empty())
        return problems;
    return config;
}

std::vector<ConfigProblem> configHints(QByteArrayView bytes)
{
    const JsonScan scan = scanJson(bytes, JsonPaths({}));
    if (scan.fault)
        return {};
    ConfigReading reading(bytes);
    readConfig(reading, scan.root);
    return reading.hints();
}

Error toError(const QString &file, const std::vector<ConfigProblem> &problems)
{
    QStringList lines;
    for (const ConfigProblem &problem : problems)
        lines.append(toLine(file, problem));
    return {Error::Code::InvalidInput, lines.join(u'\n')};
}

} // namespace pasarela
