// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/confignode.h"
#include "gateway/config/configwords.h"

#include <QMap>
#include <QStringList>

#include <functional>

namespace pasarela {

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
