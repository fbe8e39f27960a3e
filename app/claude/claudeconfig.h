// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/jsontext.h"
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
    QByteArray raw; ///< The value, byte for byte.
    QString command;
    QStringList args;
    Environment env;
    bool ofExtension = false; ///< Has an `extensionId`: the app's own, never touched.
    bool saysDisabled = false; ///< Has `"disabled": true`, which the app does not know and starts it all the same.
    QString problem; ///< Why the app itself would not start it; empty: it would.
};

/// Claude's settings as far as servers go. Other members are never looked at and never change.
struct ClaudeConfig {
    std::vector<ClaudeEntry> entries; ///< In the order of the file.
};

/// Strict, as the app reads it (JSON.parse), and no key may stand twice anywhere: the app drops the first at its next
/// write. InvalidInput: line, column and what is wrong. Empty bytes are an error too: the app takes them for broken. No
/// bytes at all (a file that does not exist) are for the caller.
Result<ClaudeConfig> readClaudeConfig(const QByteArray &bytes);

/// An entry to write: a name and its raw value.
struct NamedEntry {
    QString name;
    QByteArray raw;
    JsonForm form = JsonForm::AsGiven;
};

/// The bytes with these servers taken out and others put in; everything outside `mcpServers` keeps its bytes. A second
/// look (secondlook.h) has found it so; Internal where it does not.
Result<QByteArray> withServers(const QByteArray &bytes, const QStringList &without,
                               const std::vector<NamedEntry> &with);

/// The name of a command's program, without folder and suffix, with the separators of either system.
QString programName(const QString &command);

/// Our one entry: an absolute path, the client's name, and PASARELA_HOME only for a home of its own (decisions.md,
/// *Paths*).
QByteArray ownEntry(const QString &bridge, const QString &home);
inline const QString ownEntryName = QStringLiteral("pasarela");
/// Whether an entry is ours, of whatever installation; another program's may have our name.
bool isOwnEntry(const ClaudeEntry &entry);

} // namespace pasarela
