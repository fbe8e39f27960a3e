// SPDX-License-Identifier: MIT
// A stand-in for a gateway that will be killed: starts one child, prints the pids of both, and stays.
//   crashingparent RECORD_FOLDER PROGRAM ARGUMENT…
#include "gateway/upstream/childprocess.h"

#include <QCoreApplication>

#include <cstdio>

using namespace pasarela;

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    QStringList words = QCoreApplication::arguments().mid(1);
    ChildLaunch launch;
    launch.recordFolder = words.takeFirst();
    launch.program = words.takeFirst();
    launch.name = launch.program;
    launch.arguments = words;
    ChildProcess child(launch);
    if (!child.start())
        return 1;
    const std::unique_ptr<ByteStream> stream = child.takeStream();
    QObject::connect(stream.get(), &ByteStream::received, &child, [&child](QByteArrayView bytes) {
        child.noteDescendants();
        std::printf("%lld %s", child.processId(), bytes.toByteArray().constData());
        std::fflush(stdout);
    });
    stream->resume();
    return QCoreApplication::exec();
}
