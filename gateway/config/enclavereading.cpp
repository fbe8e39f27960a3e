// SPDX-License-Identifier: MIT
#include "gateway/config/enclavereading.h"

#include "gateway/config/confignames.h"
#include "gateway/config/configobject.h"
#include "gateway/config/packagerunner.h"

#include <QRegularExpression>

namespace pasarela {

namespace {

constexpr int longestSeconds = 24 * 60 * 60;
constexpr int longestIdleMinutes = 7 * 24 * 60;
constexpr int mostSessions = 1000;

StdioLaunch readStdio(const ConfigNode &node)
{
    StdioLaunch launch;
    ConfigObject object(node);
    const auto command = object.read("command", launch.command);
    if (!command && !object.member("command"))
        node.problem(QStringLiteral("\"command\" is missing: write the program to start, like \"command\": \"npx\""));
    else if (command && launch.command.isEmpty())
        command->problem(QStringLiteral("\"command\" is empty: write the program to start"));
    else if (command && launch.command.contains(u'/') && !isWholePath(launch.command))
        command->problem(
            QStringLiteral("\"command\" is a path that depends on the current folder: write the whole path, or "
                           "a name that is looked up in PATH"));
    object.read("args", launch.args);
    const QString beside = QStringLiteral("write it beside \"stdio\", not inside");
    object.misplaced("env", beside);
    object.misplaced("cwd", beside);
    object.finish();
    return launch;
}

HttpLaunch readHttp(const ConfigNode &node, HttpLaunch::Era era)
{
    HttpLaunch launch;
    launch.era = era;
    ConfigObject object(node);
    const auto url = object.read("url", launch.url);
    if (!url && !object.member("url"))
        node.problem(QStringLiteral(
            "\"url\" is missing: write the server's address, like \"url\": \"https://example.org/mcp\""));
    else if (url && !isWebAddress(launch.url)) // the text may hold a password: it is not repeated
        url->problem(
            QStringLiteral("\"url\" must be a whole address that begins with https:// or http://, without user, "
                           "password or #…: keys belong to an account"));
    if (era != HttpLaunch::Era::Sse)
        object.read("era", launch.era, eraWords);
    object.misplaced("headers", QStringLiteral("write it beside \"%1\", not inside").arg(node.name()));
    object.finish();
    return launch;
}

void requireAddress(ConfigObject &object, const char *name, QString &address)
{
    const auto node = object.read(name, address);
    if (!node && !object.member(name))
        object.node().problem(QStringLiteral("\"%1\" is missing: write the server's name and port, like \"%1\": "
                                             "\"tools.example.org:7443\"")
                                  .arg(QString::fromLatin1(name)));
    else if (node && !isHostAndPort(address))
        node->problem(QStringLiteral("%1 must be a name or address and a port, like \"tools.example.org:7443\" or "
                                     "\"[::1]:7443\"")
                          .arg(node->label()));
}

GrpcLaunch readGrpc(const ConfigNode &node)
{
    GrpcLaunch launch;
    ConfigObject object(node);
    requireAddress(object, "address", launch.address);
    object.finish();
    return launch;
}

MeshLaunch readMesh(const ConfigNode &node)
{
    MeshLaunch launch;
    ConfigObject object(node);
    requireAddress(object, "host", launch.host);
    const auto enclave = object.read("enclave", launch.enclave);
    static const QRegularExpression printable(QStringLiteral("\\A[!-~]{1,128}\\z"));
    if (!enclave && !object.member("enclave"))
        node.problem(QStringLiteral("\"enclave\" is missing: write the enclave's name on that host"));
    else if (enclave && !printable.match(launch.enclave).hasMatch())
        enclave->problem(
            QStringLiteral("\"enclave\" must be its name on that host: letters, digits and signs, no spaces"));
    if (const auto fingerprint = object.read("fingerprint", launch.fingerprint)) {
        static const QRegularExpression digest(QStringLiteral("\\Asha256:([0-9a-fA-F]{64}|[A-Za-z0-9+/_-]{43}=?)\\z"));
        if (!launch.fingerprint.startsWith(QLatin1String("sha256:")))
            fingerprint->problem(QStringLiteral("\"fingerprint\" must begin with \"sha256:\""));
        else if (!digest.match(launch.fingerprint).hasMatch())
            fingerprint->hint(QStringLiteral("\"fingerprint\" is no SHA-256, so no host will match it: copy it whole"));
    }
    object.finish();
    return launch;
}

/// Exactly one of the ways to a server.
Launch readLaunch(ConfigObject &enclave)
{
    std::vector<ConfigNode> ways;
    for (const char *kind : {"stdio", "http", "sse", "grpc", "mesh"}) {
        if (const auto node = enclave.member(kind))
            ways.push_back(*node);
    }
    if (ways.empty()) {
        QString what =
            QStringLiteral("%1 has no way to its server: add one of \"stdio\", \"http\", \"sse\", \"grpc\", \"mesh\"");
        if (enclave.member("command"))
            what = QStringLiteral("%1 has no way to its server: put \"command\" and \"args\" into \"stdio\": { … }");
        else if (enclave.member("url"))
            what = QStringLiteral("%1 has no way to its server: put \"url\" into \"http\": { … }");
        enclave.node().problemWithName(what.arg(enclave.node().label()));
        return {};
    }
    enclave.misplaced("command", QStringLiteral("write it inside \"stdio\""));
    enclave.misplaced("args", QStringLiteral("write it inside \"stdio\""));
    enclave.misplaced("url", QStringLiteral("write it inside \"http\""));
    for (size_t i = 1; i < ways.size(); ++i)
        ways[i].problemWithName(
            QStringLiteral("there is %1 and %2: keep one of them").arg(ways[0].label(), ways[i].label()));
    const ConfigNode &way = ways.front();
    if (way.name() == QLatin1String("stdio"))
        return readStdio(way);
    if (way.name() == QLatin1String("http"))
        return readHttp(way, HttpLaunch::Era::Auto);
    if (way.name() == QLatin1String("sse"))
        return readHttp(way, HttpLaunch::Era::Sse);
    if (way.name() == QLatin1String("grpc"))
        return readGrpc(way);
    return readMesh(way);
}

void checkVariable(const ConfigNode &node, const QString &name)
{
    if (!isVariableName(name))
        node.problemWithName(QStringLiteral("%1 cannot be the name of a variable: no \"=\", and at least one character")
                                 .arg(node.label()));
}

void readEnvironment(ConfigObject &object, EnclaveConfig &enclave)
{
    if (const auto env = object.read("env", enclave.env)) {
        for (const ConfigNode &entry : env->members().value_or(std::vector<ConfigNode>()))
            checkVariable(entry, entry.name());
    }
    if (const auto names = object.read("passEnv", enclave.passEnv)) {
        for (const ConfigNode &item : names->items().value_or(std::vector<ConfigNode>()))
            checkVariable(item, item.string().value_or(QStringLiteral("not a string")));
    }
    object.readEach("credentialEnv", [&enclave](const ConfigNode &entry) {
        const auto field = entry.string();
        checkVariable(entry, entry.name());
        if (field && !isOtherName(*field))
            entry.problem(
                QStringLiteral("%1 must name a field of the account, like \"token\": lower-case letters, digits and "
                               ". _ @ + -")
                    .arg(entry.label()));
        if (enclave.env.contains(entry.name()))
            entry.problemWithName(QStringLiteral("%1 is in \"env\" too: keep one of them").arg(entry.label()));
        enclave.credentialEnv.insert(entry.name(), field.value_or(QString()));
    });
}

void readHeaders(ConfigObject &object, EnclaveConfig &enclave)
{
    object.readEach("headers", [&enclave](const ConfigNode &entry) {
        const auto value = entry.string();
        if (!isHeaderName(entry.name()))
            entry.problemWithName(QStringLiteral("%1 cannot be the name of an HTTP header: letters, digits and hyphens")
                                      .arg(entry.label()));
        if (value && !isHeaderValue(*value))
            entry.problem(
                QStringLiteral("%1 holds a line break, which no HTTP header can: remove it").arg(entry.label()));
        if (entry.name().compare(QLatin1String("Authorization"), Qt::CaseInsensitive) == 0)
            entry.hint(QStringLiteral(
                           "%1 stands here for every program to read: better make an account, whose key goes to the "
                           "password store")
                           .arg(entry.label()));
        enclave.headers.insert(entry.name(), value.value_or(QString()));
    });
}

void readAccounts(ConfigObject &object, EnclaveConfig &enclave)
{
    object.readEach("accounts", [&enclave](const ConfigNode &entry) {
        if (!isOtherName(entry.name()))
            entry.problemWithName(
                QStringLiteral("%1 cannot be the name of an account: use up to 64 lower-case letters, digits "
                               "and . _ @ + -, beginning with a letter or digit")
                    .arg(entry.label()));
        AccountConfig account;
        ConfigObject members(entry);
        members.read("enabled", account.enabled);
        members.read("title", account.title);
        members.finish();
        enclave.accounts.insert(AccountId(entry.name()), account);
    });
    QString defaultAccount;
    const auto node = object.read("defaultAccount", defaultAccount);
    enclave.defaultAccount = AccountId(defaultAccount);
    if (node && !defaultAccount.isEmpty() && !enclave.accounts.contains(enclave.defaultAccount))
        node->problem(
            QStringLiteral("\"defaultAccount\" names an account that \"accounts\" does not have: add it there, or "
                           "name one of those"));
}

void readWorkingDirectory(ConfigObject &object, EnclaveConfig &enclave)
{
    const auto node = object.read("cwd", enclave.cwd);
    if (!node || enclave.cwd.isEmpty())
        return;
    const auto *stdio = std::get_if<StdioLaunch>(&enclave.launch);
    if (enclave.cwd != QLatin1String("project")) {
        if (!isWholePath(enclave.cwd))
            node->problem(QStringLiteral("\"cwd\" must be the whole path of a folder, or \"project\""));
    } else if (stdio && isPackageRunner(stdio->command)) {
        // A hostile repository's node_modules/.bin or .npmrc would run with the account's key (sessions.md 6).
        node->problem(
            QStringLiteral("\"cwd\" cannot be \"project\" with %1, which would run code of that folder: name the "
                           "server's program itself, or leave \"cwd\" out")
                .arg(stdio->command));
    }
}

void readLimits(ConfigObject &object, EnclaveConfig &enclave)
{
    object.readObject("timeouts", [&enclave](ConfigObject &timeouts) {
        const auto seconds = [&timeouts](const char *name, std::chrono::seconds &value) {
            int count = 0;
            if (timeouts.read(name, count, 1, longestSeconds))
                value = std::chrono::seconds(count);
        };
        seconds("initialize", enclave.timeouts.initialize);
        seconds("call", enclave.timeouts.call);
        seconds("list", enclave.timeouts.list);
    });
    int minutes = 0;
    if (object.read("idleMinutes", minutes, 0, longestIdleMinutes))
        enclave.idleMinutes = minutes;
    object.read("maxSessions", enclave.maxSessions, 1, mostSessions);
}

} // namespace

EnclaveConfig readEnclave(const ConfigNode &node)
{
    if (isReservedEnclaveName(node.name()))
        node.problemWithName(
            QStringLiteral("%1 is a name that Pasarela uses itself: choose another").arg(node.label()));
    else if (!isEnclaveName(node.name()))
        node.problemWithName(
            QStringLiteral("%1 cannot be the name of an enclave: use up to 24 lower-case letters, digits and "
                           "hyphens, beginning with a letter or digit; \"title\" is what people read")
                .arg(node.label()));
    EnclaveConfig enclave;
    ConfigObject object(node);
    enclave.launch = readLaunch(object);
    object.read("title", enclave.title);
    object.read("enabled", enclave.enabled);
    const auto group = object.read("group", enclave.group);
    if (group && !enclave.group.isEmpty() && !isEnclaveName(enclave.group))
        group->problem(
            QStringLiteral("\"group\" must be a name like an enclave's: lower-case letters, digits and hyphens"));
    object.read("names", enclave.names, nameWords);
    object.read("reverse", enclave.reverse, reverseWords);
    object.read("onDefinitionChange", enclave.onDefinitionChange, definitionWords);
    object.read("scope", enclave.scope, scopeWords);
    readWorkingDirectory(object, enclave);
    readEnvironment(object, enclave);
    readHeaders(object, enclave);
    readAccounts(object, enclave);
    readLimits(object, enclave);
    object.read("sendProject", enclave.sendProject);
    object.read("allowSetuid", enclave.allowSetuid);
    object.read("origin", enclave.origin);
    object.finish();
    return enclave;
}

} // namespace pasarela
