// SPDX-License-Identifier: MIT
#include "gateway/config/configobject.h"

#include "gateway/config/nearestname.h"

namespace pasarela {

ConfigObject::ConfigObject(const ConfigNode &node)
    : m_node(node)
    , m_members(node.members().value_or(std::vector<ConfigNode>()))
{
}

std::optional<ConfigNode> ConfigObject::member(const char *name)
{
    const QString known = QString::fromLatin1(name);
    m_known.append(known);
    for (const ConfigNode &candidate : m_members) {
        if (candidate.name() == known && !candidate.isNull())
            return candidate;
    }
    return std::nullopt;
}

void ConfigObject::finish() const
{
    for (const ConfigNode &node : m_members) {
        if (m_known.contains(node.name()))
            continue;
        const QString meant = nearestName(node.name(), m_known);
        if (!meant.isEmpty())
            node.hint(QStringLiteral("%1 means nothing here: did you mean \"%2\"?").arg(node.label(), meant));
    }
}

void ConfigObject::misplaced(const char *name, const QString &where)
{
    if (const auto node = member(name))
        node->hint(QStringLiteral("%1 means nothing here: %2").arg(node->label(), where));
}

std::optional<ConfigNode> ConfigObject::read(const char *name, QString &value)
{
    const auto node = member(name);
    const auto text = node ? node->string() : std::nullopt;
    if (!text)
        return std::nullopt;
    value = *text;
    return node;
}

std::optional<ConfigNode> ConfigObject::read(const char *name, bool &value)
{
    const auto node = member(name);
    const auto flag = node ? node->flag() : std::nullopt;
    if (!flag)
        return std::nullopt;
    value = *flag;
    return node;
}

std::optional<ConfigNode> ConfigObject::read(const char *name, int &value, int least, int most)
{
    const auto node = member(name);
    const auto number = node ? node->number(least, most) : std::nullopt;
    if (!number)
        return std::nullopt;
    value = *number;
    return node;
}

std::optional<ConfigNode> ConfigObject::read(const char *name, QStringList &value)
{
    const auto node = member(name);
    const auto items = node ? node->items() : std::nullopt;
    if (!items)
        return std::nullopt;
    for (const ConfigNode &item : *items) {
        if (const auto text = item.string())
            value.append(*text);
    }
    return node;
}

std::optional<ConfigNode> ConfigObject::read(const char *name, QMap<QString, QString> &value)
{
    const auto node = member(name);
    const auto members = node ? node->members() : std::nullopt;
    if (!members)
        return std::nullopt;
    for (const ConfigNode &entry : *members) {
        if (const auto text = entry.string())
            value.insert(entry.name(), *text);
    }
    return node;
}

void ConfigObject::readEach(const char *name, const std::function<void(const ConfigNode &)> &entry)
{
    const auto node = member(name);
    const auto members = node ? node->members() : std::nullopt;
    for (const ConfigNode &candidate : members.value_or(std::vector<ConfigNode>())) {
        if (!candidate.isNull())
            entry(candidate);
    }
}

void ConfigObject::readObject(const char *name, const std::function<void(ConfigObject &)> &members)
{
    const auto node = member(name);
    if (!node)
        return;
    ConfigObject object(*node);
    members(object);
    object.finish();
}

std::optional<qsizetype> ConfigObject::wordIndex(const char *name, const QStringList &words)
{
    QString word;
    const auto node = read(name, word);
    if (!node)
        return std::nullopt;
    const qsizetype index = words.indexOf(word);
    if (index >= 0)
        return index;
    QStringList choices;
    for (const QString &choice : words)
        choices.append(u'"' + choice + u'"');
    const QString last = choices.takeLast();
    node->problem(QStringLiteral("%1 cannot be %2: use %3 or %4")
                      .arg(node->label(), quotedInSentence(word), choices.join(QStringLiteral(", ")), last));
    return std::nullopt;
}

} // namespace pasarela
