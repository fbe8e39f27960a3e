// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/fakemcpserver.h"

#include "tests/fakemcpserver/page.h"
#include "tests/fakemcpserver/processfaults.h"

#include <QFile>
#include <QTimer>

#include <algorithm>

namespace pasarela::test {
namespace {

constexpr std::chrono::seconds graceAfterEof{10};

/// The answered revision: the client's where it is known, else the latest.
std::string negotiated(const std::string &asked)
{
    static const std::vector<std::string> known = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
    return std::find(known.begin(), known.end(), asked) == known.end() ? known.back() : asked;
}

} // namespace

FakeMcpServer::FakeMcpServer(Scenario scenario)
    : m_scenario(std::move(scenario))
    , m_journal(m_scenario.journal)
    , m_peer(m_scenario, m_journal)
    , m_resources(m_peer)
    , m_prompts(m_peer)
    , m_tools({m_scenario, m_journal, m_peer, m_resources, m_prompts, {}, {}})
{
}

void FakeMcpServer::start()
{
    m_journal.add("start");
    if (!m_scenario.sayEnv.isEmpty())
        std::fprintf(stderr, "my token is %s\n", qPrintable(qEnvironmentVariable(qPrintable(m_scenario.sayEnv))));
    crashAtStart();
    if (m_scenario.ignoreSigterm)
        ignoreTermination();
    if (m_scenario.spawnGrandchild) {
        m_tools.context().grandchild = spawnIdleChild();
        m_journal.add("grandchild", std::to_string(m_tools.context().grandchild));
    }
    if (m_scenario.spawnStray)
        m_journal.add("stray", std::to_string(spawnStray()));
    connect(&m_peer, &Peer::request, this, &FakeMcpServer::onRequest);
    connect(&m_peer, &Peer::notification, this, &FakeMcpServer::onNotification);
    connect(&m_peer, &Peer::idle, this, [this] {
        if (m_ended)
            end(0);
    });
    connect(&m_reader, &StdinReader::line, this, [this](const std::string &text) { m_peer.take(text); });
    connect(&m_reader, &StdinReader::ended, this, &FakeMcpServer::onEnded);
    QTimer::singleShot(m_scenario.maxLife, this, [this] { end(9); });
    m_reader.start();
}

void FakeMcpServer::crashAtStart()
{
    if (m_scenario.crashAtStart == 0)
        return;
    QFile file(m_scenario.stateFile);
    const int before = file.open(QIODevice::ReadOnly) ? file.readAll().toInt() : 0;
    file.close();
    if (file.open(QIODevice::WriteOnly))
        file.write(QByteArray::number(before + 1));
    file.close();
    if (before < m_scenario.crashAtStart) {
        std::fputs("fakemcpserver: cannot start, as told\n", stderr);
        end(4);
    }
}

bool FakeMcpServer::offers(const char *capability) const
{
    return !m_scenario.without.contains(QLatin1String(capability));
}

void FakeMcpServer::initialize(const Request &request)
{
    const std::string asked = request.params.value("protocolVersion", std::string());
    m_journal.add("initialize", asked);
    Json capabilities = Json::object();
    const Json listChanged = {{"listChanged", true}};
    if (offers("tools"))
        capabilities["tools"] = listChanged;
    if (offers("resources"))
        capabilities["resources"] = {{"subscribe", true}, {"listChanged", true}};
    if (offers("prompts"))
        capabilities["prompts"] = listChanged;
    if (offers("completions"))
        capabilities["completions"] = Json::object();
    if (offers("logging"))
        capabilities["logging"] = Json::object();
    Json result = {{"protocolVersion", m_scenario.protocol.empty() ? negotiated(asked) : m_scenario.protocol},
                   {"capabilities", capabilities},
                   {"serverInfo", {{"name", m_scenario.name}, {"version", "1.0"}}}};
    if (!m_scenario.instructions.empty())
        result["instructions"] = m_scenario.instructions;
    QTimer::singleShot(m_scenario.slowInit, this, [this, id = request.id, result] { m_peer.answer(id, result); });
}

void FakeMcpServer::list(const Request &request, const char *member, const Json &all)
{
    if (const auto result = page(member, all, request.params, m_scenario.pageSize))
        m_peer.answer(request.id, *result);
    else
        m_peer.fail(request.id, -32602, "Invalid cursor");
}

void FakeMcpServer::onRequest(const Request &request)
{
    using Handler = std::function<void(FakeMcpServer &, const Request &)>;
    struct Method {
        const char *capability; ///< Null: always there.
        Handler handle;
    };
    using F = FakeMcpServer;
    using R = const Request &;
    static const std::map<std::string, Method> methods = {
        {"initialize", {nullptr, [](F &f, R r) { f.initialize(r); }}},
        {"ping", {nullptr, [](F &f, R r) { f.m_peer.answer(r.id, Json::object()); }}},
        {"tools/list", {"tools", [](F &f, R r) { f.list(r, "tools", f.m_tools.list()); }}},
        {"tools/call", {"tools", [](F &f, R r) { f.m_tools.call(r); }}},
        {"resources/list", {"resources", [](F &f, R r) { f.list(r, "resources", f.m_resources.list()); }}},
        {"resources/templates/list",
         {"resources", [](F &f, R r) { f.list(r, "resourceTemplates", f.m_resources.templates()); }}},
        {"resources/read", {"resources", [](F &f, R r) { f.m_resources.read(r); }}},
        {"resources/subscribe",
         {"resources",
          [](F &f, R r) {
              f.m_resources.subscribe(r.params.value("uri", std::string()));
              f.m_peer.answer(r.id, Json::object());
          }}},
        {"resources/unsubscribe",
         {"resources",
          [](F &f, R r) {
              f.m_resources.unsubscribe(r.params.value("uri", std::string()));
              f.m_peer.answer(r.id, Json::object());
          }}},
        {"prompts/list", {"prompts", [](F &f, R r) { f.list(r, "prompts", f.m_prompts.list()); }}},
        {"prompts/get", {"prompts", [](F &f, R r) { f.m_prompts.get(r); }}},
        {"completion/complete", {"completions", [](F &f, R r) { f.m_prompts.complete(r); }}},
        {"logging/setLevel",
         {"logging",
          [](F &f, R r) {
              f.m_tools.context().logLevel = r.params.value("level", std::string());
              f.m_journal.add("level", f.m_tools.context().logLevel);
              f.m_peer.answer(r.id, Json::object());
          }}},
    };
    const auto method = methods.find(request.method);
    if (method != methods.end() && (!method->second.capability || offers(method->second.capability)))
        return method->second.handle(*this, request);
    if (m_scenario.dieOnUnknown)
        end(7);
    m_peer.fail(request.id, -32601, "Method not found");
}

void FakeMcpServer::onNotification(const std::string &method)
{
    ++m_tools.context().notifications[method];
}

void FakeMcpServer::onEnded()
{
    m_journal.add("eof");
    if (m_scenario.ignoreEof)
        return;
    m_ended = true;
    if (m_scenario.dropOnEof || m_peer.open() == 0)
        end(0);
    QTimer::singleShot(graceAfterEof, this, [this] { end(0); });
}

void FakeMcpServer::end(int status)
{
    m_journal.add("exit", std::to_string(status));
    crash(status);
}

} // namespace pasarela::test
