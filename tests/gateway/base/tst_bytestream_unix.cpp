// SPDX-License-Identifier: MIT
#include "gateway/base/bytestream.h"

#include "tests/support/streamends.h"

#include <QSignalSpy>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace pasarela;
using namespace pasarela::test;

/// What only descriptors have: flags shared with other processes, standard numbers, inheritance.
class tst_bytestream_unix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void putsSharedFlagsBack();
    void keepsOwnDescriptorsFromChildren();
    void neverGivesAStandardNumberToTheNextFile();
    void leavesTheFlagsOfSharedSocketsAlone();
};

namespace {

bool isNonBlocking(int descriptor)
{
    return ::fcntl(descriptor, F_GETFL) & O_NONBLOCK;
}

} // namespace

void tst_bytestream_unix::putsSharedFlagsBack()
{
    const auto [ours, theirs] = pipeEnds();
    const int sharedRead = ::dup(static_cast<int>(ours.readFrom));
    const int sharedWrite = ::dup(static_cast<int>(ours.writeTo));
    auto stream = makeByteStream(ours.readFrom, ours.writeTo, HandleFlags::Restore);
    QVERIFY(isNonBlocking(sharedRead));
    QVERIFY(isNonBlocking(sharedWrite));
    stream.reset();
    QVERIFY(!isNonBlocking(sharedRead));
    QVERIFY(!isNonBlocking(sharedWrite));
    for (const auto descriptor : {sharedRead, sharedWrite, int(theirs.readFrom), int(theirs.writeTo)})
        ::close(descriptor);
}

void tst_bytestream_unix::keepsOwnDescriptorsFromChildren()
{
    const auto [ours, theirs] = pipeEnds();
    const auto stream = ours.stream();
    QVERIFY(::fcntl(int(ours.readFrom), F_GETFD) & FD_CLOEXEC);
    QVERIFY(::fcntl(int(ours.writeTo), F_GETFD) & FD_CLOEXEC);
    ::close(int(theirs.readFrom));
    ::close(int(theirs.writeTo));
}

void tst_bytestream_unix::neverGivesAStandardNumberToTheNextFile()
{
    const int keptInput = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    const auto [ours, theirs] = pipeEnds();
    ::dup2(int(ours.readFrom), STDIN_FILENO);
    ::close(int(ours.readFrom));
    auto stream = makeByteStream(STDIN_FILENO, int(ours.writeTo), HandleFlags::Restore);
    QSignalSpy closed(stream.get(), &ByteStream::closed);
    stream->resume();
    ::close(int(theirs.readFrom));
    ::close(int(theirs.writeTo));
    QTRY_COMPARE(closed.count(), 1);
    stream.reset();
    struct stat standard = {};
    struct stat null = {};
    QCOMPARE(::fstat(STDIN_FILENO, &standard), 0);
    QCOMPARE(::stat("/dev/null", &null), 0);
    QCOMPARE(standard.st_rdev, null.st_rdev);
    ::dup2(keptInput, STDIN_FILENO);
    ::close(keptInput);
}

void tst_bytestream_unix::leavesTheFlagsOfSharedSocketsAlone()
{
    const auto [ours, theirs] = socketEnds();
    const auto a = makeByteStream(ours.readFrom, ours.writeTo, HandleFlags::Restore);
    const auto b = theirs.stream();
    QVERIFY(!isNonBlocking(int(ours.readFrom)));
    a->write(QByteArray(8 * 1024 * 1024, 'x')); // and still does not block
    QVERIFY(a->bytesQueued() > 0);
}

QTEST_GUILESS_MAIN(tst_bytestream_unix)
#include "tst_bytestream_unix.moc"
