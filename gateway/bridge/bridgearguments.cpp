// SPDX-License-Identifier: MIT
#include "gateway/bridge/bridgearguments.h"

#include <algorithm>

namespace pasarela {

namespace {

constexpr double mostSeconds = 3600;
constexpr qsizetype longestName = 64;

Error wrong(const QString &sentence)
{
    return {Error::Code::InvalidInput, sentence};
}

/// `^[a-z0-9][a-z0-9._@+-]{0,63}$` (decisions.md, *Configuration*).
bool isClientName(const QString &name)
{
    const auto isAlphanumeric = [](QChar c) { return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9'); };
    return !name.isEmpty() && name.size() <= longestName && isAlphanumeric(name.front())
        && std::all_of(name.begin(), name.end(),
                       [&](QChar c) { return isAlphanumeric(c) || QStringView(u"._@+-").contains(c); });
}

Result<void> set(BridgeArguments &arguments, const QString &option, const QString &value)
{
    if (option == u"--home") {
        arguments.home = value;
        return value.isEmpty() ? Result<void>(wrong(QStringLiteral("--home needs the path of a folder.")))
                               : Result<void>();
    }
    if (option == u"--client") {
        arguments.client = value;
        if (!isClientName(value))
            return wrong(QStringLiteral("--client takes a name of small letters, digits and . _ @ + -, such as "
                                        "claude-desktop."));
        return {};
    }
    bool isNumber = false;
    const double seconds = value.toDouble(&isNumber);
    if (!isNumber || !(seconds >= 0 && seconds <= mostSeconds))
        return wrong(QStringLiteral("--timeout takes seconds, from 0 to 3600."));
    arguments.timeout = std::chrono::milliseconds(static_cast<qint64>(seconds * 1000));
    return {};
}

} // namespace

Result<BridgeArguments> BridgeArguments::parse(const QStringList &arguments)
{
    BridgeArguments parsed;
    for (auto at = arguments.begin(); at != arguments.end(); ++at) {
        const qsizetype equals = at->startsWith(u"--") ? at->indexOf(u'=') : -1;
        const QString option = equals < 0 ? *at : at->first(equals);
        if (option == u"--client" || option == u"--home" || option == u"--timeout") {
            if (equals < 0 && at + 1 == arguments.end())
                return wrong(option + QStringLiteral(" needs a value."));
            const Result<void> taken = set(parsed, option, equals < 0 ? *++at : at->sliced(equals + 1));
            if (!taken.ok())
                return taken.error();
        } else if (*at == u"--no-start") {
            parsed.mayStart = false;
        } else if (*at == u"--help" || *at == u"-h") {
            parsed.what = Do::ShowHelp;
        } else if (*at == u"--version" || *at == u"-v") {
            parsed.what = Do::ShowVersion;
        } else {
            return wrong(QStringLiteral("There is no option \"%1\"; see --help.").arg(*at));
        }
    }
    return parsed;
}

QString BridgeArguments::help()
{
    return QStringLiteral("Usage: pasarela-bridge [--client NAME] [--home DIR] [--no-start] [--timeout S]\n"
                          "Connects an AI app, over stdin and stdout, to Pasarela's gateway.\n"
                          "\n"
                          "  --client NAME  the app's profile, such as claude-desktop\n"
                          "  --home DIR     use the files and sockets of this folder (else PASARELA_HOME)\n"
                          "  --no-start     never start the gateway\n"
                          "  --timeout S    seconds to wait for a gateway at the start (default 5)\n"
                          "  --help, --version\n");
}

} // namespace pasarela
