// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "tests/support/testhome.h"

#include <QByteArray>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>

#include <memory>

namespace pasarela::test {

/// A home with the real pasarela-gateway and what its command line does there; everything is ended with it.
class GatewayHome {
public:
    GatewayHome();
    ~GatewayHome();

    const TestHome &home() const { return m_home; }
    const Paths &paths() const { return *m_paths; }

    /// Writes pasarela.json with these enclaves: name → switches of the fake server.
    void configure(const QMap<QString, QStringList> &fakes);

    /// Starts `run` and waits until it answers.
    bool start();
    /// A further `run`, as a bridge's launcher starts it; not waited for.
    std::unique_ptr<QProcess> launch() const;
    QProcess &gateway() { return *m_gateway; }
    /// Ends it as a crash would.
    void killGateway();

    struct Outcome {
        int exitCode = -1;
        QByteArray out;
        QByteArray err;
    };
    /// One command, to its end; `input` on its stdin.
    Outcome command(const QStringList &arguments, const QByteArray &input = {}) const;
    /// `status --json`; empty where there is no gateway.
    QJsonObject status() const;
    QJsonObject enclave(const QString &name) const;

    static QString fakeServer();

private:
    TestHome m_home;
    std::unique_ptr<Paths> m_paths;
    std::unique_ptr<QProcess> m_gateway;
};

} // namespace pasarela::test
