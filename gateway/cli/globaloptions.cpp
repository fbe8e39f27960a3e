// SPDX-License-Identifier: MIT
#include "gateway/cli/globaloptions.h"

namespace pasarela {

bool GlobalOptions::isRun() const
{
    return !version && (rest.isEmpty() || rest.constFirst() == QLatin1String("run"));
}

Result<GlobalOptions> takeGlobalOptions(const QStringList &arguments)
{
    GlobalOptions options;
    const auto home = QStringLiteral("--home");
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &argument = arguments.at(i);
        if (argument == QLatin1String("--")) {
            options.rest += arguments.mid(i);
            break;
        }
        if (argument == QLatin1String("--json"))
            options.json = true;
        else if (argument == QLatin1String("--version"))
            options.version = true;
        else if (argument == home)
            options.home = arguments.value(++i);
        else if (argument.startsWith(home + u'='))
            options.home = argument.mid(home.size() + 1);
        else
            options.rest.append(argument);
        if (argument.startsWith(home) && options.home.isEmpty())
            return Error{Error::Code::InvalidInput, QStringLiteral("--home needs a folder.")};
    }
    return options;
}

} // namespace pasarela
