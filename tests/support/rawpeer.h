// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"
#include "gateway/ipc/localserver.h"

#include <QByteArrayList>

namespace pasarela::test {

/// A client of a local socket that sends what it likes and keeps the lines it gets.
class RawPeer {
public:
    explicit RawPeer(const QString &socketName)
    {
        auto connected = connectLocal(socketName);
        if (!connected)
            return;
        m_stream = std::move(connected).value();
        QObject::connect(m_stream.get(), &ByteStream::received, m_stream.get(),
                         [this](QByteArrayView bytes) { m_bytes.append(bytes); });
        QObject::connect(m_stream.get(), &ByteStream::finished, m_stream.get(), [this] { m_ended = true; });
        QObject::connect(m_stream.get(), &ByteStream::closed, m_stream.get(), [this] { m_ended = true; });
        m_stream->resume();
    }

    bool isConnected() const { return m_stream != nullptr; }
    void send(QByteArrayView bytes) { m_stream->write(bytes); }
    void sendLine(const QByteArray &line) { m_stream->write(line + '\n'); }
    void stopReading() { m_stream->pause(); }
    void finishWriting() { m_stream->finishWriting(); }
    void leave() { m_stream.reset(); }

    /// Complete lines so far.
    QByteArrayList lines() const
    {
        QByteArrayList all = m_bytes.split('\n');
        all.removeLast();
        return all;
    }
    QByteArray lastLine() const { return lines().isEmpty() ? QByteArray() : lines().last(); }
    /// The other end closed.
    bool hasEnded() const { return m_ended; }

private:
    std::unique_ptr<ByteStream> m_stream;
    QByteArray m_bytes;
    bool m_ended = false;
};

} // namespace pasarela::test
