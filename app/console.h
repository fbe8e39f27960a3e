// SPDX-License-Identifier: MIT
#pragma once

namespace pasarela {

/// Makes stdout and stderr reach the terminal that started this program, where a program with windows does not have
/// that by itself (Windows). Output that was redirected stays redirected.
void useParentConsole();

} // namespace pasarela
