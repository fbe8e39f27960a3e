// SPDX-License-Identifier: MIT
#pragma once

#include "tests/fakemcpserver/journal.h"
#include "tests/fakemcpserver/output.h"
#include "tests/fakemcpserver/scenario.h"

#include <QObject>

#include <functional>
#include <map>

namespace pasarela::test {

/// One request that waits for its answer.
struct Request {
    Json id;
    std::string method;
    Json params;
};

/// JSON-RPC on stdio: takes lines apart, answers, notifies, and sends the client requests of its own.
class Peer : public QObject {
    Q_OBJECT

public:
    Peer(const Scenario &scenario, Journal &journal);

    void take(const std::string &line);

    void answer(const Json &id, const Json &result);
    void fail(const Json &id, int code, const std::string &message, const Json &data = nullptr);
    void notify(const char *method, const Json &params = nullptr);
    /// A reverse request to the client, with ids 1, 2, …, as many servers have. `done` gets the whole response.
    void ask(const std::string &method, const Json &params, std::function<void(const Json &response)> done);

    /// Answers due: requests that are neither answered nor cancelled.
    size_t open() const { return m_open.size(); }
    bool isOpen(const Json &id) const { return m_open.contains(id.dump()); }
    Output &output() { return m_output; }

Q_SIGNALS:
    void request(const pasarela::test::Request &request);
    void notification(const std::string &method);
    /// Nothing is open any more.
    void idle();

private:
    void takeRequest(const Json &message);
    void cancel(const Json &params);
    /// False: nobody waits for this answer (cancelled).
    bool close(const Json &id, std::string *method);
    void respond(const Json &id, const char *member, const Json &value);

    const Scenario &m_scenario;
    Journal &m_journal;
    Output m_output;
    std::map<std::string, std::string> m_open; ///< Id as JSON → method.
    std::map<std::string, std::function<void(const Json &)>> m_reverse;
    int m_lastReverse = 0;
};

} // namespace pasarela::test
