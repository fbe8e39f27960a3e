// SPDX-License-Identifier: MIT
#include "gateway/mcp/linetransport.h"

#include "gateway/base/logging.h"

#include <QPointer>

#include <utility>

namespace pasarela::mcp {

namespace {

constexpr QByteArrayView byteOrderMark = "\xEF\xBB\xBF";

} // namespace

LineTransport::LineTransport(std::unique_ptr<ByteStream> stream, qsizetype lineLimit, QObject *parent)
    : Transport(parent)
    , m_stream(std::move(stream))
    , m_framer(lineLimit)
{
    connect(m_stream.get(), &ByteStream::received, this, &LineTransport::onReceived);
    connect(m_stream.get(), &ByteStream::drained, this, &LineTransport::onDrained);
    connect(m_stream.get(), &ByteStream::finished, this, &LineTransport::onFinished);
    connect(m_stream.get(), &ByteStream::closed, this, &LineTransport::onClosed);
    m_closeTimer.setSingleShot(true);
    connect(&m_closeTimer, &QTimer::timeout, this, &LineTransport::endClosed);
}

LineTransport::~LineTransport()
{
    m_stream->disconnect(this);
}

void LineTransport::start()
{
    m_started = true;
    if (!m_paused)
        m_stream->resume();
}

void LineTransport::send(QByteArray line, QByteArrayView)
{
    Q_ASSERT(!line.contains('\n') && !line.contains('\r'));
    qCDebug(lcWire).noquote() << "send" << line;
    line += '\n';
    m_stream->write(line);
}

qint64 LineTransport::bytesQueued() const
{
    return m_stream->bytesQueued();
}

void LineTransport::pause()
{
    m_paused = true;
    m_stream->pause();
}

void LineTransport::resume()
{
    if (!std::exchange(m_paused, false) || !m_started || m_closing || m_ended)
        return;
    if (m_held.empty()) {
        m_stream->resume();
        return;
    }
    // From the event loop: the owner may be in the middle of something.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (deliverHeld(false) && !m_paused && !m_closing && !m_ended)
                m_stream->resume();
        },
        Qt::QueuedConnection);
}

void LineTransport::close()
{
    if (m_closing || m_ended)
        return;
    m_closing = true;
    m_held.clear();
    m_stream->pause();
    m_stream->finishWriting();
    m_closeTimer.start(m_stream->bytesQueued() == 0 ? std::chrono::milliseconds(0) : closeLimit);
}

void LineTransport::onDrained()
{
    if (m_closing)
        endClosed();
    else
        Q_EMIT drained();
}

void LineTransport::endClosed()
{
    end({Error::Code::Closed, QStringLiteral("The connection was closed from this side.")});
}

bool LineTransport::takeLine(QByteArrayView)
{
    return false;
}

void LineTransport::end(const Error &reason)
{
    if (std::exchange(m_ended, true))
        return;
    m_closeTimer.stop();
    m_held.clear();
    m_stream->disconnect(this);
    m_stream->abort();
    Q_EMIT closed(reason);
}

void LineTransport::onReceived(QByteArrayView bytes)
{
    m_framer.push(
        bytes, [this](QByteArray line) { take(std::move(line)); },
        [this](QByteArrayView piece, bool ends) { onTooLong(piece, ends); });
}

void LineTransport::onTooLong(QByteArrayView piece, bool ends)
{
    if (m_ignoresMarks && !m_longLine.hasBegun() && piece.startsWith(byteOrderMark))
        piece = piece.sliced(byteOrderMark.size());
    if (m_longLine.feed(piece, ends))
        take(m_longLine.outcome());
}

void LineTransport::onFinished()
{
    if (!deliverHeld(true))
        return;
    QByteArray rest = m_framer.partial().toByteArray();
    m_framer.clear();
    if (rest.endsWith('\r'))
        rest.chop(1);
    const QPointer<LineTransport> alive(this);
    if (m_longLine.breakOff())
        deliver(m_longLine.outcome());
    else if (!rest.isEmpty())
        deliver(std::move(rest));
    if (alive && !m_closing && !m_ended)
        Q_EMIT finished();
}

void LineTransport::onClosed(const Error &reason)
{
    if (deliverHeld(true))
        end(reason);
}

void LineTransport::take(Held line)
{
    if (m_paused || !m_held.empty())
        m_held.push_back(std::move(line));
    else
        deliver(std::move(line));
}

/// The last thing it does is to emit: afterwards this may be gone.
void LineTransport::deliver(Held line)
{
    if (m_closing || m_ended)
        return;
    if (auto *bytes = std::get_if<QByteArray>(&line))
        deliverLine(std::move(*bytes));
    else
        deliverOutcome(std::get<LongLine::Outcome>(line));
}

void LineTransport::deliverLine(QByteArray line)
{
    if (m_ignoresMarks && line.startsWith(byteOrderMark))
        line.remove(0, byteOrderMark.size());
    const QPointer<LineTransport> alive(this);
    if (takeLine(line) || !alive)
        return;
    qCDebug(lcWire).noquote() << "received" << line;
    const auto parsed = Message::parse(std::move(line));
    if (const auto *message = std::get_if<Message>(&parsed))
        Q_EMIT received(*message);
    else
        Q_EMIT unreadable(std::get<MessageFault>(parsed));
}

void LineTransport::deliverOutcome(const LongLine::Outcome &outcome)
{
    if (const auto *message = std::get_if<Message>(&outcome))
        Q_EMIT received(*message);
    else if (const auto *fault = std::get_if<MessageFault>(&outcome))
        Q_EMIT unreadable(*fault);
}

/// False where this object has gone meanwhile.
bool LineTransport::deliverHeld(bool evenPaused)
{
    const QPointer<LineTransport> alive(this);
    while (alive && !m_held.empty() && (evenPaused || !m_paused)) {
        Held line = std::move(m_held.front());
        m_held.pop_front();
        deliver(std::move(line));
    }
    return alive;
}

} // namespace pasarela::mcp
