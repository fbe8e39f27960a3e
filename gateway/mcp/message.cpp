// SPDX-License-Identifier: MIT
#include "gateway/mcp/message.h"

#include "gateway/base/jsonview.h"
#include "gateway/mcp/jsonrpcerror.h"

#include <algorithm>

namespace pasarela::mcp {

namespace {

using Field = Message::Field;

/// In the order of Message::Field; what follows the last of them only makes its object watched.
const JsonPaths &messagePaths()
{
    static const JsonPaths paths{{"jsonrpc"},
                                 {"id"},
                                 {"method"},
                                 {"params"},
                                 {"result"},
                                 {"error"},
                                 {"params", "name"},
                                 {"params", "uri"},
                                 {"params", "cursor"},
                                 {"params", "level"},
                                 {"params", "requestId"},
                                 {"params", "progressToken"},
                                 {"params", "progress"},
                                 {"params", "arguments"},
                                 {"params", "ref"},
                                 {"params", "ref", "type"},
                                 {"params", "ref", "name"},
                                 {"params", "ref", "uri"},
                                 {"params", "_meta"},
                                 {"params", "_meta", "progressToken"},
                                 {"params", "protocolVersion"},
                                 {"params", "capabilities"},
                                 {"params", "clientInfo"},
                                 {"params", "logger"},
                                 {"params", "mode"},
                                 {"result", "_meta"},
                                 {"result", "protocolVersion"},
                                 {"result", "capabilities"},
                                 {"result", "serverInfo"},
                                 {"result", "instructions"},
                                 {"result", "nextCursor"},
                                 {"result", "contents"},
                                 {"result", "content"},
                                 {"error", "code"},
                                 {"error", "message"},
                                 {"result", "_meta", "progressToken"}};
    return paths;
}

QByteArrayView in(QByteArrayView bytes, const JsonScan &scan, Field field)
{
    return scan.values[static_cast<qsizetype>(field)].in(bytes);
}

bool hasMember(QByteArrayView bytes, const JsonScan &scan, QByteArrayView key)
{
    return std::any_of(scan.rootMembers.begin(), scan.rootMembers.end(),
                       [bytes, key](const JsonMember &member) { return jsonStringEquals(member.key.in(bytes), key); });
}

/// The id of a message that is refused, where it stands there whole, and as the same one where it does so twice.
QByteArray idForAnswer(QByteArrayView bytes, const JsonScan &scan)
{
    const auto isIdKey = [bytes](const JsonMember &member) { return jsonStringEquals(member.key.in(bytes), "id"); };
    const auto first = std::find_if(scan.rootMembers.begin(), scan.rootMembers.end(), isIdKey);
    if (first == scan.rootMembers.end())
        return {};
    const QByteArrayView id = first->value.in(bytes);
    const QByteArray key = idKey(id); // empty where it is none
    const bool isOne = std::all_of(first + 1, scan.rootMembers.end(), [&](const JsonMember &member) {
        return !isIdKey(member) || idKey(member.value.in(bytes)) == key;
    });
    return !key.isEmpty() && isOne ? id.toByteArray() : QByteArray();
}

MessageFault toMessageFault(QByteArrayView bytes, const JsonScan &scan)
{
    const bool isJson = scan.fault->kind == JsonFault::Kind::DuplicateKey || scan.fault->kind == JsonFault::Kind::Depth;
    return {isJson ? invalidRequest : parseError,
            idForAnswer(bytes, scan),
            QByteArray(scan.fault->what) + ", at byte " + QByteArray::number(scan.fault->offset),
            {},
            hasMember(bytes, scan, "method"),
            hasMember(bytes, scan, "jsonrpc")};
}

/// What is wrong with the members of a message's object; null: nothing.
const char *wrongMembers(QByteArrayView bytes, const JsonScan &scan)
{
    const auto typeOf = [&](Field field) { return jsonTypeOf(in(bytes, scan, field)); };
    const auto has = [&](Field field) { return typeOf(field) != JsonType::None; };
    if (!jsonStringEquals(in(bytes, scan, Field::JsonRpc), "2.0"))
        return "jsonrpc is not \"2.0\"";
    const bool response = has(Field::Result) || has(Field::Error);
    if (!response && !has(Field::Method))
        return "neither a method nor a result nor an error";
    if (response && has(Field::Method))
        return "a method beside a result or an error";
    if (has(Field::Result) && has(Field::Error))
        return "a result beside an error";
    if (has(Field::Method) && typeOf(Field::Method) != JsonType::String)
        return "the method is no string";
    if (has(Field::Error) && typeOf(Field::Error) != JsonType::Object)
        return "the error is no object";
    if (has(Field::Params) && typeOf(Field::Params) != JsonType::Object)
        return "params are no object";
    if (has(Field::Result) && !has(Field::Id))
        return "a result without an id";
    // JSON-RPC 2.0, section 5: an error has the id null where the request's could not be read.
    if (has(Field::Error) && typeOf(Field::Id) == JsonType::Null)
        return nullptr;
    if (has(Field::Id) && !isMessageId(in(bytes, scan, Field::Id)))
        return "the id is no string and no integer, or too long";
    const JsonType token = typeOf(Field::ParamsMetaProgressToken);
    if (token != JsonType::None && token != JsonType::String && token != JsonType::Number)
        return "the progress token is no string and no number";
    return nullptr;
}

QByteArray own(QByteArrayView member, QByteArrayView body)
{
    return body.isEmpty() ? QByteArray() : QByteArray(",\"").append(member).append("\":").append(body);
}

} // namespace

bool isMessageId(QByteArrayView id)
{
    const JsonType type = jsonTypeOf(id);
    return id.size() <= maxIdSize && (type == JsonType::String || (type == JsonType::Number && jsonInteger(id)));
}

QByteArray idKey(QByteArrayView id)
{
    if (!isMessageId(id))
        return {};
    if (const auto number = jsonInteger(id))
        return QByteArray::number(*number);
    return jsonQuoted(QByteArrayView(jsonStringValue(id)));
}

std::variant<Message, MessageFault> Message::parse(QByteArray bytes)
{
    JsonScan scan = scanJson(bytes, messagePaths());
    if (!scan.ok())
        return toMessageFault(bytes, scan);
    const JsonType root = jsonTypeOf(scan.root.in(bytes));
    if (root == JsonType::Array)
        return MessageFault{
            invalidRequest, {}, "a batch; send each message by itself", scan.root.in(bytes).toByteArray()};
    if (root != JsonType::Object)
        return MessageFault{invalidRequest, {}, "no object"};
    if (const char *wrong = wrongMembers(bytes, scan))
        return MessageFault{invalidRequest,
                            idForAnswer(bytes, scan),
                            wrong,
                            {},
                            hasMember(bytes, scan, "method"),
                            hasMember(bytes, scan, "jsonrpc")};
    const auto has = [&](Field field) { return scan.values[static_cast<qsizetype>(field)].exists(); };
    const Kind kind = has(Field::Error) ? Kind::Error
        : has(Field::Result)            ? Kind::Result
        : has(Field::Id)                ? Kind::Request
                                        : Kind::Notification;
    return Message(std::move(bytes), std::move(scan), kind);
}

Message::Message(QByteArray bytes, JsonScan scan, Kind kind)
    : m_bytes(std::move(bytes))
    , m_kind(kind)
{
    if (scan.hasLineBreaks) // only between tokens: in a string they are no JSON
        m_bytes.replace('\n', ' ').replace('\r', ' ');
    std::copy_n(scan.values.begin(), m_spans.size(), m_spans.begin());
    m_method = text(Field::Method);
    for (const JsonMember &member : scan.rootMembers) {
        const qsizetype place = member.value.begin;
        if (place != span(Field::Id).begin && place != span(Field::JsonRpc).begin && place != span(Field::Method).begin)
            m_members.append(member);
    }
}

/// A message of our own: `rest` are its members behind `jsonrpc`.
Message Message::made(Kind kind, QByteArrayView rest)
{
    QByteArray bytes = QByteArray(R"({"jsonrpc":"2.0")").append(rest) + '}';
    JsonScan scan = scanJson(bytes, messagePaths());
    Q_ASSERT(scan.ok());
    return Message(std::move(bytes), std::move(scan), kind);
}

Message Message::request(QByteArrayView method, QByteArrayView params)
{
    return made(Kind::Request, own("method", jsonQuoted(method)) + own("params", params));
}

Message Message::notification(QByteArrayView method, QByteArrayView params)
{
    return made(Kind::Notification, own("method", jsonQuoted(method)) + own("params", params));
}

Message Message::result(QByteArrayView result)
{
    return made(Kind::Result, own("result", result));
}

Message Message::error(int code, const QString &text, QByteArrayView data)
{
    return made(
        Kind::Error,
        own("error",
            R"({"code":)" + QByteArray::number(code) + own("message", jsonQuoted(text)) + own("data", data) + '}'));
}

QByteArray Message::text(Field field) const
{
    return jsonStringValue(at(field));
}

QByteArray composed(const Message &message, QByteArrayView id, const Splice &edits)
{
    QByteArray line;
    line.reserve(message.size() + id.size() + edits.growth() + 64);
    line += R"({"jsonrpc":"2.0")";
    line += own("id", id);
    line += own("method", message.at(Field::Method));
    size_t applied = 0;
    for (const JsonMember &member : message.m_members) {
        line += ',';
        applied += edits.appendTo(line, message.m_bytes, {member.key.begin, member.value.end});
    }
    Q_ASSERT(applied == edits.count());
    line += '}';
    return line;
}

} // namespace pasarela::mcp
