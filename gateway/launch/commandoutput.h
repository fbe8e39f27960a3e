// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace pasarela {

/// What a short command prints until it closes its output, whatever its exit code; nothing where it cannot be started,
/// prints over 256 KiB, or is not done within `deadline`. Then it is killed, with what it started. stdin and stderr are
/// the null device. For starting up only: it blocks.
std::optional<QByteArray> commandOutput(const QString &program, const QStringList &arguments,
                                        const QProcessEnvironment &environment, std::chrono::milliseconds deadline);

} // namespace pasarela
