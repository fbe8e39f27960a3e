// SPDX-License-Identifier: MIT
#include "gateway/base/bytestream.h"

#include "gateway/base/systemerror.h"
#include "gateway/base/wintransfer.h"
#include "gateway/base/winwatch.h"
#include "gateway/base/writequeue.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>

#include <winternl.h>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr DWORD chunkSize = 64 * 1024;
constexpr int piecesPerTurn = 16; ///< Of the queue; then the event loop gets its turn.
constexpr auto lastWordsPatience = 100ms; ///< For what the other end said before it stopped reading us.

bool isEndOfFile(DWORD failure)
{
    return failure == ERROR_BROKEN_PIPE || failure == ERROR_PIPE_NOT_CONNECTED || failure == ERROR_NO_DATA
        || failure == ERROR_HANDLE_EOF;
}

/// Whether nobody can read any more what is written to this pipe (FilePipeLocalInformation: there is no Win32 call that
/// asks without writing). Not while a write is under way, for which the question would wait.
bool isHungUp(HANDLE pipe)
{
    struct {
        ULONG type, configuration, maximumInstances, currentInstances;
        ULONG inboundQuota, readAvailable, outboundQuota, writeAvailable;
        ULONG state, end;
    } information = {};
    constexpr auto filePipeLocalInformation = static_cast<FILE_INFORMATION_CLASS>(24);
    constexpr ULONG connected = 3;
    IO_STATUS_BLOCK status = {};
    return ::GetFileType(pipe) == FILE_TYPE_PIPE
        && ::NtQueryInformationFile(pipe, &status, &information, sizeof information, filePipeLocalInformation) >= 0
        && information.state != connected;
}

class WindowsStream final : public ByteStream {
public:
    WindowsStream(HANDLE readFrom, HANDLE writeTo, QObject *parent);
    ~WindowsStream() override { abort(); }

    void write(QByteArrayView bytes) override;
    qint64 bytesQueued() const override { return m_queue.size(); }
    void pause() override;
    void resume() override;
    void finishWriting() override;
    bool hasHalfClose() const override { return !m_pipe.isValid(); }
    void abort() override;
    qint64 peerProcessId() const override;

private:
    void onReadDone();
    void onWriteDone();
    void onEnd();

    bool canRead() const { return m_reader && !m_readEnded; }
    bool canWrite() const { return m_writer && !m_writeEnded; }
    bool writeOn();
    bool takeWritten();
    void endReading();
    void endWriting();
    void endAfterFailedWrite(DWORD failure);
    bool otherEndIsGone() const;
    void endSoon(Error reason);
    void release();

    WinHandle m_pipe; ///< Both directions; else the transfers have handles of their own.
    HANDLE m_writeTo = INVALID_HANDLE_VALUE;
    std::unique_ptr<WinTransfer> m_reader;
    std::unique_ptr<WinTransfer> m_writer;
    WinWatch m_readDone{[this] { onReadDone(); }};
    WinWatch m_writeDone{[this] { onWriteDone(); }};
    QTimer m_lastWords;
    WriteQueue m_queue;
    std::optional<Error> m_ending; ///< closed() is on its way.
    bool m_reading = false;
    bool m_readEnded = false;
    bool m_writeEnded = false;
    bool m_finishing = false;
};

WindowsStream::WindowsStream(HANDLE readFrom, HANDLE writeTo, QObject *parent)
    : ByteStream(parent)
    , m_writeTo(writeTo)
{
    const auto isThere = [](HANDLE handle) { return handle && handle != INVALID_HANDLE_VALUE; };
    if (isThere(readFrom) && readFrom == writeTo) {
        m_pipe = WinHandle(readFrom);
        m_reader = makeOverlappedTransfer(readFrom);
        m_writer = makeOverlappedTransfer(writeTo);
    } else {
        if (isThere(readFrom))
            m_reader = makeThreadTransfer(readFrom);
        if (isThere(writeTo))
            m_writer = makeThreadTransfer(writeTo);
    }
    m_readEnded = !m_reader;
    m_writeEnded = !m_writer;
    if (m_reader)
        m_readDone.setHandle(m_reader->doneEvent());
    if (m_writer)
        m_writeDone.setHandle(m_writer->doneEvent());
    m_lastWords.setSingleShot(true);
    connect(&m_lastWords, &QTimer::timeout, this, &WindowsStream::onEnd);
}

void WindowsStream::write(QByteArrayView bytes)
{
    if (bytes.isEmpty() || !canWrite() || m_finishing)
        return;
    m_queue.append(bytes);
    if (!m_writer->isBusy())
        writeOn();
}

/// Gives the system what it takes now. False: not all, or it failed; the rest follows by itself.
bool WindowsStream::writeOn()
{
    for (int i = 0; i < piecesPerTurn && !m_queue.isEmpty(); ++i) {
        const QByteArrayView piece = m_queue.front();
        m_writer->write(piece.first(std::min<qsizetype>(piece.size(), chunkSize)));
        if (!takeWritten())
            break;
    }
    if (!m_queue.isEmpty() && canWrite() && !m_writer->isBusy())
        m_writer->write(m_queue.front().first(std::min<qsizetype>(m_queue.front().size(), chunkSize)));
    m_writeDone.setEnabled(canWrite() && m_writer->isBusy());
    return m_queue.isEmpty() && canWrite();
}

/// False where the piece is still under way, or failed.
bool WindowsStream::takeWritten()
{
    const auto outcome = m_writer->takeOutcome();
    if (!outcome)
        return false;
    if (outcome->failure != ERROR_SUCCESS) {
        endAfterFailedWrite(outcome->failure);
        return false;
    }
    m_queue.take(outcome->count);
    return true;
}

void WindowsStream::onWriteDone()
{
    if (!canWrite() || !takeWritten() || !writeOn())
        return;
    if (m_finishing)
        endWriting();
    Q_EMIT drained();
}

void WindowsStream::endAfterFailedWrite(DWORD failure)
{
    m_queue.clear();
    m_writeEnded = true;
    m_writeDone.setEnabled(false);
    Error reason = systemError(QStringLiteral("Writing to the other end failed"), static_cast<int>(failure));
    if (!canRead() || !m_reading) {
        endSoon(std::move(reason));
        return;
    }
    // The other end's last words may still be there to read.
    if (!m_ending)
        m_ending = std::move(reason);
    m_lastWords.start(lastWordsPatience);
}

void WindowsStream::pause()
{
    m_reading = false;
    m_readDone.setEnabled(false);
}

void WindowsStream::resume()
{
    if (!canRead())
        return;
    m_reading = true;
    if (!m_reader->isBusy())
        m_reader->read(chunkSize);
    m_readDone.setEnabled(true);
}

void WindowsStream::onReadDone()
{
    if (!canRead() || !m_reading)
        return;
    QByteArray bytes;
    const auto outcome = m_reader->takeOutcome(&bytes);
    if (!outcome)
        return;
    if (outcome->failure == ERROR_SUCCESS && (outcome->count > 0 || m_pipe.isValid())) {
        const QPointer<WindowsStream> alive(this);
        if (!bytes.isEmpty())
            Q_EMIT received(bytes);
        if (alive && m_reading && canRead() && !m_reader->isBusy())
            m_reader->read(chunkSize);
        return;
    }
    endReading();
    const bool hangUp = outcome->failure == ERROR_SUCCESS || isEndOfFile(outcome->failure);
    if (m_ending) {
        endSoon(*m_ending); // these were its last words
        return;
    }
    if (!hangUp) {
        endSoon(systemError(QStringLiteral("Reading from the other end failed"), static_cast<int>(outcome->failure)));
        return;
    }
    if (m_writeEnded || otherEndIsGone())
        endSoon({Error::Code::Closed, QStringLiteral("The other end closed the connection.")});
    Q_EMIT finished();
}

bool WindowsStream::otherEndIsGone() const
{
    return m_pipe.isValid() || (!m_writer->isBusy() && isHungUp(m_writeTo));
}

void WindowsStream::endReading()
{
    pause();
    m_readEnded = true;
}

void WindowsStream::finishWriting()
{
    if (m_finishing || !canWrite())
        return;
    m_finishing = true;
    if (m_queue.isEmpty())
        endWriting();
}

void WindowsStream::endWriting()
{
    m_writeEnded = true;
    m_writeDone.setEnabled(false);
    m_writer.reset();
    if (m_readEnded)
        endSoon({Error::Code::Closed, QStringLiteral("Both ends closed the connection.")});
}

/// closed() comes from the event loop: write() and finishWriting() must not end the caller's object beneath it.
void WindowsStream::endSoon(Error reason)
{
    if (!m_ending)
        m_ending = std::move(reason);
    m_lastWords.start(0ms);
}

void WindowsStream::onEnd()
{
    if (!m_ending)
        return;
    const Error reason = *std::exchange(m_ending, std::nullopt);
    release();
    Q_EMIT closed(reason);
}

void WindowsStream::release()
{
    pause();
    m_writeDone.setEnabled(false);
    m_lastWords.stop();
    m_readEnded = true;
    m_writeEnded = true;
    m_queue.clear();
    m_writer.reset();
    m_reader.reset();
    m_pipe.close();
}

void WindowsStream::abort()
{
    m_ending.reset();
    release();
}

qint64 WindowsStream::peerProcessId() const
{
    DWORD flags = 0;
    ULONG processId = 0;
    if (!m_pipe.isValid() || !::GetNamedPipeInfo(m_pipe.get(), &flags, nullptr, nullptr, nullptr))
        return 0;
    const BOOL known = (flags & PIPE_SERVER_END) ? ::GetNamedPipeClientProcessId(m_pipe.get(), &processId)
                                                 : ::GetNamedPipeServerProcessId(m_pipe.get(), &processId);
    return known ? static_cast<qint64>(processId) : 0;
}

} // namespace

std::unique_ptr<ByteStream> makeByteStream(NativeHandle readFrom, NativeHandle writeTo, HandleFlags, QObject *parent)
{
    return std::make_unique<WindowsStream>(reinterpret_cast<HANDLE>(readFrom), reinterpret_cast<HANDLE>(writeTo),
                                           parent);
}

} // namespace pasarela
