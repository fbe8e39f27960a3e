// SPDX-License-Identifier: MIT
#include "gateway/upstream/processgroup.h"

namespace pasarela {

// A job ends with the last handle to it (JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE), so a crashed gateway leaves nothing.

std::vector<qint64> childrenOf(qint64)
{
    return {};
}

std::vector<ProcessMark> groupMembers(qint64)
{
    return {};
}

bool isInGroup(const ProcessMark &, qint64)
{
    return false;
}

void killGroup(qint64)
{
}

QByteArray bootId()
{
    return {};
}

} // namespace pasarela
