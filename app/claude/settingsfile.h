// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QByteArray>
#include <QString>

namespace pasarela {

/// Bytes of another app's settings file; null (not empty) where there is no file.
Result<QByteArray> readSettings(const QString &file);

/// Writes them: again compares with what was read (Conflict where they changed), replaces the file whole keeping link, mode and
/// owner, reads it back and has a second parser check it. A refusal leaves the file as it was.
Result<void> writeSettings(const QString &file, const QByteArray &expected, const QByteArray &bytes);

} // namespace pasarela
