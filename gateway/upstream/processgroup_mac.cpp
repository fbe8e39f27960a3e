// SPDX-License-Identifier: MIT
// Not compiled by us yet: there was no macOS to do it on.
#include "gateway/upstream/processgroup.h"

#include "gateway/base/processinfo.h"

#include <array>

#include <libproc.h>
#include <sys/sysctl.h>

namespace pasarela {

std::vector<qint64> childrenOf(qint64 processId)
{
    std::array<pid_t, 256> ids{};
    const int count = ::proc_listchildpids(static_cast<pid_t>(processId), ids.data(), sizeof(ids));
    std::vector<qint64> children;
    for (size_t i = 0; count > 0 && i < static_cast<size_t>(count) && i < ids.size(); ++i)
        children.push_back(ids[i]);
    return children;
}

std::vector<ProcessMark> groupMembers(qint64 leader)
{
    std::array<pid_t, 256> ids{};
    const int bytes = ::proc_listpids(PROC_PGRP_ONLY, static_cast<uint32_t>(leader), ids.data(), sizeof(ids));
    std::vector<ProcessMark> members{{leader, processStartTime(leader)}};
    for (size_t i = 0; bytes > 0 && i < static_cast<size_t>(bytes) / sizeof(pid_t) && i < ids.size(); ++i) {
        if (ids[i] > 0 && ids[i] != leader)
            members.push_back({ids[i], processStartTime(ids[i])});
    }
    std::erase_if(members, [](const ProcessMark &process) { return process.startTime == 0; });
    return members;
}

QByteArray bootId()
{
    std::array<char, 64> id{};
    size_t size = id.size();
    return ::sysctlbyname("kern.bootsessionuuid", id.data(), &size, nullptr, 0) == 0 ? QByteArray(id.data())
                                                                                     : QByteArray();
}

} // namespace pasarela
