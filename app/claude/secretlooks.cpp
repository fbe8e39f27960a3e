// SPDX-License-Identifier: MIT
#include "app/claude/secretlooks.h"

#include <QRegularExpression>

namespace pasarela {

namespace {

bool isSecretName(const QString &name)
{
    static const QRegularExpression words(
        QStringLiteral(
            "(^|[_-])(KEY|APIKEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PAT|PWD|CREDENTIALS?|BEARER|AUTH)([_-]|$)"),
        QRegularExpression::CaseInsensitiveOption);
    return words.match(name).hasMatch();
}

/// Well-known beginnings of keys (GitHub, OpenAI and Anthropic, Slack, AWS, JSON Web Tokens, Google), user information
/// in a URL.
bool isSecretValue(const QString &value)
{
    static const QRegularExpression beginnings(QStringLiteral(
        "(^|[=: ])(gh[pousr]_|github_pat_|sk-|xox[abprs]-|AKIA|eyJ[A-Za-z0-9_-]{10}|AIza)|://[^/@\\s]+:[^/@\\s]+@"));
    return beginnings.match(value).hasMatch();
}

} // namespace

QStringList likelySecrets(const ClaudeEntry &entry)
{
    QStringList found;
    for (auto it = entry.env.cbegin(); it != entry.env.cend(); ++it) {
        if (!it->isEmpty() && (isSecretName(it.key()) || isSecretValue(*it)))
            found.append(it.key());
    }
    static const QRegularExpression option(QStringLiteral("^--?([A-Za-z0-9_-]+)(=(.+))?$"));
    for (qsizetype i = 0; i < entry.args.size(); ++i) {
        const auto match = option.match(entry.args.at(i));
        const bool named = match.hasMatch() && isSecretName(match.captured(1))
            && (!match.captured(3).isEmpty() || i + 1 < entry.args.size());
        if (named || isSecretValue(entry.args.at(i)))
            found.append(QStringLiteral("argument %1").arg(i + 1));
    }
    return found;
}

} // namespace pasarela
