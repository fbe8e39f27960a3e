// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/stdinreader.h"

#include <iostream>
#include <thread>

namespace pasarela::test {

void StdinReader::start()
{
    qRegisterMetaType<std::string>("std::string");
    std::thread([this] {
        // Signals of an object of the main thread, emitted here, arrive there in order.
        for (std::string text; std::getline(std::cin, text);)
            Q_EMIT line(text);
        Q_EMIT ended();
    }).detach();
}

} // namespace pasarela::test
