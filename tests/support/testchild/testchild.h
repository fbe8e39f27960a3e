// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pasarela::test::testchild {

void useBinaryStreams();
void ignoreTermination();
/// Starts this program once more, with our own streams and, from its first moment, deaf to SIGTERM; its pid.
long long startStubborn(const char *self, const char *mode);
/// The same by fork, setsid, fork and exit, without our streams: a program that leaves our group. 0 on Windows.
long long startStray(const char *self, const char *mode);
char **environmentOfMine();

/// One line. "folder": the working folder; "descriptors": the open ones; "signals": numbers of those that are ignored
/// or blocked; "identity": pid, group, session; "privileges": 1 with no_new_privs, else 0.
std::string describe(const std::string &what);

} // namespace pasarela::test::testchild
