// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/launch/processcontrol.h"
#include "tests/support/testhome.h"

#include <QByteArrayList>
#include <QHash>
#include <QStringList>

namespace pasarela::test {

/// What a program tells about the circumstances it was started in.
struct StartReport {
    QHash<QByteArray, QByteArray> values; ///< "folder", "pid", "startTime", and what the platform adds
    QHash<QByteArray, QByteArray> environment;
    QStringList arguments;

    ProcessIdentity identity() const;
};

/// The main() of a stand-in for the gateway: writes its report into the folder after "--home" and lives until that
/// folder is gone, or for a minute. To be called first in main(), before any QCoreApplication.
int runFakeGateway(int argc, char **argv);

/// The report in this home, once it is complete.
std::optional<StartReport> startReport(const TestHome &home);
inline bool hasReport(const TestHome &home)
{
    return startReport(home).has_value();
}

/// Lines "key:value" only the platform knows: descriptors, session, signals.
QByteArray platformReport();

} // namespace pasarela::test
