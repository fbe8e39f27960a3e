// SPDX-License-Identifier: MIT
#include "gateway/ipc/localserver.h"

#include "gateway/base/paths.h"
#include "tests/support/otheruser.h"
#include "tests/support/testhome.h"

#include <QAbstractEventDispatcher>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace pasarela;
using namespace pasarela::test;

/// Socket files, owners, and what the kernel refuses.
class tst_localserver_unix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStaleSocketFileIsReplaced();
    void aFileThatIsNoSocketIsLeftAlone();
    void theSocketIsForTheUserAlone();
    void closeRemovesOnlyItsOwnSocket();
    void aPathThatIsTooLongIsRefused();
    void aFolderThatIsALinkIsRefused();
    void aFolderOfAnotherUserIsRefused();
    void aClientOfAnotherUserIsRefused();
    void aServerOfAnotherUserIsRefusedByName();
    void aFullQueueEndsAtTheDeadline();
    void waitsWhereTooManyFilesAreOpen();
};

namespace {

/// connect(2) without the product; -1 and errno on failure.
int rawConnect(const QString &path, int socket = ::socket(AF_UNIX, SOCK_STREAM, 0))
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, QFile::encodeName(path).constData(), sizeof address.sun_path - 1);
    return ::connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 ? socket : -1;
}

/// A bound socket that does not listen yet.
int rawBind(const QString &path)
{
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, QFile::encodeName(path).constData(), sizeof address.sun_path - 1);
    return ::bind(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 ? socket : -1;
}

int modeOf(const QString &path)
{
    struct stat status = {};
    return ::lstat(QFile::encodeName(path).constData(), &status) == 0 ? int(status.st_mode & 07777) : -1;
}

QString socketIn(const TestHome &home)
{
    return Paths::locate(home.path())->mcpSocket();
}

} // namespace

void tst_localserver_unix::aStaleSocketFileIsReplaced()
{
    const TestHome home;
    QVERIFY(Paths::locate(home.path())->create().ok());
    ::close(rawBind(socketIn(home))); // as a crash leaves it
    QCOMPARE(connectLocal(socketIn(home)).error().code, Error::Code::NotFound);
    LocalServer server;
    QVERIFY(server.listen(socketIn(home)).ok());
    QVERIFY(connectLocal(socketIn(home)).ok());
}

void tst_localserver_unix::aFileThatIsNoSocketIsLeftAlone()
{
    const TestHome home;
    home.write(QStringLiteral("run/mcp.sock"), "precious");
    LocalServer server;
    QCOMPARE(server.listen(socketIn(home)).error().code, Error::Code::AlreadyExists);
    server.close();
    QCOMPARE(home.read(QStringLiteral("run/mcp.sock")), QByteArray("precious"));
}

void tst_localserver_unix::theSocketIsForTheUserAlone()
{
    const TestHome home;
    const mode_t before = ::umask(0);
    LocalServer server;
    const auto listening = server.listen(socketIn(home));
    ::umask(before);
    QVERIFY(listening.ok());
    QCOMPARE(modeOf(socketIn(home)), 0600);
    QCOMPARE(modeOf(home.file(QStringLiteral("run"))), 0700);
}

void tst_localserver_unix::closeRemovesOnlyItsOwnSocket()
{
    const TestHome home;
    LocalServer first;
    QVERIFY(first.listen(socketIn(home)).ok());
    LocalServer second;
    QVERIFY(second.listen(socketIn(home)).ok()); // the lock forbids it; should it happen, the newer one stays
    first.close();
    QVERIFY(connectLocal(socketIn(home)).ok());
    second.close();
    QVERIFY(!QFile::exists(socketIn(home)));
}

void tst_localserver_unix::aPathThatIsTooLongIsRefused()
{
    const TestHome home;
    const QString path = home.file(QString(120, QLatin1Char('p')));
    LocalServer server;
    QCOMPARE(server.listen(path).error().code, Error::Code::InvalidInput);
    QCOMPARE(connectLocal(path).error().code, Error::Code::InvalidInput);
}

void tst_localserver_unix::aFolderThatIsALinkIsRefused()
{
    const TestHome home;
    const TestHome elsewhere;
    QVERIFY(QFile::link(elsewhere.path(), home.file(QStringLiteral("run"))));
    LocalServer server;
    QCOMPARE(server.listen(home.file(QStringLiteral("run/mcp.sock"))).error().code, Error::Code::PermissionDenied);
    QVERIFY(QDir(elsewhere.path()).isEmpty());
}

void tst_localserver_unix::aFolderOfAnotherUserIsRefused()
{
    if (!canBeOtherUser())
        QSKIP("Giving a folder to another user needs root.");
    const TestHome home;
    QVERIFY(QDir().mkdir(home.file(QStringLiteral("run"))));
    QCOMPARE(::chown(QFile::encodeName(home.file(QStringLiteral("run"))).constData(), otherUserId, otherUserId), 0);
    LocalServer server;
    QCOMPARE(server.listen(home.file(QStringLiteral("run/mcp.sock"))).error().code, Error::Code::PermissionDenied);
}

void tst_localserver_unix::aClientOfAnotherUserIsRefused()
{
    if (!canBeOtherUser())
        QSKIP("Being another user needs root.");
    const TestHome home;
    const QString name = socketIn(home);
    LocalServer server;
    QSignalSpy arrived(&server, &LocalServer::newConnection);
    QVERIFY(server.listen(name).ok());
    QCOMPARE(asOtherUser([&name] { return rawConnect(name) >= 0 ? 1 : errno; }), EACCES); // the folder
    // Even with every door of the file system open, the kernel's word on the peer holds.
    for (const QString &path : {home.path(), home.file(QStringLiteral("run"))})
        QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0755), 0);
    QCOMPARE(::chmod(QFile::encodeName(socketIn(home)).constData(), 0666), 0);
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(QStringLiteral("^Refused a connection of another user: 65534")));
    QCOMPARE(asOtherUser([&name] { return rawConnect(name) >= 0 ? 0 : 1; }), 0);
    QVERIFY(!arrived.wait(50));
    QVERIFY(connectLocal(socketIn(home)).ok());
    QTRY_COMPARE(arrived.count(), 1);
}

void tst_localserver_unix::aServerOfAnotherUserIsRefusedByName()
{
    if (!canBeOtherUser())
        QSKIP("Being another user needs root.");
    const TestHome home;
    const int socket = rawBind(home.file(QStringLiteral("theirs.sock")));
    QVERIFY(socket >= 0);
    QCOMPARE(asOtherUser([socket] { return ::listen(socket, 5); }), 0); // the kernel remembers who listened
    const auto connected = connectLocal(home.file(QStringLiteral("theirs.sock")));
    ::close(socket);
    QVERIFY(!connected.ok());
    QCOMPARE(connected.error().code, Error::Code::PermissionDenied);
    QVERIFY2(connected.error().detail.contains(QStringLiteral("nobody")), qPrintable(connected.error().detail));
}

void tst_localserver_unix::aFullQueueEndsAtTheDeadline()
{
    const TestHome home;
    const int socket = rawBind(home.file(QStringLiteral("hung.sock")));
    QCOMPARE(::listen(socket, 0), 0); // and nobody accepts
    std::vector<std::unique_ptr<ByteStream>> waiting;
    std::optional<Error> error;
    for (int i = 0; i < 5 && !error; ++i) {
        auto connected = connectLocal(home.file(QStringLiteral("hung.sock")), std::chrono::milliseconds(20));
        if (connected)
            waiting.push_back(std::move(*connected));
        else
            error = connected.error();
    }
    ::close(socket);
    QVERIFY(error);
    QCOMPARE(error->code, Error::Code::Timeout);
}

void tst_localserver_unix::waitsWhereTooManyFilesAreOpen()
{
    const TestHome home;
    LocalServer server;
    std::unique_ptr<ByteStream> stream;
    connect(&server, &LocalServer::newConnection, this, [&] { stream = server.takeStream(); });
    QVERIFY(server.listen(socketIn(home)).ok());
    const int client = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct rlimit before = {};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const struct rlimit none = {rlim_t(client) + 1, before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &none), 0);
    QTest::ignoreMessage(QtWarningMsg, "Too many files are open; new connections wait.");
    const int connected = rawConnect(socketIn(home), client);
    int rounds = 0;
    const auto counting =
        connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, this, [&rounds] { ++rounds; });
    QSignalSpy arrived(&server, &LocalServer::newConnection);
    const bool early = arrived.wait(50);
    disconnect(counting);
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
    QVERIFY(connected >= 0);
    QVERIFY(!early);
    QVERIFY2(rounds < 100, qPrintable(QString::number(rounds)));
    QTRY_VERIFY(stream);
    ::close(client);
}

QTEST_GUILESS_MAIN(tst_localserver_unix)
#include "tst_localserver_unix.moc"
