// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace pasarela {

/// Why something did not work. `detail` is English, for the log and the command line: one sentence that says what is so
/// and what to do, and never a secret. What a person reads in a window is made from the code (ui/errortext).
struct Error {
    enum class Code {
        InvalidInput, ///< What was given is wrong; correct it and try again.
        NotFound, ///< No such thing; check the name.
        AlreadyExists, ///< Choose another name, or change the one that is there.
        Conflict, ///< It changed meanwhile; read again and repeat.
        PermissionDenied, ///< The system or another user's file forbids it.
        Unavailable, ///< Not there now; trying again later may work.
        Timeout, ///< The deadline passed; the outcome may be unknown.
        Cancelled, ///< Somebody asked to stop it.
        Closed, ///< The other end went away.
        TooLarge, ///< Over a limit; the detail says which.
        ProtocolViolation, ///< The other end broke a protocol's rule.
        Unsupported, ///< This version or platform cannot do it.
        Io, ///< The operating system said no: disk full, read-only …
        NeedsPerson, ///< A person must decide or enter something first.
        StoppedByPerson, ///< The person pressed Stop; it stays so until Start.
        NeedsCredential, ///< An account's key or password is missing; a person enters it.
        KeychainLocked, ///< A person unlocks it.
        NoKeychain, ///< None in this session, or another one than the one with the keys; comes with the login.
        KeychainRefused, ///< The person or the system did not allow it; try again and allow it.
        Internal, ///< A fault of this program.
    };

    Code code = Code::Internal;
    QString detail;

    bool operator==(const Error &) const = default;
};

/// A detail as a part of a longer sentence: without its full stop.
QString withoutFullStop(const QString &detail);

/// The short code people can quote ("P-102"); the same in every language, never reused.
QString errorCodeName(Error::Code code);

} // namespace pasarela
