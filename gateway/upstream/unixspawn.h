// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/upstream/childlaunch.h"

#include <sys/types.h>

namespace pasarela {

/// A forked child and our ends of its pipes.
struct SpawnedChild {
    pid_t pid = -1;
    int input = -1;
    int output = -1;
    int errors = -1;
    int report = -1; ///< End of file once the program runs; before that, a SpawnFailure.
};

/// What went wrong in the child before the program ran.
struct SpawnFailure {
    enum class Stage : int { Session, Streams, Folder, Program };
    Stage stage = Stage::Program;
    int code = 0; ///< errno

    Error toError(const ChildLaunch &launch) const;
};

/// Forks a child that becomes the program in a session and process group of its own, with exactly the launch's
/// environment, no descriptor but its three pipes, default signals, and on Linux a death signal and no new privileges.
/// Returns at once; the report tells how it went.
Result<SpawnedChild> spawn(const ChildLaunch &launch);

} // namespace pasarela
