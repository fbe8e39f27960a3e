// SPDX-License-Identifier: MIT
#include "gateway/config/gatewayconfig.h"

namespace pasarela {

ClientConfig GatewayConfig::policyOf(const ClientId &client) const
{
    auto policy = clients.find(client);
    if (policy == clients.end())
        policy = clients.find(ClientId(QStringLiteral("*")));
    if (policy != clients.end())
        return *policy;
    ClientConfig defaults;
    defaults.catalogue = catalogue;
    return defaults;
}

} // namespace pasarela
