// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QTemporaryFile>

namespace pasarela {

/// Why a gateway that was launched ended before it could answer, told to who launched it: it has no terminal, and its
/// log may be what cannot be written. A private file in the folder for temporary files, gone with this.
class StartFailure {
public:
    StartFailure();

    /// For launchGateway(); empty where no file could be made.
    QString file() const { return m_file.fileName(); }
    /// One sentence; empty: nothing was told so far.
    QString sentence() const;

    /// The gateway's side. Nothing is written where the file is not there any more.
    static void tell(const QString &file, const QString &sentence);

private:
    QTemporaryFile m_file;
};

} // namespace pasarela
