// SPDX-License-Identifier: MIT
#include "gateway/ipc/localserver.h"

#include "gateway/base/logging.h"
#include "gateway/base/systemerror.h"
#include "gateway/base/winaccess.h"
#include "gateway/base/winhandle.h"
#include "gateway/base/winwatch.h"
#include "gateway/ipc/winpipe.h"

#include <QPointer>
#include <QTimer>

#include <functional>
#include <utility>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr DWORD bufferSize = 64 * 1024;
constexpr auto waitForResources = 200ms; ///< After a pipe could not be made.

WinHandle makePipe(const QString &name, DWORD access, DWORD instances)
{
    WinDescriptor onlyUs = WinDescriptor::privatePipe();
    if (!onlyUs.isValid()) {
        ::SetLastError(ERROR_INVALID_SECURITY_DESCR);
        return {};
    }
    return WinHandle(::CreateNamedPipeW(reinterpret_cast<const wchar_t *>(name.utf16()), access,
                                        PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS,
                                        instances, bufferSize, bufferSize, 0, onlyUs.attributes()));
}

Error listenError(const QString &name, DWORD code)
{
    if (code == ERROR_ACCESS_DENIED || code == ERROR_PIPE_BUSY) {
        // FILE_FLAG_FIRST_PIPE_INSTANCE: whoever made the first one would get our clients.
        return {Error::Code::AlreadyExists,
                QStringLiteral("The pipe \"%1\" is there already, made by another program; end that one.").arg(name)};
    }
    return systemError(QStringLiteral("The pipe \"%1\" cannot be made").arg(name), static_cast<int>(code));
}

} // namespace

/// There is always one instance that waits for the next client, made before the last one is handed over.
struct LocalServer::Private {
    explicit Private(std::function<void()> arrival)
        : watch(std::move(arrival))
        , connected(::CreateEventW(nullptr, TRUE, FALSE, nullptr))
    {
        watch.setHandle(connected.get());
    }

    QString name;
    WinWatch watch;
    WinHandle connected; ///< Manual reset, as OVERLAPPED wants it.
    OVERLAPPED state = {};
    WinHandle mark; ///< See listeningMark().
    WinHandle waiting;
    QTimer retry;
    std::unique_ptr<ByteStream> arrived;

    Result<void> open(const QString &wanted);
    bool awaitNext(DWORD furtherAccess = 0);
    void acceptOne();
    void close();
};

Result<void> LocalServer::Private::open(const QString &wanted)
{
    name = wanted;
    if (!awaitNext(FILE_FLAG_FIRST_PIPE_INSTANCE))
        return listenError(name, ::GetLastError());
    mark = makePipe(listeningMark(name), PIPE_ACCESS_INBOUND | FILE_FLAG_FIRST_PIPE_INSTANCE, 1);
    return mark.isValid() ? Result<void>() : listenError(listeningMark(name), ::GetLastError());
}

/// A new instance, waiting for a client.
bool LocalServer::Private::awaitNext(DWORD furtherAccess)
{
    waiting = makePipe(name, PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED | furtherAccess, PIPE_UNLIMITED_INSTANCES);
    if (!waiting.isValid())
        return false;
    state = {};
    state.hEvent = connected.get();
    const BOOL done = ::ConnectNamedPipe(waiting.get(), &state);
    const DWORD failure = done ? ERROR_SUCCESS : ::GetLastError();
    if (failure == ERROR_IO_PENDING) {
        watch.setEnabled(true);
        return true;
    }
    // A client was faster, or has come and gone.
    if (failure == ERROR_SUCCESS || failure == ERROR_PIPE_CONNECTED || failure == ERROR_NO_DATA) {
        ::SetEvent(connected.get());
        watch.setEnabled(true);
        return true;
    }
    waiting.close();
    ::SetLastError(failure);
    return false;
}

/// Takes the client that has come, and waits for the next. The system has let in nobody but this user.
void LocalServer::Private::acceptOne()
{
    watch.setEnabled(false);
    ::ResetEvent(connected.get());
    const auto connection = reinterpret_cast<NativeHandle>(waiting.release());
    arrived = makeByteStream(connection, connection);
    if (awaitNext())
        return;
    qCWarning(lcGateway).noquote()
        << "New connections wait:"
        << systemError(QStringLiteral("a pipe cannot be made"), static_cast<int>(::GetLastError())).detail;
    retry.start(waitForResources);
}

void LocalServer::Private::close()
{
    watch.setEnabled(false);
    retry.stop();
    arrived.reset();
    mark.close();
    if (!waiting.isValid())
        return;
    DWORD count = 0;
    if (::CancelIoEx(waiting.get(), &state))
        ::GetOverlappedResult(waiting.get(), &state, &count, TRUE); // until then `state` is the system's
    waiting.close();
}

LocalServer::LocalServer(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>([this] {
        d->acceptOne();
        const QPointer<LocalServer> alive(this);
        Q_EMIT newConnection();
        if (alive)
            d->arrived.reset();
    }))
{
    d->retry.setSingleShot(true);
    connect(&d->retry, &QTimer::timeout, this, [this] {
        if (!d->awaitNext())
            d->retry.start(waitForResources);
    });
}

LocalServer::~LocalServer()
{
    close();
}

Result<void> LocalServer::listen(const QString &name)
{
    Q_ASSERT(d->name.isEmpty());
    Result<void> opened = d->open(name);
    if (!opened)
        d->close();
    return opened;
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
