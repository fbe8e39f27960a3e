// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace pasarela {

struct DetachedProgram {
    QString program; ///< Absolute path.
    QStringList arguments;
    QProcessEnvironment environment;
};

/// Starts a program that shares nothing with us and outlives us and whoever started us: own session (Windows: outside
/// the job and the package), stdin, stdout and stderr on the null device, no other descriptor, default signals, folder
/// "/". It is no child of ours, so nobody has to collect it. Returns when it runs, or says why it does not:
/// NeedsPerson where it would end together with the packaged app, or the job, that started us.
Result<void> startDetached(const DetachedProgram &program);

} // namespace pasarela
