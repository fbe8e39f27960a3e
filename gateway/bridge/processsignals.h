// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

#include <memory>

namespace pasarela {

/// Signals of this process: an interrupt (SIGINT, CTRL_C, CTRL_BREAK) is meant for the client's terminal and ignored,
/// so is SIGPIPE, whose write fails; a request to end (SIGTERM, SIGHUP) is told. Programs started from here have the
/// default of each. One object for each process.
class ProcessSignals : public QObject {
    Q_OBJECT

public:
    explicit ProcessSignals(QObject *parent = nullptr);
    ~ProcessSignals() override;

Q_SIGNALS:
    void endRequested();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace pasarela
