// SPDX-License-Identifier: MIT
#include "gateway/base/utf8.h"

#include <simdjson.h>

namespace pasarela {

namespace {

struct Sequence {
    int length = 0; ///< 0: no sequence begins with this byte.
    unsigned char secondFrom = 0x80;
    unsigned char secondTo = 0xBF;
};

// RFC 3629, section 4.
Sequence sequenceOf(unsigned char lead)
{
    if (lead < 0x80)
        return {1};
    if (lead < 0xC2 || lead > 0xF4)
        return {0};
    switch (lead) {
    case 0xE0:
        return {3, 0xA0, 0xBF};
    case 0xED:
        return {3, 0x80, 0x9F};
    case 0xF0:
        return {4, 0x90, 0xBF};
    case 0xF4:
        return {4, 0x80, 0x8F};
    default:
        return {lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4};
    }
}

bool isWellFormed(QByteArrayView rest, Sequence sequence)
{
    if (sequence.length == 0 || rest.size() < sequence.length)
        return false;
    for (int i = 1; i < sequence.length; ++i) {
        const auto byte = static_cast<unsigned char>(rest[i]);
        const unsigned char from = i == 1 ? sequence.secondFrom : 0x80;
        const unsigned char to = i == 1 ? sequence.secondTo : 0xBF;
        if (byte < from || byte > to)
            return false;
    }
    return true;
}

} // namespace

std::optional<qsizetype> utf8Fault(QByteArrayView bytes)
{
    if (simdjson::validate_utf8(bytes.data(), static_cast<size_t>(bytes.size())))
        return std::nullopt;
    qsizetype at = 0;
    while (at < bytes.size()) {
        const Sequence sequence = sequenceOf(static_cast<unsigned char>(bytes[at]));
        if (!isWellFormed(bytes.sliced(at), sequence))
            return at;
        at += sequence.length;
    }
    return std::nullopt;
}

} // namespace pasarela
