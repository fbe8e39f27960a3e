// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/error.h"

namespace pasarela::mcp {

// How a tool call ends that gets no answer of its server. A tool may act, so whoever reads the sentence must know
// whether it can have acted: no text tells a model to repeat a call that was sent.

/// The end of each sentence about a call that was sent.
QString unknownOutcome();

/// `error` for a call that was sent and whose answer is lost: it may or may not have been done.
Error sentButUnanswered(Error error);

/// `error` for a call that was sent to no server; whether it helps to repeat it goes by the code.
Error notSent(Error error);

} // namespace pasarela::mcp
