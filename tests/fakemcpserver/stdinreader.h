// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

#include <string>

namespace pasarela::test {

/// Lines of stdin as signals, read by a thread of its own, which works alike for pipes, files and consoles everywhere.
class StdinReader : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    /// Starts the thread; it ends with the process.
    void start();

Q_SIGNALS:
    void line(const std::string &text);
    void ended();
};

} // namespace pasarela::test
