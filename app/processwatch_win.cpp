// SPDX-License-Identifier: MIT
#include "app/processwatch.h"

#include "gateway/base/winhandle.h"
#include "gateway/base/winwatch.h"

#include <optional>

namespace pasarela {

/// A process handle is signalled when its process has ended (WaitForSingleObject).
struct ProcessWatch::Handle {
    WinHandle process;
    std::optional<WinWatch> watch; ///< Goes before the handle that it watches.
};

ProcessWatch::ProcessWatch(const ProcessIdentity &process, QObject *parent)
    : QObject(parent)
    , m_process(process)
    , m_handle(std::make_unique<Handle>())
{
    if (process.processId > 0) {
        m_handle->process = WinHandle(::OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(process.processId)));
    }
    // Looked at after the handle was opened, so that nothing lies between.
    if (!m_handle->process.isValid() || !isRunning(process)) {
        end();
        return;
    }
    m_handle->watch.emplace([this] { end(); });
    m_handle->watch->setHandle(m_handle->process.get());
    m_handle->watch->setEnabled(true);
}

ProcessWatch::~ProcessWatch() = default;

void ProcessWatch::stop()
{
    if (m_handle->watch)
        m_handle->watch->setEnabled(false);
}

} // namespace pasarela
