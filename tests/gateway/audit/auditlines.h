// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/audit/auditevent.h"
#include "gateway/audit/auditlog.h"
#include "gateway/audit/auditreader.h"
#include "tests/support/testhome.h"

#include <QTimeZone>

namespace pasarela::test {

inline QDateTime noon()
{
    return QDateTime(QDate(2026, 1, 31), QTime(12, 0), QTimeZone::utc());
}

inline AuditEvent callAt(const QDateTime &time, const QByteArray &tool = "files__read")
{
    AuditEvent event;
    event.time = time;
    event.client = ClientId(QStringLiteral("claude-desktop"));
    event.via = QStringLiteral("bridge");
    event.enclave = EnclaveId(QStringLiteral("files"));
    event.tool = tool;
    event.outcome = CallOutcome::Answered;
    event.duration = std::chrono::microseconds(12345);
    event.requestBytes = 80;
    event.answerBytes = 900;
    return event;
}

inline QString folderIn(const TestHome &home)
{
    return home.file(QStringLiteral("audit"));
}

inline AuditOptions optionsIn(const TestHome &home)
{
    AuditOptions options;
    options.folder = folderIn(home);
    return options;
}

inline QByteArray writtenIn(const TestHome &home)
{
    return home.read(QStringLiteral("audit/audit.jsonl"));
}

/// The tools of the calls that a reader finds.
inline QByteArrayList toolsIn(const QString &folder, const AuditFilter &filter = {})
{
    QByteArrayList tools;
    const auto read = readAudit(folder, filter, [&tools](const AuditEvent &event, const QByteArray &) {
        tools.append(event.tool);
        return true;
    });
    return read ? tools : QByteArrayList{"unreadable"};
}

} // namespace pasarela::test
