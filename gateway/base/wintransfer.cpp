// SPDX-License-Identifier: MIT
#include "gateway/base/wintransfer.h"

#include <utility>

namespace pasarela {

void WinTransfer::read(DWORD size)
{
    Q_ASSERT(!m_busy);
    m_busy = true;
    buffer() = QByteArray(static_cast<qsizetype>(size), Qt::Uninitialized);
    begin(Direction::Read);
}

void WinTransfer::write(QByteArrayView bytes)
{
    Q_ASSERT(!m_busy && !bytes.isEmpty());
    m_busy = true;
    buffer() = bytes.toByteArray();
    begin(Direction::Write);
}

std::optional<WinTransfer::Outcome> WinTransfer::takeOutcome(QByteArray *bytes)
{
    const std::optional<Outcome> ended = m_busy ? outcome() : std::nullopt;
    if (!ended)
        return std::nullopt;
    m_busy = false;
    ::ResetEvent(doneEvent());
    QByteArray taken = std::exchange(buffer(), {});
    if (bytes) {
        taken.truncate(static_cast<qsizetype>(ended->count));
        *bytes = std::move(taken);
    }
    return ended;
}

namespace {

/// The count comes from GetOverlappedResult() alone, however the call itself ended: what ReadFile and WriteFile report
/// at once is not to be relied on for an overlapped handle.
class OverlappedTransfer final : public WinTransfer {
public:
    explicit OverlappedTransfer(HANDLE handle)
        : m_handle(handle)
        , m_done(::CreateEventW(nullptr, TRUE, FALSE, nullptr))
    {
    }
    ~OverlappedTransfer() override
    {
        if (!isBusy() || m_refused != ERROR_SUCCESS)
            return;
        ::CancelIoEx(m_handle, &m_state);
        DWORD count = 0;
        ::GetOverlappedResult(m_handle, &m_state, &count, TRUE); // until then the buffer is the system's
    }

    HANDLE doneEvent() const override { return m_done.get(); }

protected:
    QByteArray &buffer() override { return m_buffer; }
    void begin(Direction direction) override
    {
        char *const bytes = m_buffer.data();
        const auto size = static_cast<DWORD>(m_buffer.size());
        m_refused = ERROR_SUCCESS;
        m_state = {};
        m_state.hEvent = m_done.get();
        const BOOL ok = direction == Direction::Read ? ::ReadFile(m_handle, bytes, size, nullptr, &m_state)
                                                     : ::WriteFile(m_handle, bytes, size, nullptr, &m_state);
        const DWORD failure = ok ? ERROR_SUCCESS : ::GetLastError();
        if (failure == ERROR_SUCCESS || failure == ERROR_IO_PENDING)
            return;
        m_refused = failure;
        ::SetEvent(m_done.get());
    }

    std::optional<Outcome> outcome() override
    {
        if (m_refused != ERROR_SUCCESS)
            return Outcome{0, std::exchange(m_refused, ERROR_SUCCESS)};
        DWORD count = 0;
        if (::GetOverlappedResult(m_handle, &m_state, &count, FALSE))
            return Outcome{count, ERROR_SUCCESS};
        const DWORD failure = ::GetLastError();
        return failure == ERROR_IO_INCOMPLETE ? std::nullopt : std::optional(Outcome{0, failure});
    }

private:
    HANDLE m_handle;
    QByteArray m_buffer;
    WinHandle m_done; ///< Manual reset, as OVERLAPPED wants it.
    OVERLAPPED m_state = {};
    DWORD m_refused = ERROR_SUCCESS; ///< The call was not even begun.
};

} // namespace

std::unique_ptr<WinTransfer> makeOverlappedTransfer(HANDLE handle)
{
    return std::make_unique<OverlappedTransfer>(handle);
}

} // namespace pasarela
