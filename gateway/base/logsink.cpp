// SPDX-License-Identifier: MIT
#include "gateway/base/logsink.h"

#include "gateway/base/paths.h"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>
#include <atomic>
#include <cstdio>

namespace pasarela {

namespace {

constexpr auto onlyForUs = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

// Qt's message handler is a plain function, so it must find its sink here.
std::atomic<LogSink *> activeSink = nullptr;

const char *levelName(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return "debug";
    case QtInfoMsg:
        return "info";
    case QtWarningMsg:
        return "warning";
    case QtCriticalMsg:
        return "critical";
    case QtFatalMsg:
        return "fatal";
    }
    return "info";
}

/// One line stays one: what others sent must not look like a line of ours.
QByteArray withoutControls(const QByteArray &text)
{
    QByteArray out;
    out.reserve(text.size());
    for (const char c : text) {
        if (c == '\n')
            out += "\\n";
        else if (static_cast<uchar>(c) >= 0x20 && c != 0x7f)
            out += c;
        else
            out += c == '\t' ? ' ' : '?';
    }
    return out;
}

} // namespace

Result<std::unique_ptr<LogSink>> LogSink::install(const LogOptions &options)
{
    std::unique_ptr<LogSink> sink(new LogSink(options));
    const Result<void> opened = sink->openFile();
    if (!opened)
        return opened.error();
    Q_ASSERT(!activeSink);
    activeSink = sink.get();
    sink->m_before = qInstallMessageHandler(&LogSink::onMessage);
    return sink;
}

LogSink::LogSink(const LogOptions &options)
    : m_options(options)
    , m_file(options.file)
{
}

LogSink::~LogSink()
{
    if (activeSink != this)
        return;
    qInstallMessageHandler(m_before);
    activeSink = nullptr;
    const QMutexLocker lock(&m_mutex); // a line of another thread is still being written
}

void LogSink::setRedactions(std::vector<Secret> patterns)
{
    std::erase_if(patterns, [](const Secret &pattern) { return pattern.isEmpty(); });
    std::sort(patterns.begin(), patterns.end(),
              [](const Secret &a, const Secret &b) { return a.reveal().size() > b.reveal().size(); });
    const QMutexLocker lock(&m_mutex);
    m_redactions = std::move(patterns);
}

void LogSink::onMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (LogSink *sink = activeSink)
        sink->write(type, context.category, text);
}

Result<void> LogSink::openFile()
{
    if (m_options.file.isEmpty())
        return {};
    const Result<void> folder = makePrivateDirectory(QFileInfo(m_options.file).path());
    if (!folder)
        return folder;
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered, onlyForUs)) {
        return Error{
            Error::Code::Io,
            QStringLiteral("The log file \"%1\" cannot be written: %2.").arg(m_options.file, m_file.errorString())};
    }
    m_file.setPermissions(onlyForUs); // of a file that was there
    return {};
}

void LogSink::write(QtMsgType type, const char *category, const QString &text)
{
    const QByteArray time = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toLatin1();
    const QMutexLocker lock(&m_mutex);
    const QByteArray line = time + ' ' + levelName(type) + ' ' + (category ? category : "default") + ' '
        + withoutControls(redacted(text.toUtf8())) + '\n';
    if (m_options.toStderr)
        std::fwrite(line.constData(), 1, static_cast<size_t>(line.size()), stderr);
    if (m_file.isOpen())
        writeToFile(line);
}

void LogSink::writeToFile(const QByteArray &line)
{
    if (m_file.size() > 0 && m_file.size() + line.size() > m_options.largestFile)
        rotate();
    m_file.write(line);
}

void LogSink::rotate()
{
    m_file.close();
    const auto numbered = [this](int number) { return m_options.file + QLatin1Char('.') + QString::number(number); };
    QFile::remove(numbered(m_options.filesKept - 1));
    for (int i = m_options.filesKept - 2; i >= 1; --i)
        QFile::rename(numbered(i), numbered(i + 1));
    if (m_options.filesKept < 2 || !QFile::rename(m_options.file, numbered(1)))
        QFile::remove(m_options.file);
    // From within the message handler a failure has no one to tell; the lines are lost until the next start.
    const Result<void> opened = openFile();
    Q_UNUSED(opened);
}

QByteArray LogSink::redacted(QByteArray text) const
{
    for (const Secret &pattern : m_redactions)
        text.replace(pattern.reveal(), "…");
    return text;
}

} // namespace pasarela
