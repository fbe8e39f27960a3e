// SPDX-License-Identifier: MIT
#include "gateway/config/confignames.h"

#include <QDir>
#include <QRegularExpression>
#include <QUrl>

#include <algorithm>

namespace pasarela {

bool isReservedEnclaveName(const QString &name)
{
    return name == QLatin1String("pasarela") || name == QLatin1String("relay");
}

bool isEnclaveName(const QString &name)
{
    static const QRegularExpression pattern(QStringLiteral("\\A[a-z0-9][a-z0-9-]{0,23}\\z"));
    return pattern.match(name).hasMatch() && !isReservedEnclaveName(name);
}

bool isOtherName(const QString &name)
{
    static const QRegularExpression pattern(QStringLiteral("\\A[a-z0-9][a-z0-9._@+-]{0,63}\\z"));
    return pattern.match(name).hasMatch();
}

bool isHostAndPort(const QString &text, int lowestPort)
{
    static const QRegularExpression pattern(
        QStringLiteral("\\A(?:\\[[0-9A-Fa-f:.]+(?:%[^\\]\\s]+)?\\]|[^\\s:/@?#\\[\\]]+):([0-9]{1,5})\\z"));
    const auto match = pattern.match(text);
    const int port = match.captured(1).toInt();
    return match.hasMatch() && port >= lowestPort && port <= 65535;
}

bool isWebAddress(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    const bool web = url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    return url.isValid() && web && !url.host().isEmpty() && url.userInfo().isEmpty() && !url.hasFragment();
}

bool isVariableName(const QString &name)
{
    return !name.isEmpty() && !name.contains(u'=') && !name.contains(QChar(0));
}

bool isHeaderName(const QString &name)
{
    static const QRegularExpression pattern(QStringLiteral("\\A[A-Za-z0-9!#$%&'*+.^_`|~-]+\\z"));
    return pattern.match(name).hasMatch();
}

bool isHeaderValue(const QString &value)
{
    return std::none_of(value.begin(), value.end(), [](QChar c) { return c == u'\r' || c == u'\n' || c.isNull(); });
}

bool isWholePath(const QString &path)
{
    return path == QLatin1String("~") || path.startsWith(QLatin1String("~/")) || QDir::isAbsolutePath(path);
}

} // namespace pasarela
