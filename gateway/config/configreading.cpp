// SPDX-License-Identifier: MIT
#include "gateway/config/configreading.h"

#include "gateway/base/jsonpointer.h"
#include "gateway/base/jsonview.h"

#include <QSet>

#include <algorithm>

namespace pasarela {

namespace {

QString quoted(const QString &text)
{
    constexpr qsizetype most = 40;
    QString shown = text.size() > most ? text.first(most) + QStringLiteral("…") : text;
    for (QChar &c : shown) {
        if (!c.isPrint())
            c = QChar::ReplacementCharacter;
    }
    return u'"' + shown + u'"';
}

/// Insertions, deletions, replacements and swaps of neighbours that make one of the other.
int distance(const QString &a, const QString &b)
{
    std::vector<int> beforeLast, last(b.size() + 1), row(b.size() + 1);
    for (qsizetype j = 0; j <= b.size(); ++j)
        last[j] = int(j);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        row[0] = int(i);
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const int replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        beforeLast = std::exchange(last, row);
    }
    return last.back();
}

/// The known name that `name` was probably meant to be: two slips at most, one in a short name.
QString nearestOf(const QString &name, const QStringList &known)
{
    QString nearest;
    int least = name.size() > 4 ? 2 : 1;
    for (const QString &candidate : known) {
        const int slips = distance(name.toLower(), candidate.toLower());
        if (slips <= least && (nearest.isEmpty() || slips < least)) {
            nearest = candidate;
            least = slips;
        }
    }
    return nearest;
}

} // namespace

QString toLine(const QString &file, const ConfigProblem &problem)
{
    return QStringLiteral("%1:%2:%3: %4")
        .arg(file, QString::number(problem.position.line), QString::number(problem.position.column), problem.what);
}

ConfigNode ConfigReading::root(JsonSpan value)
{
    return ConfigNode(*this, value, value, QString(), QStringLiteral("the configuration"));
}

std::vector<ConfigProblem> ConfigReading::inOrder(std::vector<Finding> findings) const
{
    std::stable_sort(findings.begin(), findings.end(), [](const Finding &a, const Finding &b) { return a.at < b.at; });
    // A member that is read twice, for its value and for a further check, says the same twice.
    const auto same = [](const Finding &a, const Finding &b) { return a.at == b.at && a.what == b.what; };
    findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
    std::vector<ConfigProblem> problems;
    for (const Finding &finding : findings)
        problems.push_back({positionIn(m_text, finding.at), finding.pointer, finding.what});
    return problems;
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
        nodes.emplace_back(*m_reading, member->key, member->value, m_pointer + jsonPointerOf({name}), quoted(name));
        if (names.contains(name))
            nodes.back().problemWithName(QStringLiteral("%1 stands here twice: keep one").arg(quoted(name)));
        names.insert(name);
    }
    return nodes;
}

void ConfigNode::report(std::vector<ConfigReading::Finding> &list, qsizetype at, const QString &what) const
{
    list.push_back({at, m_pointer, what});
}

void ConfigNode::problem(const QString &what) const
{
    report(m_reading->m_problems, m_value.begin, what);
}

void ConfigNode::problemWithName(const QString &what) const
{
    report(m_reading->m_problems, m_key.begin, what);
}

void ConfigNode::hint(const QString &what) const
{
    report(m_reading->m_hints, m_key.begin, what);
}

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
        const QString meant = nearestOf(node.name(), m_known);
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
                      .arg(node->label(), quoted(word), choices.join(QStringLiteral(", ")), last));
    return std::nullopt;
}

} // namespace pasarela
