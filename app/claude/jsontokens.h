// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QByteArray>
#include <QByteArrayView>

#include <utility>
#include <vector>

namespace pasarela {

/// Brackets, keys (with a colon behind) and values of a JSON text, in order and as they stand there.
using JsonTokens = std::vector<QByteArray>;

/// All tokens of any JSON value, by simdjson. InvalidInput: it is not strict JSON, or a key stands twice.
Result<JsonTokens> jsonTokensOf(QByteArrayView value);

/// The tokens of an object, those of the members of one of its members (an object) apart.
struct TokensAround {
    JsonTokens outside;
    std::vector<std::pair<QByteArray, JsonTokens>> inside; ///< Key without escapes, tokens of the value.
    qsizetype begin = -1; ///< Bytes [begin, end) are that member's value; -1: it is not there.
    qsizetype end = -1;
};
Result<TokensAround> jsonTokensAround(QByteArrayView bytes, QByteArrayView member);

} // namespace pasarela
