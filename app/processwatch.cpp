// SPDX-License-Identifier: MIT
#include "app/processwatch.h"

namespace pasarela {

void ProcessWatch::end()
{
    if (m_ended)
        return;
    m_ended = true;
    stop();
    // From the event loop: the receiver may delete us, and with us the notifier that is on the stack.
    QMetaObject::invokeMethod(
        this, [this] { Q_EMIT ended(); }, Qt::QueuedConnection);
}

} // namespace pasarela
