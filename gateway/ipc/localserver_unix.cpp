// SPDX-License-Identifier: MIT
#include "gateway/ipc/localserver.h"

#include "gateway/base/logging.h"
#include "gateway/base/paths.h"
#include "gateway/base/socketpeer.h"
#include "gateway/base/systemerror.h"
#include "gateway/ipc/unixaddress.h"

#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QSocketNotifier>
#include <QTimer>

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr auto waitForDescriptors = 200ms; ///< The process has too many files open: a notifier would spin.

/// Removes what a gateway that died left behind. Only a socket, in a folder that nobody else may write.
Result<void> removeStaleSocket(const QByteArray &path)
{
    struct stat status = {};
    if (::lstat(path.constData(), &status) != 0)
        return {};
    if (!S_ISSOCK(status.st_mode)) {
        return Error{Error::Code::AlreadyExists,
                     QStringLiteral("\"%1\" is in the way and no socket; remove it.").arg(QFile::decodeName(path))};
    }
    if (::unlink(path.constData()) != 0)
        return systemError(QStringLiteral("The old socket \"%1\" cannot be removed").arg(QFile::decodeName(path)),
                           errno);
    return {};
}

} // namespace

struct LocalServer::Private {
    QByteArray path;
    struct stat file = {}; ///< To know our socket file from a later one.
    int socket = -1;
    std::unique_ptr<QSocketNotifier> notifier;
    QTimer retry;
    std::unique_ptr<ByteStream> arrived;

    Result<void> open(const QString &name);
    bool isOurs() const;
    std::unique_ptr<ByteStream> accept();
    void close();
};

Result<void> LocalServer::Private::open(const QString &name)
{
    const Result<UnixAddress> address = UnixAddress::of(name);
    if (!address)
        return address.error();
    const Result<void> folder = makePrivateDirectory(QFileInfo(name).path());
    if (!folder)
        return folder;
    path = QFile::encodeName(name);
    const Result<void> removed = removeStaleSocket(path);
    if (!removed)
        return removed;
    socket = openUnixSocket();
    if (socket < 0 || ::bind(socket, address->get(), address->size()) != 0)
        return systemError(QStringLiteral("The socket \"%1\" cannot be made").arg(name), errno);
    if (::lstat(path.constData(), &file) != 0 || ::chmod(path.constData(), 0600) != 0
        || ::listen(socket, SOMAXCONN) != 0)
        return systemError(QStringLiteral("The socket \"%1\" cannot be listened on").arg(name), errno);
    ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_NONBLOCK);
    return {};
}

/// The next connection of our own user; nothing where there is none.
std::unique_ptr<ByteStream> LocalServer::Private::accept()
{
    const int connection = ::accept(socket, nullptr, nullptr);
    if (connection < 0) {
        const bool isFull = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        if (isFull && notifier) {
            qCWarning(lcGateway) << "Too many files are open; new connections wait.";
            notifier->setEnabled(false);
            retry.start(waitForDescriptors);
        }
        return nullptr;
    }
    const SocketPeer peer = socketPeer(connection);
    if (peer.userId != ::geteuid()) {
        qCWarning(lcGateway).noquote() << "Refused a connection of another user:" << peer.userId.value_or(0)
                                       << "process" << peer.processId;
        ::close(connection);
        return nullptr;
    }
    return makeByteStream(connection, connection);
}

/// The file of our socket stands under its name.
bool LocalServer::Private::isOurs() const
{
    struct stat now = {};
    return socket >= 0 && file.st_ino != 0 && ::lstat(path.constData(), &now) == 0 && now.st_dev == file.st_dev
        && now.st_ino == file.st_ino;
}

void LocalServer::Private::close()
{
    notifier.reset();
    retry.stop();
    arrived.reset();
    if (isOurs())
        ::unlink(path.constData());
    if (socket >= 0)
        ::close(std::exchange(socket, -1));
}

LocalServer::LocalServer(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->retry.setSingleShot(true);
    connect(&d->retry, &QTimer::timeout, this, [this] {
        if (d->notifier)
            d->notifier->setEnabled(true);
    });
}

LocalServer::~LocalServer()
{
    close();
}

Result<void> LocalServer::listen(const QString &name)
{
    Q_ASSERT(d->socket < 0);
    Result<void> opened = d->open(name);
    if (!opened) {
        d->close();
        return opened;
    }
    d->notifier = std::make_unique<QSocketNotifier>(d->socket, QSocketNotifier::Read);
    connect(d->notifier.get(), &QSocketNotifier::activated, this, [this] {
        d->arrived = d->accept();
        if (!d->arrived)
            return;
        const QPointer<LocalServer> alive(this);
        Q_EMIT newConnection();
        if (alive)
            d->arrived.reset();
    });
    return {};
}

Result<void> LocalServer::keep()
{
    if (d->socket < 0 || d->isOurs())
        return {};
    qCWarning(lcGateway).noquote() << "Somebody removed the socket" << QFile::decodeName(d->path)
                                   << "- it is made again.";
    const QString name = QFile::decodeName(d->path);
    d->close();
    return listen(name);
}

void LocalServer::close()
{
    d->close();
}

std::unique_ptr<ByteStream> LocalServer::takeStream()
{
    return std::move(d->arrived);
}

} // namespace pasarela
