// SPDX-License-Identifier: MIT
#include "tests/integration/gatewayhome.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

namespace pasarela::test {

GatewayHome::GatewayHome()
{
    const auto paths = Paths::locate(m_home.path());
    const bool made = paths.ok() && paths->create().ok();
    Q_ASSERT(made);
    Q_UNUSED(made)
    m_paths = std::make_unique<Paths>(*paths);
}

GatewayHome::~GatewayHome()
{
    (void)command({QStringLiteral("stop")});
    if (m_gateway) {
        m_gateway->kill();
        m_gateway->waitForFinished();
    }
}

QString GatewayHome::fakeServer()
{
    return QDir(qEnvironmentVariable("PASARELA_BIN_DIR")).filePath(QStringLiteral("../tests/fakemcpserver"));
}

void GatewayHome::configure(const QMap<QString, QStringList> &fakes)
{
    QJsonObject enclaves;
    for (auto it = fakes.cbegin(); it != fakes.cend(); ++it) {
        const QJsonObject launch{{QStringLiteral("command"), fakeServer()},
                                 {QStringLiteral("args"), QJsonArray::fromStringList(*it)}};
        enclaves.insert(it.key(), QJsonObject{{QStringLiteral("stdio"), launch}});
    }
    m_home.write(QStringLiteral("pasarela.json"),
                 QJsonDocument(QJsonObject{{QStringLiteral("enclaves"), enclaves}}).toJson());
}

bool GatewayHome::start()
{
    m_gateway = std::make_unique<QProcess>();
    m_gateway->setProgram(builtProgram(QStringLiteral("pasarela-gateway")));
    m_gateway->setArguments({QStringLiteral("--home"), m_home.path(), QStringLiteral("run")});
    m_gateway->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_gateway->start();
    // Without this its state may still be Starting when it answers already.
    return m_gateway->waitForStarted() && QTest::qWaitFor([this] { return !status().isEmpty(); }, 10000);
}

std::unique_ptr<QProcess> GatewayHome::launch() const
{
    auto process = std::make_unique<QProcess>();
    process->start(builtProgram(QStringLiteral("pasarela-gateway")),
                   {QStringLiteral("run"), QStringLiteral("--started-by"), QStringLiteral("launcher"),
                    QStringLiteral("--home"), m_home.path()});
    return process;
}

void GatewayHome::killGateway()
{
    m_gateway->kill();
    m_gateway->waitForFinished();
}

GatewayHome::Outcome GatewayHome::command(const QStringList &arguments, const QByteArray &input) const
{
    QProcess process;
    process.start(builtProgram(QStringLiteral("pasarela-gateway")),
                  QStringList{QStringLiteral("--home"), m_home.path()} + arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(90000))
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QJsonObject GatewayHome::status() const
{
    const Outcome outcome = command({QStringLiteral("status"), QStringLiteral("--json")});
    return outcome.exitCode == 0 ? QJsonDocument::fromJson(outcome.out).object() : QJsonObject();
}

QJsonObject GatewayHome::enclave(const QString &name) const
{
    for (const QJsonValue &value : status().value(QLatin1String("enclaves")).toArray()) {
        if (value.toObject().value(QLatin1String("name")).toString() == name)
            return value.toObject();
    }
    return {};
}

} // namespace pasarela::test
