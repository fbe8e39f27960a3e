// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

#include <memory>

namespace pasarela {

/// Tells within the event loop that the system asks this process to end: SIGTERM, SIGINT or SIGHUP, on Windows CTRL_C,
/// CTRL_BREAK, closing the console, logging off. One at a time in a process.
class StopSignal : public QObject {
    Q_OBJECT

public:
    explicit StopSignal(QObject *parent = nullptr);
    ~StopSignal() override;

Q_SIGNALS:
    void received();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace pasarela
