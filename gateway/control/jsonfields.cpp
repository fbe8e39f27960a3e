// SPDX-License-Identifier: MIT
#include "gateway/control/jsonfields.h"

namespace pasarela {

using nlohmann::ordered_json;

const ordered_json *JsonFields::find(const char *name) const
{
    if (!m_object)
        return nullptr;
    const auto member = m_object->find(name);
    return member == m_object->end() || member->is_null() ? nullptr : &*member;
}

const ordered_json &JsonFields::array(const char *name) const
{
    static const ordered_json none = ordered_json::array();
    const ordered_json *value = find(name);
    if (value && value->is_array())
        return *value;
    if (value)
        m_ok = false;
    return none;
}

JsonFields JsonFields::fieldsOf(const ordered_json &value) const
{
    if (value.is_object())
        return {&value, m_ok};
    m_ok = false;
    return {nullptr, m_ok};
}

JsonFields JsonFields::object(const char *name) const
{
    const ordered_json *value = find(name);
    return value ? fieldsOf(*value) : JsonFields(nullptr, m_ok);
}

QString JsonFields::textIn(const ordered_json &value) const
{
    if (const auto *text = value.get_ptr<const ordered_json::string_t *>())
        return QString::fromUtf8(text->data(), static_cast<qsizetype>(text->size()));
    m_ok = false;
    return {};
}

QString JsonFields::text(const char *name) const
{
    const ordered_json *value = find(name);
    return value ? textIn(*value) : QString();
}

bool JsonFields::flag(const char *name) const
{
    const ordered_json *value = find(name);
    if (value && !value->is_boolean())
        m_ok = false;
    return value && value->is_boolean() && value->get<bool>();
}

QStringList JsonFields::texts(const char *name) const
{
    QStringList all;
    for (const ordered_json &item : array(name))
        all.append(textIn(item));
    return all;
}

QMap<QString, QString> JsonFields::textMap(const char *name) const
{
    QMap<QString, QString> all;
    const ordered_json *value = find(name);
    if (!value)
        return all;
    if (!value->is_object())
        m_ok = false;
    else {
        for (const auto &[key, item] : value->items())
            all.insert(QString::fromStdString(key), textIn(item));
    }
    return all;
}

QDateTime JsonFields::time(const char *name) const
{
    const QString written = text(name);
    QDateTime time = QDateTime::fromString(written, Qt::ISODateWithMs);
    if (!time.isValid() && !written.isEmpty())
        m_ok = false;
    return time;
}

JsonDocument::JsonDocument(const QByteArray &text)
    : m_value(ordered_json::parse(text.begin(), text.end(), nullptr, false))
    , m_ok(m_value.is_object())
{
}

ordered_json jsonValue(const QString &text)
{
    return text.toStdString();
}

ordered_json jsonValue(const QStringList &texts)
{
    ordered_json array = ordered_json::array();
    for (const QString &text : texts)
        array.push_back(text.toStdString());
    return array;
}

ordered_json jsonValue(const QMap<QString, QString> &texts)
{
    ordered_json object = ordered_json::object();
    for (auto entry = texts.cbegin(); entry != texts.cend(); ++entry)
        object[entry.key().toStdString()] = entry.value().toStdString();
    return object;
}

ordered_json jsonValue(const QDateTime &time)
{
    return time.isValid() ? jsonValue(time.toUTC().toString(Qt::ISODateWithMs)) : ordered_json(nullptr);
}

QByteArray toBytes(const ordered_json &value, bool indented)
{
    return QByteArray::fromStdString(value.dump(indented ? 2 : -1, ' ', false, ordered_json::error_handler_t::replace));
}

} // namespace pasarela
