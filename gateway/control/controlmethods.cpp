// SPDX-License-Identifier: MIT
#include "gateway/control/controlmethods.h"

#include "gateway/base/jsonview.h"

namespace pasarela {

namespace {

using Done = ControlHandler::Done;

constexpr std::chrono::hours longestCall{24};
constexpr std::chrono::hours longestTrial{1};

void reload(ControlHandler &handler, ControlParams &params, const Done &done)
{
    const QByteArray wanted = params.text("hash").toUtf8();
    if (params.problem()) {
        done(*params.problem());
        return;
    }
    const Result<QByteArray> inUse = handler.reload();
    if (!inUse)
        done(inUse.error());
    else if (!wanted.isEmpty() && *inUse != wanted)
        done(Error{Error::Code::Conflict, QStringLiteral("The configuration has changed again since it was written.")});
    else
        done(QByteArray("{\"hash\":" + jsonQuoted(QByteArrayView(*inUse)) + "}"));
}

void call(ControlHandler &handler, ControlParams &params, const Done &done)
{
    const QString client = params.text("client");
    const QString account = params.text("account");
    const QString tool = params.requiredText("tool");
    const QByteArray arguments = params.object("arguments");
    const std::chrono::seconds timeout = params.seconds("timeout", control::defaultCallTimeout, longestCall);
    if (params.problem())
        done(*params.problem());
    else
        handler.callTool(client, account, tool, arguments, timeout, done);
}

void listTools(ControlHandler &handler, ControlParams &params, const Done &done)
{
    const QString client = params.text("client");
    if (params.problem())
        done(*params.problem());
    else
        handler.listTools(client, done);
}

void restartEnclave(ControlHandler &handler, ControlParams &params, const Done &done)
{
    const QString name = params.requiredText("name");
    if (params.problem()) {
        done(*params.problem());
        return;
    }
    const Result<void> restarted = handler.restartEnclave(name);
    done(restarted ? Result<QByteArray>(QByteArray("{}")) : Result<QByteArray>(restarted.error()));
}

void tryEnclave(ControlHandler &handler, ControlParams &params, const Done &done)
{
    const QByteArray definition = params.requiredObject("definition");
    const QByteArray secrets = params.object("secrets");
    const std::chrono::seconds timeout = params.seconds("timeout", control::defaultTrialTimeout, longestTrial);
    if (params.problem())
        done(*params.problem());
    else
        handler.tryEnclave(definition, secrets, timeout, done);
}

void setCredential(ControlHandler &handler, ControlParams &params, const Done &done)
{
    const QString enclave = params.requiredText("enclave");
    const QString account = params.requiredText("account");
    const QString field = params.text("field");
    Secret value = params.requiredSecret("secret");
    if (params.problem())
        done(*params.problem());
    else
        handler.setCredential(enclave, account, field, std::move(value), done);
}

void removeCredentials(ControlHandler &handler, ControlParams &params, const Done &done)
{
    const QString enclave = params.requiredText("enclave");
    const QString account = params.requiredText("account");
    if (params.problem())
        done(*params.problem());
    else
        handler.removeCredentials(enclave, account, done);
}

} // namespace

ControlMethods controlMethods(ControlHandler &handler)
{
    using control::Access;
    namespace method = control::method;
    const auto bound = [&handler](void (*run)(ControlHandler &, ControlParams &, const Done &)) {
        return [&handler, run](ControlParams params, const Done &done) { run(handler, params, done); };
    };
    const auto status = [](ControlHandler &h, ControlParams &, const Done &done) { done(toJson(h.snapshot())); };
    const auto accounts = [](ControlHandler &h, ControlParams &, const Done &done) { done(h.accounts()); };
    return {
        {method::status, {Access::Read, bound(status)}},
        {method::tools, {Access::Read, bound(listTools)}},
        {method::reload, {Access::Operate, bound(reload)}},
        {method::call, {Access::Operate, bound(call)}},
        {method::enclaveRestart, {Access::Operate, bound(restartEnclave)}},
        {method::enclaveTrial, {Access::Operate, bound(tryEnclave)}},
        {method::accountList, {Access::Read, bound(accounts)}},
        {method::accountSet, {Access::Operate, bound(setCredential)}},
        {method::accountRemove, {Access::Operate, bound(removeCredentials)}},
    };
}

} // namespace pasarela
