// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/bridge/bridge.h"
#include "tests/gateway/bridge/fakeclient.h"
#include "tests/gateway/bridge/fakelinkgateway.h"
#include "tests/support/testhome.h"

#include <QSignalSpy>
#include <QUuid>

namespace pasarela::test {

/// A bridge between a client driven by hand and a gateway that answers, on a socket of their own.
class BridgeFixture {
public:
    BridgeFixture();

    /// Makes the bridge of `options` and starts it.
    void start();
    /// The same with a gateway that runs, until the client's handshake is done; nothing of it is left in the records.
    void connectWithHandshake();
    /// A gateway that was gone runs again, and the bridge has found it.
    bool restartGateway();
    bool isUp() const { return bridge && bridge->state() == Bridge::State::Up; }

    TestHome home;
    BridgeOptions options;
    FakeLinkGateway gateway;
    FakeClient *client = nullptr; ///< The bridge's.
    std::unique_ptr<Bridge> bridge;
    std::unique_ptr<QSignalSpy> ended;
    int launches = 0;
    Result<void> launchResult = Error{Error::Code::Unavailable, QStringLiteral("not now")};
    std::optional<QDateTime> hold;

private:
    static QString socketIn(const TestHome &home);
};

/// What stands in an error answer of the bridge's own.
struct ErrorAnswer {
    QByteArray id;
    int code = 0;
    QString message;
    QString dataCode;
};
/// Nothing where the line is something else.
std::optional<ErrorAnswer> errorAnswer(const QByteArray &line);
/// The ids of the client's lines, all of which must be errors of the bridge with this code.
QList<QByteArray> idsOfErrors(const BridgeFixture &f, const char *code);

inline QByteArray request(const QByteArray &id, const char *method = "tools/call")
{
    // As the official SDK writes it.
    return QByteArray("{\"method\":\"") + method + "\",\"params\":{\"name\":\"x\"},\"jsonrpc\":\"2.0\",\"id\":" + id
        + "}\n";
}

inline QByteArray cancelledLine(const QByteArray &id)
{
    return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + "}}\n";
}

inline const QByteArray initializeLine =
    "{\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"},\"jsonrpc\":\"2.0\",\"id\":0}\n";
inline const QByteArray initializedLine = "{\"method\":\"notifications/initialized\",\"jsonrpc\":\"2.0\"}\n";

} // namespace pasarela::test
