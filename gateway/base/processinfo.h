// SPDX-License-Identifier: MIT
#pragma once

#include <QtGlobal>

namespace pasarela {

/// Resident memory of a process in bytes; 0 where it cannot be told.
qint64 residentBytes(qint64 processId);

/// When a process started, in the platform's own unit: with the pid it names one process for good (a pid alone is used
/// again). 0: no such process.
qint64 processStartTime(qint64 processId);

/// The parent's pid; 0 where it cannot be told.
qint64 parentProcess(qint64 processId);

} // namespace pasarela
