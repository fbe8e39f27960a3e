// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/upstream/processgroup.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QString>

#include <optional>
#include <vector>

namespace pasarela {

/// What a gateway that crashed leaves of one child (sessions.md 5): `<folder>/<group>` names the process group, the
/// boot, and processes of the group by pid and start time. The file is there as long as the group may be. A process of
/// the list that still runs, in that group, proves that the group has lived on since and is ours: a pid alone is used
/// again.
class ChildRecord {
public:
    /// Written at once; where that fails the child runs without.
    ChildRecord(const QString &folder, qint64 group);
    ~ChildRecord() = default;

    /// Lists what the leader has started meanwhile (Linux kills a leader whose gateway dies, so others must bear
    /// witness); at most every 30 s.
    void refresh();
    void remove();

private:
    void write();

    QString m_file;
    qint64 m_group;
    QElapsedTimer m_sinceRefresh;
};

/// What a record says.
struct ChildRecordContent {
    qint64 group = 0;
    QByteArray boot;
    std::vector<ProcessMark> processes; ///< The leader first.
    bool operator==(const ChildRecordContent &) const = default;

    QByteArray toBytes() const;
    /// Nothing where it is no record of ours, or only half of one.
    static std::optional<ChildRecordContent> parse(QByteArrayView bytes);
};

/// Kills the groups that records in `folder` prove to be ours and removes the records; returns how many were killed.
/// Only while this process is the one gateway of its home (InstanceLock): the children of a living one have records
/// too.
int sweepLeftovers(const QString &folder);

} // namespace pasarela
