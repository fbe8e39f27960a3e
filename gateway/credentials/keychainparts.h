// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/base/secret.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace pasarela {

/// A secret over the size that one value of a keychain may have lies in parts, and under its name a head that says
/// which. Each write makes a new set of parts, and the head is written last: until then the old head leads to the old
/// parts, so that a half-written secret is never read as a whole one. Pure.
struct PartsHead {
    QString generation; ///< Of this set: 8 hexadecimal digits at random.
    int count = 0;
    qsizetype size = 0; ///< Of the whole secret, in bytes.
    QByteArray sha256; ///< Lower-case hexadecimal.

    static PartsHead of(const Secret &value, qsizetype partSize);
    /// What lies under the secret's name; nothing where that is the secret itself.
    static std::optional<PartsHead> parse(QByteArrayView stored);
    QByteArray toBytes() const;

    /// "1f09ab33/3", for the index.
    QString set() const;
    bool isHeadOf(const Secret &value) const;
};

/// The names of the parts of a set() of the secret `name`; none where that is no set.
QStringList partNames(const QString &name, const QString &set);
/// Part `index`, from 0.
Secret partOf(const Secret &value, qsizetype partSize, int index);

} // namespace pasarela
