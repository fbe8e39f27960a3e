// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/configproblem.h"

#include <QByteArrayView>
#include <QString>

#include <vector>

namespace pasarela {

/// One pass over the text of a configuration that is valid JSON, and what it found. Values are read straight from the
/// text (ConfigNode), so that each knows its place, and what nobody asks for (unknown members) is never looked into.
class ConfigReading {
public:
    explicit ConfigReading(QByteArrayView text)
        : m_text(text)
    {
    }
    ConfigReading(const ConfigReading &) = delete;
    ConfigReading &operator=(const ConfigReading &) = delete;

    QByteArrayView text() const { return m_text; }

    /// At an offset of the text; `pointer` names the member.
    void addProblem(qsizetype at, const QString &pointer, const QString &what);
    /// What is allowed, and probably not meant.
    void addHint(qsizetype at, const QString &pointer, const QString &what);

    // In the order of the file.
    std::vector<ConfigProblem> problems() const { return inOrder(m_problems); }
    std::vector<ConfigProblem> hints() const { return inOrder(m_hints); }

private:
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

} // namespace pasarela
