// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QByteArray>
#include <QString>

namespace pasarela {

enum class ExistingMode { Keep, Overrule };

/// How the temporary file beside a target is named (both platforms): this, and `temporaryEnd` letters or digits.
QByteArray temporaryNameFor(const QString &target);
inline constexpr qsizetype temporaryEnd = 6;

/// The platform's half of replaceFile(): `target` is no link. A file that is there lends its mode and owner to the new
/// one, or only its owner with `Overrule`.
Result<void> writeAtomically(const QString &target, QByteArrayView bytes, int mode, ExistingMode existing);

} // namespace pasarela
