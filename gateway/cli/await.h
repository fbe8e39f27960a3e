// SPDX-License-Identifier: MIT
#pragma once

#include <QEventLoop>

#include <optional>
#include <utility>

namespace pasarela {

/// Runs the event loop until `start`'s callback was called, and gives what it was called with. Only for the top level
/// of a command, where no event loop runs: callbacks do not wait.
template<typename Value, typename Start> Value await(Start &&start)
{
    std::optional<Value> outcome;
    QEventLoop loop;
    std::forward<Start>(start)([&outcome, &loop](Value value) {
        outcome = std::move(value);
        loop.quit();
    });
    if (!outcome)
        loop.exec();
    return std::move(*outcome);
}

} // namespace pasarela
