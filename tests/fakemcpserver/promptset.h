// SPDX-License-Identifier: MIT
#pragma once

#include "tests/fakemcpserver/peer.h"

namespace pasarela::test {

/// The prompts `greet` (argument `name`) and `plain`, those that `grow` adds, and completion: of a prompt's argument
/// `name` and of the template's `id` there are ann, anton and bert, narrowed by what was typed; a completion that
/// brings context arguments also gets "with-context".
class PromptSet {
public:
    explicit PromptSet(Peer &peer);

    Json list() const;
    /// Answers prompts/get.
    void get(const Request &request);
    /// Answers completion/complete.
    void complete(const Request &request);
    void grow();

private:
    Peer &m_peer;
    int m_grown = 0;
};

} // namespace pasarela::test
