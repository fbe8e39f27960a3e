// SPDX-License-Identifier: MIT
#pragma once

#include "tests/fakemcpserver/scenario.h"

namespace pasarela::test {

/// Stdout and stderr with the faults of the scenario.
class Output {
public:
    explicit Output(const Scenario &scenario);

    void send(const Json &message);
    /// The answer to a method whose answers are to be broken.
    void sendBroken(const Json &message);
    /// A line that is no message.
    void noise(const char *text = "Server log: this line is no message");
    void flood(qint64 bytes);

private:
    void write(const std::string &bytes);

    const Scenario &m_scenario;
};

} // namespace pasarela::test
