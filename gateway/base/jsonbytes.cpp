// SPDX-License-Identifier: MIT
#include "gateway/base/jsonbytes.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace pasarela {

namespace {

bool stopsString(char c)
{
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

/// Eight bytes at once: the top bit of each byte that stops a string. Bits above the lowest one may be wrong.
std::uint64_t stopBits(std::uint64_t word)
{
    constexpr std::uint64_t ones = 0x0101010101010101;
    constexpr std::uint64_t tops = 0x8080808080808080;
    const auto zeroBytes = [](std::uint64_t w) { return (w - ones) & ~w & tops; };
    const std::uint64_t controls = word & 0xE0E0E0E0E0E0E0E0;
    return zeroBytes(word ^ (ones * '"')) | zeroBytes(word ^ (ones * '\\')) | zeroBytes(controls);
}

/// The stop within the eight bytes at `at`, which has one.
const char *stopInWord(const char *at, std::uint64_t bits)
{
    if constexpr (std::endian::native == std::endian::little)
        return at + std::countr_zero(bits) / 8;
    while (!stopsString(*at))
        ++at;
    return at;
}

std::uint64_t load(const char *at)
{
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
}

#if defined(__GNUC__)
// The compiler's own vectors: SSE2 on x86-64, NEON on arm64, plain words elsewhere.
using Block = std::uint8_t __attribute__((vector_size(16)));

Block loadBlock(const char *at)
{
    Block block;
    std::memcpy(&block, at, sizeof block);
    return block;
}

/// All bits of each byte that stops a string.
Block stops(Block block)
{
    return reinterpret_cast<Block>((block == '"') | (block == '\\') | ((block & 0xE0) == 0));
}

/// Skips whole blocks without a stop.
const char *skipBlocks(const char *at, const char *end)
{
    const auto any = [](Block block) {
        std::uint64_t halves[2];
        std::memcpy(halves, &block, sizeof halves);
        return (halves[0] | halves[1]) != 0;
    };
    while (end - at >= 64
           && !any(stops(loadBlock(at)) | stops(loadBlock(at + 16)) | stops(loadBlock(at + 32))
                   | stops(loadBlock(at + 48))))
        at += 64;
    while (end - at >= 16 && !any(stops(loadBlock(at))))
        at += 16;
    return at;
}
#else
const char *skipBlocks(const char *at, const char *)
{
    return at;
}
#endif

} // namespace

const char *findStringStop(const char *at, const char *end)
{
    // Most strings are short: one word first.
    for (bool first = true; end - at >= 8; first = false) {
        if (const std::uint64_t bits = stopBits(load(at)))
            return stopInWord(at, bits);
        at += 8;
        if (first)
            at = skipBlocks(at, end);
    }
    while (at != end && !stopsString(*at))
        ++at;
    return at;
}

const char *skipJsonString(const char *at, const char *end)
{
    ++at;
    while ((at = findStringStop(at, end)) != end) {
        if (*at == '"')
            return at + 1;
        if (*at == '\\' && ++at == end)
            break;
        ++at;
    }
    return end;
}

const char *skipJsonValue(const char *at, const char *end)
{
    qsizetype depth = 0;
    while (at != end) {
        const char c = *at;
        if (c == '"') {
            at = skipJsonString(at, end);
        } else if (c == '{' || c == '[') {
            ++depth;
            ++at;
        } else if (c == '}' || c == ']') {
            if (depth == 0)
                return at; // the end of what surrounds a number or literal
            --depth;
            ++at;
        } else if (depth == 0 && (c == ',' || isJsonSpace(c))) {
            return at;
        } else {
            ++at;
            continue;
        }
        if (depth == 0)
            return at;
    }
    return end;
}

} // namespace pasarela
