// SPDX-License-Identifier: MIT
#include "gateway/upstream/handshake.h"

#include "gateway/base/jsonview.h"
#include "gateway/mcp/methods.h"
#include "gateway/mcp/protocolversion.h"
#include "gateway/upstream/foreigntext.h"

namespace pasarela {

namespace {

using Field = mcp::Message::Field;

bool hasMember(QByteArrayView text, QByteArrayView key)
{
    const auto member = findMember(text, {0, text.size()}, key);
    return member && jsonTypeOf(member->value.in(text)) == JsonType::Object;
}

bool allowsSubscriptions(QByteArrayView capabilities)
{
    const auto resources = findMember(capabilities, {0, capabilities.size()}, "resources");
    if (!resources)
        return false;
    const auto subscribe = findMember(capabilities, resources->value, "subscribe");
    return subscribe && jsonTypeOf(subscribe->value.in(capabilities)) == JsonType::True;
}

QString supportedRevisions()
{
    QStringList names;
    for (const char *revision : mcp::legacyRevisions())
        names.append(QString::fromLatin1(revision));
    return names.join(QStringLiteral(", "));
}

} // namespace

mcp::Message initializeRequest()
{
    QByteArray params = "{\"protocolVersion\":\"";
    params += mcp::latestLegacyRevision;
    params += "\",\"capabilities\":{\"roots\":{\"listChanged\":true},\"sampling\":{},\"elicitation\":{\"form\":{},"
              "\"url\":{}}},"
              "\"clientInfo\":{\"name\":\"pasarela\",\"title\":\"Pasarela\",\"version\":\"" PASARELA_VERSION "\"}}";
    return mcp::Message::request(mcp::method::initialize, params);
}

Result<ServerInfo> readServerInfo(const mcp::Message &answer)
{
    if (answer.kind() == mcp::Message::Kind::Error)
        return Error{
            Error::Code::Unavailable,
            QStringLiteral("The server refused to start: %1").arg(foreignText(answer.text(Field::ErrorMessage)))};
    ServerInfo info;
    info.revision = answer.text(Field::ResultProtocolVersion);
    if (info.revision.isEmpty())
        return Error{Error::Code::ProtocolViolation,
                     QStringLiteral("The server's answer to initialize names no protocol version. Update the server.")};
    if (!mcp::isSupportedRevision(info.revision))
        return Error{Error::Code::Unsupported,
                     QStringLiteral("The server speaks revision \"%1\" of MCP; known here are %2. Update the server or "
                                    "Pasarela.")
                         .arg(foreignText(info.revision), supportedRevisions())};
    info.serverInfo = answer.at(Field::ResultServerInfo).toByteArray();
    info.capabilities = answer.at(Field::ResultCapabilities).toByteArray();
    info.instructions = QString::fromUtf8(answer.text(Field::ResultInstructions));
    info.hasTools = hasMember(info.capabilities, "tools");
    info.hasPrompts = hasMember(info.capabilities, "prompts");
    info.hasResources = hasMember(info.capabilities, "resources");
    info.hasLogging = hasMember(info.capabilities, "logging");
    info.resourcesSubscribe = allowsSubscriptions(info.capabilities);
    return info;
}

} // namespace pasarela
