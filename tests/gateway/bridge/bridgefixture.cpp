// SPDX-License-Identifier: MIT
#include "tests/gateway/bridge/bridgefixture.h"

#include "gateway/base/jsonscanner.h"
#include "gateway/base/jsonview.h"

#include <QTest>

namespace pasarela::test {

QString BridgeFixture::socketIn(const TestHome &home)
{
#ifdef Q_OS_WIN
    return QStringLiteral("\\\\.\\pipe\\pasarela-test-") + QUuid::createUuid().toString(QUuid::WithoutBraces);
#else
    return home.file(QStringLiteral("s.sock"));
#endif
}

BridgeFixture::BridgeFixture()
    : gateway(socketIn(home))
{
    options.socket = gateway.socket();
    options.hello.client = QStringLiteral("claude-desktop");
    options.hello.project = QStringLiteral("/work");
    options.hello.processId = 4711;
    options.hello.programVersion = QStringLiteral("1.2");
    options.launch = [this] {
        ++launches;
        return launchResult;
    };
    options.holdUntil = [this] { return hold; };
    options.times.start = std::chrono::seconds(60);
    options.times.loss = std::chrono::seconds(60);
    options.times.endOfFile = std::chrono::seconds(60);
    options.times.firstRetry = std::chrono::milliseconds(5);
    options.times.lastRetry = std::chrono::milliseconds(20);
}

void BridgeFixture::start()
{
    auto stream = std::make_unique<FakeClient>();
    client = stream.get();
    bridge = std::make_unique<Bridge>(std::move(stream), options);
    ended = std::make_unique<QSignalSpy>(bridge.get(), &Bridge::ended);
    bridge->start();
}

void BridgeFixture::connectWithHandshake()
{
    gateway.start();
    start();
    client->say(initializeLine + initializedLine);
    QTRY_COMPARE(client->lines().size(), 1);
    QTRY_COMPARE(gateway.lines.size(), 2);
    client->takeOutput();
    gateway.lines.clear();
}

bool BridgeFixture::restartGateway()
{
    gateway.start();
    return QTest::qWaitFor([this] { return isUp(); });
}

std::optional<ErrorAnswer> errorAnswer(const QByteArray &line)
{
    static const JsonPaths paths{
        {"jsonrpc"}, {"id"}, {"error", "code"}, {"error", "message"}, {"error", "data", "code"}};
    const JsonScan scan = scanJson(line, paths);
    if (!scan.ok() || !scan.values[2].exists())
        return std::nullopt;
    const auto text = [&](int at) { return QString::fromUtf8(jsonStringValue(scan.values[at].in(line))); };
    ErrorAnswer answer;
    answer.id = scan.values[1].in(line).toByteArray();
    answer.code = static_cast<int>(jsonInteger(scan.values[2].in(line)).value_or(0));
    answer.message = text(3);
    answer.dataCode = text(4);
    return answer;
}

QList<QByteArray> idsOfErrors(const BridgeFixture &f, const char *code)
{
    QList<QByteArray> ids;
    for (const QByteArray &line : f.client->lines()) {
        const auto answer = errorAnswer(line);
        const bool isOurs =
            answer && answer->code == -32000 && answer->dataCode == QLatin1String(code) && !answer->message.isEmpty();
        ids.append(isOurs ? answer->id : "unexpected: " + line);
    }
    return ids;
}

} // namespace pasarela::test
