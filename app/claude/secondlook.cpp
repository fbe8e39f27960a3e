// SPDX-License-Identifier: MIT
#include "app/claude/secondlook.h"

#include "app/claude/jsontokens.h"

#include <algorithm>

namespace pasarela {

namespace {

constexpr QByteArrayView serversKey("mcpServers");

Error failed(const QString &what)
{
    return {Error::Code::Internal,
            QStringLiteral("a second look at the new settings found that %1; nothing was changed. Please report this")
                .arg(what)};
}

/// What a text holds behind the servers' value, and before it.
bool hasSameBytesOutside(QByteArrayView before, const TokensAround &old, QByteArrayView after, const TokensAround &now)
{
    return before.first(old.begin) == after.first(now.begin) && before.sliced(old.end) == after.sliced(now.end);
}

} // namespace

Result<void> passesSecondLook(QByteArrayView bytes)
{
    const auto tokens = jsonTokensAround(bytes, {});
    return tokens ? Result<void>() : tokens.error();
}

Result<void> checkServersOnly(QByteArrayView before, QByteArrayView after, const QStringList &without,
                              const std::vector<NamedEntry> &with)
{
    const auto old = jsonTokensAround(before, serversKey);
    const auto now = jsonTokensAround(after, serversKey);
    if (!old || !now)
        return failed((old ? now : old).error().detail);
    const bool added = old->begin < 0 && now->begin >= 0; // then the text around it has a comma more
    if (old->outside != now->outside || (old->begin >= 0 && now->begin < 0)
        || (added ? false : old->begin >= 0 && !hasSameBytesOutside(before, *old, after, *now)))
        return failed(QStringLiteral("something beside the servers is different"));

    auto expected = old->inside;
    for (const QString &name : without)
        std::erase_if(expected, [key = name.toUtf8()](const auto &server) { return server.first == key; });
    for (const NamedEntry &entry : with) {
        const auto tokens = jsonTokensOf(entry.raw);
        if (!tokens)
            return failed(QStringLiteral("an entry to add is broken: ") + tokens.error().detail);
        const QByteArray key = entry.name.toUtf8();
        const JsonTokens inner(tokens->begin() + 1, tokens->end() - 1);
        const auto there =
            std::find_if(expected.begin(), expected.end(), [&key](const auto &server) { return server.first == key; });
        if (there == expected.end())
            expected.emplace_back(key, inner);
        else
            there->second = inner;
    }
    if (expected != now->inside)
        return failed(QStringLiteral("the servers are not those that were meant"));
    return {};
}

bool hasSameTokens(QByteArrayView a, QByteArrayView b)
{
    const auto tokens = jsonTokensOf(a);
    const auto others = jsonTokensOf(b);
    return tokens && others && *tokens == *others;
}

} // namespace pasarela
