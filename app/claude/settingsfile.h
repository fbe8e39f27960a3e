// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QByteArray>
#include <QString>

namespace pasarela {

/// Bytes of another app's settings file; null (not empty) where there is no file. A link that leads nowhere is an
/// error.
Result<QByteArray> readSettings(const QString &file);

/// Why they could not be written, as far as looking tells; empty: they can.
QString obstacleToWriting(const QString &file);

/// Writes them: has a second parser check them, again compares with what was read (Conflict where they changed),
/// replaces the file whole keeping link, mode and owner, and reads it back. A refusal leaves the file as it was; null
/// bytes: it goes.
Result<void> writeSettings(const QString &file, const QByteArray &expected, const QByteArray &bytes);

} // namespace pasarela
