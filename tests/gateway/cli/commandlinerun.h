// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandcontext.h"
#include "tests/support/controlfixture.h"

#include <QString>
#include <QStringList>

namespace pasarela::test {

/// What a command line came to.
struct Outcome {
    int code = -1;
    QString out;
    QString err;
};

/// There is no program to start.
Result<void> launchesNothing(const Paths &paths, const QString &failureFile);

/// `pasarela-gateway ARGUMENTS` in the home of this gateway.
Outcome run(const ControlFixture &gateway, const QStringList &arguments,
            const CommandContext::Launch &launch = launchesNothing);

/// The words of a line, which are separated by spaces.
QStringList words(const char *line);

/// One line, as every error is.
bool isOneSentence(const QString &text);

} // namespace pasarela::test
