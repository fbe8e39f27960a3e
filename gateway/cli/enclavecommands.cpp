// SPDX-License-Identifier: MIT
#include "gateway/cli/enclavecommands.h"

#include "gateway/base/printable.h"
#include "gateway/cli/configreload.h"
#include "gateway/cli/enclavearguments.h"
#include "gateway/cli/texttable.h"
#include "gateway/config/configedit.h"
#include "gateway/config/configwords.h"
#include "gateway/config/launchtext.h"
#include "gateway/config/packagerunner.h"
#include "gateway/control/controlprotocol.h"

#include <nlohmann/json.hpp>

namespace pasarela {

namespace {

using Json = nlohmann::ordered_json;

constexpr char usage[] = "Usage: pasarela-gateway enclave list\n"
                         "       pasarela-gateway enclave add NAME WAY [options]    (see enclave add --help)\n"
                         "       pasarela-gateway enclave remove|enable|disable|restart NAME\n";

int failed(const CommandContext &context, const Error &error)
{
    context.err << printableText(error.detail) << '\n';
    return error.code == Error::Code::Unavailable ? ExitNoGateway : ExitFailed;
}

int wrongUsage(const CommandContext &context, const QString &what, const QString &help)
{
    context.err << printableText(what) << '\n' << help;
    return ExitUsage;
}

void print(const CommandContext &context, const Json &json)
{
    constexpr int step = 2;
    context.out << QString::fromStdString(json.dump(step, ' ', false, Json::error_handler_t::replace)) << '\n';
}

Json toJson(const QStringList &list)
{
    Json array = Json::array();
    for (const QString &text : list)
        array.push_back(text.toStdString());
    return array;
}

/// Values of variables and headers are left out: they may be secret.
Json toJson(const EnclaveId &name, const EnclaveConfig &enclave)
{
    QStringList accounts;
    for (auto account = enclave.accounts.begin(); account != enclave.accounts.end(); ++account)
        accounts.append(account.key().text());
    Json json = {{"name", name.text().toStdString()},
                 {"title", enclave.title.toStdString()},
                 {"kind", launchKind(enclave.launch).toStdString()},
                 {"enabled", enclave.enabled},
                 {"launch", launchText(enclave.launch).toStdString()},
                 {"scope", wordOf(scopeWords, enclave.scope)},
                 {"accounts", toJson(accounts)},
                 {"defaultAccount", enclave.defaultAccount.text().toStdString()},
                 {"env", toJson(QStringList(enclave.env.keys()))},
                 {"passEnv", toJson(enclave.passEnv)}};
    if (const auto *stdio = std::get_if<StdioLaunch>(&enclave.launch)) {
        json["command"] = stdio->command.toStdString();
        json["args"] = toJson(stdio->args);
        json["runnerEnv"] = toJson(packageRunnerVariables(stdio->command));
    }
    return json;
}

void printTable(const CommandContext &context, const GatewayConfig &config)
{
    TextTable table(
        {QStringLiteral("ENCLAVE"), QStringLiteral("KIND"), QStringLiteral("STATE"), QStringLiteral("SERVER")});
    for (auto enclave = config.enclaves.begin(); enclave != config.enclaves.end(); ++enclave) {
        table.add({enclave.key().text(), launchKind(enclave->launch),
                   enclave->enabled ? QStringLiteral("on") : QStringLiteral("off"), launchText(enclave->launch)});
    }
    if (table.isEmpty())
        context.out
            << "There are no enclaves yet. Add one with: pasarela-gateway enclave add NAME --stdio -- CMD ARG…\n";
    else
        context.out << table.text();
}

int list(const CommandContext &context)
{
    const auto snapshot = ConfigEdit(context.paths).read();
    if (!snapshot)
        return failed(context, snapshot.error());
    const auto &enclaves = snapshot->config.enclaves;
    if (!context.json) {
        printTable(context, snapshot->config);
        return ExitDone;
    }
    Json array = Json::array();
    for (auto enclave = enclaves.begin(); enclave != enclaves.end(); ++enclave)
        array.push_back(toJson(enclave.key(), *enclave));
    print(context, {{"enclaves", array}});
    return ExitDone;
}

/// Lets a running gateway take what was written, and says what was done.
int finish(const CommandContext &context, const EnclaveId &name, const Result<QByteArray> &written, const QString &done)
{
    if (!written)
        return failed(context, written.error());
    const auto reloaded = reloadGateway(context, *written);
    if (!reloaded)
        return failed(context, reloaded.error());
    if (context.json)
        print(context,
              {{"enclave", name.text().toStdString()}, {"hash", written->toStdString()}, {"reloaded", *reloaded}});
    else
        context.out << done << '\n';
    return ExitDone;
}

int add(const CommandContext &context, const QStringList &args)
{
    const auto arguments = parseEnclaveArguments(args);
    if (!arguments)
        return wrongUsage(context, arguments.error().detail, enclaveAddUsage());
    if (arguments->help) {
        context.out << enclaveAddUsage();
        return ExitDone;
    }
    const auto written = ConfigEdit(context.paths).addEnclave(arguments->name, arguments->enclave);
    return finish(
        context, arguments->name, written,
        QStringLiteral("Added \"%1\": %2").arg(arguments->name.text(), launchText(arguments->enclave.launch)));
}

int restart(const CommandContext &context, const EnclaveId &name)
{
    const Json params = {{"name", name.text().toStdString()}};
    const auto answer = context.ask(control::method::enclaveRestart, QByteArray::fromStdString(params.dump()));
    if (!answer)
        return failed(context, answer.error());
    if (context.json)
        print(context, params);
    else
        context.out << QStringLiteral("Restarted \"%1\".").arg(name.text()) << '\n';
    return ExitDone;
}

} // namespace

int runEnclave(const CommandContext &context, const QStringList &args)
{
    const QString word = args.value(0);
    const QStringList rest = args.mid(1);
    const QString help = QString::fromLatin1(usage);
    if (word == QLatin1String("add"))
        return add(context, rest);
    if (word == QLatin1String("--help") || word == QLatin1String("-h") || rest.contains(QStringLiteral("--help"))) {
        context.out << help;
        return ExitDone;
    }
    if (word == QLatin1String("list"))
        return rest.isEmpty() ? list(context) : wrongUsage(context, QStringLiteral("list takes no arguments."), help);
    const QStringList words{QStringLiteral("remove"), QStringLiteral("enable"), QStringLiteral("disable"),
                            QStringLiteral("restart")};
    if (!words.contains(word))
        return wrongUsage(context, QStringLiteral("Say what to do: list, add, remove, enable, disable or restart."),
                          help);
    if (rest.size() != 1 || rest.first().startsWith(u'-'))
        return wrongUsage(context, QStringLiteral("%1 takes one name.").arg(word), help);
    const EnclaveId name(rest.first());
    if (word == QLatin1String("restart"))
        return restart(context, name);
    ConfigEdit edit(context.paths);
    if (word == QLatin1String("remove"))
        return finish(context, name, edit.removeEnclave(name), QStringLiteral("Removed \"%1\".").arg(name.text()));
    const bool on = word == QLatin1String("enable");
    return finish(
        context, name, edit.setEnclaveEnabled(name, on),
        QStringLiteral("Switched \"%1\" %2.").arg(name.text(), on ? QStringLiteral("on") : QStringLiteral("off")));
}

} // namespace pasarela
