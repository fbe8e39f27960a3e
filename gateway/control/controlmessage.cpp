// SPDX-License-Identifier: MIT
#include "gateway/control/controlmessage.h"

#include "gateway/base/jsonscanner.h"
#include "gateway/base/jsonview.h"

#include <algorithm>
#include <optional>

namespace pasarela {

namespace {

enum Field { Version, Id, Method, Params, ResultBody, Failure, FailureCode, FailureText, FailureData };

const JsonPaths &paths()
{
    static const JsonPaths wanted{{"jsonrpc"},
                                  {"id"},
                                  {"method"},
                                  {"params"},
                                  {"result"},
                                  {"error"},
                                  {"error", "code"},
                                  {"error", "message"},
                                  {"error", "data", "code"}};
    return wanted;
}

std::optional<Error::Code> codeNamed(const QString &name)
{
    for (int value = 0; value <= static_cast<int>(Error::Code::Internal); ++value) {
        const auto code = static_cast<Error::Code>(value);
        if (errorCodeName(code) == name)
            return code;
    }
    return std::nullopt;
}

ControlFault invalid(const QByteArray &id, const char *what)
{
    return {rpc::invalidRequest, id, {Error::Code::ProtocolViolation, QLatin1String(what)}};
}

Error errorIn(QByteArrayView line, const JsonScan &scan)
{
    const auto known = codeNamed(QString::fromUtf8(jsonStringValue(scan.values[FailureData].in(line))));
    const auto number = jsonInteger(scan.values[FailureCode].in(line));
    const Error::Code fallback =
        number == rpc::noSuchMethod ? Error::Code::Unsupported : Error::Code::ProtocolViolation;
    return {known.value_or(fallback), QString::fromUtf8(jsonStringValue(scan.values[FailureText].in(line)))};
}

bool isId(QByteArrayView value)
{
    const JsonType type = jsonTypeOf(value);
    return type == JsonType::String || type == JsonType::Number;
}

/// Raw line breaks stand only between the tokens of valid JSON.
void appendFlat(QByteArray &line, QByteArrayView json)
{
    const qsizetype from = line.size();
    line.append(json);
    std::replace_if(
        line.begin() + from, line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
}

std::variant<ControlMessage, ControlFault> decodeAnswer(QByteArrayView line, const JsonScan &scan,
                                                        ControlMessage message)
{
    if (scan.values[ResultBody].exists() == scan.values[Failure].exists())
        return invalid({}, "A message is a request, an event, or an answer with either a result or an error.");
    if (scan.values[ResultBody].exists()) {
        if (message.id.isEmpty())
            return invalid({}, "A result needs the id of its request.");
        message.kind = ControlMessage::Kind::Result;
        message.body = scan.values[ResultBody].in(line).toByteArray();
        return message;
    }
    message.kind = ControlMessage::Kind::Failure;
    message.error = errorIn(line, scan);
    return message;
}

} // namespace

std::variant<ControlMessage, ControlFault> decodeControl(QByteArrayView line)
{
    const JsonScan scan = scanJson(line, paths());
    if (scan.fault) {
        const QString what =
            QStringLiteral("Byte %1 of this line: %2.").arg(scan.fault->offset).arg(QLatin1String(scan.fault->what));
        return ControlFault{rpc::parseError, {}, {Error::Code::ProtocolViolation, what}};
    }
    ControlMessage message;
    const QByteArrayView id = scan.values[Id].in(line);
    if (isId(id))
        message.id = id.toByteArray();
    if (jsonTypeOf(scan.root.in(line)) != JsonType::Object)
        return invalid({}, "A message is one JSON object.");
    if (!jsonStringEquals(scan.values[Version].in(line), "2.0"))
        return invalid(message.id, "A message says \"jsonrpc\":\"2.0\".");
    if (!scan.values[Method].exists())
        return decodeAnswer(line, scan, std::move(message));

    const QByteArrayView method = scan.values[Method].in(line);
    const QByteArrayView params = scan.values[Params].in(line);
    if (jsonTypeOf(method) != JsonType::String)
        return invalid(message.id, "A method is a string.");
    if (scan.values[Id].exists() && message.id.isEmpty())
        return invalid({}, "An id is a string or a number.");
    if (scan.values[Params].exists() && jsonTypeOf(params) != JsonType::Object)
        return invalid(message.id, "Params are an object.");
    message.kind = scan.values[Id].exists() ? ControlMessage::Kind::Request : ControlMessage::Kind::Event;
    message.method = jsonStringValue(method);
    message.body = params.toByteArray();
    return message;
}

QByteArray encodeRequest(qint64 id, QByteArrayView method, QByteArrayView params)
{
    QByteArray line = R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":)" + jsonQuoted(method);
    if (!params.isEmpty()) {
        line += R"(,"params":)";
        appendFlat(line, params);
    }
    return line + "}\n";
}

QByteArray encodeEvent(QByteArrayView method, QByteArrayView params)
{
    QByteArray line = R"({"jsonrpc":"2.0","method":)" + jsonQuoted(method) + R"(,"params":)";
    appendFlat(line, params);
    return line + "}\n";
}

QByteArray encodeResult(QByteArrayView id, QByteArrayView result)
{
    QByteArray line = R"({"jsonrpc":"2.0","id":)";
    line.append(id);
    line += R"(,"result":)";
    appendFlat(line, result);
    return line + "}\n";
}

QByteArray encodeFailure(QByteArrayView id, const Error &error, int code)
{
    QByteArray line = R"({"jsonrpc":"2.0","id":)";
    line.append(id.isEmpty() ? QByteArrayView("null") : id);
    line += R"(,"error":{"code":)" + QByteArray::number(code) + R"(,"message":)" + jsonQuoted(error.detail);
    line += R"(,"data":{"code":)" + jsonQuoted(errorCodeName(error.code)) + "}}}\n";
    return line;
}

} // namespace pasarela
