// SPDX-License-Identifier: MIT
#include "gateway/cli/configreload.h"

#include "gateway/control/controlprotocol.h"

namespace pasarela {

Result<bool> reloadGateway(const CommandContext &context, const QByteArray &hash)
{
    const auto answer = context.ask(control::method::reload, "{\"hash\":\"" + hash + "\"}");
    if (answer)
        return true;
    if (answer.error().code == Error::Code::Unavailable)
        return false;
    const bool isRefusal = answer.error().code == Error::Code::InvalidInput;
    return Error{answer.error().code,
                 (isRefusal ? QStringLiteral("The change is written, but the running gateway did not take it: %1")
                            : QStringLiteral("The change is written, and a running gateway takes it by itself; whether "
                                             "this one did could not be asked: %1"))
                     .arg(answer.error().detail)};
}

} // namespace pasarela
