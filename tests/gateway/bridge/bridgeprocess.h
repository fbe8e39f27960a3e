// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/testhome.h"

#include <QByteArrayList>
#include <QProcess>

namespace pasarela::test {

/// The real pasarela-bridge as a client starts it, with little in its environment.
class BridgeProcess : public QProcess {
public:
    explicit BridgeProcess(const TestHome &home, const QStringList &arguments = {})
    {
        setProcessEnvironment(strippedEnvironment());
        setProgram(builtProgram(QStringLiteral("pasarela-bridge")));
        setArguments(QStringList{QStringLiteral("--home"), home.path()} + arguments);
        setProcessChannelMode(QProcess::ForwardedErrorChannel);
        connect(this, &QProcess::readyReadStandardOutput, this, [this] { m_output += readAllStandardOutput(); });
    }
    ~BridgeProcess() override
    {
        kill();
        waitForFinished();
    }

    void say(const QByteArray &bytes) { write(bytes); }
    const QByteArray &output() const { return m_output; }
    QByteArray takeOutput() { return std::exchange(m_output, {}); }
    QByteArrayList lines() const
    {
        QByteArrayList all = m_output.split('\n');
        all.removeLast();
        return all;
    }
    bool hasEnded() const { return state() == QProcess::NotRunning; }

    /// What Claude hands on and we cannot do without (decisions.md, *Processes*).
    static QProcessEnvironment strippedEnvironment()
    {
        QProcessEnvironment environment;
        const QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"HOME", "USER", "PATH", "SystemRoot", "USERPROFILE", "TEMP"}) {
            if (all.contains(QLatin1String(name)))
                environment.insert(QLatin1String(name), all.value(QLatin1String(name)));
        }
        return environment;
    }

private:
    QByteArray m_output;
};

} // namespace pasarela::test
