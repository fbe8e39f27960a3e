// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/output.h"

#include <cstdio>
#include <thread>

namespace pasarela::test {

Output::Output(const Scenario &scenario)
    : m_scenario(scenario)
{
    if (scenario.noise) {
        noise("=== fake server ready ===");
        write(std::string("\xff\xfe bytes that are no UTF-8 \x01\n"));
        noise("{\"level\":\"info\",\"msg\":\"JSON, but no message\"}");
        if (!scenario.sayEnv.isEmpty())
            noise(qPrintable(QStringLiteral("my token is ") + qEnvironmentVariable(qPrintable(scenario.sayEnv))));
        noise("[]");
        noise("");
    }
    if (scenario.stderrFlood)
        flood(4 << 20);
}

void Output::send(const Json &message)
{
    if (m_scenario.noise)
        noise();
    write(message.dump() + '\n');
}

void Output::sendBroken(const Json &message)
{
    const std::string whole = message.dump();
    write(whole.substr(0, whole.size() - 2) + '\n');
}

void Output::noise(const char *text)
{
    write(std::string(text) + '\n');
}

void Output::flood(qint64 bytes)
{
    const std::string line(79, '~');
    for (qint64 left = bytes; left > 0; left -= qint64(line.size()) + 1)
        std::fprintf(stderr, "%s\n", line.c_str());
}

void Output::write(const std::string &bytes)
{
    size_t from = 0;
    if (m_scenario.partialLines) {
        // Two short pieces, so that a reader sees cuts in the envelope; the rest follows at once.
        for (int piece = 0; piece < 2 && from + 7 < bytes.size(); ++piece, from += 7) {
            std::fwrite(bytes.data() + from, 1, 7, stdout);
            std::fflush(stdout);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }
    std::fwrite(bytes.data() + from, 1, bytes.size() - from, stdout);
    std::fflush(stdout);
}

} // namespace pasarela::test
