// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace pasarela {

// Names of tools and prompts (spec/catalogue.md 1; decisions.md, *Clients and names*). Pure.

/// `enclave__tool`, uncut: what configuration, command line and audit use.
QByteArray canonicalName(QByteArrayView enclave, QByteArrayView tool);

/// What a client sees: characters outside [A-Za-z0-9_-] become `_`, and a name longer than `limit` is cut and ends in
/// `_` and six characters of a hash of the pair. Depends on nothing but its arguments.
QByteArray exposedName(QByteArrayView enclave, QByteArrayView tool, int limit);
/// The same with the hash in any case: for two tools of one enclave that would meet.
QByteArray exposedNameWithHash(QByteArrayView enclave, QByteArrayView tool, int limit);

/// Whether a tool may keep its own name where the enclave asks for plain names: it must not look like a qualified one
/// or like one of ours.
bool mayStayPlain(QByteArrayView tool, int limit);

/// Lengths: 64 less the client's own prefix "mcp__pasarela__".
inline constexpr int defaultNameLimit = 49;

} // namespace pasarela
