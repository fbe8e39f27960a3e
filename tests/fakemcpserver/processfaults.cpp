// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/processfaults.h"

#include <QCoreApplication>
#include <QProcess>

#include <cstdlib>

namespace pasarela::test {

void crash(int status)
{
    std::_Exit(status);
}

qint64 spawnIdleChild()
{
    // Never deleted: a QProcess ends its program when it goes.
    auto *child = new QProcess;
    child->setProcessChannelMode(QProcess::ForwardedChannels);
    child->start(QCoreApplication::applicationFilePath(), {QStringLiteral("--idle")});
    return child->waitForStarted() ? child->processId() : 0;
}

} // namespace pasarela::test
