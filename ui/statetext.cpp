// SPDX-License-Identifier: MIT
#include "ui/statetext.h"

#include <QtMath>

namespace pasarela {

using Tone = StateLook::Tone;

QString titleOf(const EnclaveView &enclave)
{
    return enclave.title.isEmpty() ? enclave.name : enclave.title;
}

QString StateText::tryingAgain(const QDateTime &retryAt, const QDateTime &now)
{
    const qint64 left = retryAt.isValid() ? now.msecsTo(retryAt) : 0;
    if (left <= 0)
        return tr("Trying again");
    return tr("Trying again in %1 s").arg((left + 999) / 1000);
}

QString StateText::word(const EnclaveView &enclave, const QDateTime &now)
{
    switch (enclave.state) {
    case EnclaveState::NeedsApproval:
        return tr("Waits for your OK");
    case EnclaveState::Disabled:
        return tr("Off");
    case EnclaveState::Idle:
    case EnclaveState::Ready:
        return tr("Ready");
    case EnclaveState::Starting:
        return tr("Starting");
    case EnclaveState::Degraded:
        return tr("Works, with problems");
    case EnclaveState::Waiting:
        return tryingAgain(enclave.retryAt, now);
    case EnclaveState::NeedsCredential:
        return tr("Needs a key");
    case EnclaveState::NeedsSignIn:
        return tr("Needs sign-in");
    case EnclaveState::NeedsTrust:
        return tr("Changed, waits for your OK");
    case EnclaveState::Failed:
        return tr("Not working");
    }
    Q_UNREACHABLE();
}

QStringList StateText::allWords()
{
    QStringList words{stoppedWord()};
    const QDateTime now = QDateTime::currentDateTime();
    EnclaveView enclave;
    enclave.retryAt = now.addSecs(99);
    for (int state = 0; state <= int(EnclaveState::Failed); ++state) {
        enclave.state = EnclaveState(state);
        words.append(word(enclave, now));
    }
    return words;
}

StateLook StateText::look(EnclaveState state)
{
    switch (state) {
    case EnclaveState::NeedsApproval:
        return {QStringLiteral("approval"), Tone::Attention};
    case EnclaveState::Disabled:
        return {QStringLiteral("off"), Tone::Quiet};
    case EnclaveState::Idle:
    case EnclaveState::Ready:
        return {QStringLiteral("ready"), Tone::Good};
    case EnclaveState::Starting:
        return {QStringLiteral("starting"), Tone::Quiet};
    case EnclaveState::Degraded:
        return {QStringLiteral("degraded"), Tone::Attention};
    case EnclaveState::Waiting:
        return {QStringLiteral("waiting"), Tone::Quiet};
    case EnclaveState::NeedsCredential:
        return {QStringLiteral("key"), Tone::Attention};
    case EnclaveState::NeedsSignIn:
        return {QStringLiteral("signin"), Tone::Attention};
    case EnclaveState::NeedsTrust:
        return {QStringLiteral("trust"), Tone::Attention};
    case EnclaveState::Failed:
        return {QStringLiteral("failed"), Tone::Failure};
    }
    Q_UNREACHABLE();
}

bool StateText::needsPerson(EnclaveState state)
{
    switch (state) {
    case EnclaveState::NeedsApproval:
    case EnclaveState::NeedsCredential:
    case EnclaveState::NeedsSignIn:
    case EnclaveState::NeedsTrust:
    case EnclaveState::Failed:
        return true;
    case EnclaveState::Disabled:
    case EnclaveState::Idle:
    case EnclaveState::Ready:
    case EnclaveState::Starting:
    case EnclaveState::Degraded:
    case EnclaveState::Waiting:
        return false;
    }
    Q_UNREACHABLE();
}

QString StateText::word(const GatewayStatus &status, const QDateTime &now)
{
    switch (status.state) {
    case GatewayStatus::State::Stopped:
        return tr("Stopped", "Pasarela");
    case GatewayStatus::State::Starting:
        return tr("Starting");
    case GatewayStatus::State::Running:
        return tr("Running");
    case GatewayStatus::State::Stopping:
        return tr("Stopping");
    case GatewayStatus::State::Waiting:
        return tryingAgain(status.retryAt, now);
    case GatewayStatus::State::Failed:
        return tr("Not working");
    }
    Q_UNREACHABLE();
}

StateLook StateText::look(GatewayStatus::State state)
{
    switch (state) {
    case GatewayStatus::State::Stopped:
        return {QStringLiteral("stopped"), Tone::Quiet};
    case GatewayStatus::State::Starting:
    case GatewayStatus::State::Stopping:
        return {QStringLiteral("starting"), Tone::Quiet};
    case GatewayStatus::State::Running:
        return {QStringLiteral("ready"), Tone::Good};
    case GatewayStatus::State::Waiting:
        return {QStringLiteral("waiting"), Tone::Quiet};
    case GatewayStatus::State::Failed:
        return {QStringLiteral("failed"), Tone::Failure};
    }
    Q_UNREACHABLE();
}

QString StateText::stoppedWord()
{
    return tr("Stopped", "a service");
}

StateLook StateText::stoppedLook()
{
    return {QStringLiteral("stopped"), Tone::Quiet};
}

QString StateText::tools(int count)
{
    return tr("%n tool(s)", nullptr, count);
}

QString StateText::spoken(const EnclaveView &enclave, const QDateTime &now)
{
    QString text = tr("%1: %2, %3").arg(titleOf(enclave), word(enclave, now), tools(enclave.tools));
    if (!enclave.accounts.isEmpty())
        text += tr(", %n account(s)", nullptr, int(enclave.accounts.size()));
    return text;
}

} // namespace pasarela
