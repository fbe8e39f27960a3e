// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/upstream/childprocess.h"

#include <QObject>

#include <memory>
#include <vector>

namespace pasarela {

/// Sees children to their end whose transport is gone already. Destroying it kills what is left.
class ChildKeeper : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Ends it in good order.
    void take(std::unique_ptr<ChildProcess> child);
    bool isEmpty() const { return m_children.empty(); }

private:
    void onEnded(ChildProcess *child);

    std::vector<std::unique_ptr<ChildProcess>> m_children;
};

} // namespace pasarela
