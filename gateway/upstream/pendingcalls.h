// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/base/splice.h"
#include "gateway/mcp/message.h"

#include <QDeadlineTimer>

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace pasarela {

/// A call that waits for its answer.
struct PendingCall {
    std::function<void(Result<mcp::Message>)> done;
    std::function<void(const mcp::Message &, const Splice &)> progress;
    QByteArray callerToken; ///< The caller's progress token, raw JSON; empty: none.
    QDeadlineTimer deadline;
    std::chrono::milliseconds timeout{0};
    bool mayAct = false; ///< A tool call, so that who asked must know whether it can have been done.

    /// Calls `done` with what ended it after it was sent.
    void endUnanswered(const Error &reason) const;
};

/// Calls in flight by ids of our own, "<prefix>-<n>" as a JSON string, or numbers from a random start for a server that
/// refuses strings (mcp.md, *Ids of our own*): each is taken out once. Pure.
class PendingCalls {
public:
    using Id = quint64;

    /// `prefix` holds nothing that JSON would escape.
    explicit PendingCalls(QByteArray prefix);

    /// From now on ids are numbers, `start` + n. Call n of before is not known any more.
    void useNumbers(quint64 start) { m_start = start; }
    bool usesNumbers() const { return m_start != 0; }

    /// An id that is never given again; 0 is none.
    Id nextId() { return ++m_last; }
    void add(Id id, PendingCall call) { m_calls.emplace(id, std::move(call)); }

    /// The id as it goes over the wire, quotes included; also the call's progress token.
    QByteArray wireId(Id id) const;
    /// The call an answer or a progress token is for; 0 where it is none of ours that is open.
    Id openCall(QByteArrayView wireId) const;

    const PendingCall &at(Id id) const { return m_calls.at(id); }
    std::optional<PendingCall> take(Id id);
    /// Those whose deadline has passed, the oldest first.
    std::vector<std::pair<Id, PendingCall>> takeExpired();
    std::vector<PendingCall> takeAll();
    QDeadlineTimer nextDeadline() const;

    bool isEmpty() const { return m_calls.empty(); }
    int count() const { return static_cast<int>(m_calls.size()); }

private:
    std::map<Id, PendingCall> m_calls;
    QByteArray m_opening; ///< `"<prefix>-`
    quint64 m_start = 0; ///< Of numbers; 0: strings.
    Id m_last = 0;
};

} // namespace pasarela
