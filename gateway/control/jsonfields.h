// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QMap>
#include <QString>
#include <QStringList>

#include <nlohmann/json.hpp>

#include <utility>
#include <vector>

namespace pasarela {

/// Reads the members of one JSON object: a missing or null one gives the empty value, unknown ones are left out, one of
/// another type makes the whole document wrong (JsonDocument::ok()).
class JsonFields {
public:
    JsonFields(const nlohmann::ordered_json *object, bool &ok)
        : m_object(object)
        , m_ok(ok)
    {
    }

    bool has(const char *name) const { return find(name) != nullptr; }
    QString text(const char *name) const;
    bool flag(const char *name) const; ///< Missing: false.
    QStringList texts(const char *name) const;
    QMap<QString, QString> textMap(const char *name) const;
    QDateTime time(const char *name) const; ///< ISO 8601.
    JsonFields object(const char *name) const;

    template<typename Number> Number number(const char *name) const
    {
        const nlohmann::ordered_json *value = find(name);
        return value ? numberIn<Number>(*value) : Number();
    }

    template<typename Number> std::vector<Number> numbers(const char *name) const
    {
        std::vector<Number> all;
        for (const nlohmann::ordered_json &item : array(name))
            all.push_back(numberIn<Number>(item));
        return all;
    }

    template<typename Row, typename Read> std::vector<Row> rows(const char *name, Read read) const
    {
        std::vector<Row> all;
        for (const nlohmann::ordered_json &item : array(name))
            all.push_back(read(fieldsOf(item)));
        return all;
    }

private:
    const nlohmann::ordered_json *find(const char *name) const;
    const nlohmann::ordered_json &array(const char *name) const;
    JsonFields fieldsOf(const nlohmann::ordered_json &value) const;
    QString textIn(const nlohmann::ordered_json &value) const;

    template<typename Number> Number numberIn(const nlohmann::ordered_json &value) const
    {
        if constexpr (std::is_floating_point_v<Number>) {
            if (value.is_number())
                return value.get<Number>();
        } else {
            if (value.is_number_unsigned() && std::in_range<Number>(value.get<quint64>()))
                return static_cast<Number>(value.get<quint64>());
            if (value.is_number_integer() && !value.is_number_unsigned() && std::in_range<Number>(value.get<qint64>()))
                return static_cast<Number>(value.get<qint64>());
        }
        m_ok = false;
        return {};
    }

    const nlohmann::ordered_json *m_object; ///< Null: every member is missing.
    bool &m_ok;
};

/// A parsed text whose root is an object, and whether all that was read from it had the right type.
class JsonDocument {
public:
    explicit JsonDocument(const QByteArray &text);
    JsonFields root() { return {m_ok ? &m_value : nullptr, m_ok}; }
    bool ok() const { return m_ok; }

private:
    nlohmann::ordered_json m_value;
    bool m_ok;
};

// Qt values as JSON; an invalid time is null.
nlohmann::ordered_json jsonValue(const QString &text);
nlohmann::ordered_json jsonValue(const QStringList &texts);
nlohmann::ordered_json jsonValue(const QMap<QString, QString> &texts);
nlohmann::ordered_json jsonValue(const QDateTime &time);

QByteArray toBytes(const nlohmann::ordered_json &value, bool indented = false);

} // namespace pasarela
