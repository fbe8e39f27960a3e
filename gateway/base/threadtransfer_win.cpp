// SPDX-License-Identifier: MIT
#include "gateway/base/wintransfer.h"

#include <atomic>
#include <utility>

#include <fcntl.h>
#include <io.h>

namespace pasarela {

namespace {

constexpr int endAttempts = 40;
constexpr DWORD endPatience = 5; ///< Milliseconds for each.
constexpr SIZE_T stackSize = 256 * 1024;

/// Closes a handle. Where it is one of the C library's standard files, that becomes NUL: its number must not go to the
/// next file that is opened, something might print there.
void closeStreamHandle(HANDLE handle)
{
    for (int file = 0; file <= 2; ++file) {
        if (reinterpret_cast<HANDLE>(::_get_osfhandle(file)) != handle)
            continue;
        const int null = ::_open("NUL", _O_RDWR | _O_BINARY);
        ::_dup2(null, file); // closes the handle, and tells SetStdHandle()
        ::_close(null);
        return;
    }
    ::CloseHandle(handle);
}

/// What the thread works with. Its own, too: a read from a console cannot be relied on to end when it is told to.
struct Work {
    explicit Work(HANDLE file)
        : handle(file)
        , isPipe(::GetFileType(file) == FILE_TYPE_PIPE)
        , wake(::CreateEventW(nullptr, FALSE, FALSE, nullptr))
        , done(::CreateEventW(nullptr, TRUE, FALSE, nullptr))
        , moved(::CreateEventW(nullptr, TRUE, FALSE, nullptr))
    {
    }
    ~Work() { closeStreamHandle(handle); }
    Work(const Work &) = delete;
    Work &operator=(const Work &) = delete;

    void transfer();

    HANDLE handle;
    bool isPipe;
    WinHandle wake;
    WinHandle done;
    WinHandle moved; ///< Of a pipe that whoever made it opened for overlapped calls.
    std::atomic<bool> isOver{false};
    // Between `wake` and `done` the thread's, else the owner's.
    bool isRead = false;
    QByteArray buffer;
    DWORD count = 0;
    DWORD failure = ERROR_SUCCESS;
};

void Work::transfer()
{
    OVERLAPPED state = {};
    state.hEvent = moved.get();
    OVERLAPPED *const how = isPipe ? &state : nullptr; // a file would be read at the place that it names
    DWORD now = 0;
    char *const bytes = buffer.data();
    const auto size = static_cast<DWORD>(buffer.size());
    BOOL ok = isRead ? ::ReadFile(handle, bytes, size, how ? nullptr : &now, how)
                     : ::WriteFile(handle, bytes, size, how ? nullptr : &now, how);
    failure = ok ? ERROR_SUCCESS : ::GetLastError();
    if (how && (ok || failure == ERROR_IO_PENDING)) {
        ok = ::GetOverlappedResult(handle, &state, &now, TRUE);
        failure = ok ? ERROR_SUCCESS : ::GetLastError();
    }
    count = ok ? now : 0;
}

DWORD WINAPI runThread(void *argument)
{
    const std::unique_ptr<std::shared_ptr<Work>> own(static_cast<std::shared_ptr<Work> *>(argument));
    Work &work = **own;
    while (::WaitForSingleObject(work.wake.get(), INFINITE) == WAIT_OBJECT_0 && !work.isOver) {
        do {
            work.transfer();
            // A zero-length write at the other end is no end of file.
        } while (work.isPipe && work.isRead && work.failure == ERROR_SUCCESS && work.count == 0 && !work.isOver);
        ::SetEvent(work.done.get());
    }
    return 0;
}

class ThreadTransfer final : public WinTransfer {
public:
    explicit ThreadTransfer(HANDLE handle)
        : m_work(std::make_shared<Work>(handle))
    {
        auto argument = std::make_unique<std::shared_ptr<Work>>(m_work);
        m_thread = WinHandle(
            ::CreateThread(nullptr, stackSize, runThread, argument.get(), STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr));
        if (m_thread.isValid())
            argument.release();
    }
    ~ThreadTransfer() override
    {
        m_work->isOver = true;
        ::SetEvent(m_work->wake.get());
        // Again and again, because the thread may be just before the call that is to be cancelled.
        for (int i = 0; i < endAttempts; ++i) {
            if (!m_thread.isValid() || ::WaitForSingleObject(m_thread.get(), i == 0 ? 0 : endPatience) == WAIT_OBJECT_0)
                return;
            if (isBusy() && !::CancelSynchronousIo(m_thread.get()))
                ::CancelIoEx(m_work->handle, nullptr);
        }
    }

    HANDLE doneEvent() const override { return m_work->done.get(); }

protected:
    QByteArray &buffer() override { return m_work->buffer; }
    void begin(Direction direction) override
    {
        m_work->isRead = direction == Direction::Read;
        if (m_thread.isValid()) {
            ::SetEvent(m_work->wake.get());
            return;
        }
        m_work->failure = ERROR_NO_SYSTEM_RESOURCES;
        m_work->count = 0;
        ::SetEvent(m_work->done.get());
    }

    std::optional<Outcome> outcome() override
    {
        if (::WaitForSingleObject(m_work->done.get(), 0) != WAIT_OBJECT_0)
            return std::nullopt;
        return Outcome{m_work->count, m_work->failure};
    }

private:
    std::shared_ptr<Work> m_work; ///< Shared with the thread.
    WinHandle m_thread;
};

} // namespace

std::unique_ptr<WinTransfer> makeThreadTransfer(HANDLE handle)
{
    return std::make_unique<ThreadTransfer>(handle);
}

} // namespace pasarela
