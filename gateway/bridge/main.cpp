// SPDX-License-Identifier: MIT
#include "gateway/base/paths.h"
#include "gateway/bridge/bridge.h"
#include "gateway/bridge/bridgearguments.h"
#include "gateway/bridge/processsignals.h"
#include "gateway/bridge/standardstreams.h"
#include "gateway/launch/gatewaylauncher.h"
#include "gateway/launch/stopwish.h"

#include <QCoreApplication>
#include <QDir>

#include <cstdio>

using namespace pasarela;

namespace {

int fail(const QString &sentence, int code)
{
    std::fprintf(stderr, "pasarela-bridge: %s\n", qUtf8Printable(sentence));
    return code;
}

int show(const QString &text)
{
    std::fputs(qUtf8Printable(text), stdout);
    return 0;
}

Result<void> leaveStopped(const Paths &paths)
{
    if (StopWish::read(paths))
        return Error{Error::Code::StoppedByPerson,
                     QStringLiteral("The gateway was stopped; start it from the tray app.")};
    return Error{Error::Code::Unavailable,
                 QStringLiteral("The gateway is not running, and --no-start forbids to start it.")};
}

int run(const BridgeArguments &arguments, const Paths &paths)
{
    BridgeOptions options;
    options.socket = paths.mcpSocket();
    options.hello.client = arguments.client;
    options.hello.project = QDir::currentPath();
    options.hello.processId = QCoreApplication::applicationPid();
    options.hello.programVersion = QStringLiteral(PASARELA_VERSION);
    const bool mayStart = arguments.mayStart;
    options.launch = [&paths, mayStart] { return mayStart ? launchGateway(paths) : leaveStopped(paths); };
    options.holdUntil = [&paths] { return upgradeHoldUntil(paths); };
    options.times.start = arguments.timeout;

    ProcessSignals processSignals;
    Bridge bridge(makeStandardStreams(), options);
    QObject::connect(&processSignals, &ProcessSignals::endRequested, qApp, [] { QCoreApplication::exit(0); });
    QObject::connect(&bridge, &Bridge::ended, qApp, [](int code) { QCoreApplication::exit(code); });
    bridge.start();
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    openMissingStandardStreams();
    // Without GLib's event loop the program is smaller and starts sooner; a gateway started from here must have it.
    const bool noGlib = qputenv("QT_NO_GLIB", "1");
    QCoreApplication app(argc, argv);
    if (noGlib)
        qunsetenv("QT_NO_GLIB");

    const auto arguments = BridgeArguments::parse(QCoreApplication::arguments().sliced(1));
    if (!arguments.ok())
        return fail(arguments.error().detail, 2);
    if (arguments->what == BridgeArguments::Do::ShowHelp)
        return show(BridgeArguments::help());
    if (arguments->what == BridgeArguments::Do::ShowVersion)
        return show(QStringLiteral("pasarela-bridge " PASARELA_VERSION "\n"));
    const auto paths = Paths::locate(arguments->home);
    if (!paths.ok())
        return fail(paths.error().detail, 1);
    return run(*arguments, *paths);
}
