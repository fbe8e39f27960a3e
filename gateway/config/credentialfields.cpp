// SPDX-License-Identifier: MIT
#include "gateway/config/credentialfields.h"

namespace pasarela {

namespace {

const QString &usualField()
{
    static const QString field = QStringLiteral("token");
    return field;
}

} // namespace

QStringList credentialFields(const EnclaveConfig &enclave)
{
    QStringList fields = enclave.credentialEnv.values();
    fields.sort();
    fields.removeDuplicates();
    return fields.isEmpty() ? QStringList(usualField()) : fields;
}

QString mainCredentialField(const EnclaveConfig &enclave)
{
    const QStringList fields = credentialFields(enclave);
    if (fields.size() == 1)
        return fields.first();
    return fields.contains(usualField()) ? usualField() : QString();
}

QMap<QString, QString> credentialVariables(const EnclaveConfig &enclave)
{
    QMap<QString, QString> variables = enclave.credentialEnv;
    const QString field = mainCredentialField(enclave);
    const auto variable = QLatin1String(credentialVariable);
    if (!field.isEmpty() && !variables.contains(variable))
        variables.insert(variable, field);
    return variables;
}

} // namespace pasarela
