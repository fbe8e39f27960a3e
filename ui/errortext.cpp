// SPDX-License-Identifier: MIT
#include "ui/errortext.h"

#include <array>

namespace pasarela {

ErrorText::Words ErrorText::words(Error::Code code)
{
    switch (code) {
    case Error::Code::InvalidInput:
        return {tr("Something in the settings is not right."), tr("Correct it and try again.")};
    case Error::Code::NotFound:
        return {tr("A program or file is missing."), tr("Check that it is installed and that its name is right.")};
    case Error::Code::AlreadyExists:
        return {tr("There is already one with this name."), tr("Choose another name.")};
    case Error::Code::Conflict:
        return {tr("It was changed somewhere else meanwhile."), tr("Look at it again, then repeat the change.")};
    case Error::Code::PermissionDenied:
        return {tr("This computer does not allow it."), tr("Check who may use the file or program.")};
    case Error::Code::Unavailable:
        return {tr("It is not there at the moment."), tr("Pasarela tries again by itself.")};
    case Error::Code::Timeout:
        return {tr("It did not answer in time."), tr("Try again in a moment.")};
    case Error::Code::Cancelled:
        return {tr("It was stopped before it was done."), tr("Start it again whenever you like.")};
    case Error::Code::Closed:
        return {tr("It ended unexpectedly."), tr("Pasarela starts it again when it is needed.")};
    case Error::Code::TooLarge:
        return {tr("It is larger than allowed."), tr("Ask for less at once.")};
    case Error::Code::ProtocolViolation:
        return {tr("It answered in a way that Pasarela does not understand."), tr("Look for a newer version of it.")};
    case Error::Code::Unsupported:
        return {tr("This version cannot do that."), tr("Look for a newer version.")};
    case Error::Code::Io:
        return {tr("A file could not be read or written."), tr("Check that the disk is not full.")};
    case Error::Code::NeedsPerson:
        return {tr("It waits for a decision of yours."), tr("Open Pasarela and decide.")};
    case Error::Code::StoppedByPerson:
        return {tr("You stopped Pasarela."), tr("Press Start to use it again.")};
    case Error::Code::NeedsCredential:
        return {tr("A key or password is missing."), tr("Enter it in Pasarela.")};
    case Error::Code::KeychainLocked:
        return {tr("The password store is locked."), tr("Unlock it, then try again.")};
    case Error::Code::NoKeychain:
        return {tr("The password store with your keys is not there."),
                tr("Log in to your desktop as usual, or install a password store such as GNOME Keyring or KWallet.")};
    case Error::Code::KeychainRefused:
        return {tr("The password store did not let Pasarela in."), tr("Try again and allow it.")};
    case Error::Code::Internal:
        return {tr("Something went wrong in Pasarela."), tr("Restart Pasarela. If it happens again, report it.")};
    }
    Q_UNREACHABLE();
}

std::optional<Error::Code> ErrorText::codeNamed(const QString &name)
{
    using Code = Error::Code;
    static constexpr std::array all = {
        Code::InvalidInput,
        Code::NotFound,
        Code::AlreadyExists,
        Code::Conflict,
        Code::PermissionDenied,
        Code::Unavailable,
        Code::Timeout,
        Code::Cancelled,
        Code::Closed,
        Code::TooLarge,
        Code::ProtocolViolation,
        Code::Unsupported,
        Code::Io,
        Code::NeedsPerson,
        Code::StoppedByPerson,
        Code::NeedsCredential,
        Code::KeychainLocked,
        Code::NoKeychain,
        Code::KeychainRefused,
        Code::Internal,
    };
    for (const Code code : all) {
        if (errorCodeName(code) == name)
            return code;
    }
    return std::nullopt;
}

QString ErrorText::sentence(const ErrorView &error)
{
    if (error.code.isEmpty())
        return {};
    const std::optional<Error::Code> code = codeNamed(error.code);
    const QString words = code ? ErrorText::words(*code).sentence : tr("It does not work.");
    return tr("%1 (%2)", "a sentence and its short code").arg(words, error.code);
}

QString ErrorText::remedy(const ErrorView &error)
{
    const std::optional<Error::Code> code = codeNamed(error.code);
    return code ? words(*code).remedy : QString();
}

} // namespace pasarela
