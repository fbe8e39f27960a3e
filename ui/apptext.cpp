// SPDX-License-Identifier: MIT
#include "ui/apptext.h"

#include <algorithm>
#include <iterator>

namespace pasarela {

QString AppText::title(const ClientView &client)
{
    static constexpr struct {
        QLatin1String profile;
        QLatin1String title;
    } products[] = {
        {QLatin1String("claude-desktop"), QLatin1String("Claude")},
        {QLatin1String("claude-code"), QLatin1String("Claude Code")},
        {QLatin1String("cursor"), QLatin1String("Cursor")},
        {QLatin1String("vscode"), QLatin1String("VS Code")},
        {QLatin1String("windsurf"), QLatin1String("Windsurf")},
        {QLatin1String("codex"), QLatin1String("Codex")},
    };
    const auto known = std::find_if(std::begin(products), std::end(products),
                                    [&client](const auto &product) { return product.profile == client.name; });
    if (known != std::end(products))
        return known->title;
    // Self-declared, so it may be any text: one short line of it.
    const QString own = (client.title.isEmpty() ? client.name : client.title).simplified().left(40);
    return own.isEmpty() || own == QLatin1String("generic") ? tr("An AI app") : own;
}

std::vector<ConnectedApp> AppText::connected(const Snapshot &snapshot)
{
    std::vector<ConnectedApp> apps;
    for (const ClientView &client : snapshot.clients) {
        if (client.transport == QLatin1String("control"))
            continue;
        const QString name = title(client);
        const auto place =
            std::lower_bound(apps.begin(), apps.end(), name,
                             [](const ConnectedApp &app, const QString &wanted) { return app.title < wanted; });
        if (place == apps.end() || place->title != name) {
            apps.insert(place, {name, 1, client.since});
            continue;
        }
        ++place->connections;
        place->since = std::min(place->since, client.since);
    }
    return apps;
}

QString AppText::list(const std::vector<ConnectedApp> &apps)
{
    switch (apps.size()) {
    case 0:
        return {};
    case 1:
        return apps[0].title;
    case 2:
        return tr("%1 and %2").arg(apps[0].title, apps[1].title);
    case 3:
        return tr("%1, %2 and %3").arg(apps[0].title, apps[1].title, apps[2].title);
    default:
        return tr("%n AI app(s)", nullptr, int(apps.size()));
    }
}

} // namespace pasarela
