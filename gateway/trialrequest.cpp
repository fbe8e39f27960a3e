// SPDX-License-Identifier: MIT
#include "gateway/trialrequest.h"

#include "gateway/base/jsonview.h"
#include "gateway/config/configfile.h"

namespace pasarela {

namespace {

/// A JSON object without a member, or nothing at all.
bool holdsNothing(const QByteArray &object)
{
    return object.isEmpty() || scanJson(object, {}).rootMembers.isEmpty();
}

} // namespace

Result<TrialRequest> parseTrialRequest(const QByteArray &definition, const QByteArray &secrets)
{
    if (!holdsNothing(secrets))
        return Error{Error::Code::Unsupported,
                     QStringLiteral("This version of Pasarela cannot try a service with keys or passwords yet.")};
    const JsonScan scan = scanJson(definition, JsonPaths{{"name"}, {"enclave"}});
    if (!scan.ok() || !scan.values[0].exists() || !scan.values[1].exists())
        return Error{Error::Code::InvalidInput, QStringLiteral("a trial needs {\"name\": …, \"enclave\": {…}}")};
    // Read as a configuration of one enclave, so that the same rules hold and the same sentences come out.
    const QByteArrayView name = scan.values[0].in(definition);
    const QByteArray config =
        QByteArray("{\"enclaves\":{").append(name).append(':').append(scan.values[1].in(definition)) + "}}";
    const auto parsed = parseConfig(config);
    if (const auto *problems = std::get_if<std::vector<ConfigProblem>>(&parsed))
        return Error{Error::Code::InvalidInput, problems->empty() ? QString() : problems->front().what};
    const GatewayConfig &values = std::get<GatewayConfig>(parsed);
    const EnclaveId id(QString::fromUtf8(jsonStringValue(name)));
    return TrialRequest{id, values.enclaves.value(id)};
}

QByteArray trialAnswer(const ServerLists &lists)
{
    QByteArray names;
    for (const ListItem &tool : lists[ListKind::Tools]) {
        if (!names.isEmpty())
            names += ',';
        names += jsonQuoted(QByteArrayView(tool.key));
    }
    return R"({"tools":[)" + names + R"(],"prompts":)" + QByteArray::number(lists[ListKind::Prompts].size())
        + R"(,"resources":)" + QByteArray::number(lists[ListKind::Resources].size()) + '}';
}

} // namespace pasarela
