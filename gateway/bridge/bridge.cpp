// SPDX-License-Identifier: MIT
#include "gateway/bridge/bridge.h"

#include "gateway/mcp/methods.h"

namespace pasarela {

using Kind = mcp::MessageScanner::Kind;

namespace {

QByteArray notificationLine(const char *method)
{
    return QByteArray("{\"jsonrpc\":\"2.0\",\"method\":\"") + method + "\"}\n";
}

QByteArray inBandLine(link::InBand line)
{
    return link::encode(line) + '\n';
}

} // namespace

Bridge::Bridge(std::unique_ptr<ByteStream> client, const BridgeOptions &options, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_client(std::move(client))
    , m_link(options)
{
    connect(m_client.get(), &ByteStream::received, this, &Bridge::onClientBytes);
    connect(m_client.get(), &ByteStream::finished, this, &Bridge::onClientFinished);
    connect(m_client.get(), &ByteStream::closed, this, &Bridge::end);
    connect(m_client.get(), &ByteStream::drained, this, &Bridge::onClientDrained);
    connect(&m_link, &GatewayLink::up, this, &Bridge::onLinkUp);
    connect(&m_link, &GatewayLink::received, this, &Bridge::onLinkReceived);
    connect(&m_link, &GatewayLink::drained, this, &Bridge::onLinkDrained);
    connect(&m_link, &GatewayLink::lost, this, &Bridge::onLinkLost);
    connect(&m_link, &GatewayLink::unreachable, this,
            [this](const Error &reason) { refuse(ClientError::unreachable(reason)); });
    connect(&m_link, &GatewayLink::refused, this, [this](const QString &code, const QString &sentence) {
        refuse({code, sentence});
    });
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &Bridge::onPatienceEnded);
    m_lastAnswers.setSingleShot(true);
    connect(&m_lastAnswers, &QTimer::timeout, this, [this] {
        m_uplink.answerWaiting(ClientError::notRunning());
        end();
    });
}

Bridge::~Bridge() = default;

void Bridge::start()
{
    m_patience.start(m_options.times.start);
    m_link.start();
    m_client->resume();
}

void Bridge::onClientBytes(QByteArrayView bytes)
{
    if (m_state == State::Ended)
        return;
    m_uplink.feed(bytes);
    regulate();
}

void Bridge::onClientFinished()
{
    if (m_state == State::Ended)
        return;
    m_uplink.finish();
    m_noMoreInput = true;
    if (m_state == State::Up || m_state == State::Draining)
        m_link.write(inBandLine(link::InBand::Eof));
    m_lastAnswers.start(m_options.times.endOfFile);
    maybeEnd();
}

void Bridge::onClientDrained()
{
    m_clientFull = false;
    regulate();
    maybeEnd();
}

void Bridge::toGateway(QByteArrayView bytes)
{
    m_link.write(bytes);
}

void Bridge::toClient(const QByteArray &line)
{
    if (m_downlink.isMidLine())
        m_deferred.append(line);
    else
        m_client->write(line);
}

void Bridge::sayDeferred()
{
    if (!m_downlink.isMidLine() && !m_deferred.isEmpty())
        m_client->write(std::exchange(m_deferred, {}));
}

void Bridge::onLinkUp()
{
    m_replayIds.clear();
    if (!m_kept.canReplay()) {
        open();
        return;
    }
    m_state = State::Replaying;
    m_uplink.wait(Uplink::Mode::WaitWhole);
    m_patience.start(m_options.times.loss);
    const KeptMessages::Replay handshake = m_kept.initialize();
    m_handshakeId = handshake.id;
    sendReplay(handshake);
}

void Bridge::sendReplay(const KeptMessages::Replay &replay)
{
    if (!replay.id.isEmpty())
        m_replayIds.insert(replay.id);
    m_link.write(replay.line + '\n');
}

void Bridge::finishHandshake()
{
    const QByteArray answer = *std::exchange(m_handshakeAnswer, std::nullopt);
    if (agreedVersion(answer) != m_kept.agreedVersion()) {
        m_exitCode = 1;
        m_ending = true;
        m_link.stopTrying();
        m_link.restart();
        forgetHalfALine();
        m_lastAnswers.start(m_options.times.endOfFile);
        refuse(ClientError::updated());
        return;
    }
    for (const KeptMessages::Replay &replay : m_kept.rest())
        sendReplay(replay);
    open();
    for (const char *changed :
         {mcp::method::toolsListChanged, mcp::method::promptsListChanged, mcp::method::resourcesListChanged})
        toClient(notificationLine(changed));
}

void Bridge::open()
{
    m_state = State::Up;
    m_patience.stop();
    m_uplink.open();
    if (m_noMoreInput)
        m_link.write(inBandLine(link::InBand::Eof));
    regulate();
}

void Bridge::onLinkReceived(QByteArrayView bytes)
{
    if (m_state == State::Ended)
        return;
    m_downlink.feed(bytes);
    sayDeferred();
    if (m_handshakeAnswer)
        finishHandshake();
    regulate();
    maybeEnd();
}

void Bridge::onLinkDrained()
{
    m_linkFull = false;
    regulate();
    maybeEnd();
}

void Bridge::onLinkLost()
{
    if (m_state == State::Ended)
        return;
    forgetHalfALine();
    m_uplink.lose(ClientError::lost());
    m_state = State::Waiting;
    m_linkFull = false;
    m_patience.start(m_options.times.loss);
    regulate();
    maybeEnd();
}

/// Half an answer is ended as it stands: the client skips it, and gets an error under the same id.
void Bridge::forgetHalfALine()
{
    if (m_downlink.isMidLine())
        m_client->write("\n");
    m_downlink.reset();
    sayDeferred();
}

Downlink::Fate Bridge::fateOf(const mcp::MessageScanner &head)
{
    if (head.kind() != Kind::Response)
        return {};
    if (m_replayIds.contains(head.id()))
        return {.pass = false, .copy = head.id() == m_handshakeId};
    const OpenRequests::Request *request = m_uplink.find(head.id());
    return {.pass = true, .copy = request && !request->line.isEmpty()};
}

void Bridge::forward(QByteArrayView bytes)
{
    m_client->write(bytes);
}

void Bridge::lineEnded(const mcp::MessageScanner &head, const QByteArray &copy)
{
    if (head.kind() != Kind::Response)
        return;
    if (m_replayIds.remove(head.id())) {
        if (head.id() == m_handshakeId)
            m_handshakeAnswer = copy;
        return;
    }
    const auto request = m_uplink.answered(head.id());
    if (request && !request->line.isEmpty() && !head.isError())
        m_kept.answered(request->line, copy);
}

void Bridge::draining()
{
    if (m_state != State::Up)
        return;
    m_state = State::Draining;
    m_uplink.wait(Uplink::Mode::WaitRequests);
    m_patience.start(m_options.times.loss);
}

void Bridge::onPatienceEnded()
{
    const std::optional<QDateTime> hold = m_options.holdUntil();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (hold && *hold > now) {
        m_patience.start(std::chrono::milliseconds(now.msecsTo(*hold)) + m_options.times.loss);
        return;
    }
    if (m_state == State::Draining) {
        m_uplink.answerWaiting(ClientError::notRunning());
        m_patience.start(m_options.times.loss);
        return;
    }
    const bool isHung = m_state == State::Replaying || m_link.isHung();
    if (m_state == State::Replaying) {
        m_link.restart();
        onLinkLost();
    }
    refuse(isHung ? ClientError::notAnswering() : ClientError::notRunning());
}

void Bridge::refuse(const ClientError &error)
{
    if (m_state == State::Ended || m_state == State::Up || m_state == State::Draining)
        return;
    m_state = State::Refusing;
    m_patience.stop();
    m_uplink.refuse(error);
    regulate();
    maybeEnd();
}

/// Nobody is read whose words could not be passed on.
void Bridge::regulate()
{
    m_clientFull = m_clientFull || m_client->bytesQueued() > queueLimit;
    m_linkFull = m_linkFull || m_link.bytesQueued() > queueLimit;
    if (m_clientFull)
        m_link.pause();
    else
        m_link.resume();
    if (m_linkFull || (m_clientFull && m_state != State::Up))
        m_client->pause();
    else if (!m_noMoreInput)
        m_client->resume();
}

void Bridge::maybeEnd()
{
    const bool isWanted = m_noMoreInput || m_ending;
    if (isWanted && m_uplink.isSettled() && m_client->bytesQueued() == 0 && m_link.bytesQueued() == 0
        && !m_downlink.isMidLine())
        end();
}

void Bridge::end()
{
    if (m_state == State::Ended)
        return;
    m_state = State::Ended;
    m_patience.stop();
    m_lastAnswers.stop();
    m_link.stopTrying();
    Q_EMIT ended(m_exitCode);
}

} // namespace pasarela
