// SPDX-License-Identifier: MIT
#include "app/processwatch.h"

#include "gateway/base/winhandle.h"

#include <QWinEventNotifier>

#include <optional>

namespace pasarela {

/// A process handle is signalled when its process has ended (WaitForSingleObject).
struct ProcessWatch::Handle {
    ~Handle() { notifier.reset(); }

    WinHandle process;
    std::optional<QWinEventNotifier> notifier;
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
    m_handle->notifier.emplace(m_handle->process.get());
    connect(&*m_handle->notifier, &QWinEventNotifier::activated, this, &ProcessWatch::end);
}

ProcessWatch::~ProcessWatch() = default;

void ProcessWatch::stop()
{
    if (m_handle->notifier)
        m_handle->notifier->setEnabled(false);
}

} // namespace pasarela
