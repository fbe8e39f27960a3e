// SPDX-License-Identifier: MIT
#pragma once

#include <QtGlobal>

namespace pasarela {

// Moving over the bytes of a JSON text. Nothing here reads at or past `end`, whatever the bytes are.

/// The first byte that ends a string body or may not stand in one: a quote, a backslash, or one below 0x20; else `end`.
const char *findStringStop(const char *at, const char *end);

/// Behind the string whose opening quote is at `at`; `end` where it is not closed.
const char *skipJsonString(const char *at, const char *end);

/// Behind the value that begins at `at`, in a text that is known to be valid.
const char *skipJsonValue(const char *at, const char *end);

inline bool isJsonSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

inline const char *skipJsonSpace(const char *at, const char *end)
{
    while (at != end && isJsonSpace(*at))
        ++at;
    return at;
}

} // namespace pasarela
