// SPDX-License-Identifier: MIT
// A program that behaves as its first argument says: what a server's process may do, without being one.
#include "tests/support/testchild/testchild.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>

namespace {

using namespace pasarela::test::testchild;

/// Lines come back; ends with its stdin.
int echo()
{
    for (std::string line; std::getline(std::cin, line);)
        std::cout << line << '\n' << std::flush;
    return 0;
}

int readToTheEnd()
{
    for (std::string line; std::getline(std::cin, line);) { }
    return 0;
}

[[noreturn]] void stay()
{
    for (;;)
        std::this_thread::sleep_for(std::chrono::hours(1));
}

int flood(long bytes)
{
    const std::string block(1024, '#');
    for (long written = 0; written < bytes; written += static_cast<long>(block.size()))
        std::fwrite(block.data(), 1, block.size(), stderr);
    std::fputs("the end", stderr);
    std::cout << "done\n" << std::flush;
    return readToTheEnd();
}

int print(char **texts)
{
    for (; *texts; ++texts)
        std::cout << *texts << '\n';
    std::cout << std::flush;
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const std::string mode = argc > 1 ? argv[1] : "";
    const std::string argument = argc > 2 ? argv[2] : "";
    useBinaryStreams();

    if (mode == "echo")
        return echo();
    if (mode == "exit")
        return std::atoi(argument.c_str());
    if (mode == "say") { // TEXT CODE: last words and an exit
        std::cerr << argument << std::flush;
        return argc > 3 ? std::atoi(argv[3]) : 0;
    }
    if (mode == "answer") { // LINE CODE: one line, then an exit
        std::cout << argument << '\n' << std::flush;
        return argc > 3 ? std::atoi(argv[3]) : 0;
    }
    if (mode == "stay") // past the end of stdin
        stay();
    if (mode == "stubborn") { // past a request to end, too
        ignoreTermination();
        std::cout << "ready\n" << std::flush;
        stay();
    }
    if (mode == "leave") { // its child keeps the pipes and ignores everything
        std::cout << startStubborn(argv[0], "stay") << '\n' << std::flush;
        return 0;
    }
    if (mode == "family") { // so does its child here, but it waits for its own end of file
        std::cout << startStubborn(argv[0], "stay") << '\n' << std::flush;
        return readToTheEnd();
    }
    if (mode == "stray" || mode == "briefstray") { // what it starts leaves its group
        std::cout << startStray(argv[0], mode == "stray" ? "stay" : "exit") << '\n' << std::flush;
        return readToTheEnd();
    }
    if (mode == "noise") { // lines without end
        while (std::cout << "y\n") { }
        return 0;
    }
    if (mode == "flood")
        return flood(std::atol(argument.c_str()));
    if (mode == "mute") { // lives on without its stdout
        std::fclose(stdout);
        return readToTheEnd();
    }
    if (mode == "arguments")
        return print(argv + 2);
    if (mode == "environment")
        return print(environmentOfMine());
    if (mode == "report") { // TEXT: on stderr, where and with what it runs
        std::cerr << argument << " in " << describe("folder") << " with";
        for (char **variable = environmentOfMine(); *variable; ++variable)
            std::cerr << ' ' << *variable;
        std::cerr << std::flush;
        return readToTheEnd();
    }
    if (mode == "folder" || mode == "descriptors" || mode == "signals" || mode == "identity" || mode == "privileges") {
        std::cout << describe(mode) << '\n' << std::flush;
        return readToTheEnd();
    }
    std::cerr << "unknown mode\n";
    return 64;
}
