// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/upstream/processgroup.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <vector>

namespace pasarela {

/// Takes away strays (strays.h) that ended while their session goes on, so that no zombies gather. Whose child it is
/// cannot be told of one that has ended; but who waits for a child of his own takes it at once, so what is there at two
/// looks is nobody's.
class OrphanReaper : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::seconds usualInterval{10};

    explicit OrphanReaper(std::chrono::milliseconds interval = usualInterval, QObject *parent = nullptr);

private:
    void look();

    QTimer m_timer;
    std::vector<ProcessMark> m_seen;
};

} // namespace pasarela
