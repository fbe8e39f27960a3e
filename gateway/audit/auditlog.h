// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/audit/auditevent.h"
#include "gateway/base/result.h"

#include <QFile>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace pasarela {

struct AuditOptions {
    QString folder;
    qint64 largestFile = 10 * 1024 * 1024;
    std::chrono::hours longestFile{7 * 24}; ///< From its first line to its last.
    int filesKept = 10; ///< With the one that is written.
    std::chrono::hours keptFor{90 * 24};
    qsizetype waitingLimit = 256 * 1024; ///< Bytes that wait while the disk takes none; more lines are lost.
};

/// The audit of tool calls: append-only JSON lines, mode 0600 in a folder of mode 0700, in one file and older ones.
/// Lines wait a moment, so that many are written at once; they are written at the latest when this is destroyed.
/// Nothing that goes wrong here harms a call: a disk that is full or a folder that cannot be written is told once,
/// tried again, and lines beyond the limit are counted as lost.
class AuditLog : public QObject {
    Q_OBJECT

public:
    explicit AuditLog(const AuditOptions &options, QObject *parent = nullptr);
    ~AuditLog() override;

    /// Opens the file, takes away a last line that a crash left without its end, and removes what is too old.
    void start();
    void record(const AuditEvent &event);
    void flush();

    /// Lines that could not be kept.
    quint64 lost() const { return m_lost; }

private:
    Result<void> write();
    Result<void> open();
    Result<void> mend();
    void findBeginning();
    void makeRoomFor(const AuditEvent &event, qsizetype size);
    void rotate(const QDateTime &when);
    void removeOld(const QDateTime &now);
    void report(const Result<void> &outcome);

    AuditOptions m_options;
    QFile m_file;
    QDateTime m_begun; ///< Time of the file's first line, invalid: it has none.
    qint64 m_allowance = 0; ///< Above the largest size, since the file could not be put aside.
    QByteArray m_waiting;
    QTimer m_flush;
    quint64 m_lost = 0;
    quint64 m_lostBefore = 0; ///< When it was told last.
    bool m_troubled = false; ///< The last attempt failed, and that was told.
};

} // namespace pasarela
