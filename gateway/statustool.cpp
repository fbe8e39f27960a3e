// SPDX-License-Identifier: MIT
#include "gateway/statustool.h"

#include "gateway/base/jsonview.h"

#include <QTimer>

namespace pasarela {

namespace {

constexpr char definition[] =
    R"({"name":"pasarela__status","title":"Pasarela status","description":"Says which services are connected through Pasarela, )"
    R"(how many tools each has, and what needs the person's attention. Call it when a tool fails or is missing.",)"
    R"("inputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"openWorldHint":false}})";

QString stateInWords(const EnclaveView &service)
{
    switch (service.state) {
    case EnclaveState::NeedsApproval:
        return QStringLiteral("waits for the person's OK to start");
    case EnclaveState::Disabled:
        return QStringLiteral("off");
    case EnclaveState::Idle:
    case EnclaveState::Ready:
        return QStringLiteral("ready");
    case EnclaveState::Starting:
        return QStringLiteral("starting");
    case EnclaveState::Degraded:
        return QStringLiteral("works, with problems");
    case EnclaveState::Waiting:
        return QStringLiteral("does not start; it is tried again");
    case EnclaveState::NeedsCredential:
        return QStringLiteral("needs a key");
    case EnclaveState::NeedsSignIn:
        return QStringLiteral("needs sign-in");
    case EnclaveState::NeedsTrust:
        return QStringLiteral("waits because its identity changed");
    case EnclaveState::Failed:
        return QStringLiteral("not working");
    }
    return {};
}

QString counted(qsizetype count, const QString &one)
{
    return count == 1 ? QStringLiteral("1 %1").arg(one) : QStringLiteral("%1 %2s").arg(count).arg(one);
}

QString line(const EnclaveView &service)
{
    QString text = QStringLiteral("- %1: %2").arg(service.title, stateInWords(service));
    if (service.tools > 0)
        text += QStringLiteral(", ") + counted(service.tools, QStringLiteral("tool"));
    if (!service.lastError.text.isEmpty())
        text += QStringLiteral(". ") + service.lastError.text;
    return text;
}

QString settingsLine(bool lastGoodInUse)
{
    const QString what = lastGoodInUse
        ? QStringLiteral("Pasarela's settings have a mistake and could not be used; the last good settings are in use.")
        : QStringLiteral("No settings of Pasarela could be read; nothing is connected.");
    return what + QStringLiteral(" The person can open Pasarela to see what is wrong.");
}

} // namespace

QString statusText(const Snapshot &snapshot)
{
    QStringList lines;
    const qsizetype services = qsizetype(snapshot.enclaves.size());
    const bool isSetUp = services > 0 || !snapshot.gateway.problems.isEmpty();
    if (!isSetUp)
        lines.append(
            QStringLiteral("Pasarela is running and no service is set up yet. The person can open Pasarela and press "
                           "\"Add a service\"."));
    else
        lines.append(QStringLiteral("Pasarela is running with %1.").arg(counted(services, QStringLiteral("service"))));
    for (const EnclaveView &service : snapshot.enclaves)
        lines.append(line(service));
    if (!snapshot.gateway.problems.isEmpty())
        lines.append(settingsLine(!snapshot.gateway.configHash.isEmpty()));
    return lines.join(QLatin1Char('\n'));
}

StatusTool::StatusTool(TakeSnapshot takeSnapshot, QObject *parent)
    : LocalToolProvider(parent)
    , m_takeSnapshot(std::move(takeSnapshot))
{
}

std::vector<LocalToolProvider::Tool> StatusTool::tools(const ClientId &) const
{
    return {{QByteArrayLiteral("pasarela__status"), QByteArray(definition)}};
}

void StatusTool::call(const ClientId &, const QByteArray &, const QByteArray &, Done done)
{
    QTimer::singleShot(0, this, [this, done = std::move(done)] {
        done(mcp::Message::result(
            QByteArray(R"({"content":[{"type":"text","text":)" + jsonQuoted(statusText(m_takeSnapshot())) + "}]}")));
    });
}

} // namespace pasarela
