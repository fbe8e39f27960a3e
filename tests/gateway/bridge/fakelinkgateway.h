// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"
#include "gateway/ipc/link.h"
#include "gateway/ipc/localserver.h"

#include <QByteArray>
#include <QList>
#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace pasarela::test {

/// A gateway's side of the link, on a real local socket: welcomes bridges, writes down what they say, and answers.
class FakeLinkGateway : public QObject {
    Q_OBJECT

public:
    explicit FakeLinkGateway(const QString &socket);
    ~FakeLinkGateway() override;

    const QString &socket() const { return m_socket; }
    void start();
    /// As if it were killed: everything is closed at once.
    void crash();
    bool isRunning() const { return m_server != nullptr; }

    /// Raw bytes to every bridge.
    void send(const QByteArray &bytes);
    /// Reads nothing until it does again.
    void stopReading();
    void readAgain();
    qint64 bytesQueued() const;

    QByteArray welcome; ///< The first line; empty: none ever comes.
    QByteArray version = "2025-11-25"; ///< Agreed on in `initialize`.
    /// The answer to a request, empty for none; by default a result. `id` is raw.
    std::function<QByteArray(const QByteArray &method, const QByteArray &id)> answer;

    QList<QByteArray> hellos;
    QList<QByteArray> lines; ///< Of all bridges, after their first, since the last start.
    qint64 received = 0; ///< Bytes of lines, kept or not.
    bool keepLines = true;
    int bridges() const { return static_cast<int>(m_bridges.size()); }

    /// The methods of the lines that were requests or notifications; "" for others.
    QList<QByteArray> methods() const;

private:
    struct Connection {
        std::unique_ptr<ByteStream> stream;
        QByteArray partial;
        bool greeted = false;
    };
    void onConnection();
    void onReceived(Connection *connection, QByteArrayView bytes);
    void onLine(Connection *connection, const QByteArray &line);
    void forget(Connection *connection);

    QString m_socket;
    std::unique_ptr<LocalServer> m_server;
    std::vector<std::unique_ptr<Connection>> m_bridges;
    bool m_reading = true;
};

/// `result` for the request `id`, with id first, as the gateway puts it; with its newline.
QByteArray resultLine(const QByteArray &id, const QByteArray &result = "{}");

} // namespace pasarela::test
