// SPDX-License-Identifier: MIT
#pragma once

#include "app/gatewayaccess.h"

#include <QStringList>

namespace pasarela::test {

/// A gateway that does what the test says, and writes down what was done to it.
class FakeGatewayAccess : public GatewayAccess {
public:
    void look() override
    {
        done.append(QStringLiteral("look"));
        if (present)
            QMetaObject::invokeMethod(
                this,
                [this] {
                    Q_EMIT found({1, version, 42, 7, leaves}, snapshot);
                },
                Qt::QueuedConnection);
        else
            QMetaObject::invokeMethod(
                this, [this] { Q_EMIT nobodyThere(absence); }, Qt::QueuedConnection);
    }
    Result<void> launch() override
    {
        done.append(QStringLiteral("launch"));
        if (launchResult && comesUp) {
            present = true;
            leaves = false;
        }
        return launchResult;
    }
    void askToLeave(const QString &reason) override
    {
        done.append(QStringLiteral("leave ") + reason);
        if (leavesWhenAsked)
            leave();
    }
    void terminate() override { done.append(QStringLiteral("terminate")); }
    void kill() override { done.append(QStringLiteral("kill")); }
    void forget() override { done.append(QStringLiteral("forget")); }
    std::optional<StopWish> stopWish() const override { return wish; }
    void recordStopWish() override
    {
        done.append(QStringLiteral("record"));
        wish = StopWish{QDateTime::currentDateTime(), QStringLiteral("tray")};
    }
    void removeStopWish() override
    {
        done.append(QStringLiteral("remove"));
        wish.reset();
    }

    /// It ends, as a crash does: connection first, then process.
    void crash()
    {
        present = false;
        Q_EMIT lost();
        Q_EMIT exited();
    }
    void leave()
    {
        present = false;
        QMetaObject::invokeMethod(
            this,
            [this] {
                Q_EMIT leaving({});
                Q_EMIT lost();
                Q_EMIT exited();
            },
            Qt::QueuedConnection);
    }
    int count(const char *what) const { return int(done.count(QString::fromLatin1(what))); }

    bool present = false; ///< Somebody answers the handshake.
    bool leaves = false; ///< It says so in the handshake.
    bool comesUp = true; ///< What was launched answers from then on.
    bool leavesWhenAsked = true;
    QString version = QStringLiteral("1.0.0");
    Snapshot snapshot;
    Error absence{Error::Code::Unavailable, QStringLiteral("nobody listens")};
    Result<void> launchResult;
    std::optional<StopWish> wish;
    QStringList done;
};

} // namespace pasarela::test
