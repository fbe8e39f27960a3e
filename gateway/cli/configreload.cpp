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
    return Error{answer.error().code,
                 QStringLiteral("The change is written, but the running gateway did not take it: %1")
                     .arg(answer.error().detail)};
}

} // namespace pasarela
