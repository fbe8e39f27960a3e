// SPDX-License-Identifier: MIT
#include "gateway/upstream/childrecord.h"

#include "gateway/base/logging.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <chrono>

namespace pasarela {

namespace {

constexpr std::chrono::seconds refreshInterval{30};
constexpr qint64 recordLimit = 64 * 1024;
constexpr QByteArrayView heading = "pasarela child 1";

bool isOurs(const ChildRecordContent &record, const QByteArray &boot)
{
    return !boot.isEmpty() && record.boot == boot
        && std::any_of(record.processes.begin(), record.processes.end(),
                       [&record](const ProcessMark &process) { return isInGroup(process, record.group); });
}

} // namespace

QByteArray ChildRecordContent::toBytes() const
{
    QByteArray bytes = heading.toByteArray() + "\nboot " + boot + "\ngroup " + QByteArray::number(group) + '\n';
    for (const ProcessMark &process : processes)
        bytes +=
            "process " + QByteArray::number(process.processId) + ' ' + QByteArray::number(process.startTime) + '\n';
    return bytes + "end\n";
}

std::optional<ChildRecordContent> ChildRecordContent::parse(QByteArrayView bytes)
{
    const QList<QByteArray> lines = bytes.toByteArray().split('\n');
    if (lines.size() < 5 || lines.first() != heading || lines.at(lines.size() - 2) != "end" || !lines.last().isEmpty())
        return {};
    ChildRecordContent record;
    bool ok = true;
    for (const QByteArray &line : lines.mid(1, lines.size() - 3)) {
        const QList<QByteArray> words = line.split(' ');
        bool first = false;
        bool second = true;
        if (words.size() == 2 && words[0] == "boot") {
            record.boot = words[1];
            first = !record.boot.isEmpty();
        } else if (words.size() == 2 && words[0] == "group") {
            record.group = words[1].toLongLong(&first);
        } else if (words.size() == 3 && words[0] == "process") {
            record.processes.push_back({words[1].toLongLong(&first), words[2].toLongLong(&second)});
        }
        ok = ok && first && second;
    }
    // A group of 1 or less would address every process there is (kill(2)).
    if (!ok || record.group <= 1 || record.boot.isEmpty() || record.processes.empty())
        return {};
    return record;
}

ChildRecord::ChildRecord(const QString &folder, qint64 group)
    : m_file(folder + u'/' + QString::number(group))
    , m_group(group)
{
    QDir().mkpath(folder);
    write();
}

void ChildRecord::refresh()
{
    if (m_sinceRefresh.isValid() && !m_sinceRefresh.hasExpired(std::chrono::milliseconds(refreshInterval).count()))
        return;
    m_sinceRefresh.start();
    write();
}

void ChildRecord::remove()
{
    QFile::remove(m_file);
}

void ChildRecord::write()
{
    const ChildRecordContent record{m_group, bootId(), groupMembers(m_group)};
    if (record.boot.isEmpty() || record.processes.empty())
        return;
    QFile file(m_file);
    const QByteArray bytes = record.toBytes();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qCWarning(lcUpstream, "The note about process group %lld could not be written: %ls", m_group,
                  qUtf16Printable(file.errorString()));
}

int sweepLeftovers(const QString &folder)
{
    const QByteArray boot = bootId();
    const QDir directory(folder);
    const QStringList names = directory.entryList(QDir::Files | QDir::Hidden);
    int swept = 0;
    for (const QString &name : names) {
        QFile file(directory.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const auto record = ChildRecordContent::parse(file.read(recordLimit));
        if (record && isOurs(*record, boot)) {
            killGroup(record->group);
            ++swept;
            qCInfo(lcUpstream, "Ended process group %lld, left over from an earlier run", record->group);
        }
        file.remove();
    }
    return swept;
}

} // namespace pasarela
