// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/error.h"
#include "gateway/control/snapshot.h"

#include <QCoreApplication>
#include <QString>

#include <optional>

namespace pasarela {

/// Error codes in the words of people. The details that travel with codes are English, for the log; they are never
/// shown in their place.
class ErrorText {
    Q_DECLARE_TR_FUNCTIONS(ErrorText)

public:
    struct Words {
        QString sentence; ///< What is so.
        QString remedy; ///< What to do, or what happens by itself.
    };
    static Words words(Error::Code code);

    /// The code named "P-202"; nothing for one that this version does not know.
    static std::optional<Error::Code> codeNamed(const QString &name);

    /// The sentence for a service's last error with its code, "It did not answer in time. (P-202)"; empty: there is
    /// none.
    static QString sentence(const ErrorView &error);
    static QString remedy(const ErrorView &error);
};

} // namespace pasarela
