// SPDX-License-Identifier: MIT
#include "app/claude/claudeconfig.h"

#include "app/claude/secondlook.h"
#include "gateway/base/jsonduplicates.h"
#include "gateway/base/jsonscanner.h"
#include "gateway/base/jsonview.h"

#include <QFileInfo>

namespace pasarela {

namespace {

const QString serversKey = QStringLiteral("mcpServers");

QString textOf(QByteArrayView quoted)
{
    return QString::fromUtf8(jsonStringValue(quoted));
}

bool isString(QByteArrayView value)
{
    return jsonTypeOf(value) == JsonType::String;
}

void readArgs(QByteArrayView text, JsonSpan value, ClaudeEntry &entry)
{
    if (jsonTypeOf(value.in(text)) != JsonType::Array) {
        entry.problem = QStringLiteral("its args are no list");
        return;
    }
    JsonArrayReader items(text, value);
    while (const auto item = items.next()) {
        if (!isString(item->in(text)))
            entry.problem = QStringLiteral("one of its args is no text");
        entry.args.append(textOf(item->in(text)));
    }
}

void readEnv(QByteArrayView text, JsonSpan value, ClaudeEntry &entry)
{
    if (jsonTypeOf(value.in(text)) != JsonType::Object) {
        entry.problem = QStringLiteral("its env is no object");
        return;
    }
    JsonObjectReader members(text, value);
    while (const auto member = members.next()) {
        if (!isString(member->value.in(text)))
            entry.problem = QStringLiteral("one of its env values is no text");
        const QString content = textOf(member->value.in(text));
        if (content.contains(QChar::Null))
            entry.problem = QStringLiteral("one of its env values holds a NUL, which no program can be given");
        entry.env.insert(textOf(member->key.in(text)), content);
    }
}

ClaudeEntry readEntry(QByteArrayView text, const JsonMember &server)
{
    ClaudeEntry entry;
    entry.name = textOf(server.key.in(text));
    entry.raw = server.value.in(text).toByteArray();
    if (jsonTypeOf(server.value.in(text)) != JsonType::Object) {
        entry.problem = QStringLiteral("it is no object");
        return entry;
    }
    bool hasCommand = false;
    JsonObjectReader members(text, server.value);
    while (const auto member = members.next()) {
        const QByteArrayView key = member->key.in(text);
        if (jsonStringEquals(key, "command") && isString(member->value.in(text))) {
            entry.command = textOf(member->value.in(text));
            hasCommand = true;
        } else if (jsonStringEquals(key, "args")) {
            readArgs(text, member->value, entry);
        } else if (jsonStringEquals(key, "env")) {
            readEnv(text, member->value, entry);
        } else if (jsonStringEquals(key, "extensionId")) {
            entry.ofExtension = true;
        } else if (jsonStringEquals(key, "disabled")) {
            entry.saysDisabled = jsonTypeOf(member->value.in(text)) == JsonType::True;
        }
    }
    if (!hasCommand && entry.problem.isEmpty())
        entry.problem =
            QStringLiteral("it has no command; Claude skips it, and takes it out the next time it saves its settings");
    return entry;
}

Error invalid(const QByteArray &bytes, qsizetype offset, const QString &what)
{
    const TextPosition at = positionIn(bytes, offset);
    return {Error::Code::InvalidInput, QStringLiteral("line %1, column %2: %3").arg(at.line).arg(at.column).arg(what)};
}

} // namespace

Result<ClaudeConfig> readClaudeConfig(const QByteArray &bytes)
{
    const JsonScan scan = scanJson(bytes, JsonPaths{});
    if (!scan.ok())
        return invalid(bytes, scan.fault->offset, QString::fromLatin1(scan.fault->what));
    if (const auto twice = jsonDuplicates(bytes); !twice.empty())
        return invalid(bytes, twice.front().again.begin,
                       QStringLiteral("the key %1 stands twice in the same object (first in line %2)")
                           .arg(QString::fromUtf8(twice.front().again.in(bytes)))
                           .arg(positionIn(bytes, twice.front().first.begin).line));
    if (jsonTypeOf(scan.root.in(bytes)) != JsonType::Object)
        return Error{Error::Code::InvalidInput, QStringLiteral("the file holds no JSON object")};
    ClaudeConfig config;
    const auto servers = findMember(bytes, scan.root, "mcpServers");
    if (!servers)
        return config;
    if (jsonTypeOf(servers->value.in(bytes)) != JsonType::Object)
        return Error{Error::Code::InvalidInput, QStringLiteral("\"mcpServers\" is no object")};
    JsonObjectReader members(bytes, servers->value);
    while (const auto member = members.next())
        config.entries.push_back(readEntry(bytes, *member));
    return config;
}

Result<QByteArray> withServers(const QByteArray &bytes, const QStringList &without, const std::vector<NamedEntry> &with)
{
    QByteArray text = bytes;
    for (const QString &name : without)
        text = withoutJsonMember(text, {serversKey, name});
    for (const NamedEntry &entry : with) {
        auto changed = withJsonMember(text, {serversKey, entry.name}, entry.raw, entry.form);
        if (!changed)
            return changed.error();
        text = std::move(*changed);
    }
    if (const auto checked = checkServersOnly(bytes, text, without, with); !checked)
        return checked.error();
    return text;
}

QString programName(const QString &command)
{
    return QFileInfo(QString(command).replace(u'\\', u'/')).completeBaseName();
}

bool isOwnEntry(const ClaudeEntry &entry)
{
    return entry.name == ownEntryName && programName(entry.command) == QLatin1String("pasarela-bridge");
}

QByteArray ownEntry(const QString &bridge, const QString &home)
{
    QByteArray entry = R"({"command":)" + jsonQuoted(bridge) + R"(,"args":["--client","claude-desktop"])";
    if (!home.isEmpty())
        entry += R"(,"env":{"PASARELA_HOME":)" + jsonQuoted(home) + '}';
    return entry + '}';
}

} // namespace pasarela
