// SPDX-License-Identifier: MIT
#pragma once

#include "tests/fakemcpserver/scenario.h"

#include <optional>

namespace pasarela::test {

/// One page of a list result, {MEMBER: [...], nextCursor?}. Nothing: the cursor in `params` is none of ours.
std::optional<Json> page(const char *member, const Json &all, const Json &params, int pageSize);

} // namespace pasarela::test
