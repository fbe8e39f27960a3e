// SPDX-License-Identifier: MIT
#include "gateway/config/launchtext.h"

#include <QStringList>

#include <algorithm>

namespace pasarela {

namespace {

bool isPlain(QChar c)
{
    return c.isLetterOrNumber() || QStringLiteral("-_./:@%+=,~").contains(c);
}

/// Not so are line breaks, and format characters, which turn the order of what follows around or are not seen at all.
bool isVisible(char32_t c)
{
    return c == U' ' || (QChar::isPrint(c) && !QChar::isSpace(c));
}

QString word(const QString &text)
{
    if (!text.isEmpty() && std::all_of(text.begin(), text.end(), isPlain))
        return text;
    QString shown;
    for (const char32_t c : text.toUcs4()) {
        if (!isVisible(c))
            shown += QStringLiteral("\\u{%1}").arg(uint(c), 0, 16);
        else if (c == U'"' || c == U'\\')
            shown += u'\\' + QString::fromUcs4(&c, 1);
        else
            shown += QString::fromUcs4(&c, 1);
    }
    return u'"' + shown + u'"';
}

struct Text {
    QString operator()(const StdioLaunch &launch) const
    {
        QStringList words{word(launch.command)};
        std::transform(launch.args.begin(), launch.args.end(), std::back_inserter(words), word);
        return words.join(u' ');
    }
    QString operator()(const HttpLaunch &launch) const
    {
        const qsizetype query = launch.url.indexOf(u'?');
        return query < 0 ? launch.url : launch.url.first(query) + QStringLiteral("?…");
    }
    QString operator()(const GrpcLaunch &launch) const { return launch.address; }
    QString operator()(const MeshLaunch &launch) const { return launch.host + u'/' + launch.enclave; }
};

struct Kind {
    const char *operator()(const StdioLaunch &) const { return "stdio"; }
    const char *operator()(const HttpLaunch &launch) const
    {
        return launch.era == HttpLaunch::Era::Sse ? "sse" : "http";
    }
    const char *operator()(const GrpcLaunch &) const { return "grpc"; }
    const char *operator()(const MeshLaunch &) const { return "mesh"; }
};

} // namespace

QString launchKind(const Launch &launch)
{
    return QString::fromLatin1(std::visit(Kind(), launch));
}

QString launchText(const Launch &launch)
{
    return std::visit(Text(), launch);
}

} // namespace pasarela
