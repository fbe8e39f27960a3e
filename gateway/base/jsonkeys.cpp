// SPDX-License-Identifier: MIT
#include "gateway/base/jsonkeys.h"

#include "gateway/base/jsonbytes.h"
#include "gateway/base/jsonstring.h"

#include <algorithm>

namespace pasarela {

qsizetype firstRepeatedKey(QByteArrayView text, std::span<JsonKeyMark> keys)
{
    const auto keyAt = [text](JsonKeyMark mark) {
        const char *begin = text.data() + mark.begin;
        return QByteArrayView(begin, skipJsonString(begin, text.data() + text.size()));
    };
    const auto compare = [&keyAt](JsonKeyMark left, JsonKeyMark right) {
        return left.hash != right.hash ? left.hash <=> right.hash : compareJsonStrings(keyAt(left), keyAt(right));
    };
    qsizetype first = -1;
    const auto repeated = [&first](JsonKeyMark mark) { first = first < 0 ? mark.begin : std::min(first, mark.begin); };

    constexpr size_t fewKeys = 8;
    if (keys.size() <= fewKeys) {
        for (size_t i = 1; i < keys.size(); ++i) {
            for (size_t j = 0; j < i; ++j) {
                if (compare(keys[i], keys[j]) == 0)
                    repeated(keys[i]);
            }
        }
        return first;
    }
    std::sort(keys.begin(), keys.end(), [&compare](JsonKeyMark left, JsonKeyMark right) {
        const auto order = compare(left, right);
        return order != 0 ? order < 0 : left.begin < right.begin;
    });
    for (size_t i = 1; i < keys.size(); ++i) {
        if (compare(keys[i - 1], keys[i]) == 0)
            repeated(keys[i]);
    }
    return first;
}

} // namespace pasarela
