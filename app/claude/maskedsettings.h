// SPDX-License-Identifier: MIT
#pragma once

#include "app/claude/claudeconfig.h"

#include <QByteArray>
#include <QString>

namespace pasarela {

/// Settings for showing (spec/claude-config.md, *What we do* 4): every value of an `env` and of headers, every value
/// whose name is a key's, and every key within a text (secrettext.h) is "…", wherever in the file it stands. What holds
/// none keeps its bytes. Valid JSON only.
QByteArray settingsWithoutSecrets(const QByteArray &bytes);

/// What was said about a service, by its program too: without what settingsWithoutSecrets() would hide of its entry.
QString saidWithoutSecrets(const ClaudeEntry &entry, const QString &text);

/// A command line for a person to judge, in one line and whole but for keys.
QString commandWithoutSecrets(const ClaudeEntry &entry);

} // namespace pasarela
