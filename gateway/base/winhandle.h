// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include <windows.h>

namespace pasarela {

/// Owns a HANDLE.
class WinHandle {
public:
    WinHandle() = default;
    explicit WinHandle(HANDLE handle)
        : m_handle(handle == nullptr ? INVALID_HANDLE_VALUE : handle)
    {
    }
    WinHandle(WinHandle &&other) noexcept
        : m_handle(other.release())
    {
    }
    WinHandle &operator=(WinHandle &&other) noexcept
    {
        if (this != &other) {
            close();
            m_handle = other.release();
        }
        return *this;
    }
    ~WinHandle() { close(); }

    bool isValid() const { return m_handle != INVALID_HANDLE_VALUE; }
    HANDLE get() const { return m_handle; }
    HANDLE release() { return std::exchange(m_handle, INVALID_HANDLE_VALUE); }
    void close()
    {
        if (isValid())
            ::CloseHandle(release());
    }

private:
    HANDLE m_handle = INVALID_HANDLE_VALUE;
};

} // namespace pasarela
