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

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr DWORD bufferSize = 64 * 1024;
constexpr size_t mostWaiting = 16;
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

/// One instance of the pipe, to which a client may connect.
struct WaitingPipe {
    WinHandle pipe;
    OVERLAPPED state = {};
    bool hasClient = false; ///< From the beginning.

    bool isConnected() const { return hasClient || HasOverlappedIoCompleted(&state); }
};

/// Some instances always wait, like the queue of a socket: clients get in while we are busy.
struct LocalServer::Private {
    explicit Private(std::function<void()> arrival)
        : watch(std::move(arrival))
        , connected(::CreateEventW(nullptr, TRUE, FALSE, nullptr))
    {
        watch.setHandle(connected.get());
    }

    QString name;
    WinWatch watch;
    /// Of all instances. The system resets it when one begins to wait, so all are looked at after that.
    WinHandle connected;
    std::vector<std::unique_ptr<WaitingPipe>> waiting;
    WinHandle mark; ///< See listeningMark().
    QTimer retry;
    std::unique_ptr<ByteStream> arrived;

    Result<void> open(const QString &wanted);
    bool addWaiting(DWORD furtherAccess = 0);
    void fill();
    bool takeArrived();
    void close();
};

Result<void> LocalServer::Private::open(const QString &wanted)
{
    name = wanted;
    if (!addWaiting(FILE_FLAG_FIRST_PIPE_INSTANCE))
        return listenError(name, ::GetLastError());
    mark = makePipe(listeningMark(name), PIPE_ACCESS_INBOUND | FILE_FLAG_FIRST_PIPE_INSTANCE, 1);
    if (!mark.isValid())
        return listenError(listeningMark(name), ::GetLastError());
    watch.setEnabled(true);
    fill();
    return {};
}

bool LocalServer::Private::addWaiting(DWORD furtherAccess)
{
    auto next = std::make_unique<WaitingPipe>();
    next->pipe = makePipe(name, PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED | furtherAccess, PIPE_UNLIMITED_INSTANCES);
    if (!next->pipe.isValid())
        return false;
    next->state.hEvent = connected.get();
    const BOOL done = ::ConnectNamedPipe(next->pipe.get(), &next->state);
    const DWORD failure = done ? ERROR_SUCCESS : ::GetLastError();
    // A client was faster, or has come and gone.
    next->hasClient = failure == ERROR_SUCCESS || failure == ERROR_PIPE_CONNECTED || failure == ERROR_NO_DATA;
    if (!next->hasClient && failure != ERROR_IO_PENDING) {
        ::SetLastError(failure);
        return false;
    }
    waiting.push_back(std::move(next));
    return true;
}

void LocalServer::Private::fill()
{
    while (waiting.size() < mostWaiting && !retry.isActive()) {
        if (addWaiting())
            continue;
        const Error why = systemError(QStringLiteral("a pipe cannot be made"), static_cast<int>(::GetLastError()));
        qCWarning(lcGateway).noquote() << "New connections wait:" << why.detail;
        retry.start(waitForResources);
    }
    const bool isAny = std::any_of(waiting.begin(), waiting.end(), [](const auto &one) { return one->isConnected(); });
    if (isAny)
        ::SetEvent(connected.get());
}

/// Moves a client that has come to `arrived`. The system has let in nobody but this user.
bool LocalServer::Private::takeArrived()
{
    ::ResetEvent(connected.get());
    const auto one = std::find_if(waiting.begin(), waiting.end(), [](const auto &pipe) { return pipe->isConnected(); });
    if (one == waiting.end())
        return false;
    const auto connection = reinterpret_cast<NativeHandle>((*one)->pipe.release());
    waiting.erase(one);
    arrived = makeByteStream(connection, connection);
    fill();
    return true;
}

void LocalServer::Private::close()
{
    watch.setEnabled(false);
    retry.stop();
    arrived.reset();
    mark.close();
    for (const auto &one : waiting) {
        DWORD count = 0;
        if (!one->isConnected() && ::CancelIoEx(one->pipe.get(), &one->state))
            ::GetOverlappedResult(one->pipe.get(), &one->state, &count, TRUE); // until then `state` is the system's
    }
    waiting.clear();
}

LocalServer::LocalServer(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>([this] {
        if (!d->takeArrived())
            return;
        const QPointer<LocalServer> alive(this);
        Q_EMIT newConnection();
        if (alive)
            d->arrived.reset();
    }))
{
    d->retry.setSingleShot(true);
    connect(&d->retry, &QTimer::timeout, this, [this] { d->fill(); });
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

Result<void> LocalServer::keep()
{
    return {};
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
