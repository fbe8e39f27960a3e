// SPDX-License-Identifier: MIT
#include "gateway/base/winwatch.h"

#include <QWinEventNotifier>

namespace pasarela {

void WinWatch::Later::operator()(QWinEventNotifier *notifier) const
{
    notifier->setEnabled(false);
    notifier->disconnect();
    notifier->deleteLater(); // it looks at itself after it has emitted
}

WinWatch::WinWatch(std::function<void()> signalled)
    : m_notifier(new QWinEventNotifier)
{
    QObject::connect(m_notifier.get(), &QWinEventNotifier::activated, m_notifier.get(),
                     [call = std::move(signalled)] { call(); });
}

WinWatch::~WinWatch() = default;

void WinWatch::setHandle(HANDLE handle)
{
    m_notifier->setHandle(handle);
}

void WinWatch::setEnabled(bool enabled)
{
    m_notifier->setEnabled(enabled);
}

} // namespace pasarela
