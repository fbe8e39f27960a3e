// SPDX-License-Identifier: MIT
// Not compiled on macOS yet.
#include "app/claude/clauderunning.h"

#include <QByteArray>

#include <libproc.h>
#include <unistd.h>
#include <vector>

namespace pasarela {

bool isClaudeRunning()
{
    std::vector<pid_t> pids(8192);
    const int bytes = proc_listpids(PROC_UID_ONLY, getuid(), pids.data(), int(pids.size() * sizeof(pid_t)));
    char path[PROC_PIDPATHINFO_MAXSIZE];
    for (size_t i = 0; i < size_t(bytes) / sizeof(pid_t); ++i) {
        if (proc_pidpath(pids[i], path, sizeof path) > 0
            && QByteArray(path).endsWith("/Claude.app/Contents/MacOS/Claude"))
            return true;
    }
    return false;
}

} // namespace pasarela
