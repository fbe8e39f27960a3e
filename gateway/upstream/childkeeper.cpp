// SPDX-License-Identifier: MIT
#include "gateway/upstream/childkeeper.h"

#include <algorithm>

namespace pasarela {

void ChildKeeper::take(std::unique_ptr<ChildProcess> child)
{
    ChildProcess *const taken = child.get();
    disconnect(taken, nullptr, nullptr, nullptr);
    if (taken->state() == ChildProcess::State::Ended || taken->state() == ChildProcess::State::Idle) {
        child.release()->deleteLater(); // it may be the one that called
        return;
    }
    connect(taken, &ChildProcess::ended, this, [this, taken] { onEnded(taken); });
    m_children.push_back(std::move(child));
    taken->end();
}

void ChildKeeper::onEnded(ChildProcess *child)
{
    const auto found = std::find_if(m_children.begin(), m_children.end(),
                                    [child](const auto &candidate) { return candidate.get() == child; });
    Q_ASSERT(found != m_children.end());
    found->release()->deleteLater();
    m_children.erase(found);
}

} // namespace pasarela
