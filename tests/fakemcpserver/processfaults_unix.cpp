// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/processfaults.h"

#include "tests/support/stray.h"

#include <QCoreApplication>
#include <QFile>

#include <csignal>

namespace pasarela::test {

void useBinaryStreams()
{
}

void ignoreTermination()
{
    std::signal(SIGTERM, SIG_IGN);
}

qint64 spawnStray()
{
    return startStray(QFile::encodeName(QCoreApplication::applicationFilePath()).constData(), "--idle");
}

} // namespace pasarela::test
