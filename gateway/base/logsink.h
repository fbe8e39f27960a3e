// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/base/secret.h"

#include <QFile>
#include <QLoggingCategory>
#include <QMutex>
#include <QString>

#include <memory>
#include <vector>

namespace pasarela {

struct LogOptions {
    QString file; ///< Empty: no file.
    bool toStderr = false;
    qint64 largestFile = 5 * 1024 * 1024; ///< Then `file` becomes `file.1`, and so on.
    int filesKept = 3; ///< With the one that is written.
};

/// Takes all of Qt's log messages while it lives, one line each:
/// `2026-01-31T12:34:56.789Z warning pasarela.session message`. Every line reaches the file before the call returns, so
/// a crash loses none. The file is of one process, mode 0600, in a folder of mode 0700. At most one sink at a time;
/// messages may come from any thread.
class LogSink {
public:
    /// A file that cannot be written is an error; the disk running full later only loses lines.
    static Result<std::unique_ptr<LogSink>> install(const LogOptions &options);
    ~LogSink();
    LogSink(const LogSink &) = delete;
    LogSink &operator=(const LogSink &) = delete;

    /// Bytes that never stand in a line: each becomes "…". Replaces what was set before.
    void setRedactions(std::vector<Secret> patterns);

private:
    explicit LogSink(const LogOptions &options);
    static void onMessage(QtMsgType type, const QMessageLogContext &context, const QString &text);

    Result<void> openFile();
    void write(QtMsgType type, const char *category, const QString &text);
    void writeToFile(const QByteArray &line);
    void rotate();
    QByteArray redacted(QByteArray text) const;

    QMutex m_mutex;
    LogOptions m_options;
    QFile m_file;
    std::vector<Secret> m_redactions; ///< Longest first.
    QtMessageHandler m_before = nullptr;
};

} // namespace pasarela
