// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/configproblem.h"
#include "gateway/config/configwords.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

#include <functional>
#include <iterator>
#include <optional>
#include <vector>

namespace pasarela {

class ConfigNode;

/// One pass over the text of a configuration that is valid JSON: where it stands and what it found wrong. Values are
/// read straight from the text, so that each knows its place, and what nobody asks for (unknown members) is never
/// looked into.
class ConfigReading {
public:
    explicit ConfigReading(QByteArrayView text)
        : m_text(text)
    {
    }
    ConfigReading(const ConfigReading &) = delete;
    ConfigReading &operator=(const ConfigReading &) = delete;

    QByteArrayView text() const { return m_text; }
    ConfigNode root(JsonSpan value);

    /// In the order of the file.
    std::vector<ConfigProblem> problems() const { return inOrder(m_problems); }
    /// What is allowed, and probably not meant: a member that is nearly a known one …
    std::vector<ConfigProblem> hints() const { return inOrder(m_hints); }

private:
    friend class ConfigNode;
    struct Finding {
        qsizetype at;
        QString pointer;
        QString what;
    };
    std::vector<ConfigProblem> inOrder(std::vector<Finding> findings) const;

    QByteArrayView m_text;
    std::vector<Finding> m_problems;
    std::vector<Finding> m_hints;
};

/// A value, its place and its name. The readers give nothing and report the problem where the value is of another kind.
class ConfigNode {
public:
    ConfigNode(ConfigReading &reading, JsonSpan key, JsonSpan value, QString pointer, QString label);

    std::optional<QString> string() const;
    std::optional<bool> flag() const;
    std::optional<int> number(int least, int most) const;
    /// Strings of an array.
    std::optional<std::vector<ConfigNode>> items() const;
    std::optional<std::vector<ConfigNode>> members() const;

    bool isNull() const;
    bool isString() const;
    const QString &name() const { return m_name; } ///< The key in its object.
    const QString &pointer() const { return m_pointer; }
    const QString &label() const { return m_label; } ///< As sentences name it: "scope", with quotes; "args" item 2.

    void problem(const QString &what) const; ///< At the value.
    void problemWithName(const QString &what) const; ///< At the key.
    void hint(const QString &what) const; ///< At the key.

private:
    friend class ConfigReading;
    QByteArrayView raw() const { return m_value.in(m_reading->text()); }
    void report(std::vector<ConfigReading::Finding> &list, qsizetype at, const QString &what) const;

    ConfigReading *m_reading;
    JsonSpan m_key;
    JsonSpan m_value;
    QString m_pointer;
    QString m_label;
    QString m_name;
};

/// An object with known members. `null` stands for a member that is not there. Members nobody asked for are kept in the
/// file and mean nothing; finish() hints at those that look like a slip of the pen.
class ConfigObject {
public:
    explicit ConfigObject(const ConfigNode &node);

    const ConfigNode &node() const { return m_node; }
    std::optional<ConfigNode> member(const char *name);
    void finish() const;
    /// A member that people write here and that belongs elsewhere: "write it beside "stdio", not inside".
    void misplaced(const char *name, const QString &where);

    // Each leaves `value` as it is where the member is absent or wrong, and gives the member for further checks.
    std::optional<ConfigNode> read(const char *name, QString &value);
    std::optional<ConfigNode> read(const char *name, bool &value);
    std::optional<ConfigNode> read(const char *name, int &value, int least, int most);
    std::optional<ConfigNode> read(const char *name, QStringList &value);
    std::optional<ConfigNode> read(const char *name, QMap<QString, QString> &value);
    template<typename Choice, size_t count>
    void read(const char *name, Choice &value, const ConfigWord<Choice> (&words)[count]);

    /// Gives each member of a map to `entry`; null stands for one that is not there.
    void readEach(const char *name, const std::function<void(const ConfigNode &)> &entry);
    void readObject(const char *name, const std::function<void(ConfigObject &)> &members);

private:
    std::optional<qsizetype> wordIndex(const char *name, const QStringList &words);

    ConfigNode m_node;
    std::vector<ConfigNode> m_members;
    QStringList m_known;
};

template<typename Choice, size_t count>
void ConfigObject::read(const char *name, Choice &value, const ConfigWord<Choice> (&words)[count])
{
    QStringList texts;
    for (const ConfigWord<Choice> &word : words)
        texts.append(QString::fromLatin1(word.text));
    if (const auto index = wordIndex(name, texts))
        value = words[*index].choice;
}

} // namespace pasarela
