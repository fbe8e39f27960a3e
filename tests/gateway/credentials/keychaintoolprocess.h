// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/testhome.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QProcess>

namespace pasarela::test {

/// tests/support/keychaintool, spoken to.
class KeychainToolProcess {
public:
    explicit KeychainToolProcess(const QString &indexFile, const QProcessEnvironment &environment, int jobSeconds = 60,
                                 int settlingSeconds = 0)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.setProcessEnvironment(environment);
        m_process.start(
            QDir(qEnvironmentVariable("PASARELA_BIN_DIR")).filePath(QStringLiteral("../tests/keychaintool")),
            {indexFile, QString::number(jobSeconds), QString::number(settlingSeconds)});
    }
    ~KeychainToolProcess()
    {
        m_process.closeWriteChannel();
        if (!m_process.waitForFinished(5000)) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }

    void say(const QByteArray &line) { m_process.write(line + '\n'); }
    QByteArray answer()
    {
        const QDeadlineTimer deadline(60000);
        while (!m_process.canReadLine() && m_process.state() != QProcess::NotRunning && !deadline.hasExpired())
            m_process.waitForReadyRead(100);
        return m_process.readLine().trimmed();
    }
    QByteArray ask(const QByteArray &line)
    {
        say(line);
        return answer();
    }
    QByteArray write(const QByteArray &name, const QByteArray &value)
    {
        return ask("write " + name + ' ' + value.toBase64());
    }
    /// The value, or the whole answer where it is none.
    QByteArray read(const QByteArray &name)
    {
        const QByteArray said = ask("read " + name);
        return said.startsWith("value ") ? QByteArray::fromBase64(said.mid(6)) : said;
    }

private:
    QProcess m_process;
};

} // namespace pasarela::test
