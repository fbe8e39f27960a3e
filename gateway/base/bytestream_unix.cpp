// SPDX-License-Identifier: MIT
#include "gateway/base/bytestream.h"

#include "gateway/base/socketpeer.h"
#include "gateway/base/systemerror.h"
#include "gateway/base/unixdescriptor.h"
#include "gateway/base/writequeue.h"

#include <QPointer>
#include <QSocketNotifier>
#include <QTimer>

#include <array>
#include <cerrno>
#include <optional>

#include <sys/socket.h>

namespace pasarela {

namespace {

constexpr qsizetype chunkSize = 64 * 1024;
constexpr int piecesPerTurn = 16; ///< Of the queue; then the event loop gets its turn.
constexpr int chunksAfterFailure = 16; ///< What a pipe can hold.

class UnixStream final : public ByteStream {
public:
    UnixStream(int readFrom, int writeTo, HandleFlags flags, QObject *parent);
    ~UnixStream() override { abort(); }

    void write(QByteArrayView bytes) override;
    qint64 bytesQueued() const override { return m_queue.size(); }
    void pause() override;
    void resume() override;
    void finishWriting() override;
    void abort() override;
    qint64 peerProcessId() const override;

private:
    void onReadable();
    void onWritable();
    void onEnd();

    bool canRead() const { return m_readFrom && !m_readEnded; }
    bool canWrite() const { return m_writeTo && !m_writeEnded; }
    qsizetype writeSome(QByteArrayView bytes);
    void endReading();
    void endWriting();
    void endSoon(Error reason);
    bool deliverRest();
    void release();

    std::unique_ptr<UnixDescriptor> m_readFrom;
    std::unique_ptr<UnixDescriptor> m_ownWriteTo; ///< Nothing where both directions are one socket.
    UnixDescriptor *m_writeTo = nullptr;
    QSocketNotifier m_readable{QSocketNotifier::Read};
    QSocketNotifier m_writable{QSocketNotifier::Write};
    QTimer m_readTurn; ///< In place of m_readable where that cannot be had.
    WriteQueue m_queue;
    std::optional<Error> m_ending; ///< closed() is on its way.
    bool m_reading = false;
    bool m_readEnded = false;
    bool m_writeEnded = false;
    bool m_finishing = false;
};

UnixStream::UnixStream(int readFrom, int writeTo, HandleFlags flags, QObject *parent)
    : ByteStream(parent)
{
    if (readFrom >= 0)
        m_readFrom = std::make_unique<UnixDescriptor>(readFrom, flags);
    if (writeTo >= 0 && writeTo != readFrom)
        m_ownWriteTo = std::make_unique<UnixDescriptor>(writeTo, flags);
    m_writeTo = m_ownWriteTo ? m_ownWriteTo.get() : (writeTo >= 0 ? m_readFrom.get() : nullptr);
    m_readEnded = !m_readFrom;
    m_writeEnded = !m_writeTo;

    m_readTurn.setSingleShot(true);
    m_readTurn.setInterval(0);
    connect(&m_readTurn, &QTimer::timeout, this, &UnixStream::onReadable);
    if (m_readFrom) {
        m_readable.setSocket(m_readFrom->fd());
        connect(&m_readable, &QSocketNotifier::activated, this, &UnixStream::onReadable);
    }
    if (m_writeTo) {
        m_writable.setSocket(m_writeTo->fd());
        connect(&m_writable, &QSocketNotifier::activated, this, &UnixStream::onWritable);
    }
}

void UnixStream::write(QByteArrayView bytes)
{
    if (bytes.isEmpty() || !canWrite() || m_finishing)
        return;
    if (m_queue.isEmpty()) {
        const qsizetype written = writeSome(bytes);
        if (written < 0)
            return;
        bytes = bytes.sliced(written);
    }
    if (bytes.isEmpty())
        return;
    m_queue.append(bytes);
    m_writable.setEnabled(true);
}

/// What the system took, possibly nothing; -1 after a failure, which is then on its way.
qsizetype UnixStream::writeSome(QByteArrayView bytes)
{
    qsizetype written = 0;
    while (written < bytes.size()) {
        const ssize_t count = m_writeTo->write(bytes.sliced(written));
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            break;
        if (count < 0) {
            const Error reason = systemError(QStringLiteral("Writing to the other end failed"), errno);
            m_queue.clear();
            m_writeEnded = true;
            m_writable.setEnabled(false);
            endSoon(reason);
            return -1;
        }
        written += count;
        if (m_writeTo->canBePolled())
            break; // less than all means full
    }
    return written;
}

void UnixStream::onWritable()
{
    for (int i = 0; i < piecesPerTurn && !m_queue.isEmpty(); ++i) {
        const QByteArrayView piece = m_queue.front();
        const qsizetype written = writeSome(piece);
        if (written < 0)
            return;
        m_queue.take(written);
        if (written < piece.size())
            return;
    }
    if (!m_queue.isEmpty())
        return;
    m_writable.setEnabled(false);
    if (m_finishing)
        endWriting();
    Q_EMIT drained();
}

void UnixStream::pause()
{
    m_reading = false;
    m_readable.setEnabled(false);
    m_readTurn.stop();
}

void UnixStream::resume()
{
    if (!canRead())
        return;
    m_reading = true;
    if (m_readFrom->canBePolled())
        m_readable.setEnabled(true);
    else
        m_readTurn.start();
}

void UnixStream::onReadable()
{
    if (!canRead() || !m_reading)
        return;
    std::array<char, chunkSize> buffer;
    const ssize_t count = m_readFrom->read(buffer.data(), buffer.size());
    if (count > 0) {
        if (!m_readFrom->canBePolled())
            m_readTurn.start();
        Q_EMIT received(QByteArrayView(buffer.data(), count));
        return;
    }
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return;
    // A terminal says EIO where a socket says end of file.
    const bool hangUp = count == 0 || (errno == EIO && m_readFrom->canBePolled());
    const std::optional<Error> failure =
        !hangUp ? std::optional(systemError(QStringLiteral("Reading from the other end failed"), errno)) : std::nullopt;
    endReading();
    if (failure) {
        endSoon(*failure);
        return;
    }
    if (m_writeEnded || m_writeTo->isHungUp())
        endSoon({Error::Code::Closed, QStringLiteral("The other end closed the connection.")});
    Q_EMIT finished();
}

void UnixStream::endReading()
{
    pause();
    m_readEnded = true;
}

void UnixStream::finishWriting()
{
    if (m_finishing || !canWrite())
        return;
    m_finishing = true;
    if (m_queue.isEmpty())
        endWriting();
}

void UnixStream::endWriting()
{
    m_writeEnded = true;
    m_writable.setEnabled(false);
    if (m_ownWriteTo) {
        m_writeTo = nullptr;
        m_ownWriteTo.reset();
    } else if (m_writeTo->isSocket()) {
        ::shutdown(m_writeTo->fd(), SHUT_WR);
    }
    if (m_readEnded)
        endSoon({Error::Code::Closed, QStringLiteral("Both ends closed the connection.")});
}

/// closed() comes from the event loop: write() and finishWriting() must not end the caller's object beneath it.
void UnixStream::endSoon(Error reason)
{
    if (m_ending)
        return;
    m_ending = std::move(reason);
    QMetaObject::invokeMethod(
        this, [this] { onEnd(); }, Qt::QueuedConnection);
}

void UnixStream::onEnd()
{
    if (!m_ending || !deliverRest())
        return;
    const Error reason = *m_ending;
    release();
    Q_EMIT closed(reason);
}

/// A write failed, but the other end's last words may still be there to read. False: this object is gone, or was
/// aborted.
bool UnixStream::deliverRest()
{
    const QPointer<UnixStream> alive(this);
    std::array<char, chunkSize> buffer;
    for (int i = 0; i < chunksAfterFailure && m_reading && canRead(); ++i) {
        const ssize_t count = m_readFrom->read(buffer.data(), buffer.size());
        if (count <= 0)
            break;
        Q_EMIT received(QByteArrayView(buffer.data(), count));
        if (!alive || !m_ending)
            return false;
    }
    return true;
}

void UnixStream::release()
{
    pause();
    m_writable.setEnabled(false);
    m_readEnded = true;
    m_writeEnded = true;
    m_queue.clear();
    m_writeTo = nullptr;
    m_ownWriteTo.reset();
    m_readFrom.reset();
}

void UnixStream::abort()
{
    m_ending.reset();
    release();
}

qint64 UnixStream::peerProcessId() const
{
    return m_readFrom && m_readFrom->isSocket() ? socketPeer(m_readFrom->fd()).processId : 0;
}

} // namespace

std::unique_ptr<ByteStream> makeByteStream(NativeHandle readFrom, NativeHandle writeTo, HandleFlags flags,
                                           QObject *parent)
{
    return std::make_unique<UnixStream>(static_cast<int>(readFrom), static_cast<int>(writeTo), flags, parent);
}

} // namespace pasarela
