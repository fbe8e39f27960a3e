// SPDX-License-Identifier: MIT
#include "app/claude/secretlooks.h"

#include "app/claude/secrettext.h"
#include "gateway/base/jsonview.h"

#include <QRegularExpression>

namespace pasarela {

namespace {

/// Claude itself knows neither URLs nor headers; people write them there all the same.
QStringList secretsBesideTheCommand(const QByteArray &raw)
{
    QStringList found;
    const JsonScan scan = scanJson(raw, JsonPaths{{"url"}, {"headers"}});
    if (holdsSecret(QString::fromUtf8(jsonStringValue(scan.values[0].in(raw)))))
        found.append(QStringLiteral("url"));
    JsonObjectReader headers(raw, scan.values[1]);
    while (const auto header = headers.next()) {
        const QString name = QString::fromUtf8(jsonStringValue(header->key.in(raw)));
        const QString value = QString::fromUtf8(jsonStringValue(header->value.in(raw)));
        if (!value.isEmpty() && (isSecretName(name) || holdsSecret(value)))
            found.append(QStringLiteral("header %1").arg(name));
    }
    return found;
}

} // namespace

QStringList likelySecrets(const ClaudeEntry &entry)
{
    QStringList found;
    if (holdsSecret(entry.command))
        found.append(QStringLiteral("its command"));
    for (auto it = entry.env.cbegin(); it != entry.env.cend(); ++it) {
        if (!it->isEmpty() && (isSecretName(it.key()) || holdsSecret(*it)))
            found.append(it.key());
    }
    static const QRegularExpression option(QStringLiteral("^--?([A-Za-z0-9_-]+)(=(.+))?$"));
    for (qsizetype i = 0; i < entry.args.size(); ++i) {
        const auto match = option.match(entry.args.at(i));
        const bool named = match.hasMatch() && isSecretName(match.captured(1))
            && (!match.captured(3).isEmpty() || i + 1 < entry.args.size());
        if (named || holdsSecret(entry.args.at(i)))
            found.append(QStringLiteral("argument %1").arg(i + 1));
    }
    return found + secretsBesideTheCommand(entry.raw);
}

} // namespace pasarela
