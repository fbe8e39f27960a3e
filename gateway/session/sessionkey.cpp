// SPDX-License-Identifier: MIT
#include "gateway/session/sessionkey.h"

namespace pasarela {

namespace {

const QLatin1String clientPrefix("client-");

} // namespace

QString logName(const SessionKey &key)
{
    return key.account.isEmpty() ? key.enclave.text() : key.enclave.text() + u'/' + key.account.text();
}

QString scopeOfClient(quint64 connection)
{
    return clientPrefix + QString::number(connection);
}

std::optional<quint64> clientInScope(const QString &scope)
{
    bool isNumber = false;
    const quint64 connection =
        scope.startsWith(clientPrefix) ? scope.mid(clientPrefix.size()).toULongLong(&isNumber) : 0;
    return isNumber ? std::optional(connection) : std::nullopt;
}

} // namespace pasarela
