// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/mcp/message.h"
#include "gateway/mcp/messagescanner.h"

#include <variant>

namespace pasarela::mcp {

/// A line over a transport's limit while it streams by: finds out who waits for what, and keeps none of its bytes.
class LongLine {
public:
    /// The next part. True once for each line: as soon as it is known what the line is, at its end at the latest.
    bool feed(QByteArrayView piece, bool ends);
    bool hasBegun() const { return m_begun; }
    /// The stream ended; true where it did so within a line of which nothing was told yet.
    bool breakOff();

    /// What is told instead of the line: an error in the place of an answer, so that nobody waits for it in vain; the
    /// fault of a request, or of what is no message; nothing where nobody waits (a notification, an answer to nobody).
    using Outcome = std::variant<std::monostate, Message, MessageFault>;
    /// Where one of the above was true, until the next line begins.
    const Outcome &outcome() const { return m_outcome; }

private:
    void tell();

    MessageScanner m_scanner;
    Outcome m_outcome;
    bool m_begun = false;
    bool m_told = false;
};

} // namespace pasarela::mcp
