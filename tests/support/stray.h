// SPDX-License-Identifier: MIT
#pragma once

namespace pasarela::test {

/// Starts the program `self` with the argument `mode` by fork, setsid, fork and exit, without our streams and deaf to
/// SIGTERM: it leaves our group and is nobody's child. Its pid; 0: could not. Unix; plain C++.
long long startStray(const char *self, const char *mode);

} // namespace pasarela::test
