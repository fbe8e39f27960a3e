// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/control/snapshot.h"
#include "ui/gatewaystatus.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace pasarela {

/// How a state is shown: the name of its shape (resources/icons/state) and how urgent it is. Colour follows the tone
/// and never says anything alone.
struct StateLook {
    enum class Tone { Quiet, Good, Attention, Failure };
    QString shape;
    Tone tone = Tone::Quiet;
    bool operator==(const StateLook &) const = default;
};

/// States in the words of people (spec/ui.md, *States in words*).
class StateText {
    Q_DECLARE_TR_FUNCTIONS(StateText)

public:
    /// `now` decides the seconds of "Trying again in 8 s".
    static QString word(const EnclaveView &enclave, const QDateTime &now);
    static StateLook look(EnclaveState state);
    /// Only a person can change this state: it counts in "2 things need you".
    static bool needsPerson(EnclaveState state);

    static QString word(const GatewayStatus &status, const QDateTime &now);
    static StateLook look(GatewayStatus::State state);
    /// All the words a service's state can have, for the width of their column.
    static QStringList allWords();

    /// For a service while Pasarela does not serve.
    static QString stoppedWord();
    static StateLook stoppedLook();

    /// "12 tools"
    static QString tools(int count);
    /// "Vault: ready, 12 tools, 2 accounts", for those who listen to the screen.
    static QString spoken(const EnclaveView &enclave, const QDateTime &now);

private:
    static QString tryingAgain(const QDateTime &retryAt, const QDateTime &now);
};

/// What people call a service: its title, else its name.
QString titleOf(const EnclaveView &enclave);

} // namespace pasarela
