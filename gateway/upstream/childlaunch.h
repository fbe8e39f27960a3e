// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/secretmask.h"
#include "gateway/config/gatewayconfig.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace pasarela {

/// Everything a child is started with; nothing is inherited.
struct ChildLaunch {
    QString name; ///< For sentences: what the person calls it.
    QString program; ///< Absolute path.
    QStringList arguments;
    QString commandLine; ///< Windows: the whole command line as it stands, instead of quoted arguments; else empty.
    QString workingDirectory;
    Environment environment; ///< Exactly this.
    bool allowSetuid = false; ///< Linux: without no_new_privs and a Landlock domain.
    std::optional<quint64> messageQueueLimit; ///< Linux: a mark (strays.h).
    bool sparesStrays = false; ///< Linux: what leaves its process group is not ended (strays.h).
    const SecretMask *mask = nullptr; ///< Hides secrets in its stderr; outlives it. Null: nothing to hide.
    QString recordFolder; ///< Where the note for a sweep after a crash lies (childrecord.h); empty: none.
};

/// How a program ended.
struct ChildExit {
    int code = 0;
    int signal = 0; ///< Unix: what killed it; 0: it ended by itself.

    /// "ended with exit code 3", "was ended by signal 9"
    QString sentence() const;
    bool operator==(const ChildExit &) const = default;
};

} // namespace pasarela
