// SPDX-License-Identifier: MIT
#include "gateway/trialrequest.h"

#include "gateway/base/jsonview.h"
#include "gateway/config/configfile.h"
#include "gateway/config/confignames.h"
#include "gateway/config/credentialfields.h"
#include "gateway/credentials/credentialstore.h"

namespace pasarela {

namespace {

/// Variables out of `{FIELD: VALUE}`.
Result<Environment> variablesOf(const EnclaveId &id, const EnclaveConfig &enclave, const QByteArray &secrets,
                                SecretMask &mask)
{
    Environment variables;
    const QMap<QString, QString> fields = credentialVariables(enclave);
    JsonObjectReader members(secrets, {0, secrets.size()});
    while (const auto member = members.next()) {
        const QString field = QString::fromUtf8(jsonStringValue(member->key.in(secrets)));
        const QByteArrayView quoted = member->value.in(secrets);
        const Secret value(jsonStringValue(quoted));
        if (jsonTypeOf(quoted) != JsonType::String || !isOtherName(field))
            return Error{Error::Code::InvalidInput, QStringLiteral("\"secrets\" must be {FIELD: TEXT, …}")};
        if (const auto fine = checkCredential(value); !fine)
            return fine.error();
        mask.remember(id.text() + QStringLiteral("/(trial)/") + field, value);
        for (auto variable = fields.begin(); variable != fields.end(); ++variable) {
            if (*variable == field)
                variables.insert(variable.key(), QString::fromUtf8(value.reveal()));
        }
    }
    return variables;
}

} // namespace

Result<TrialRequest> parseTrialRequest(const QByteArray &definition, const QByteArray &secrets, SecretMask &mask)
{
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
    const EnclaveConfig enclave = values.enclaves.value(id);
    const auto credentials = variablesOf(id, enclave, secrets, mask);
    if (!credentials)
        return credentials.error();
    return TrialRequest{id, enclave, *credentials};
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
