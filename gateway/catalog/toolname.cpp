// SPDX-License-Identifier: MIT
#include "gateway/catalog/toolname.h"

#include <QCryptographicHash>

#include <algorithm>

namespace pasarela {

namespace {

constexpr int hashLength = 6;

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

QByteArray cleaned(QByteArray name)
{
    for (char &c : name) {
        if (!isNameCharacter(c))
            c = '_';
    }
    return name;
}

/// The first six characters of lower-case base32 (RFC 4648) of SHA-256 over `enclave NUL tool`.
QByteArray pairHash(QByteArrayView enclave, QByteArrayView tool)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(enclave);
    hash.addData(QByteArrayView("\0", 1));
    hash.addData(tool);
    const QByteArray digest = hash.result();
    constexpr char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
    QByteArray text;
    quint32 bits = 0;
    int count = 0;
    for (qsizetype i = 0; text.size() < hashLength; ++i) {
        bits = (bits << 8) | quint8(digest.at(i));
        for (count += 8; count >= 5 && text.size() < hashLength; count -= 5)
            text.append(alphabet[(bits >> (count - 5)) & 31]);
    }
    return text;
}

} // namespace

QByteArray canonicalName(QByteArrayView enclave, QByteArrayView tool)
{
    QByteArray name;
    name.reserve(enclave.size() + 2 + tool.size());
    return name.append(enclave).append("__").append(tool);
}

QByteArray exposedName(QByteArrayView enclave, QByteArrayView tool, int limit)
{
    const QByteArray name = cleaned(canonicalName(enclave, tool));
    return name.size() <= limit ? name : exposedNameWithHash(enclave, tool, limit);
}

QByteArray exposedNameWithHash(QByteArrayView enclave, QByteArrayView tool, int limit)
{
    const QByteArray name = cleaned(canonicalName(enclave, tool));
    return name.left(limit - hashLength - 1) + '_' + pairHash(enclave, tool);
}

bool mayStayPlain(QByteArrayView tool, int limit)
{
    return !tool.isEmpty() && tool.size() <= limit && std::all_of(tool.begin(), tool.end(), isNameCharacter)
        && tool.indexOf("__") < 0 && !tool.startsWith("relay_") && !tool.startsWith("pasarela");
}

} // namespace pasarela
