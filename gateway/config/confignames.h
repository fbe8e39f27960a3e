// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace pasarela {

// What a name or an address in the configuration may look like. Pure.

/// catalogue.md 1: lower-case letters, digits and hyphens, 24 at most, so "__" cannot occur in it. Reserved names are
/// refused too.
bool isEnclaveName(const QString &name);
bool isReservedEnclaveName(const QString &name);
/// Of accounts, clients, peers and fields of accounts (decisions.md, *Configuration*).
bool isOtherName(const QString &name);

/// "host:port" or "[IPv6]:port" with a port from `lowestPort` on.
bool isHostAndPort(const QString &text, int lowestPort = 1);
/// An absolute http or https address with a host, and without user, password or fragment.
bool isWebAddress(const QString &text);
/// What an operating system takes as a variable's name: not empty, no "=" and no NUL.
bool isVariableName(const QString &name);
/// RFC 9110: a token; a value without CR, LF and NUL.
bool isHeaderName(const QString &name);
bool isHeaderValue(const QString &value);
/// A path that means the same from every folder: absolute on this system, or below "~/".
bool isWholePath(const QString &path);

} // namespace pasarela
