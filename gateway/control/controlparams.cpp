// SPDX-License-Identifier: MIT
#include "gateway/control/controlparams.h"

#include "gateway/base/jsonview.h"

namespace pasarela {

ControlParams::ControlParams(QByteArray object)
    : m_object(object.isEmpty() ? QByteArray("{}") : std::move(object))
{
}

QByteArrayView ControlParams::raw(const char *name) const
{
    const auto member = findMember(m_object, {0, m_object.size()}, name);
    const QByteArrayView value = member ? member->value.in(m_object) : QByteArrayView();
    return jsonTypeOf(value) == JsonType::Null ? QByteArrayView() : value;
}

void ControlParams::wrong(const char *name, const QString &expected)
{
    if (!m_problem)
        m_problem = {Error::Code::InvalidInput,
                     QStringLiteral("\"%1\" must be %2.").arg(QLatin1String(name), expected)};
}

QString ControlParams::text(const char *name)
{
    const QByteArrayView value = raw(name);
    if (!value.isEmpty() && jsonTypeOf(value) != JsonType::String)
        wrong(name, QStringLiteral("a text"));
    return QString::fromUtf8(jsonStringValue(value));
}

QString ControlParams::requiredText(const char *name)
{
    QString value = text(name);
    if (value.isEmpty())
        wrong(name, QStringLiteral("a text that is not empty"));
    return value;
}

Secret ControlParams::requiredSecret(const char *name)
{
    const QByteArrayView value = raw(name);
    if (jsonTypeOf(value) != JsonType::String || value.size() <= 2)
        wrong(name, QStringLiteral("a text that is not empty"));
    return Secret(jsonStringValue(value));
}

QString ControlParams::oneOf(const char *name, const QStringList &allowed)
{
    QString value = text(name);
    if (value.isEmpty())
        return allowed.first();
    if (!allowed.contains(value))
        wrong(name, allowed.join(QStringLiteral(" or ")));
    return value;
}

QStringList ControlParams::texts(const char *name)
{
    QStringList all;
    const QByteArrayView value = raw(name);
    if (value.isEmpty())
        return all;
    if (jsonTypeOf(value) != JsonType::Array)
        wrong(name, QStringLiteral("a list of texts"));
    JsonArrayReader items(value, {0, value.size()});
    while (const auto item = items.next()) {
        if (jsonTypeOf(item->in(value)) != JsonType::String)
            wrong(name, QStringLiteral("a list of texts"));
        all.append(QString::fromUtf8(jsonStringValue(item->in(value))));
    }
    return all;
}

std::chrono::seconds ControlParams::seconds(const char *name, std::chrono::seconds fallback, std::chrono::seconds most)
{
    const QByteArrayView value = raw(name);
    if (value.isEmpty())
        return fallback;
    const auto number = jsonTypeOf(value) == JsonType::Number ? jsonInteger(value) : std::nullopt;
    if (!number || *number < 1 || *number > most.count()) {
        wrong(name, QStringLiteral("a number of seconds from 1 to %1").arg(most.count()));
        return fallback;
    }
    return std::chrono::seconds(*number);
}

QByteArray ControlParams::object(const char *name)
{
    const QByteArrayView value = raw(name);
    if (value.isEmpty())
        return QByteArrayLiteral("{}");
    if (jsonTypeOf(value) != JsonType::Object)
        wrong(name, QStringLiteral("an object"));
    return value.toByteArray();
}

QByteArray ControlParams::requiredObject(const char *name)
{
    if (raw(name).isEmpty())
        wrong(name, QStringLiteral("an object"));
    return object(name);
}

} // namespace pasarela
