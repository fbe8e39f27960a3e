// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/configobject.h"
#include "gateway/config/gatewayconfig.h"

namespace pasarela {

/// The members `clients`, `relay` and `host` of the root: who may come. What is wrong is reported to the root's
/// reading. `config.enclaves` is read already.
void readClients(ConfigObject &root, GatewayConfig &config);
void readRelay(ConfigObject &root, RelayConfig &relay);
void readHost(ConfigObject &root, GatewayConfig &config);

} // namespace pasarela
