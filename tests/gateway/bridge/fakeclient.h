// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/fakebytestream.h"

#include <QByteArrayList>

#include <utility>

namespace pasarela::test {

/// A client's stdio, driven by hand: writes are taken as long as nothing holds them up.
class FakeClient : public FakeByteStream {
public:
    static constexpr qsizetype chunk = 64 * 1024;

    /// The client says something; it must be listened to.
    void say(const QByteArray &bytes)
    {
        Q_ASSERT(reading);
        for (qsizetype at = 0; at < bytes.size(); at += chunk)
            Q_EMIT received(QByteArrayView(bytes).sliced(at, qMin(chunk, bytes.size() - at)));
    }
    void endInput() { Q_EMIT finished(); }
    void goAway() { Q_EMIT closed({Error::Code::Closed, QStringLiteral("gone")}); }

    /// The client reads no more, until it does again.
    void stopReading() { full = true; }
    void readAgain()
    {
        full = false;
        takeAll();
    }

    bool isPaused() const { return !reading; }
    const QByteArray &output() const { return written; }
    QByteArrayList lines() const
    {
        QByteArrayList all = written.split('\n');
        all.removeLast();
        return all;
    }
    QByteArray takeOutput() { return std::exchange(written, {}); }
};

} // namespace pasarela::test
