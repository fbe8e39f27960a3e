// SPDX-License-Identifier: MIT
#include "tests/gateway/upstream/upstreamsessionfixture.h"

#include <QTest>

namespace pasarela::test {

UpstreamSession::Done Outcome::done()
{
    return [this](Result<mcp::Message> result) {
        ++times;
        response = std::move(result);
    };
}

UpstreamSession::Progress Outcome::onProgress()
{
    return [this](const mcp::Message &notification, const Splice &restored) {
        progress.append(restored.applied(notification.bytes()));
    };
}

QByteArray Outcome::result() const
{
    return response && response->ok() ? (*response)->resultBody().toByteArray() : QByteArray();
}

Error Outcome::error() const
{
    return response && !response->ok() ? response->error() : Error();
}

void UpstreamSessionFixture::makeSession(UpstreamSession::Options options)
{
    if (options.idPrefix.isEmpty())
        options.idPrefix = "run";
    auto transport = std::make_unique<ScriptedTransport>();
    m_server = transport.get();
    m_session = std::make_unique<UpstreamSession>(std::move(transport), options);
}

void UpstreamSessionFixture::open(const QByteArray &capabilities)
{
    m_session->start();
    m_server->answer("initialize", initializeResult("2025-11-25", capabilities));
    QCOMPARE(m_session->state(), UpstreamSession::State::Ready);
}

UpstreamSession::CallId UpstreamSessionFixture::call(Outcome &outcome, const QByteArray &method,
                                                     std::chrono::milliseconds timeout)
{
    return m_session->call(mcp::Message::request(method, "{\"name\":\"echo\"}"), {}, outcome.done(),
                           outcome.onProgress(), timeout);
}

} // namespace pasarela::test
