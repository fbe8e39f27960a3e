// SPDX-License-Identifier: MIT
#include "gateway/base/jsontext.h"

#include "gateway/base/jsonbytes.h"
#include "gateway/base/jsonlayout.h"
#include "gateway/base/jsonpointer.h"
#include "gateway/base/jsonview.h"
#include "gateway/base/splice.h"

namespace pasarela {

namespace {

/// What lies in an object or array. An item of an array has no key.
std::vector<JsonMember> elementsOf(QByteArrayView text, JsonSpan container)
{
    std::vector<JsonMember> elements;
    JsonObjectReader members(text, container);
    while (const auto member = members.next())
        elements.push_back(*member);
    JsonArrayReader items(text, container);
    while (const auto item = items.next())
        elements.push_back({JsonSpan(), *item});
    return elements;
}

qsizetype beginOf(const JsonMember &element)
{
    return element.key.exists() ? element.key.begin : element.value.begin;
}

JsonSpan rootOf(QByteArrayView text)
{
    const char *end = text.data() + text.size();
    const char *begin = skipJsonSpace(text.data(), end);
    return {begin - text.data(), skipJsonValue(begin, end) - text.data()};
}

/// The number of an item: digits without a leading zero (RFC 6901, section 4).
std::optional<qsizetype> itemNumber(const QString &step)
{
    bool ok = false;
    const qlonglong number = step.toLongLong(&ok);
    return ok && number >= 0 && QString::number(number) == step ? std::optional(qsizetype(number)) : std::nullopt;
}

/// Which elements a step means: all members of that key, or the item of that number.
std::vector<size_t> matches(QByteArrayView text, JsonSpan container, const std::vector<JsonMember> &elements,
                            const QString &step)
{
    std::vector<size_t> found;
    if (jsonTypeOf(container.in(text)) == JsonType::Array) {
        if (const auto number = itemNumber(step); number && size_t(*number) < elements.size())
            found.push_back(size_t(*number));
        return found;
    }
    const QByteArray key = step.toUtf8();
    for (size_t i = 0; i < elements.size(); ++i) {
        if (jsonStringEquals(elements[i].key.in(text), key))
            found.push_back(i);
    }
    return found;
}

Error refusal(const QStringList &path, qsizetype steps, const char *what)
{
    const QString place = steps == 0 ? QStringLiteral("The root") : u'"' + jsonPointerOf(path.first(steps)) + u'"';
    return {Error::Code::InvalidInput, QStringLiteral("%1 %2").arg(place, QLatin1String(what))};
}

std::optional<Error> brokenJson(QByteArrayView text, const QString &name)
{
    const auto fault = validateJson(text);
    if (!fault)
        return std::nullopt;
    const TextPosition position = positionIn(text, fault->offset);
    return Error{
        Error::Code::InvalidInput,
        QStringLiteral("%1 is no valid JSON, line %2, column %3: %4.")
            .arg(name, QString::number(position.line), QString::number(position.column), QLatin1String(fault->what))};
}

/// One change of a text that is known to be valid.
class Change {
public:
    Change(QByteArrayView text, const QStringList &path, QByteArrayView value, JsonForm form)
        : m_text(text)
        , m_path(path)
        , m_value(value)
        , m_layout(jsonLayoutOf(text))
        , m_form(form)
    {
    }
    Result<QByteArray> made() const;

private:
    QByteArray replaced(const JsonMember &element) const;
    Result<QByteArray> inserted(JsonSpan container, const std::vector<JsonMember> &elements, qsizetype step) const;
    QByteArray insertedFirst(JsonSpan container, qsizetype step) const;
    QByteArray element(JsonSpan container, qsizetype step, JsonLines lines, const QByteArray &indent) const;
    QByteArray written(qsizetype step, JsonLines lines, const QByteArray &indent) const;
    QByteArrayView spaceBefore(qsizetype offset) const;

    QByteArrayView m_text;
    const QStringList &m_path;
    QByteArrayView m_value;
    JsonLayout m_layout;
    JsonForm m_form;
};

bool hasLineBreak(QByteArrayView bytes)
{
    return bytes.contains('\n') || bytes.contains('\r');
}

Result<QByteArray> Change::made() const
{
    JsonMember at{JsonSpan(), rootOf(m_text)};
    for (qsizetype step = 0; step < m_path.size(); ++step) {
        const JsonType type = jsonTypeOf(at.value.in(m_text));
        if (type != JsonType::Object && type != JsonType::Array)
            return refusal(m_path, step, "is neither an object nor an array: correct it first.");
        const std::vector<JsonMember> elements = elementsOf(m_text, at.value);
        const std::vector<size_t> found = matches(m_text, at.value, elements, m_path[step]);
        if (found.size() > 1)
            return refusal(m_path, step + 1, "stands twice in its object: remove one of them first.");
        if (found.empty())
            return inserted(at.value, elements, step);
        at = elements[found.front()];
    }
    return replaced(at);
}

QByteArray Change::replaced(const JsonMember &element) const
{
    const bool root = m_path.isEmpty();
    const bool lines = (root && m_layout.hasLines) || hasLineBreak(spaceBefore(beginOf(element)))
        || hasLineBreak(element.value.in(m_text));
    Splice splice;
    splice.replace(
        element.value,
        written(m_path.size() - 1, lines ? JsonLines::Many : JsonLines::One, jsonIndentAt(m_text, beginOf(element))));
    return splice.applied(m_text);
}

Result<QByteArray> Change::inserted(JsonSpan container, const std::vector<JsonMember> &elements, qsizetype step) const
{
    if (jsonTypeOf(container.in(m_text)) == JsonType::Array && m_path[step] != QLatin1String("-")
        && itemNumber(m_path[step]) != qsizetype(elements.size()))
        return refusal(m_path, step + 1, "is no item of that array, nor the one behind its last.");
    if (elements.empty())
        return insertedFirst(container, step);

    const JsonMember &last = elements.back();
    const QByteArrayView space = spaceBefore(beginOf(last));
    QByteArray separator = space.toByteArray();
    QByteArray indent;
    const JsonLines lines = hasLineBreak(space) ? JsonLines::Many : JsonLines::One;
    if (lines == JsonLines::Many) {
        indent = jsonIndentAt(m_text, beginOf(last));
        separator = m_layout.newline + indent;
    } else if (elements.size() == 1) {
        separator = m_layout.comma().sliced(1);
    }
    Splice splice;
    splice.insert(last.value.end, ',' + separator + element(container, step, lines, indent));
    return splice.applied(m_text);
}

/// Into an object or array that has nothing yet: on lines of its own where the file has lines, or is nothing else.
QByteArray Change::insertedFirst(JsonSpan container, qsizetype step) const
{
    const char open = m_text[container.begin];
    const char close = m_text[container.end - 1];
    Splice splice;
    if (m_layout.hasLines || step == 0) {
        const QByteArray outer = jsonIndentAt(m_text, container.begin);
        const QByteArray inner = outer + m_layout.unit;
        splice.replace(container,
                       open + m_layout.newline + inner + element(container, step, JsonLines::Many, inner)
                           + m_layout.newline + outer + close);
    } else {
        splice.replace(container, open + element(container, step, JsonLines::One, {}) + close);
    }
    return splice.applied(m_text);
}

QByteArray Change::element(JsonSpan container, qsizetype step, JsonLines lines, const QByteArray &indent) const
{
    const QByteArray value = written(step, lines, indent);
    if (jsonTypeOf(container.in(m_text)) == JsonType::Array)
        return value;
    return jsonQuoted(m_path[step]) + m_layout.colon + value;
}

/// The value, within objects for the steps behind `step`.
QByteArray Change::written(qsizetype step, JsonLines lines, const QByteArray &indent) const
{
    if (step + 1 >= m_path.size())
        return m_form == JsonForm::AsGiven ? m_value.toByteArray() : jsonLaidOut(m_value, m_layout, lines, indent);
    const QByteArray key = jsonQuoted(m_path[step + 1]) + m_layout.colon;
    if (lines == JsonLines::One)
        return '{' + key + written(step + 1, lines, indent) + '}';
    const QByteArray inner = indent + m_layout.unit;
    return '{' + m_layout.newline + inner + key + written(step + 1, lines, inner) + m_layout.newline + indent + '}';
}

QByteArrayView Change::spaceBefore(qsizetype offset) const
{
    qsizetype begin = offset;
    while (begin > 0 && isJsonSpace(m_text[begin - 1]))
        --begin;
    return m_text.sliced(begin, offset - begin);
}

/// What has to go so that an element does: with the comma behind it, else with the one before it.
JsonSpan removalOf(JsonSpan container, const std::vector<JsonMember> &elements, size_t index)
{
    if (elements.size() == 1)
        return {container.begin + 1, container.end - 1};
    if (index + 1 < elements.size())
        return {beginOf(elements[index]), beginOf(elements[index + 1])};
    return {elements[index - 1].value.end, elements[index].value.end};
}

} // namespace

std::optional<JsonMember> jsonMemberAt(QByteArrayView text, const QStringList &path)
{
    JsonMember at{JsonSpan(), rootOf(text)};
    for (const QString &step : path) {
        const std::vector<JsonMember> elements = elementsOf(text, at.value);
        const std::vector<size_t> found = matches(text, at.value, elements, step);
        if (found.empty())
            return std::nullopt;
        at = elements[found.back()];
    }
    return at;
}

Result<QByteArray> withJsonMember(QByteArrayView text, const QStringList &path, QByteArrayView value, JsonForm form)
{
    if (const auto broken = brokenJson(text, QStringLiteral("The file")))
        return *broken;
    if (const auto broken = brokenJson(value, QStringLiteral("The new value")))
        return *broken;
    return Change(text, path, value, form).made();
}

QByteArray withoutJsonMember(QByteArrayView text, const QStringList &path)
{
    QByteArray out = text.toByteArray();
    if (path.isEmpty())
        return out;
    while (const auto parent = jsonMemberAt(out, path.first(path.size() - 1))) {
        const std::vector<JsonMember> elements = elementsOf(out, parent->value);
        const std::vector<size_t> found = matches(out, parent->value, elements, path.last());
        if (found.empty())
            break;
        Splice splice;
        splice.remove(removalOf(parent->value, elements, found.back()));
        out = splice.applied(out);
        if (!elements.front().key.exists())
            break; // another item has this number now
    }
    return out;
}

} // namespace pasarela
