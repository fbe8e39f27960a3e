// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include <windows.h>

class QWinEventNotifier;

namespace pasarela {

/// Calls back from the event loop while a handle (event, process, thread) is signalled. A QWinEventNotifier that,
/// unlike a bare one, may be destroyed in its own call.
class WinWatch {
public:
    explicit WinWatch(std::function<void()> signalled);
    ~WinWatch();

    /// Disabled at first.
    void setHandle(HANDLE handle);
    void setEnabled(bool enabled);

private:
    struct Later {
        void operator()(QWinEventNotifier *notifier) const;
    };
    std::unique_ptr<QWinEventNotifier, Later> m_notifier;
};

} // namespace pasarela
