// SPDX-License-Identifier: MIT
#include "ui/headline.h"

#include "ui/apptext.h"
#include "ui/datetext.h"
#include "ui/statetext.h"

#include <algorithm>

namespace pasarela {

int Headline::servicesOn(const Snapshot &snapshot)
{
    return int(std::count_if(snapshot.enclaves.begin(), snapshot.enclaves.end(),
                             [](const EnclaveView &enclave) { return enclave.state != EnclaveState::Disabled; }));
}

int Headline::waitingForPerson(const Snapshot &snapshot)
{
    const auto services =
        std::count_if(snapshot.enclaves.begin(), snapshot.enclaves.end(),
                      [](const EnclaveView &enclave) { return StateText::needsPerson(enclave.state); });
    return int(services) + (snapshot.gateway.problems.isEmpty() ? 0 : 1);
}

QString Headline::whatMendsItself(const Snapshot &snapshot)
{
    const auto count = [&snapshot](EnclaveState state) {
        return int(std::count_if(snapshot.enclaves.begin(), snapshot.enclaves.end(),
                                 [state](const EnclaveView &enclave) { return enclave.state == state; }));
    };
    QStringList parts;
    if (const int waiting = count(EnclaveState::Waiting); waiting > 0)
        parts.append(tr("%n service(s) did not start and will be tried again.", nullptr, waiting));
    if (const int degraded = count(EnclaveState::Degraded); degraded > 0)
        parts.append(tr("%n service(s) work(s) with problems.", nullptr, degraded));
    return parts.join(QLatin1Char(' '));
}

Headline Headline::whileRunning(const Snapshot &snapshot)
{
    Headline headline;
    if (!snapshot.gateway.problems.isEmpty())
        headline.quiet = snapshot.gateway.configHash.isEmpty()
            ? tr("The settings file has a mistake, so no settings could be read and nothing is connected.")
            : tr("The settings file has a mistake. Pasarela goes on with the settings that worked before.");
    if (snapshot.enclaves.empty() && headline.quiet.isEmpty()) {
        const auto apps = AppText::connected(snapshot);
        if (apps.empty())
            headline.sentence =
                tr("Nothing is set up yet. Pasarela lets Claude and other AI apps use the services you choose.");
        else
            headline.sentence =
                tr("%1 is connected and has nothing to use yet.", nullptr, int(apps.size())).arg(AppText::list(apps));
        return headline;
    }
    const std::vector<ConnectedApp> apps = AppText::connected(snapshot);
    const int services = servicesOn(snapshot);
    const int needs = waitingForPerson(snapshot);
    if (needs > 0)
        headline.sentence = tr("%n thing(s) need(s) you", nullptr, needs);
    else if (services == 0)
        headline.sentence = tr("All services are off.");
    else if (apps.empty())
        headline.sentence = tr("Everything works. %n service(s) ready.", nullptr, services);
    else if (apps.size() == 1)
        headline.sentence = tr("Everything works. %1 can use %n service(s).", "one app", services).arg(apps[0].title);
    else
        headline.sentence =
            tr("Everything works. %1 can use %n service(s).", "several apps", services).arg(AppText::list(apps));

    const QString mending = whatMendsItself(snapshot);
    if (!headline.quiet.isEmpty() && !mending.isEmpty())
        headline.quiet += QLatin1Char(' ');
    headline.quiet += mending;
    return headline;
}

Headline Headline::whenFailed(const GatewayStatus &status)
{
    // First what is so and what is safe, then what to do; the start's own reasons are three.
    switch (status.error ? status.error->code : Error::Code::Internal) {
    case Error::Code::NotFound:
        return {tr("Pasarela cannot start: a part of it is missing. Your settings and keys are safe."),
                tr("Install Pasarela again, then press Start.")};
    case Error::Code::Timeout:
        return {tr("Pasarela is running but does not answer. Your settings and keys are safe."),
                tr("Sign out of this computer and in again, then press Start.")};
    default:
        return {tr("Pasarela does not stay running. Your settings and keys are safe."),
                tr("Press Start to try again.")};
    }
}

Headline Headline::of(const GatewayStatus &status, const Snapshot &snapshot, const QDateTime &now,
                      const QLocale &locale)
{
    switch (status.state) {
    case GatewayStatus::State::Running:
        break;
    case GatewayStatus::State::Stopped:
        if (status.wanted || !status.stoppedSince.isValid())
            return {tr("Pasarela is stopped. AI apps cannot use your services."), {}};
        return {tr("You stopped Pasarela %1. AI apps cannot use your services.")
                    .arg(DateText::inSentence(status.stoppedSince, now, locale)),
                {}};
    case GatewayStatus::State::Starting:
        return {tr("Pasarela is starting."), {}};
    case GatewayStatus::State::Stopping:
        return {tr("Pasarela is stopping."), {}};
    case GatewayStatus::State::Waiting:
        return {tr("Pasarela ended unexpectedly and starts again by itself."),
                tr("%1. Until then AI apps cannot use your services.").arg(StateText::word(status, now))};
    case GatewayStatus::State::Failed:
        return whenFailed(status);
    }
    Headline headline = whileRunning(snapshot);
    if (status.updateWaiting) {
        const QString update = tr("A new version is ready. Restart Pasarela to use it.");
        headline.quiet = headline.quiet.isEmpty() ? update : update + QLatin1Char(' ') + headline.quiet;
    }
    return headline;
}

QString Headline::tooltip(const GatewayStatus &status, const Snapshot &snapshot, const QDateTime &now)
{
    if (status.state != GatewayStatus::State::Running)
        return tr("Pasarela: %1").arg(StateText::word(status, now).toLower());
    const QString services = tr("%n service(s)", nullptr, servicesOn(snapshot));
    const QString apps = tr("%n app(s) connected", nullptr, int(AppText::connected(snapshot).size()));
    return tr("Pasarela: running, %1, %2").arg(services, apps);
}

} // namespace pasarela
