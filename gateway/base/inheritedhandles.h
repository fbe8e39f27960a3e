// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <windows.h>

namespace pasarela {

/// What a child's standard streams are, and with them all that it inherits (PROC_THREAD_ATTRIBUTE_HANDLE_LIST). Lives
/// until CreateProcessW() has returned.
class InheritedHandles {
public:
    InheritedHandles(HANDLE input, HANDLE output, HANDLE errors);
    ~InheritedHandles();
    InheritedHandles(const InheritedHandles &) = delete;
    InheritedHandles &operator=(const InheritedHandles &) = delete;

    /// Of a packaged (MSIX) parent: whether the child stays in the package, with its redirected files, or leaves it.
    enum class Package { Stay, Leave };

    /// False, and GetLastError(), where it cannot be had. A system that knows no packages cannot be left by one.
    bool prepare(Package package = Package::Stay);
    /// For CreateProcessW() with inheritance and EXTENDED_STARTUPINFO_PRESENT.
    STARTUPINFOEXW startupInfo();

private:
    LPPROC_THREAD_ATTRIBUTE_LIST list() { return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(m_buffer.data()); }

    std::array<HANDLE, 3> m_streams;
    std::vector<HANDLE> m_handles; ///< Each once: Windows refuses a list with the same handle twice.
    std::vector<std::byte> m_buffer;
    DWORD m_policy = 0; ///< Read by CreateProcessW().
    bool m_initialised = false;
};

} // namespace pasarela
