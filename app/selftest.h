// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"

#include <QString>
#include <QStringList>

namespace pasarela {

/// One line for each part of this installation: what is there, and what is missing.
struct SelfTest {
    bool whole = true;
    QStringList lines;

    static SelfTest run(const QString &home);

private:
    void note(bool good, const QString &what, const QString &problem);
};

} // namespace pasarela
