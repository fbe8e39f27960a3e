// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"

namespace pasarela::test {

/// A client's stdio, driven by hand: writes are taken as long as nothing holds them up.
class FakeClient : public ByteStream {
    Q_OBJECT

public:
    void write(QByteArrayView bytes) override
    {
        if (m_held)
            m_queued.append(bytes);
        else
            m_output.append(bytes);
    }
    qint64 bytesQueued() const override { return m_queued.size(); }
    void pause() override { m_paused = true; }
    void resume() override { m_paused = false; }
    void finishWriting() override { }
    void abort() override { }

    /// The client says something; it must be listened to.
    void say(const QByteArray &bytes)
    {
        Q_ASSERT(!m_paused);
        for (qsizetype at = 0; at < bytes.size(); at += chunk)
            Q_EMIT received(QByteArrayView(bytes).sliced(at, qMin(chunk, bytes.size() - at)));
    }
    void endInput() { Q_EMIT finished(); }
    void goAway() { Q_EMIT closed({Error::Code::Closed, QStringLiteral("gone")}); }

    /// The client reads no more, until it does again.
    void stopReading() { m_held = true; }
    void readAgain()
    {
        m_held = false;
        m_output.append(std::exchange(m_queued, {}));
        Q_EMIT drained();
    }

    bool isPaused() const { return m_paused; }
    const QByteArray &output() const { return m_output; }
    QList<QByteArray> lines() const
    {
        QList<QByteArray> lines = m_output.split('\n');
        lines.removeLast();
        return lines;
    }
    QByteArray takeOutput() { return std::exchange(m_output, {}); }

    static constexpr qsizetype chunk = 64 * 1024;

private:
    QByteArray m_output;
    QByteArray m_queued;
    bool m_held = false;
    bool m_paused = true;
};

} // namespace pasarela::test
