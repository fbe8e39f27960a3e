// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/jsonscanner.h"

#include <QString>

namespace pasarela {

/// One thing that is wrong in a configuration, with its place and what to do.
struct ConfigProblem {
    TextPosition position;
    QString pointer; ///< JSON pointer (RFC 6901) of the member; empty: the whole file.
    QString
        what; ///< "scope" cannot be "team": use "account", "project" or "client". Holds no values that may be secret.
};

/// `FILE:LINE:COL: what, and what to do` (spec/cli.md, `check`).
QString toLine(const QString &file, const ConfigProblem &problem);

/// `text` in double quotes, cut after 40 characters, with a sign for each that cannot be seen.
QString quotedInSentence(const QString &text);

} // namespace pasarela
