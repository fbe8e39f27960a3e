// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/secret.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <variant>

namespace pasarela {

/// Why a keychain did not do what it was asked.
struct KeychainFault {
    enum class Kind {
        NotFound, ///< It has no such value.
        Absent, ///< There is no keychain, or it has gone.
        Locked, ///< It is locked, and nobody unlocked it.
        Denied, ///< The person or the system said no.
        Failed, ///< Something else; `detail` is what it said.
    };
    Kind kind = Kind::Failed;
    QString detail; ///< The keychain's own words, for the end of a sentence; may be empty.
};

/// One of the system's keychains, as it is: names and values, no more (seam). Callbacks come once or never (a keychain
/// may hang), not before the function returns, and not after this was destroyed.
class KeychainBackend {
public:
    virtual ~KeychainBackend() = default;

    /// Which keychain there is now: "secret-service", "kwallet" … The first question to it; asked before every job, so
    /// that a change is seen.
    using Identified = std::function<void(std::variant<QString, KeychainFault>)>;
    virtual void identify(Identified done) = 0;

    using Read = std::function<void(std::variant<Secret, KeychainFault>)>;
    virtual void read(const QString &name, Read done) = 0;
    using Done = std::function<void(std::optional<KeychainFault>)>;
    virtual void write(const QString &name, Secret value, Done done) = 0;
    virtual void remove(const QString &name, Done done) = 0;

    /// Bytes that one value holds; 0: any number.
    virtual qsizetype largestValue() const = 0;
};

/// This system's: QtKeychain's, on Windows the Credential Manager. Loads what it needs, so it is made at first use.
std::unique_ptr<KeychainBackend> systemKeychain();

/// What to do where there is no keychain, or what is locked is to be unlocked: whole sentences.
QString adviceWithoutKeychain();
QString adviceWhenLocked();

} // namespace pasarela
