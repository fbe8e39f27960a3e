// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QTemporaryDir>

namespace pasarela::test {

/// A home of its own for one test (PASARELA_HOME), removed afterwards.
class TestHome {
public:
    TestHome();
    QString path() const { return m_dir.path(); }
    QString file(const QString &name) const { return m_dir.filePath(name); }
    /// Writes a file in the home, making its folders.
    void write(const QString &name, const QByteArray &bytes) const;
    QByteArray read(const QString &name) const;

private:
    QTemporaryDir m_dir;
};

/// The built executable of this name (PASARELA_BIN_DIR).
QString builtProgram(const QString &name);

} // namespace pasarela::test
