// SPDX-License-Identifier: MIT
#include "gateway/bridge/gatewaylink.h"

#include "gateway/base/logging.h"
#include "gateway/bridge/startpause.h"
#include "gateway/ipc/localserver.h"

#include <QPointer>

namespace pasarela {

namespace {

constexpr std::chrono::milliseconds connectTime{250};

} // namespace

GatewayLink::GatewayLink(const BridgeOptions &options, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_nextRetry(options.times.firstRetry)
{
    m_retry.setSingleShot(true);
    m_retry.setTimerType(Qt::PreciseTimer);
    m_silence.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &GatewayLink::tryNow);
    connect(&m_silence, &QTimer::timeout, this, &GatewayLink::restart);
}

GatewayLink::~GatewayLink() = default;

void GatewayLink::start()
{
    m_trying = true;
    m_retry.start(0);
}

void GatewayLink::restart()
{
    dropStream();
    retryLater();
}

void GatewayLink::stopTrying()
{
    m_trying = false;
    m_retry.stop();
    if (m_state == State::Greeting)
        dropStream();
}

void GatewayLink::write(QByteArrayView bytes)
{
    if (m_state == State::Up)
        m_stream->write(bytes);
}

void GatewayLink::pause()
{
    m_paused = true;
    if (m_stream && m_state == State::Up)
        m_stream->pause();
}

void GatewayLink::resume()
{
    m_paused = false;
    if (m_stream)
        m_stream->resume();
}

void GatewayLink::tryNow()
{
    if (!m_trying || m_state != State::Away)
        return;
    auto stream = connectLocal(m_options.socket, connectTime);
    if (stream.ok()) {
        greet(std::move(stream).value());
        return;
    }
    retryLater();
    const Error reason = stream.error();
    m_isHung = reason.code == Error::Code::Timeout;
    if (reason.code == Error::Code::NotFound)
        startGateway();
    else
        warn(reason);
    if (reason.code == Error::Code::PermissionDenied)
        Q_EMIT unreachable(reason);
}

void GatewayLink::greet(std::unique_ptr<ByteStream> stream)
{
    m_stream = std::move(stream);
    m_state = State::Greeting;
    m_isHung = true;
    m_welcome.clear();
    connect(m_stream.get(), &ByteStream::received, this, &GatewayLink::onReceived);
    connect(m_stream.get(), &ByteStream::finished, this, &GatewayLink::onClosed);
    connect(m_stream.get(), &ByteStream::closed, this, &GatewayLink::onClosed);
    connect(m_stream.get(), &ByteStream::drained, this, &GatewayLink::drained);
    m_silence.start(m_options.times.welcome);
    m_stream->write(link::encode(m_options.hello) + '\n');
    m_stream->resume();
}

/// A gateway that goes down holds its lock for a moment; one that is started then waits for it, or ends where it waits
/// in vain: so it is tried again.
void GatewayLink::startGateway()
{
    if (!m_nextStart.hasExpired())
        return;
    m_nextStart.setRemainingTime(startPause(m_starts));
    const Result<void> started = m_options.launch();
    if (started.ok()) {
        m_starting.setRemainingTime(m_options.times.starting);
        m_retry.start(m_options.times.startingRetry);
    } else if (started.error().code != Error::Code::Unavailable) {
        warn(started.error());
        Q_EMIT unreachable(started.error());
    }
}

/// Tries repeat; what they say is logged when it changes.
void GatewayLink::warn(const Error &error)
{
    if (error.detail != m_warned)
        qCWarning(lcBridge).noquote() << error.detail;
    m_warned = error.detail;
}

void GatewayLink::retryLater()
{
    if (!m_trying)
        return;
    if (!m_starting.hasExpired()) {
        m_retry.start(m_options.times.startingRetry);
        return;
    }
    m_retry.start(m_nextRetry);
    m_nextRetry = qMin(m_nextRetry * 2, m_options.times.lastRetry);
}

void GatewayLink::onReceived(QByteArrayView bytes)
{
    if (m_state == State::Up) {
        Q_EMIT received(bytes);
        return;
    }
    m_welcome.append(bytes);
    readWelcome();
}

void GatewayLink::readWelcome()
{
    const qsizetype newline = m_welcome.indexOf('\n');
    if (newline < 0 && m_welcome.size() <= link::helloLimit)
        return;
    const QByteArray rest = newline < 0 ? QByteArray() : m_welcome.sliced(newline + 1);
    const auto welcome = link::decodeWelcome(newline < 0 ? QByteArray() : m_welcome.first(newline));
    m_welcome = QByteArray();
    if (!welcome.ok() || welcome->link == 0) {
        restart();
        if (welcome.ok())
            Q_EMIT refused(welcome->refusalCode, welcome->refusal);
        else
            warn(welcome.error());
        return;
    }
    m_silence.stop();
    m_state = State::Up;
    m_isHung = false;
    m_warned.clear();
    m_starting.setRemainingTime(0);
    m_settled.setRemainingTime(m_options.times.settled);
    if (m_paused)
        m_stream->pause();
    const QPointer<ByteStream> stream = m_stream.get();
    Q_EMIT up();
    if (stream && stream == m_stream.get() && !rest.isEmpty())
        Q_EMIT received(rest);
}

void GatewayLink::onClosed()
{
    const bool wasUp = m_state == State::Up;
    if (wasUp) {
        m_nextRetry = m_options.times.firstRetry;
        if (m_settled.hasExpired()) {
            m_starts.reset();
            m_nextStart.setRemainingTime(0);
        }
    }
    restart();
    if (wasUp)
        Q_EMIT lost();
}

void GatewayLink::dropStream()
{
    m_silence.stop();
    m_state = State::Away;
    if (!m_stream)
        return;
    m_stream->disconnect(this);
    m_stream->abort();
    m_stream.release()->deleteLater(); // it may be emitting
}

} // namespace pasarela
