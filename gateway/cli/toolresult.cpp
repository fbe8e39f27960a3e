// SPDX-License-Identifier: MIT
#include "gateway/cli/toolresult.h"

#include "gateway/base/jsonscanner.h"
#include "gateway/base/jsonview.h"
#include "gateway/base/printable.h"

#include <QStringList>

namespace pasarela {

namespace {

QString blockText(QByteArrayView json, JsonSpan block)
{
    const auto type = findMember(json, block, "type");
    const auto text = findMember(json, block, "text");
    if (type && text && jsonStringEquals(type->value.in(json), "text"))
        return printableText(QString::fromUtf8(jsonStringValue(text->value.in(json))));
    return QString::fromUtf8(block.in(json));
}

} // namespace

ToolResult toolResult(const QByteArray &json)
{
    enum { Content, IsError, Structured };
    static const JsonPaths paths{{"content"}, {"isError"}, {"structuredContent"}};
    const JsonScan scan = scanJson(json, paths);
    ToolResult result;
    result.isError = jsonTypeOf(scan.values[IsError].in(json)) == JsonType::True;
    QStringList parts;
    JsonArrayReader blocks(json, scan.values[Content]);
    while (const auto block = blocks.next())
        parts.append(blockText(json, *block));
    if (parts.isEmpty())
        parts.append(QString::fromUtf8(scan.values[Structured].exists() ? scan.values[Structured].in(json)
                                                                        : QByteArrayView(json)));
    result.text = parts.join(QLatin1Char('\n'));
    return result;
}

} // namespace pasarela
