// SPDX-License-Identifier: MIT
#include "tests/support/streamends.h"

#include <QFile>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace pasarela::test {

std::pair<StreamEnd, StreamEnd> socketEnds()
{
    int ends[2] = {-1, -1};
    const int failed = ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    Q_ASSERT(!failed);
    Q_UNUSED(failed);
    return {{ends[0], ends[0]}, {ends[1], ends[1]}};
}

std::pair<StreamEnd, StreamEnd> pipeEnds()
{
    int there[2] = {-1, -1};
    int back[2] = {-1, -1};
    const int failed = ::pipe(there) | ::pipe(back);
    Q_ASSERT(!failed);
    Q_UNUSED(failed);
    return {{back[0], there[1]}, {there[0], back[1]}};
}

NativeHandle openForReading(const QString &path)
{
    return ::open(QFile::encodeName(path).constData(), O_RDONLY);
}

NativeHandle openForWriting(const QString &path)
{
    return ::open(QFile::encodeName(path).constData(), O_WRONLY | O_CREAT, 0600);
}

} // namespace pasarela::test
