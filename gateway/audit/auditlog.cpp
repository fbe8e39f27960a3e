// SPDX-License-Identifier: MIT
#include "gateway/audit/auditlog.h"

#include "gateway/audit/auditfiles.h"
#include "gateway/base/logging.h"
#include "gateway/base/paths.h"

#include <algorithm>
#include <utility>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr auto onlyForUs = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
constexpr auto flushAfter = 100ms;
constexpr auto tryAgainAfter = 5s;
constexpr qsizetype batchSize = 64 * 1024; ///< Written at once, so that no write takes long.

Error cannot(const QString &file, const QString &why)
{
    return {Error::Code::Io, QStringLiteral("The audit \"%1\" cannot be written: %2.").arg(file, why)};
}

} // namespace

AuditLog::AuditLog(const AuditOptions &options, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_file(auditFile(options.folder))
{
    m_flush.setSingleShot(true);
    connect(&m_flush, &QTimer::timeout, this, &AuditLog::flush);
}

AuditLog::~AuditLog()
{
    flush();
}

void AuditLog::start()
{
    report(open());
    removeOld(QDateTime::currentDateTimeUtc());
}

void AuditLog::record(const AuditEvent &event)
{
    const QByteArray line = toAuditLine(event) + '\n';
    makeRoomFor(event, line.size());
    if (m_waiting.size() + line.size() > m_options.waitingLimit) {
        ++m_lost;
        return;
    }
    m_waiting += line;
    if (m_file.isOpen() && !m_begun.isValid())
        m_begun = event.time;
    if (m_waiting.size() >= batchSize && !m_troubled)
        flush();
    else if (!m_flush.isActive())
        m_flush.start(m_troubled ? std::chrono::milliseconds(tryAgainAfter) : flushAfter);
}

void AuditLog::flush()
{
    m_flush.stop();
    if (m_waiting.isEmpty())
        return;
    report(write());
    if (!m_waiting.isEmpty())
        m_flush.start(tryAgainAfter);
}

/// A line that was written in part goes on where it stopped.
Result<void> AuditLog::write()
{
    if (auto opened = open(); !opened)
        return opened;
    const qint64 written = m_file.write(m_waiting);
    if (written > 0)
        m_waiting.remove(0, written);
    if (m_waiting.isEmpty())
        return {};
    const QString why = m_file.error() == QFileDevice::NoError
        ? QStringLiteral("only a part was taken, so the disk is full")
        : m_file.errorString();
    m_file.unsetError();
    return cannot(m_file.fileName(), why);
}

Result<void> AuditLog::open()
{
    if (m_file.isOpen() && m_file.exists())
        return {};
    m_file.close(); // somebody removed it
    if (auto folder = makePrivateDirectory(m_options.folder); !folder)
        return folder;
    if (auto mended = mend(); !mended)
        return mended;
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered, onlyForUs))
        return cannot(m_file.fileName(), m_file.errorString());
    m_file.setPermissions(onlyForUs); // of a file that was there
    findBeginning();
    return {};
}

/// What follows the last line's end was cut off by a crash, or by a disk that lost power.
Result<void> AuditLog::mend()
{
    QFile file(m_file.fileName());
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly))
        return cannot(file.fileName(), file.errorString());
    qint64 end = file.size();
    for (bool found = end == 0; !found && end > 0;) {
        const qint64 begin = std::max<qint64>(0, end - auditLineLimit);
        file.seek(begin);
        const QByteArray piece = file.read(end - begin);
        if (piece.size() != end - begin)
            return cannot(file.fileName(), file.errorString());
        const qsizetype last = piece.lastIndexOf('\n');
        found = last >= 0;
        end = found ? begin + last + 1 : begin;
    }
    if (end == file.size())
        return {};
    qCWarning(lcGateway) << "the audit ended in the middle of a line; that line was taken away";
    if (!file.resize(end))
        return cannot(file.fileName(), file.errorString());
    return {};
}

void AuditLog::findBeginning()
{
    m_begun = {};
    QFile file(m_file.fileName());
    if (!file.open(QIODevice::ReadOnly))
        return;
    // A first line that says no time leaves the age to the next one that is written.
    if (const auto event = auditEventFrom(file.readLine(auditLineLimit).trimmed()))
        m_begun = event->time;
}

/// Before a line that would make the file too large or too old, it is put aside.
void AuditLog::makeRoomFor(const AuditEvent &event, qsizetype size)
{
    if (!m_file.isOpen() || m_troubled)
        return;
    const qint64 used = m_file.size() + m_waiting.size();
    const bool tooLarge = used > 0 && used + size > m_options.largestFile + m_allowance;
    const bool tooOld = m_begun.isValid() && m_begun.addDuration(m_options.longestFile) < event.time;
    if (!tooLarge && !tooOld)
        return;
    flush();
    if (!m_waiting.isEmpty())
        return; // the line it stopped in ends in this file
    rotate(event.time);
    removeOld(event.time);
}

/// Where it cannot be put aside (somebody holds it open on Windows) it goes on for a while before the next attempt.
void AuditLog::rotate(const QDateTime &when)
{
    m_file.close();
    const bool put = QFile::rename(m_file.fileName(), freeRotatedName(m_options.folder, when));
    if (!put)
        qCWarning(lcGateway).noquote() << "the audit" << m_file.fileName() << "cannot be put aside; it goes on";
    m_allowance = put ? 0 : m_allowance + m_options.largestFile / 4;
    report(open());
    if (m_file.isOpen())
        m_begun = when;
}

void AuditLog::removeOld(const QDateTime &now)
{
    const QDateTime oldest = now.addDuration(-m_options.keptFor);
    QStringList files = rotatedAuditFiles(m_options.folder);
    while (!files.isEmpty() && (files.size() >= m_options.filesKept || putAsideAt(files.first()) < oldest))
        QFile::remove(files.takeFirst());
}

void AuditLog::report(const Result<void> &outcome)
{
    if (!outcome) {
        if (!std::exchange(m_troubled, true))
            qCWarning(lcGateway).noquote() << outcome.error().detail << "Calls go on without it.";
        return;
    }
    if (std::exchange(m_troubled, false))
        qCInfo(lcGateway) << "the audit is written again; lines lost meanwhile:" << m_lost - m_lostBefore;
    m_lostBefore = m_lost;
}

} // namespace pasarela
