// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/confignode.h"
#include "gateway/config/gatewayconfig.h"

namespace pasarela {

/// One member of `enclaves` → value; what is wrong is reported to the node's reading.
EnclaveConfig readEnclave(const ConfigNode &node);

} // namespace pasarela
