// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/audit/callstats.h"
#include "gateway/catalog/toolcatalog.h"
#include "gateway/control/snapshot.h"
#include "gateway/router/router.h"
#include "gateway/session/accountcredentials.h"
#include "gateway/session/sessionpool.h"

namespace pasarela {

/// The gateway's state as the control socket tells it, out of the parts that know it. Everything but GatewayView, which
/// the gateway itself fills.
Snapshot buildSnapshot(const Router &router, const SessionPool &pool, const ToolCatalog &catalog,
                       const CallStats &calls, const AccountCredentials &credentials);

} // namespace pasarela
