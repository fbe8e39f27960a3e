// SPDX-License-Identifier: MIT
#include "gateway/ipc/link.h"

#include "gateway/base/jsonview.h"

namespace pasarela::link {

namespace {

constexpr QByteArrayView inBandStart = "{\"pasarelaLink\":";

Error violation(const QString &what)
{
    return {Error::Code::ProtocolViolation, QStringLiteral("The first line of the link %1.").arg(what)};
}

/// A first line that is one JSON object of bounded size, with the members of `paths` found.
Result<JsonScan> scanned(QByteArrayView line, const JsonPaths &paths)
{
    if (line.size() > helloLimit)
        return Error{Error::Code::TooLarge,
                     QStringLiteral("The first line of the link is over %1 bytes.").arg(helloLimit)};
    JsonScan scan = scanJson(line, paths);
    if (!scan.ok() || jsonTypeOf(scan.root.in(line)) != JsonType::Object)
        return violation(QStringLiteral("is no JSON object"));
    return scan;
}

/// The text of a member; empty where it is not there, null, or no string.
QString text(QByteArrayView line, JsonSpan value)
{
    return value.exists() ? QString::fromUtf8(jsonStringValue(value.in(line))) : QString();
}

std::optional<qint64> number(QByteArrayView line, JsonSpan value)
{
    return value.exists() ? jsonInteger(value.in(line)) : std::nullopt;
}

} // namespace

QByteArray encode(const Hello &hello)
{
    return inBandStart.toByteArray() + QByteArray::number(hello.link)
        + ",\"client\":" + (hello.client.isEmpty() ? QByteArray("null") : jsonQuoted(hello.client))
        + ",\"project\":" + jsonQuoted(hello.project) + ",\"pid\":" + QByteArray::number(hello.processId)
        + ",\"version\":" + jsonQuoted(hello.programVersion) + '}';
}

QByteArray encode(const Welcome &welcome)
{
    const QByteArray start = inBandStart.toByteArray() + QByteArray::number(welcome.link);
    if (welcome.link == 0)
        return start + ",\"refused\":" + jsonQuoted(welcome.refusalCode) + ",\"say\":" + jsonQuoted(welcome.refusal)
            + '}';
    return start + ",\"epoch\":" + jsonQuoted(welcome.epoch) + ",\"version\":" + jsonQuoted(welcome.programVersion)
        + '}';
}

Result<Hello> decodeHello(QByteArrayView line)
{
    static const JsonPaths paths{{"pasarelaLink"}, {"client"}, {"project"}, {"pid"}, {"version"}};
    const Result<JsonScan> scan = scanned(line, paths);
    if (!scan)
        return scan.error();
    const auto linkVersion = number(line, scan->values[0]);
    if (!linkVersion || *linkVersion < 1 || *linkVersion > std::numeric_limits<int>::max())
        return violation(QStringLiteral("names no link version, so the other end may be no pasarela-bridge"));
    Hello hello;
    hello.link = static_cast<int>(*linkVersion);
    hello.client = text(line, scan->values[1]);
    hello.project = text(line, scan->values[2]);
    hello.processId = number(line, scan->values[3]).value_or(0);
    hello.programVersion = text(line, scan->values[4]);
    return hello;
}

Result<Welcome> decodeWelcome(QByteArrayView line)
{
    static const JsonPaths paths{{"pasarelaLink"}, {"epoch"}, {"version"}, {"refused"}, {"say"}};
    const Result<JsonScan> scan = scanned(line, paths);
    if (!scan)
        return scan.error();
    const auto linkVersion = number(line, scan->values[0]);
    if (!linkVersion || *linkVersion < 0 || *linkVersion > version)
        return violation(
            QStringLiteral("names no link version that we speak, so the other end may be no pasarela-gateway"));
    Welcome welcome;
    welcome.link = static_cast<int>(*linkVersion);
    welcome.epoch = text(line, scan->values[1]).toUtf8();
    welcome.programVersion = text(line, scan->values[2]);
    welcome.refusalCode = text(line, scan->values[3]);
    welcome.refusal = text(line, scan->values[4]);
    if (welcome.link > 0 && welcome.epoch.isEmpty())
        return violation(QStringLiteral("has no epoch"));
    return welcome;
}

InBand inBandLine(QByteArrayView line)
{
    if (!line.startsWith(inBandStart) || line.size() > helloLimit)
        return InBand::None;
    static const JsonPaths paths{{"pasarelaLink"}};
    const JsonScan scan = scanJson(line, paths);
    if (!scan.ok())
        return InBand::None;
    const QByteArrayView value = scan.values[0].in(line);
    if (jsonStringEquals(value, "eof"))
        return InBand::Eof;
    return jsonStringEquals(value, "draining") ? InBand::Draining : InBand::None;
}

bool mayBeInBand(QByteArrayView beginning)
{
    const qsizetype common = qMin(beginning.size(), inBandStart.size());
    return beginning.first(common) == inBandStart.first(common);
}

QByteArray encode(InBand line)
{
    switch (line) {
    case InBand::Eof:
        return inBandStart.toByteArray() + "\"eof\"}";
    case InBand::Draining:
        return inBandStart.toByteArray() + "\"draining\"}";
    case InBand::None:
        break;
    }
    Q_ASSERT(false);
    return {};
}

} // namespace pasarela::link
