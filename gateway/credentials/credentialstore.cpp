// SPDX-License-Identifier: MIT
#include "gateway/credentials/credentialstore.h"

#include "gateway/base/utf8.h"

namespace pasarela {

Result<void> checkCredential(const Secret &value)
{
    const QByteArrayView bytes = value.reveal();
    if (bytes.isEmpty())
        return Error{Error::Code::InvalidInput, QStringLiteral("The secret is empty. Enter it again.")};
    if (bytes.size() >= credentialLimit)
        return Error{Error::Code::TooLarge,
                     QStringLiteral("The secret has %1 bytes; at most %2 are taken. Is it the right file?")
                         .arg(bytes.size())
                         .arg(credentialLimit - 1)};
    if (bytes.contains('\0') || utf8Fault(bytes))
        return Error{Error::Code::InvalidInput,
                     QStringLiteral("The secret is no text: it holds bytes that no program can be given as a variable. "
                                    "Encode it in base64 if the server takes that.")};
    return {};
}

} // namespace pasarela
