// SPDX-License-Identifier: MIT
#include "app/claude/secrettext.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>
#include <vector>

namespace pasarela {

namespace {

/// Characters [begin, end) that are not shown. `certain`: they are a key; else they only may be one.
struct Hidden {
    qsizetype begin = 0;
    qsizetype end = 0;
    bool certain = true;
};

using Found = std::vector<Hidden>;

bool isReference(QStringView value)
{
    static const QRegularExpression reference(QStringLiteral("^\\s*([A-Za-z]+\\s+)?\\$\\{?\\w+\\}?\\s*$"));
    return reference.match(value.toString()).hasMatch();
}

void add(Found &found, const QString &text, qsizetype begin, qsizetype end, bool certain = true)
{
    if (begin < end)
        found.push_back({begin, end, certain && !isReference(QStringView(text).sliced(begin, end - begin))});
}

/// Where a value that begins at `begin` ends: at its closing quote, else at white space or a quote.
Hidden valueAt(const QString &text, qsizetype begin, bool toEndOfQuote)
{
    const QChar quote = begin < text.size() ? text.at(begin) : QChar();
    if (quote == u'"' || quote == u'\'') {
        qsizetype end = begin + 1;
        while (end < text.size() && text.at(end) != quote)
            end += text.at(end) == u'\\' && end + 1 < text.size() ? 2 : 1;
        return {begin + 1, end};
    }
    qsizetype end = begin;
    while (end < text.size() && text.at(end) != u'"' && text.at(end) != u'\''
           && (toEndOfQuote ? text.at(end) != u'\n' : !text.at(end).isSpace()))
        ++end;
    return {begin, end};
}

bool isHeaderName(const QString &name)
{
    return name.compare(QLatin1String("cookie"), Qt::CaseInsensitive) == 0
        || name.endsWith(QLatin1String("authorization"), Qt::CaseInsensitive)
        || name.startsWith(QLatin1String("x-"), Qt::CaseInsensitive);
}

/// What stands between a name and its value.
struct Separator {
    qsizetype end = 0;
    QChar sign; ///< "=", ":", a space, or null: nothing.
    bool spaceBehind = false;
};

Separator separatorAt(const QString &text, qsizetype begin)
{
    const auto skipSpace = [&text](qsizetype at) {
        while (at < text.size() && text.at(at).isSpace())
            ++at;
        return at;
    };
    const qsizetype at = skipSpace(begin);
    if (at < text.size() && (text.at(at) == u'=' || text.at(at) == u':')) {
        const qsizetype end = skipSpace(at + 1);
        return {end, text.at(at), end > at + 1};
    }
    return at > begin ? Separator{at, QChar(u' '), true} : Separator{at, QChar(), false};
}

/// `KEY=value`, `--key value`, `Key: value`, `"key": "value"`, anywhere.
void findNamed(const QString &text, Found &found)
{
    static const QRegularExpression name(QStringLiteral("(?<![A-Za-z0-9_-])([A-Za-z0-9_-]++)(\\\\?[\"'])?+"));
    qsizetype from = 0;
    auto all = name.globalMatch(text);
    while (all.hasNext()) {
        const auto match = all.next();
        const QString word = match.captured(1);
        if (match.capturedStart() < from || !isSecretName(word))
            continue;
        const bool quoted = match.capturedLength(2) > 0;
        const Separator between = separatorAt(text, match.capturedEnd());
        const bool colon = between.sign == u':';
        const bool equals = between.sign == u'=';
        if (!equals && !colon && (between.sign.isNull() || quoted || !word.startsWith(u'-')))
            continue; // a word in a sentence
        // "mcp-auth:2.1" is an image and its version, no header.
        if (colon && !quoted && !isHeaderName(word) && !between.spaceBehind)
            continue;
        const bool isAll = match.capturedStart() == 0 && equals;
        const Hidden value = valueAt(text, between.end, colon && !quoted);
        from = isAll ? text.size() : value.end;
        add(found, text, value.begin, from);
    }
}

/// Well-known beginnings of keys (GitHub, GitLab, OpenAI and Anthropic, Slack, AWS, JSON Web Tokens, Google, Hugging
/// Face, npm, Stripe, Notion), what an HTTP scheme introduces, and a database's `user:password@host:port`.
void findKnown(const QString &text, Found &found)
{
    static const QRegularExpression known(QStringLiteral(
        "(?:^|://|[=:\\s\"'&?,;(])((?:gh[pousr]_|github_pat_|glpat-|sk-|[sr]k_(?:live|test)_|xox[abeprs]-|xapp-|AKIA|"
        "ASIA[A-Z0-9]{12}|eyJ[A-Za-z0-9_-]{10}|AIza|ya29\\.|(?:hf|npm|ntn)_[A-Za-z0-9]{20}|whsec_|dop_v1_|"
        "SG\\.[A-Za-z0-9_-]{16})[^\\s\"'&,;/@]*+)"));
    static const QRegularExpression scheme(QStringLiteral("\\b(?:Bearer|Basic)\\s+([^\\s\"',;]++)"),
                                           QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression database(
        QStringLiteral("(?<![^\\s\"'=])[^\\s:/@\"']++:([^\\s@\"']++)@(?:(?:tcp|udp|unix)\\(|[A-Za-z0-9.-]+:\\d)"));
    for (const QRegularExpression *expression : {&known, &scheme, &database}) {
        auto all = expression->globalMatch(text);
        while (all.hasNext()) {
            const auto match = all.next();
            add(found, text, match.capturedStart(1), match.capturedEnd(1));
        }
    }
}

/// The first such character in [begin, end), or -1; no look goes beyond.
qsizetype firstIn(const QString &text, qsizetype begin, qsizetype end, QChar c)
{
    const qsizetype at = QStringView(text).sliced(begin, end - begin).indexOf(c);
    return at < 0 ? -1 : begin + at;
}

qsizetype lastIn(const QString &text, qsizetype begin, qsizetype end, QChar c)
{
    const qsizetype at = QStringView(text).sliced(begin, end - begin).lastIndexOf(c);
    return at < 0 ? -1 : begin + at;
}

/// Of a fragment only what has a name: "#main" is a branch.
void findInQuery(const QString &text, qsizetype begin, qsizetype end, bool isFragment, Found &found)
{
    while (begin < end) {
        const qsizetype amp = firstIn(text, begin, end, u'&');
        const qsizetype stop = amp < 0 ? end : amp;
        const qsizetype equals = firstIn(text, begin, stop, u'=');
        const bool named = equals >= 0;
        if (named || !isFragment)
            add(found, text, named ? equals + 1 : begin, stop, named && isSecretName(text.mid(begin, equals - begin)));
        begin = stop + 1;
    }
}

void findInPath(const QString &text, qsizetype begin, qsizetype end, Found &found)
{
    constexpr qsizetype randomFrom = 20; // shorter ones are words more often than keys
    while (begin < end) {
        const qsizetype slash = firstIn(text, begin, end, u'/');
        const qsizetype stop = slash < 0 ? end : slash;
        const QStringView part = QStringView(text).sliced(begin, stop - begin);
        if (part.size() >= randomFrom && std::any_of(part.begin(), part.end(), [](QChar c) { return c.isDigit(); }))
            add(found, text, begin, stop, false);
        begin = stop + 1;
    }
}

void findInUrl(const QString &text, qsizetype begin, qsizetype end, Found &found)
{
    const auto firstOf = [&text, end](const char *any, qsizetype from) {
        while (from < end && !QLatin1String(any).contains(text.at(from)))
            ++from;
        return from;
    };
    const qsizetype hostEnd = firstOf("/?#", begin);
    const qsizetype pathEnd = firstOf("?#", hostEnd);
    qsizetype at = lastIn(text, begin, hostEnd, u'@');
    const qsizetype colon = firstIn(text, begin, hostEnd, u':');
    const bool hasPort = colon < 0 || (colon + 1 < hostEnd && text.at(colon + 1).isDigit());
    if (at < begin && !hasPort) // a password with a "/" that was not escaped
        at = lastIn(text, begin, end, u'@');
    if (at >= begin)
        add(found, text, begin, at, colon >= begin && colon < at);
    findInPath(text, std::max(hostEnd, at + 1), pathEnd, found);
    const qsizetype queryEnd = firstOf("#", pathEnd);
    findInQuery(text, pathEnd + 1, queryEnd, false, found);
    findInQuery(text, queryEnd + 1, end, true, found);
}

void findInUrls(const QString &text, Found &found)
{
    static const QRegularExpression url(QStringLiteral("://[^\\s\"'<>]*+"));
    auto all = url.globalMatch(text);
    while (all.hasNext()) {
        const auto match = all.next();
        findInUrl(text, match.capturedStart() + 3, match.capturedEnd(), found);
    }
}

Found findSecrets(const QString &text)
{
    Found found;
    findNamed(text, found);
    findKnown(text, found);
    findInUrls(text, found);
    std::sort(found.begin(), found.end(), [](const Hidden &a, const Hidden &b) { return a.begin < b.begin; });
    return found;
}

/// Of "NAME=value" or "Name: value", all that is behind the name. "-e" may be followed by a program's text too, which
/// a person must see; the name of a variable is in capitals there.
QString definitionWithoutValue(const QString &option, const QString &definition)
{
    static const QRegularExpression variable(QStringLiteral("^[A-Z_][A-Z0-9_]*="));
    static const QRegularExpression any(QStringLiteral("^[A-Za-z0-9_.-]+\\s*[=:]\\s*"));
    const auto match = (option == QLatin1String("-e") ? variable : any).match(definition);
    return match.hasMatch() ? definition.left(match.capturedEnd()) + hiddenText : withoutSecrets(definition);
}

} // namespace

bool isSecretName(const QString &name)
{
    static const QRegularExpression hump(QStringLiteral("([a-z0-9])([A-Z])"));
    static const QRegularExpression words(
        QStringLiteral("(^|[_-])(KEYS?|APIKEYS?|ACCESSKEY|SECRETKEY|PRIVATEKEY|TOKEN|APITOKEN|ACCESSTOKEN|AUTHTOKEN|"
                       "SECRETS?|CLIENTSECRET|PASSWORDS?|PASSWD|PASSPHRASE|PASS|PAT|PWD|CREDENTIALS?|BEARER|AUTH|"
                       "AUTHORIZATION|COOKIES?|JWT|SIG|SIGNATURE)([_-]|$)"),
        QRegularExpression::CaseInsensitiveOption);
    if (words.match(name).hasMatch())
        return true;
    return words.match(QString(name).replace(hump, QStringLiteral("\\1_\\2"))).hasMatch();
}

bool takesDefinition(const QString &option)
{
    static const QRegularExpression options(QStringLiteral("^(-e|-H|--?env|--?headers?|--?env-var|--?set-env)$"));
    return options.match(option).hasMatch();
}

bool holdsSecret(const QString &text)
{
    const Found found = findSecrets(text);
    return std::any_of(found.begin(), found.end(), [](const Hidden &hidden) { return hidden.certain; });
}

QString withoutSecrets(const QString &text)
{
    QString shown;
    qsizetype at = 0;
    for (const Hidden &hidden : findSecrets(text)) {
        if (hidden.end <= at)
            continue;
        if (hidden.begin >= at)
            shown += QStringView(text).sliced(at, hidden.begin - at).toString() + hiddenText;
        at = hidden.end;
    }
    return shown + text.mid(at);
}

QStringList argumentsWithoutSecrets(const QStringList &arguments)
{
    static const QRegularExpression joined(QStringLiteral("^(--?[A-Za-z-]+)=(.*)$"),
                                           QRegularExpression::DotMatchesEverythingOption);
    QStringList shown;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &argument = arguments.at(i);
        const QString before = arguments.value(i - 1);
        const auto match = joined.match(argument);
        if (before.startsWith(u'-') && !before.contains(u'=') && isSecretName(before))
            shown.append(hiddenText);
        else if (takesDefinition(before))
            shown.append(definitionWithoutValue(before, argument));
        else if (match.hasMatch() && takesDefinition(match.captured(1)))
            shown.append(match.captured(1) + u'=' + definitionWithoutValue(match.captured(1), match.captured(2)));
        else
            shown.append(withoutSecrets(argument));
    }
    return shown;
}

} // namespace pasarela
