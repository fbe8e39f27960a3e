// SPDX-License-Identifier: MIT
#include "gateway/mcp/message.h"

#include "gateway/base/jsonview.h"

#include <utility>

namespace pasarela::mcp {

namespace {

constexpr int notJson = -32700;
constexpr int noMessage = -32600;
constexpr qsizetype idLimit = 64 * 1024;

/// In the order of Message::Field; the last ones only make their object watched.
const JsonPaths &messagePaths()
{
    static const JsonPaths paths{
        {"jsonrpc"}, {"id"}, {"method"}, {"params"}, {"result"}, {"error"},
        {"params", "name"}, {"params", "uri"}, {"params", "cursor"}, {"params", "level"}, {"params", "requestId"},
        {"params", "progressToken"}, {"params", "progress"}, {"params", "arguments"}, {"params", "ref"},
        {"params", "ref", "type"}, {"params", "ref", "name"}, {"params", "ref", "uri"}, {"params", "_meta"},
        {"params", "_meta", "progressToken"}, {"params", "protocolVersion"}, {"params", "capabilities"},
        {"params", "clientInfo"}, {"params", "logger"}, {"params", "mode"},
        {"result", "_meta"}, {"result", "protocolVersion"}, {"result", "capabilities"}, {"result", "serverInfo"},
        {"result", "instructions"}, {"result", "nextCursor"}, {"result", "contents"}, {"result", "content"},
        {"error", "code"}, {"error", "message"},
        {"result", "_meta", "progressToken"}};
    return paths;
}

QByteArray describe(const JsonFault &fault)
{
    return QByteArray(fault.what) + ", at byte " + QByteArray::number(fault.offset + 1);
}

bool isId(QByteArrayView id)
{
    if (id.size() > idLimit)
        return false;
    const JsonType type = jsonTypeOf(id);
    return type == JsonType::String || (type == JsonType::Number && jsonInteger(id).has_value());
}

} // namespace

std::variant<Message, MessageFault> Message::parse(QByteArray bytes)
{
    JsonScan scan = scanJson(bytes, messagePaths());
    if (!scan.ok()) {
        const bool duplicate = scan.fault->kind == JsonFault::Kind::DuplicateKey;
        const JsonSpan id = scan.values[int(Field::Id)];
        const bool readable = duplicate && id.exists() && isId(id.in(bytes));
        return MessageFault{duplicate ? noMessage : notJson, readable ? id.in(bytes).toByteArray() : QByteArray(),
                            describe(*scan.fault)};
    }
    const auto refused = [&](const char *what) {
        const QByteArrayView id = scan.values[int(Field::Id)].in(bytes);
        return MessageFault{noMessage, isId(id) ? id.toByteArray() : QByteArray(), what};
    };
    const JsonType root = jsonTypeOf(scan.root.in(bytes));
    if (root == JsonType::Array)
        return MessageFault{noMessage, {}, "batches are not taken; send each message by itself"};
    if (root != JsonType::Object)
        return MessageFault{noMessage, {}, "a message is a JSON object"};
    const auto has = [&scan](Field field) { return scan.values[int(field)].exists(); };
    if (!jsonStringEquals(scan.values[int(Field::JsonRpc)].in(bytes), "2.0"))
        return refused("jsonrpc must be \"2.0\"");
    const bool response = has(Field::Result) || has(Field::Error);
    const bool nullIdError = has(Field::Error) && scan.values[int(Field::Id)].in(bytes) == "null";
    if (has(Field::Id) && !isId(scan.values[int(Field::Id)].in(bytes)) && !nullIdError)
        return refused("an id is a string or an integer");
    if (has(Field::Method) == response)
        return refused(response ? "a message has a method, or a result or error, not both" : "a method is missing");
    if (has(Field::Result) && has(Field::Error))
        return refused("a response has a result or an error, not both");
    if (response && !has(Field::Id) && !has(Field::Error))
        return refused("a response needs the id of its request");
    if (has(Field::Method) && jsonTypeOf(scan.values[int(Field::Method)].in(bytes)) != JsonType::String)
        return refused("a method is a string");
    const JsonType params = jsonTypeOf(scan.values[int(Field::Params)].in(bytes));
    if (has(Field::Params) && params != JsonType::Object)
        return refused("params must be an object");
    if (has(Field::Error) && jsonTypeOf(scan.values[int(Field::Error)].in(bytes)) != JsonType::Object)
        return refused("an error is an object");
    const JsonType token = jsonTypeOf(scan.values[int(Field::ParamsMetaProgressToken)].in(bytes));
    if (has(Field::ParamsMetaProgressToken) && token != JsonType::String && token != JsonType::Number)
        return refused("a progressToken is a string or a number");

    Message message;
    if (scan.hasLineBreaks) // only between tokens: a raw one inside a string is no JSON
        bytes.replace('\n', ' ').replace('\r', ' ');
    for (size_t i = 0; i < message.m_spans.size(); ++i)
        message.m_spans[i] = scan.values[qsizetype(i)];
    message.m_members = std::move(scan.rootMembers);
    message.m_bytes = std::move(bytes);
    message.m_method = jsonStringValue(message.at(Field::Method));
    message.m_kind = has(Field::Error) ? Kind::Error
        : response                     ? Kind::Result
        : has(Field::Id)               ? Kind::Request
                                       : Kind::Notification;
    return message;
}

namespace {

Message ours(const QByteArray &text)
{
    auto parsed = Message::parse(text);
    Q_ASSERT(std::holds_alternative<Message>(parsed));
    return std::get<Message>(std::move(parsed));
}

} // namespace

Message Message::request(QByteArrayView method, QByteArrayView params)
{
    QByteArray text = R"({"jsonrpc":"2.0","id":0,"method":)" + jsonQuoted(method);
    if (!params.isEmpty())
        text.append(",\"params\":").append(params);
    return ours(text + '}');
}

Message Message::notification(QByteArrayView method, QByteArrayView params)
{
    QByteArray text = R"({"jsonrpc":"2.0","method":)" + jsonQuoted(method);
    if (!params.isEmpty())
        text.append(",\"params\":").append(params);
    return ours(text + '}');
}

Message Message::result(QByteArrayView result)
{
    return ours(QByteArray(R"({"jsonrpc":"2.0","id":0,"result":)").append(result) + '}');
}

Message Message::error(int code, const QString &text, QByteArrayView data)
{
    QByteArray json = R"({"jsonrpc":"2.0","id":0,"error":{"code":)" + QByteArray::number(code) + R"(,"message":)" + jsonQuoted(text);
    if (!data.isEmpty())
        json.append(",\"data\":").append(data);
    return ours(json + "}}");
}

QByteArray Message::text(Field field) const
{
    return jsonStringValue(at(field));
}

QByteArray composed(const Message &message, QByteArrayView id, const Splice &edits)
{
    using Field = Message::Field;
    QByteArray line;
    line.reserve(message.m_bytes.size() + id.size() + 64);
    line += R"({"jsonrpc":"2.0")";
    if (!id.isEmpty())
        line.append(",\"id\":").append(id);
    if (const QByteArrayView method = message.at(Field::Method); !method.isEmpty())
        line.append(",\"method\":").append(method);
    for (const JsonMember &member : message.m_members) {
        const bool atHead = member.value.begin == message.span(Field::JsonRpc).begin
            || member.value.begin == message.span(Field::Id).begin || member.value.begin == message.span(Field::Method).begin;
        if (atHead)
            continue;
        line += ',';
        edits.appendTo(line, message.m_bytes, {member.key.begin, member.value.end});
    }
    return line += '}';
}

} // namespace pasarela::mcp
