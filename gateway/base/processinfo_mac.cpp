// SPDX-License-Identifier: MIT
// Written from <libproc.h>; not yet compiled on a Mac.
#include "gateway/base/processinfo.h"

#include <libproc.h>
#include <sys/proc_info.h>

#include <optional>

namespace pasarela {

namespace {

std::optional<proc_bsdinfo> basicInfo(qint64 processId)
{
    proc_bsdinfo info = {};
    const int size = ::proc_pidinfo(static_cast<int>(processId), PROC_PIDTBSDINFO, 0, &info, sizeof info);
    return size == sizeof info ? std::optional(info) : std::nullopt;
}

} // namespace

qint64 residentBytes(qint64 processId)
{
    proc_taskinfo info = {};
    const int size = ::proc_pidinfo(static_cast<int>(processId), PROC_PIDTASKINFO, 0, &info, sizeof info);
    return size == sizeof info ? static_cast<qint64>(info.pti_resident_size) : 0;
}

qint64 processStartTime(qint64 processId)
{
    const auto info = basicInfo(processId);
    return info ? static_cast<qint64>(info->pbi_start_tvsec) * 1'000'000 + static_cast<qint64>(info->pbi_start_tvusec)
                : 0;
}

qint64 parentProcess(qint64 processId)
{
    const auto info = basicInfo(processId);
    return info ? info->pbi_ppid : 0;
}

} // namespace pasarela
