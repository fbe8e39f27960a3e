// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace pasarela {

/// Delays between tries: 0.5 s doubling to 30 s, each shortened by up to 25 % at random; back to the start after a good
/// run.
class Backoff {
public:
    static constexpr std::chrono::milliseconds first{500};
    static constexpr std::chrono::milliseconds most{30000};

    /// The delay before the next try; `random` in [0, 1) decides the jitter.
    std::chrono::milliseconds next(double random);
    std::chrono::milliseconds next();
    void reset() { m_tries = 0; }
    int tries() const { return m_tries; }

private:
    int m_tries = 0;
};

} // namespace pasarela
