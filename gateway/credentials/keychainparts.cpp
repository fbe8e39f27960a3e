// SPDX-License-Identifier: MIT
#include "gateway/credentials/keychainparts.h"

#include "gateway/credentials/credentialstore.h"

#include <QCryptographicHash>
#include <QRandomGenerator>

namespace pasarela {

namespace {

constexpr char magic[] = "pasarela-parts/1";
constexpr int fields = 5;
constexpr int mostParts = 1000;

QByteArray sha256Of(QByteArrayView bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(bytes);
    return hash.result().toHex();
}

} // namespace

PartsHead PartsHead::of(const Secret &value, qsizetype partSize)
{
    PartsHead head;
    head.generation = QStringLiteral("%1").arg(QRandomGenerator::system()->generate(), 8, 16, QLatin1Char('0'));
    head.size = value.reveal().size();
    head.count = static_cast<int>((head.size + partSize - 1) / partSize);
    head.sha256 = sha256Of(value.reveal());
    return head;
}

std::optional<PartsHead> PartsHead::parse(QByteArrayView stored)
{
    if (!stored.startsWith(magic))
        return std::nullopt;
    const QByteArrayList words = stored.toByteArray().split(' ');
    if (words.size() != fields || words[0] != magic)
        return std::nullopt;
    PartsHead head;
    head.generation = QString::fromLatin1(words[1]);
    head.count = words[2].toInt();
    head.size = words[3].toLongLong();
    head.sha256 = words[4];
    const bool isSane = head.count >= 1 && head.count <= mostParts && head.size >= 1 && head.size < credentialLimit
        && !head.generation.isEmpty();
    return isSane ? std::optional(head) : std::nullopt;
}

QByteArray PartsHead::toBytes() const
{
    return QByteArray(magic) + ' ' + generation.toLatin1() + ' ' + QByteArray::number(count) + ' '
        + QByteArray::number(size) + ' ' + sha256;
}

QString PartsHead::set() const
{
    return QStringLiteral("%1/%2").arg(generation).arg(count);
}

bool PartsHead::isHeadOf(const Secret &value) const
{
    return value.reveal().size() == size && sha256Of(value.reveal()) == sha256;
}

QStringList partNames(const QString &name, const QString &set)
{
    const QStringList words = set.split(u'/');
    const int count = words.value(1).toInt();
    QStringList names;
    for (int i = 0; words.size() == 2 && i < count && count <= mostParts; ++i)
        names.append(QStringLiteral("%1#%2.%3").arg(name, words[0]).arg(i));
    return names;
}

Secret partOf(const Secret &value, qsizetype partSize, int index)
{
    const QByteArrayView rest = value.reveal().sliced(index * partSize);
    return Secret(rest.first(qMin(partSize, rest.size())).toByteArray());
}

} // namespace pasarela
