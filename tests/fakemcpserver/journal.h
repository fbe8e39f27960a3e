// SPDX-License-Identifier: MIT
#pragma once

#include <QFile>
#include <QString>

namespace pasarela::test {

/// Appends one line for each event, "PID EVENT DETAIL", so that a test can read what became of every process it caused.
/// Several processes may write the same file.
class Journal {
public:
    explicit Journal(const QString &path);
    void add(const char *event, const std::string &detail = {});

private:
    QFile m_file;
};

} // namespace pasarela::test
