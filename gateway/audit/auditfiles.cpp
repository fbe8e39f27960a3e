// SPDX-License-Identifier: MIT
#include "gateway/audit/auditfiles.h"

#include "gateway/base/paths.h"

#include <QDir>
#include <QFileInfo>
#include <QTimeZone>

namespace pasarela {

namespace {

// audit-20260131T101500.123-0000.jsonl: names in order of time.
const QString stampFormat = QStringLiteral("yyyyMMdd'T'HHmmss.zzz");
constexpr qsizetype stampSize = 19;
constexpr qsizetype prefixSize = 6;
constexpr int numberSize = 4;

QString stampIn(const QString &rotated)
{
    return QFileInfo(rotated).fileName().mid(prefixSize, stampSize);
}

} // namespace

QString auditFolder(const Paths &paths)
{
    return paths.dataDir() + QStringLiteral("/audit");
}

QString auditFile(const QString &folder)
{
    return folder + QStringLiteral("/audit.jsonl");
}

QString freeRotatedName(const QString &folder, const QDateTime &when)
{
    QString stamp = when.toUTC().toString(stampFormat);
    int number = 0;
    const QStringList others = rotatedAuditFiles(folder);
    if (!others.isEmpty() && stampIn(others.last()) >= stamp) { // the clock may have been set back
        stamp = stampIn(others.last());
        number = QFileInfo(others.last()).fileName().mid(prefixSize + stampSize + 1, numberSize).toInt() + 1;
    }
    return QStringLiteral("%1/audit-%2-%3.jsonl").arg(folder, stamp).arg(number, numberSize, 10, QLatin1Char('0'));
}

QStringList rotatedAuditFiles(const QString &folder)
{
    const QDir directory(folder);
    QStringList files;
    for (const QString &name : directory.entryList({QStringLiteral("audit-*.jsonl")}, QDir::Files, QDir::Name)) {
        if (putAsideAt(name).isValid())
            files.append(directory.filePath(name));
    }
    return files;
}

QDateTime putAsideAt(const QString &rotated)
{
    QDateTime when = QDateTime::fromString(stampIn(rotated), stampFormat);
    when.setTimeSpec(Qt::UTC);
    return when;
}

} // namespace pasarela
