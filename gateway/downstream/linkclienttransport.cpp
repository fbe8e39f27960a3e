// SPDX-License-Identifier: MIT
#include "gateway/downstream/linkclienttransport.h"

#include "gateway/base/logging.h"

namespace pasarela {

LinkClientTransport::LinkClientTransport(std::unique_ptr<ByteStream> byteStream, std::chrono::milliseconds helloWithin,
                                         QObject *parent)
    : LineTransport(std::move(byteStream), defaultLineLimit, parent)
    , m_processId(stream().peerProcessId())
{
    connect(&stream(), &ByteStream::received, this, &LinkClientTransport::onReceived);
    m_silence.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this,
            [this] { refuse(errorCodeName(Error::Code::Timeout), QStringLiteral("Nothing was said in time.")); });
    m_silence.start(helloWithin);
}

void LinkClientTransport::welcome(const QByteArray &epoch)
{
    Q_ASSERT(m_state == State::Greeted);
    m_state = State::Open;
    link::Welcome first;
    first.link = qMin(m_link, link::version);
    first.epoch = epoch;
    first.programVersion = QStringLiteral(PASARELA_VERSION);
    stream().write(link::encode(first) + '\n');
}

void LinkClientTransport::refuse(const QString &code, const QString &sentence)
{
    if (m_state == State::Refused)
        return;
    qCInfo(lcGateway).noquote() << "refused a bridge, process" << m_processId << code << sentence;
    m_state = State::Refused;
    m_silence.stop();
    link::Welcome first;
    first.link = 0;
    first.refusalCode = code;
    first.refusal = sentence;
    stream().write(link::encode(first) + '\n');
    close();
}

void LinkClientTransport::drain()
{
    if (m_state == State::Open)
        stream().write(link::encode(link::InBand::Draining) + '\n');
}

/// After the lines of these bytes were taken: what is left of them, if the hello is not among them, is its beginning.
void LinkClientTransport::onReceived(QByteArrayView bytes)
{
    if (m_state != State::Silent)
        return;
    m_seen += bytes.size();
    if (m_seen > link::helloLimit)
        refuse(errorCodeName(Error::Code::TooLarge), QStringLiteral("The first line is too long."));
}

bool LinkClientTransport::takeLine(QByteArrayView line)
{
    switch (m_state) {
    case State::Silent:
        takeHello(line);
        return true;
    case State::Greeted:
    case State::Refused:
        return true;
    case State::Open:
        break;
    }
    const link::InBand inBand = link::inBandLine(line);
    if (inBand == link::InBand::Eof)
        Q_EMIT finished();
    return inBand != link::InBand::None;
}

void LinkClientTransport::takeHello(QByteArrayView line)
{
    const auto hello = link::decodeHello(line);
    if (!hello.ok()) {
        refuse(errorCodeName(hello.error().code), hello.error().detail);
        return;
    }
    m_state = State::Greeted;
    m_silence.stop();
    m_link = hello->link;
    if (m_processId == 0)
        m_processId = hello->processId;
    Q_EMIT greeted(*hello);
}

} // namespace pasarela
