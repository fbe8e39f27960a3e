// SPDX-License-Identifier: MIT
#include "app/claude/maskedsettings.h"

#include "app/claude/secrettext.h"
#include "gateway/base/jsonview.h"
#include "gateway/base/splice.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace pasarela {

namespace {

constexpr int deepest = 100; ///< Of the recursion; what is nested deeper is hidden as a whole.

bool holdsOnlySecrets(const QString &key)
{
    return key.startsWith(QLatin1String("env"), Qt::CaseInsensitive)
        || key.contains(QLatin1String("header"), Qt::CaseInsensitive) || isSecretName(key);
}

/// Collects what is to be hidden in a valid text.
class Masker {
public:
    explicit Masker(QByteArrayView text)
        : m_text(text)
    {
    }

    void mask(JsonSpan value, bool whole, int depth = 0)
    {
        switch (jsonTypeOf(value.in(m_text))) {
        case JsonType::Object:
            return depth < deepest ? maskObject(value, whole, depth) : hide(value);
        case JsonType::Array:
            return depth < deepest ? maskArray(value, whole, depth) : hide(value);
        case JsonType::String:
            return whole ? hide(value) : show(value, withoutSecrets(textOf(value)));
        case JsonType::Number:
        case JsonType::True:
        case JsonType::False:
            if (whole)
                hide(value);
            return;
        case JsonType::Null:
        case JsonType::None:
            return;
        }
    }

    /// Names of services are a person's: one may be called "env".
    void maskSettings(JsonSpan root)
    {
        if (jsonTypeOf(root.in(m_text)) != JsonType::Object)
            return mask(root, false);
        JsonObjectReader members(m_text, root);
        while (const auto member = members.next()) {
            const bool isServers = jsonStringEquals(member->key.in(m_text), "mcpServers")
                && jsonTypeOf(member->value.in(m_text)) == JsonType::Object;
            if (!isServers) {
                mask(member->value, holdsOnlySecrets(textOf(member->key)), 1);
                continue;
            }
            JsonObjectReader servers(m_text, member->value);
            while (const auto server = servers.next())
                mask(server->value, false, 2);
        }
    }

    Splice edits;
    QStringList hidden; ///< What was hidden to its end.

private:
    QString textOf(JsonSpan value) const { return QString::fromUtf8(jsonStringValue(value.in(m_text))); }

    void hide(JsonSpan value)
    {
        const bool isText = jsonTypeOf(value.in(m_text)) == JsonType::String;
        hidden.append(isText ? textOf(value) : QString::fromUtf8(value.in(m_text)));
        edits.replace(value, jsonQuoted(hiddenText));
    }

    void show(JsonSpan value, const QString &shown)
    {
        if (shown == textOf(value))
            return;
        if (const QString start = shown.chopped(hiddenText.size()); shown == start + hiddenText)
            hidden.append(textOf(value).mid(start.size()));
        edits.replace(value, jsonQuoted(shown));
    }

    void maskObject(JsonSpan object, bool whole, int depth)
    {
        JsonObjectReader members(m_text, object);
        while (const auto member = members.next())
            mask(member->value, whole || holdsOnlySecrets(textOf(member->key)), depth + 1);
    }

    /// A list is read as arguments, among which the one before says what an item is.
    void maskArray(JsonSpan array, bool whole, int depth)
    {
        std::vector<JsonSpan> items;
        QStringList arguments;
        JsonArrayReader reader(m_text, array);
        while (const auto item = reader.next()) {
            items.push_back(*item);
            arguments.append(textOf(*item));
        }
        const QStringList shown = argumentsWithoutSecrets(arguments);
        for (size_t i = 0; i < items.size(); ++i) {
            const QString &as = shown.at(qsizetype(i));
            if (!whole && jsonTypeOf(items[i].in(m_text)) == JsonType::String)
                show(items[i], as);
            else
                mask(items[i], whole || as == hiddenText, depth + 1);
        }
    }

    QByteArrayView m_text;
};

} // namespace

QByteArray settingsWithoutSecrets(const QByteArray &bytes)
{
    Masker masker(bytes);
    masker.maskSettings(scanJson(bytes, {}).root);
    return masker.edits.applied(bytes);
}

QString saidWithoutSecrets(const ClaudeEntry &entry, const QString &text)
{
    constexpr qsizetype shortest = 4; // shorter ones ("1", "dev") say nothing, and stand everywhere
    Masker masker(entry.raw);
    masker.mask(scanJson(entry.raw, {}).root, false);
    QStringList values = masker.hidden;
    std::sort(values.begin(), values.end(), [](const QString &a, const QString &b) { return a.size() > b.size(); });
    QString shown = text;
    for (const QString &value : std::as_const(values)) {
        if (value.size() >= shortest)
            shown.replace(value, hiddenText);
    }
    return withoutSecrets(shown);
}

QString commandWithoutSecrets(const ClaudeEntry &entry)
{
    return (QStringList(withoutSecrets(entry.command)) + argumentsWithoutSecrets(entry.args)).join(u' ');
}

} // namespace pasarela
