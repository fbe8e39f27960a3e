// SPDX-License-Identifier: MIT
#include "app/commands.h"

#include "app/application.h"
#include "app/selftest.h"
#include "app/singleinstance.h"
#include "gateway/base/printable.h"

#include <QApplication>

#include <cstdio>

namespace pasarela {
namespace {

constexpr std::chrono::seconds answerTime{5};
constexpr std::chrono::seconds endTime{10};

void print(std::FILE *where, const QString &text)
{
    std::fputs(qUtf8Printable(printableText(text) + QLatin1Char('\n')), where);
    std::fflush(where);
}

int fail(const QString &why)
{
    print(stderr, QStringLiteral("pasarela: ") + why);
    return 1;
}

Result<Paths> preparedPaths(const QString &home)
{
    Result<Paths> paths = Paths::locate(home);
    if (paths) {
        if (const Result<void> created = paths->create(); !created)
            return created.error();
    }
    return paths;
}

int quitRunning(const QString &home)
{
    const Result<Paths> paths = preparedPaths(home);
    if (!paths)
        return fail(paths.error().detail);
    SingleInstance instance(*paths);
    if (instance.acquire())
        return 0; // there is none
    if (const Result<void> sent = instance.send(SingleInstance::Request::Quit, answerTime); !sent)
        return fail(sent.error().detail);
    return instance.waitForEnd(endTime) ? 0 : fail(QStringLiteral("the tray app was asked to quit and still runs"));
}

int selfTest(const QString &home)
{
    const SelfTest test = SelfTest::run(home);
    print(stdout, test.lines.join(QLatin1Char('\n')));
    return test.whole ? 0 : 1;
}

} // namespace

int runCommand(const CommandLine &line)
{
    switch (line.what) {
    case CommandLine::What::Help:
        print(stdout, CommandLine::help().trimmed());
        return 0;
    case CommandLine::What::Version:
        print(stdout, QStringLiteral("pasarela " PASARELA_VERSION));
        return 0;
    case CommandLine::What::About:
        print(stdout,
              QStringLiteral("Pasarela " PASARELA_VERSION "\n"
                             "One door to all tools for every AI app on this computer.\n"
                             "Free software under the MIT licence. Made with Qt %1 (LGPL).")
                  .arg(QString::fromLatin1(qVersion())));
        return 0;
    case CommandLine::What::SelfTest:
        return selfTest(line.home);
    case CommandLine::What::Quit:
        return quitRunning(line.home);
    case CommandLine::What::WrongUsage:
        print(stderr, line.problem);
        return 2;
    case CommandLine::What::Run:
        break;
    }
    Q_UNREACHABLE();
}

int runTray(QApplication &application, const CommandLine &line)
{
    const Result<Paths> paths = preparedPaths(line.home);
    if (!paths)
        return fail(paths.error().detail);
    SingleInstance instance(*paths);
    if (!instance.acquire()) {
        if (line.minimized)
            return 0; // at login, and it runs already
        const Result<void> sent = instance.send(SingleInstance::Request::Show, answerTime);
        return sent ? 0 : fail(sent.error().detail);
    }
    Application tray(*paths, instance, line.language);
    // Queued: a dialog or the tray's menu may be on the stack.
    QObject::connect(&tray, &Application::finished, &application, &QCoreApplication::quit, Qt::QueuedConnection);
    tray.begin(line.minimized);
    return application.exec();
}

} // namespace pasarela
