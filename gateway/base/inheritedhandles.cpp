// SPDX-License-Identifier: MIT
#include "gateway/base/inheritedhandles.h"

#include <algorithm>

namespace pasarela {

namespace {

// PROC_THREAD_ATTRIBUTE_DESKTOP_APP_POLICY and PROCESS_CREATION_DESKTOP_APP_BREAKAWAY_ENABLE_PROCESS_TREE of
// UpdateProcThreadAttribute(), since Windows 10 1703; mingw-w64 has neither.
constexpr DWORD_PTR desktopAppPolicy = 0x00020012;
constexpr DWORD breakawayEnableProcessTree = 1;

} // namespace

InheritedHandles::InheritedHandles(HANDLE input, HANDLE output, HANDLE errors)
    : m_streams{input, output, errors}
    , m_handles(m_streams.begin(), m_streams.end())
{
    std::sort(m_handles.begin(), m_handles.end());
    m_handles.erase(std::unique(m_handles.begin(), m_handles.end()), m_handles.end());
}

InheritedHandles::~InheritedHandles()
{
    if (m_initialised)
        ::DeleteProcThreadAttributeList(list());
}

bool InheritedHandles::prepare(Package package)
{
    constexpr DWORD attributes = 2;
    for (HANDLE handle : m_handles) {
        if (!::SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT))
            return false;
    }
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, attributes, 0, &size);
    m_buffer.resize(size);
    m_initialised = ::InitializeProcThreadAttributeList(list(), attributes, 0, &size);
    if (m_initialised && package == Package::Leave) {
        m_policy = breakawayEnableProcessTree;
        // An older Windows refuses it, and has no such packages.
        ::UpdateProcThreadAttribute(list(), 0, desktopAppPolicy, &m_policy, sizeof m_policy, nullptr, nullptr);
    }
    return m_initialised
        && ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, m_handles.data(),
                                       m_handles.size() * sizeof(HANDLE), nullptr, nullptr);
}

STARTUPINFOEXW InheritedHandles::startupInfo()
{
    STARTUPINFOEXW startup = {};
    startup.StartupInfo.cb = sizeof startup;
    startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    startup.StartupInfo.hStdInput = m_streams[0];
    startup.StartupInfo.hStdOutput = m_streams[1];
    startup.StartupInfo.hStdError = m_streams[2];
    startup.lpAttributeList = list();
    return startup;
}

} // namespace pasarela
