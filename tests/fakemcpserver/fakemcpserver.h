// SPDX-License-Identifier: MIT
#pragma once

#include "tests/fakemcpserver/stdinreader.h"
#include "tests/fakemcpserver/toolset.h"

#include <QObject>

namespace pasarela::test {

/// A deterministic MCP server on stdio, revisions 2024-11-05 to 2025-11-25, which misbehaves as its scenario says.
class FakeMcpServer : public QObject {
    Q_OBJECT

public:
    explicit FakeMcpServer(Scenario scenario);
    /// Starts to read; ends the process in the end.
    void start();

private:
    void initialize(const Request &request);
    void onRequest(const Request &request);
    void onNotification(const std::string &method);
    void onEnded();
    /// Answers one page of a list.
    void list(const Request &request, const char *member, const Json &all);
    bool offers(const char *capability) const;
    [[noreturn]] void end(int status);
    void crashAtStart();

    Scenario m_scenario;
    Journal m_journal;
    Peer m_peer;
    ResourceSet m_resources;
    PromptSet m_prompts;
    Toolset m_tools;
    StdinReader m_reader;
    bool m_ended = false; ///< Stdin was closed.
};

} // namespace pasarela::test
