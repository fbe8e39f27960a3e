// SPDX-License-Identifier: MIT
#include "tests/support/scriptedtransport.h"

namespace pasarela::test {

mcp::Message parsed(const QByteArray &line)
{
    const auto message = mcp::Message::parse(line);
    Q_ASSERT(std::holds_alternative<mcp::Message>(message));
    return std::get<mcp::Message>(message);
}

void ScriptedTransport::send(QByteArray line, QByteArrayView)
{
    lines.append(line);
    if (onSent)
        onSent(*this, parsed(line));
}

void ScriptedTransport::close()
{
    closing = true;
    if (endsWhenClosed)
        QMetaObject::invokeMethod(
            this,
            [this] {
                end({Error::Code::Closed, QStringLiteral("The program \"fake\" ended with exit code 0.")});
            },
            Qt::QueuedConnection);
}

void ScriptedTransport::say(const QByteArray &line)
{
    const auto message = mcp::Message::parse(line);
    if (const auto *good = std::get_if<mcp::Message>(&message))
        Q_EMIT received(*good);
    else
        Q_EMIT unreadable(std::get<mcp::MessageFault>(message));
}

void ScriptedTransport::answer(const QByteArray &method, const QByteArray &result)
{
    say("{\"jsonrpc\":\"2.0\",\"id\":" + lastId(method) + ",\"result\":" + result + '}');
}

void ScriptedTransport::answerError(const QByteArray &method, int code, const QByteArray &text)
{
    say("{\"jsonrpc\":\"2.0\",\"id\":" + lastId(method) + ",\"error\":{\"code\":" + QByteArray::number(code)
        + ",\"message\":\"" + text + "\"}}");
}

void ScriptedTransport::end(const Error &reason)
{
    if (m_ended)
        return;
    m_ended = true;
    Q_EMIT closed(reason);
}

QList<QByteArray> ScriptedTransport::sent(const QByteArray &method) const
{
    QList<QByteArray> found;
    for (const QByteArray &line : lines) {
        if (parsed(line).method() == method)
            found.append(line);
    }
    return found;
}

QByteArray ScriptedTransport::lastId(const QByteArray &method) const
{
    const QList<QByteArray> requests = sent(method);
    return requests.isEmpty() ? QByteArray("null") : parsed(requests.last()).id().toByteArray();
}

QByteArray initializeResult(const QByteArray &revision, const QByteArray &capabilities)
{
    return "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":" + capabilities
        + ",\"serverInfo\":{\"name\":\"fake\",\"version\":\"1\"},\"instructions\":\"Be kind.\"}";
}

} // namespace pasarela::test
