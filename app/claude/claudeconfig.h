// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/config/gatewayconfig.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace pasarela {

/// One server in Claude's settings, as it stands there.
struct ClaudeEntry {
    QString name;
    QByteArray raw;          ///< The value, byte for byte.
    QString command;
    QStringList args;
    Environment env;
    bool ofExtension = false; ///< Has an `extensionId`: the app's own, never touched.
    QString problem;          ///< Why the app itself would not start it; empty: it would.
};

/// Claude's settings as far as servers go. Other members are never looked at and never change.
struct ClaudeConfig {
    std::vector<ClaudeEntry> entries; ///< In the order of the file.
};

/// Strict, as the app reads it (JSON.parse). InvalidInput: line, column and what is wrong. Empty bytes are an error too: the app
/// takes them for broken. No bytes at all (a file that does not exist) are for the caller.
Result<ClaudeConfig> readClaudeConfig(const QByteArray &bytes);

/// An entry to write: a name and its raw value.
struct NamedEntry {
    QString name;
    QByteArray raw;
};

/// The bytes with these servers taken out and others put in; everything outside `mcpServers` keeps its bytes.
Result<QByteArray> withServers(const QByteArray &bytes, const QStringList &without, const std::vector<NamedEntry> &with);

/// Our one entry: an absolute path, the client's name, and PASARELA_HOME only for a home of its own (decisions.md, *Paths*).
QByteArray ownEntry(const QString &bridge, const QString &home);
inline const QString ownEntryName = QStringLiteral("pasarela");

/// The text with every value of an `env` replaced by "…": for showing.
QByteArray withoutEnvironmentValues(const QByteArray &bytes);

} // namespace pasarela
