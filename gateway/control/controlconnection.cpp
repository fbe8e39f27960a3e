// SPDX-License-Identifier: MIT
#include "gateway/control/controlconnection.h"

#include "gateway/base/logging.h"

namespace pasarela {

ControlConnection::ControlConnection(std::unique_ptr<ByteStream> stream, const ControlLimits &limits, QObject *parent)
    : QObject(parent)
    , m_stream(std::move(stream))
    , m_framer(limits.line)
    , m_limits(limits)
    , m_peer(m_stream->peerProcessId())
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        if (m_state == State::Strange)
            refuse({Error::Code::Timeout, QStringLiteral("No \"hello\" came in time.")});
        else
            end();
    });
    connect(m_stream.get(), &ByteStream::received, this, &ControlConnection::onReceived);
    connect(m_stream.get(), &ByteStream::drained, this, &ControlConnection::onDrained);
    connect(m_stream.get(), &ByteStream::finished, this, &ControlConnection::onFinished);
    connect(m_stream.get(), &ByteStream::closed, this, &ControlConnection::end);
}

ControlConnection::~ControlConnection() = default;

void ControlConnection::start()
{
    m_deadline.start(m_limits.helloWithin);
    m_stream->resume();
}

void ControlConnection::greeted(int protocol)
{
    if (m_state != State::Strange)
        return;
    m_deadline.stop();
    m_protocol = protocol;
    m_state = State::Greeted;
}

void ControlConnection::onReceived(QByteArrayView bytes)
{
    if (m_state == State::Closing || m_state == State::Ended)
        return; // read and thrown away, so that the client can read why
    m_framer.push(
        bytes, [this](QByteArray line) { m_lines.push_back(std::move(line)); },
        [this](QByteArrayView, bool) {
            refuse({Error::Code::TooLarge,
                    QStringLiteral("A line of the control socket holds at most %1 bytes.").arg(m_limits.line)});
        });
    if (m_state == State::Strange && m_framer.partial().size() > m_limits.helloLine)
        refuse(
            {Error::Code::TooLarge, QStringLiteral("The first line holds at most %1 bytes.").arg(m_limits.helloLine)});
    pump();
}

void ControlConnection::onFinished()
{
    m_peerFinished = true;
    pump();
}

void ControlConnection::onDrained()
{
    if (m_state == State::Closing)
        endIfWritten();
    else
        pump();
}

/// Takes lines as long as the client reads its answers.
void ControlConnection::pump()
{
    if (m_pumping || m_state == State::Closing || m_state == State::Ended)
        return;
    m_pumping = true;
    while (!m_lines.empty() && m_openRequests < m_limits.openRequests && m_stream->bytesQueued() <= m_limits.queue) {
        const QByteArray line = std::move(m_lines.front());
        m_lines.pop_front();
        onLine(line);
    }
    m_pumping = false;
    if (m_state == State::Closing || m_state == State::Ended)
        return;
    if (!m_lines.empty())
        m_stream->pause();
    else if (m_peerFinished && m_openRequests == 0)
        finish();
    else
        m_stream->resume();
}

void ControlConnection::onLine(const QByteArray &line)
{
    const auto decoded = decodeControl(line);
    if (const auto *fault = std::get_if<ControlFault>(&decoded)) {
        onFault(*fault);
        return;
    }
    const auto &message = std::get<ControlMessage>(decoded);
    if (message.kind != ControlMessage::Kind::Request) {
        if (m_state == State::Strange)
            refuse({Error::Code::ProtocolViolation, QStringLiteral("The first line must be the request \"hello\".")});
        return;
    }
    ++m_openRequests;
    Q_EMIT requested(message);
}

void ControlConnection::onFault(const ControlFault &fault)
{
    if (m_state == State::Strange)
        refuse(fault.error, fault.code);
    else
        send(encodeFailure(fault.id, fault.error, fault.code));
}

void ControlConnection::answer(const QByteArray &id, const Result<QByteArray> &result, int failureCode)
{
    --m_openRequests;
    if (m_state == State::Closing || m_state == State::Ended)
        return;
    QByteArray line = result ? encodeResult(id, *result) : encodeFailure(id, result.error(), failureCode);
    if (line.size() > m_limits.line) {
        line = encodeFailure(id,
                             {Error::Code::TooLarge,
                              QStringLiteral("The answer is larger than the %1 bytes of a line.").arg(m_limits.line)});
    }
    send(line);
    pump();
}

bool ControlConnection::sendEvent(QByteArrayView line)
{
    if (m_state != State::Greeted)
        return true;
    if (m_stream->bytesQueued() + line.size() > m_limits.queue) {
        qCWarning(lcControl, "A control client (process %lld) does not read what it subscribed to and is dropped.",
                  static_cast<long long>(m_peer));
        m_stream->abort();
        end();
        return false;
    }
    m_stream->write(line);
    return true;
}

void ControlConnection::send(const QByteArray &line)
{
    m_stream->write(line);
}

void ControlConnection::refuse(const Error &error, int code)
{
    if (m_state == State::Closing || m_state == State::Ended)
        return;
    qCInfo(lcControl, "A control connection (process %lld) is closed: %s", static_cast<long long>(m_peer),
           qPrintable(error.detail));
    send(encodeFailure({}, error, code));
    finish();
}

void ControlConnection::finish()
{
    if (m_state == State::Closing || m_state == State::Ended)
        return;
    m_state = State::Closing;
    m_lines.clear();
    m_deadline.start(m_limits.lingerFor);
    m_stream->resume();
    m_stream->finishWriting();
    endIfWritten();
}

/// Where the client cannot see that nothing more comes, the whole stream ends; it can still read what is written.
void ControlConnection::endIfWritten()
{
    if (!m_stream->hasHalfClose() && m_stream->bytesQueued() == 0)
        m_deadline.start(0);
}

void ControlConnection::end()
{
    if (m_state == State::Ended)
        return;
    m_state = State::Ended;
    m_deadline.stop();
    m_lines.clear();
    m_stream->abort();
    QMetaObject::invokeMethod(
        this, [this] { Q_EMIT ended(); }, Qt::QueuedConnection);
}

} // namespace pasarela
