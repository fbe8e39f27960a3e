// SPDX-License-Identifier: MIT
#include "gateway/cli/accountcommands.h"

#include "gateway/base/jsonview.h"
#include "gateway/base/printable.h"
#include "gateway/cli/commandarguments.h"
#include "gateway/cli/configreload.h"
#include "gateway/cli/texttable.h"
#include "gateway/config/accountedit.h"
#include "gateway/control/controlprotocol.h"
#include "gateway/control/jsonfields.h"

namespace pasarela {

namespace {

using Json = nlohmann::ordered_json;

constexpr char usage[] = "Usage: pasarela-gateway account list\n"
                         "       pasarela-gateway account set ENCLAVE ACCOUNT [--field F]     (the secret on stdin)\n"
                         "       pasarela-gateway account remove ENCLAVE ACCOUNT\n"
                         "       pasarela-gateway account use ENCLAVE ACCOUNT [--client NAME]\n";

int failed(const CommandContext &context, const Error &error)
{
    context.err << printableText(error.detail) << '\n';
    return error.code == Error::Code::Unavailable ? ExitNoGateway : ExitFailed;
}

QCommandLineOption fieldOption()
{
    return {QStringLiteral("field"), QStringLiteral("Which of the account's secrets; needed where it has several."),
            QStringLiteral("F")};
}

QCommandLineOption clientOption()
{
    return {QStringLiteral("client"),
            QStringLiteral("For this client only, like claude-desktop; else for all that have "
                           "no choice of their own."),
            QStringLiteral("NAME")};
}

CommandForm formOf(const QString &word)
{
    const QString names = QStringLiteral("ENCLAVE ACCOUNT");
    if (word == QLatin1String("list"))
        return {QStringLiteral("account list"),
                {},
                QStringLiteral("Lists accounts, and whether their secrets are stored."),
                {},
                0,
                0};
    if (word == QLatin1String("set"))
        return {QStringLiteral("account set"),
                names,
                QStringLiteral("Stores a secret of an account, which is made if need be. It is read from stdin, at a "
                               "terminal without showing it."),
                {fieldOption()},
                2,
                2};
    if (word == QLatin1String("remove"))
        return {QStringLiteral("account remove"),
                names,
                QStringLiteral("Removes an account and its secrets, and ends what runs with them."),
                {},
                2,
                2};
    return {QStringLiteral("account use"),
            names,
            QStringLiteral("Chooses the account that calls go to."),
            {clientOption()},
            2,
            2};
}

QByteArray paramsOf(const EnclaveId &enclave, const AccountId &account)
{
    return "{\"enclave\":" + jsonQuoted(enclave.text()) + ",\"account\":" + jsonQuoted(account.text()) + '}';
}

struct Field {
    QString name;
    bool stored = false;
};

/// "token stored; user missing"
QString secretsText(const std::vector<Field> &fields)
{
    QStringList stored;
    QStringList missing;
    for (const Field &field : fields)
        (field.stored ? stored : missing).append(field.name);
    QStringList parts;
    if (!stored.isEmpty())
        parts.append(stored.join(QStringLiteral(", ")) + QStringLiteral(" stored"));
    if (!missing.isEmpty())
        parts.append(missing.join(QStringLiteral(", ")) + QStringLiteral(" missing"));
    return parts.join(QStringLiteral("; "));
}

QStringList accountRow(const JsonFields &account)
{
    QStringList users = account.texts("clients");
    if (account.flag("default"))
        users.prepend(QStringLiteral("default"));
    const auto fields = account.rows<Field>("fields", [](const JsonFields &field) {
        return Field{field.text("name"), field.flag("stored")};
    });
    return {account.text("enclave"), account.text("account"),
            account.flag("enabled") ? QStringLiteral("on") : QStringLiteral("off"), secretsText(fields),
            users.join(QStringLiteral(", "))};
}

QStringList orphanRow(const JsonFields &orphan)
{
    return {orphan.text("enclave"),
            orphan.text("account"),
            QStringLiteral("not configured"),
            orphan.text("field") + QStringLiteral(" stored"),
            {}};
}

int list(const CommandContext &context)
{
    const auto answer = context.ask(control::method::accountList, {});
    if (!answer)
        return failed(context, answer.error());
    if (context.json) {
        context.out << QString::fromUtf8(*answer) << '\n';
        return ExitDone;
    }
    JsonDocument document(*answer);
    TextTable table({QStringLiteral("ENCLAVE"), QStringLiteral("ACCOUNT"), QStringLiteral("STATE"),
                     QStringLiteral("SECRETS"), QStringLiteral("USED BY")});
    for (const QStringList &row : document.root().rows<QStringList>("accounts", accountRow))
        table.add(row);
    for (const QStringList &row : document.root().rows<QStringList>("orphans", orphanRow))
        table.add(row);
    if (table.isEmpty())
        context.out << "There are no accounts yet. Add one with: pasarela-gateway account set ENCLAVE ACCOUNT\n";
    else
        context.out << table.text();
    return ExitDone;
}

/// What a command that wrote the configuration says; `written` is the hash.
int finish(const CommandContext &context, const Result<QByteArray> &written, const QString &done)
{
    if (!written)
        return failed(context, written.error());
    const auto reloaded = reloadGateway(context, *written);
    if (!reloaded)
        return failed(context, reloaded.error());
    if (context.json)
        context.out << QString::fromUtf8(toBytes({{"hash", written->toStdString()}, {"reloaded", *reloaded}}, true))
                    << '\n';
    else
        context.out << done << '\n';
    return ExitDone;
}

/// Sends it, and says what came of it.
int store(const CommandContext &context, const EnclaveId &enclave, const AccountId &account, const QString &field,
          const Secret &secret)
{
    Secret params("{\"enclave\":" + jsonQuoted(enclave.text()) + ",\"account\":" + jsonQuoted(account.text())
                  + ",\"field\":" + jsonQuoted(field)
                  + ",\"secret\":" + Secret(jsonQuoted(secret.reveal())).reveal().toByteArray() + '}');
    const auto answer = context.ask(control::method::accountSet, params.reveal().toByteArray());
    if (!answer)
        return failed(context, answer.error());
    if (context.json) {
        context.out << QString::fromUtf8(*answer) << '\n';
        return ExitDone;
    }
    JsonDocument document(*answer);
    context.out << QStringLiteral("Stored \"%1\" of the account \"%2\" of \"%3\".")
                       .arg(document.root().text("field"), account.text(), enclave.text())
                << '\n';
    const QStringList same = document.root().texts("sameAs");
    if (!same.isEmpty())
        context.err << QStringLiteral("It is the same secret as that of %1: two names for one identity.")
                           .arg(same.join(QStringLiteral(", ")))
                    << '\n';
    return ExitDone;
}

int set(const CommandContext &context, const EnclaveId &enclave, const AccountId &account, const QString &field)
{
    ConfigEdit edit(context.paths);
    const auto before = edit.read();
    if (!before)
        return failed(context, before.error());
    // Asked first, so that nobody types a secret for nothing.
    if (const auto there = context.ask(control::method::accountList, {}); !there)
        return failed(context, there.error());
    const bool isNew = !before->config.enclaves.value(enclave).accounts.contains(account);
    const auto added = addAccount(edit, enclave, account);
    if (!added)
        return failed(context, added.error());
    const auto undo = [&] {
        if (!isNew)
            return;
        if (const auto removed = removeAccount(edit, enclave, account))
            (void)reloadGateway(context, *removed);
    };
    const auto secret = context.readSecret(QStringLiteral("Secret of the account \"%1\" of \"%2\" (it is not shown): ")
                                               .arg(account.text(), enclave.text()));
    if (!secret) {
        undo();
        return failed(context, secret.error());
    }
    if (const auto reloaded = reloadGateway(context, *added); !reloaded || !*reloaded) {
        undo();
        return failed(context,
                      reloaded ? Error{Error::Code::Unavailable, QStringLiteral("The gateway has stopped.")}
                               : reloaded.error());
    }
    const int code = store(context, enclave, account, field, *secret);
    if (code != ExitDone)
        undo();
    return code;
}

int remove(const CommandContext &context, const EnclaveId &enclave, const AccountId &account)
{
    const auto answer = context.ask(control::method::accountRemove, paramsOf(enclave, account));
    if (!answer)
        return failed(context, answer.error());
    const QString done = QStringLiteral("Removed the account \"%1\" of \"%2\".").arg(account.text(), enclave.text());
    ConfigEdit edit(context.paths);
    const auto before = edit.read();
    if (before && !before->config.enclaves.value(enclave).accounts.contains(account)) {
        // Only its secrets were left.
        context.out << (context.json ? QStringLiteral("{}") : done) << '\n';
        return ExitDone;
    }
    return finish(context, removeAccount(edit, enclave, account), done);
}

int use(const CommandContext &context, const EnclaveId &enclave, const AccountId &account, const QString &client)
{
    const QString who = client.isEmpty() ? QStringLiteral("Who has no choice of their own uses")
                                         : QStringLiteral("\"%1\" uses").arg(client);
    ConfigEdit edit(context.paths);
    return finish(context, useAccount(edit, enclave, account, ClientId(client)),
                  QStringLiteral("%1 the account \"%2\" of \"%3\".").arg(who, account.text(), enclave.text()));
}

} // namespace

int runAccount(const CommandContext &context, const QStringList &args)
{
    const QString word = args.value(0);
    const QStringList words{QStringLiteral("list"), QStringLiteral("set"), QStringLiteral("remove"),
                            QStringLiteral("use")};
    if (word == QLatin1String("--help") || word == QLatin1String("-h")) {
        context.out << usage;
        return ExitDone;
    }
    if (!words.contains(word)) {
        context.err << "Say what to do: list, set, remove or use.\n" << usage;
        return ExitUsage;
    }
    const CommandForm form = formOf(word);
    const auto parsed = CommandArguments::parse(form, context, args.mid(1));
    if (const int *code = std::get_if<int>(&parsed))
        return *code;
    const auto &arguments = std::get<CommandArguments>(parsed);
    if (word == QLatin1String("list"))
        return list(context);
    const EnclaveId enclave(arguments.positional().value(0));
    const AccountId account(arguments.positional().value(1));
    if (word == QLatin1String("remove"))
        return remove(context, enclave, account);
    if (word == QLatin1String("set"))
        return set(context, enclave, account, arguments.value(QStringLiteral("field")));
    if (const auto code = refusedClient(form, context, arguments))
        return *code;
    return use(context, enclave, account, arguments.value(QStringLiteral("client")));
}

} // namespace pasarela
