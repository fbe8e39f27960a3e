// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

#include <vector>

namespace pasarela {

/// One process for good: a pid with the time it started (base/processinfo.h).
struct ProcessMark {
    qint64 processId = 0;
    qint64 startTime = 0;
    bool operator==(const ProcessMark &) const = default;
};

/// The children of a process, as far as the system tells.
std::vector<qint64> childrenOf(qint64 processId);

/// The leader and its descendants that are in its group, as far as the system tells; the leader first.
std::vector<ProcessMark> groupMembers(qint64 leader);

/// Whether this very process runs and is in that group.
bool isInGroup(const ProcessMark &process, qint64 group);

void killGroup(qint64 group);

/// Names the time since the machine was started; empty where it cannot be told, or where no sweep is needed (Windows
/// ends a job with its owner).
QByteArray bootId();

} // namespace pasarela
