// SPDX-License-Identifier: MIT
#include "gateway/config/confignode.h"

#include "gateway/base/jsonpointer.h"
#include "gateway/base/jsonview.h"

#include <QSet>

namespace pasarela {

ConfigNode ConfigNode::root(ConfigReading &reading, JsonSpan value)
{
    return ConfigNode(reading, value, value, QString(), QStringLiteral("the configuration"));
}

ConfigNode::ConfigNode(ConfigReading &reading, JsonSpan key, JsonSpan value, QString pointer, QString label)
    : m_reading(&reading)
    , m_key(key)
    , m_value(value)
    , m_pointer(std::move(pointer))
    , m_label(std::move(label))
{
    if (jsonTypeOf(key.in(reading.text())) == JsonType::String)
        m_name = QString::fromUtf8(jsonStringValue(key.in(reading.text())));
}

bool ConfigNode::isNull() const
{
    return jsonTypeOf(raw()) == JsonType::Null;
}

bool ConfigNode::isString() const
{
    return jsonTypeOf(raw()) == JsonType::String;
}

std::optional<QString> ConfigNode::string() const
{
    if (!isString()) {
        problem(QStringLiteral("%1 must be a string: put it in double quotes").arg(m_label));
        return std::nullopt;
    }
    QString text = QString::fromUtf8(jsonStringValue(raw()));
    if (text.contains(QChar(0))) {
        problem(QStringLiteral("%1 holds the character \\u0000, which no program takes: remove it").arg(m_label));
        return std::nullopt;
    }
    return text;
}

std::optional<bool> ConfigNode::flag() const
{
    const JsonType type = jsonTypeOf(raw());
    if (type == JsonType::True || type == JsonType::False)
        return type == JsonType::True;
    problem(QStringLiteral("%1 must be true or false, without quotes").arg(m_label));
    return std::nullopt;
}

std::optional<int> ConfigNode::number(int least, int most) const
{
    std::optional<qint64> value;
    if (jsonTypeOf(raw()) == JsonType::Number)
        value = jsonInteger(raw());
    if (value && *value >= least && *value <= most)
        return int(*value);
    problem(QStringLiteral("%1 must be a whole number from %2 to %3, without quotes")
                .arg(m_label, QString::number(least), QString::number(most)));
    return std::nullopt;
}

std::optional<std::vector<ConfigNode>> ConfigNode::items() const
{
    if (jsonTypeOf(raw()) != JsonType::Array) {
        problem(QStringLiteral("%1 must be a list of strings: [\"first\", \"second\"]").arg(m_label));
        return std::nullopt;
    }
    std::vector<ConfigNode> nodes;
    JsonArrayReader reader(m_reading->text(), m_value);
    while (const auto item = reader.next()) {
        const QString pointer = m_pointer + u'/' + QString::number(nodes.size());
        const QString label = QStringLiteral("%1, item %2,").arg(m_label, QString::number(nodes.size() + 1));
        nodes.emplace_back(*m_reading, *item, *item, pointer, label);
    }
    return nodes;
}

std::optional<std::vector<ConfigNode>> ConfigNode::members() const
{
    if (jsonTypeOf(raw()) != JsonType::Object) {
        problem(QStringLiteral("%1 must be an object: { … }").arg(m_label));
        return std::nullopt;
    }
    std::vector<ConfigNode> nodes;
    QSet<QString> names;
    JsonObjectReader reader(m_reading->text(), m_value);
    while (const auto member = reader.next()) {
        const QString name = QString::fromUtf8(jsonStringValue(member->key.in(m_reading->text())));
        nodes.emplace_back(*m_reading, member->key, member->value, m_pointer + jsonPointerOf({name}),
                           quotedInSentence(name));
        if (names.contains(name))
            nodes.back().problemWithName(QStringLiteral("%1 stands here twice: keep one").arg(quotedInSentence(name)));
        names.insert(name);
    }
    return nodes;
}

void ConfigNode::problem(const QString &what) const
{
    m_reading->addProblem(m_value.begin, m_pointer, what);
}

void ConfigNode::problemWithName(const QString &what) const
{
    m_reading->addProblem(m_key.begin, m_pointer, what);
}

void ConfigNode::hint(const QString &what) const
{
    m_reading->addHint(m_key.begin, m_pointer, what);
}

} // namespace pasarela
