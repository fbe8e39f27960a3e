// SPDX-License-Identifier: MIT
#include "gateway/base/jsonkeys.h"

#include "gateway/base/jsonstring.h"
#include "gateway/base/jsonview.h"

#include <algorithm>
#include <cstring>

namespace pasarela {

namespace {

std::strong_ordering compareBytes(QByteArrayView left, QByteArrayView right)
{
    const auto common = static_cast<size_t>(std::min(left.size(), right.size()));
    const int order = std::memcmp(left.data(), right.data(), common);
    return order != 0 ? order <=> 0 : left.size() <=> right.size();
}

} // namespace

bool isJsonKey(QByteArrayView quoted, bool escaped, QByteArrayView plain)
{
    if (escaped)
        return jsonStringEquals(quoted, plain);
    return quoted.size() == plain.size() + 2
        && std::memcmp(quoted.data() + 1, plain.data(), static_cast<size_t>(plain.size())) == 0;
}

qsizetype firstRepeatedKey(QByteArrayView text, std::span<JsonSpan> keys, bool escaped)
{
    const auto compare = [text, escaped](JsonSpan left, JsonSpan right) {
        return escaped ? compareJsonStrings(left.in(text), right.in(text))
                       : compareBytes(left.in(text), right.in(text));
    };
    qsizetype first = -1;
    const auto repeated = [&first](qsizetype begin) { first = first < 0 ? begin : std::min(first, begin); };

    constexpr size_t fewKeys = 8;
    if (keys.size() <= fewKeys) {
        for (size_t i = 1; i < keys.size(); ++i) {
            for (size_t j = 0; j < i; ++j) {
                if (compare(keys[i], keys[j]) == 0)
                    repeated(keys[i].begin);
            }
        }
        return first;
    }
    std::sort(keys.begin(), keys.end(), [&compare](JsonSpan left, JsonSpan right) {
        const auto order = compare(left, right);
        return order != 0 ? order < 0 : left.begin < right.begin;
    });
    for (size_t i = 1; i < keys.size(); ++i) {
        if (compare(keys[i - 1], keys[i]) == 0)
            repeated(keys[i].begin);
    }
    return first;
}

} // namespace pasarela
