// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/winhandle.h"

#include <QByteArray>

#include <memory>
#include <optional>

namespace pasarela {

/// Reads from or writes to a handle, one piece at a time, without blocking. Destroying it cancels what is under way.
class WinTransfer {
public:
    struct Outcome {
        DWORD count = 0;
        DWORD failure = ERROR_SUCCESS;
    };

    virtual ~WinTransfer() = default;
    WinTransfer(const WinTransfer &) = delete;
    WinTransfer &operator=(const WinTransfer &) = delete;

    /// Whether a piece is under way, or its outcome was not taken yet.
    bool isBusy() const { return m_busy; }
    void read(DWORD size);
    void write(QByteArrayView bytes); ///< Copies them: what waits elsewhere may move meanwhile.
    /// How the piece ended, once; nothing before it did. What was read is then in `bytes`.
    std::optional<Outcome> takeOutcome(QByteArray *bytes = nullptr);

    /// Signalled while there is an outcome to take.
    virtual HANDLE doneEvent() const = 0;

protected:
    enum class Direction { Read, Write };
    WinTransfer() = default;
    virtual QByteArray &buffer() = 0; ///< Where it lives: a thread may outlive this.
    virtual void begin(Direction direction) = 0; ///< To or from the whole buffer.
    virtual std::optional<Outcome> outcome() = 0;

private:
    bool m_busy = false;
};

/// Over a handle opened with FILE_FLAG_OVERLAPPED, which the caller closes, after this.
std::unique_ptr<WinTransfer> makeOverlappedTransfer(HANDLE handle);

/// Over any handle, by a thread of its own. Takes the handle over and closes it; a standard one becomes NUL.
std::unique_ptr<WinTransfer> makeThreadTransfer(HANDLE handle);

} // namespace pasarela
