// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/jsonscanner.h"
#include "gateway/config/configreading.h"

#include <optional>
#include <vector>

namespace pasarela {

/// A value, its place and its name. The readers give nothing and report the problem where the value is of another kind.
class ConfigNode {
public:
    /// All of the text.
    static ConfigNode root(ConfigReading &reading, JsonSpan value);
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
    QByteArrayView raw() const { return m_value.in(m_reading->text()); }

    ConfigReading *m_reading;
    JsonSpan m_key;
    JsonSpan m_value;
    QString m_pointer;
    QString m_label;
    QString m_name;
};

} // namespace pasarela
