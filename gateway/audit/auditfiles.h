// SPDX-License-Identifier: MIT
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

namespace pasarela {

class Paths;

// How the audit's files are named: one that is written, and older ones that keep their names for good, so that who
// reads them meanwhile reads each line once.

/// data/audit
QString auditFolder(const Paths &paths);
/// The file that is written.
QString auditFile(const QString &folder);
/// A name for what was written until `when`, after all that are there.
QString freeRotatedName(const QString &folder, const QDateTime &when);
/// Full names of the older files, the oldest first.
QStringList rotatedAuditFiles(const QString &folder);
/// When a file was put aside, by its name: no line in it is younger.
QDateTime putAsideAt(const QString &rotated);

} // namespace pasarela
