// SPDX-License-Identifier: MIT
#include "gateway/audit/auditreader.h"

#include "gateway/audit/auditfiles.h"

#include <QFile>
#include <QFileInfo>

namespace pasarela {

namespace {

constexpr int openAttempts = 10;

/// A line of at most auditLineLimit bytes; a longer one is read to its end and comes as nothing.
QByteArray nextLine(QFile &file)
{
    QByteArray line = file.readLine(auditLineLimit);
    const bool whole = line.endsWith('\n');
    for (bool ended = whole; !ended;) {
        const QByteArray rest = file.readLine(auditLineLimit);
        ended = rest.isEmpty() || rest.endsWith('\n');
    }
    return whole ? line.chopped(1) : QByteArray();
}

/// False: `each` wants no more.
bool readFile(QFile &file, const AuditFilter &filter, const AuditVisitor &each)
{
    while (!file.atEnd()) {
        const QByteArray line = nextLine(file);
        const auto event = auditEventFrom(line);
        if (!event || (filter.since.isValid() && event->time < filter.since)
            || (!filter.enclave.isEmpty() && event->enclave != filter.enclave))
            continue;
        if (!each(*event, line))
            return false;
    }
    return true;
}

Error cannotRead(const QFile &file)
{
    return {Error::Code::Io,
            QStringLiteral("The audit \"%1\" cannot be read: %2.").arg(file.fileName(), file.errorString())};
}

} // namespace

Result<void> readAudit(const QString &folder, const AuditFilter &filter, const AuditVisitor &each)
{
    // The newest file is opened first, and the older ones must be the same before and after: else it was put aside
    // meanwhile, and its lines would come twice or not at all.
    QFile newest(auditFile(folder));
    QStringList older = rotatedAuditFiles(folder);
    for (int attempt = 0; attempt < openAttempts; ++attempt) {
        newest.close();
        if (newest.exists() && !newest.open(QIODevice::ReadOnly))
            return cannotRead(newest);
        const QStringList before = std::exchange(older, rotatedAuditFiles(folder));
        if (before == older)
            break;
    }
    for (const QString &name : older) {
        if (filter.since.isValid() && putAsideAt(name) < filter.since)
            continue;
        QFile file(name);
        if (!file.open(QIODevice::ReadOnly)) {
            if (!file.exists())
                continue; // it was old enough to be removed
            return cannotRead(file);
        }
        if (!readFile(file, filter, each))
            return {};
    }
    if (newest.isOpen())
        readFile(newest, filter, each);
    return {};
}

} // namespace pasarela
