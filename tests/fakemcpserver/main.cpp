// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/fakemcpserver.h"
#include "tests/fakemcpserver/processfaults.h"

#include <QCoreApplication>
#include <QTimer>

#include <iostream>

int main(int argc, char *argv[])
{
    using namespace pasarela::test;
    std::ios::sync_with_stdio(false);
    useBinaryStreams();
    QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("--idle")) { // --spawn-grandchild's child
        QTimer::singleShot(std::chrono::minutes(15), &app, &QCoreApplication::quit);
        return QCoreApplication::exec();
    }
    FakeMcpServer server(scenarioFrom(arguments));
    server.start();
    return QCoreApplication::exec();
}
