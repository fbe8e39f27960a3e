// SPDX-License-Identifier: MIT
#include "gateway/mcp/jsonrpcerror.h"

namespace pasarela::mcp {

Message toErrorMessage(const Error &error)
{
    int code = serverError;
    switch (error.code) {
    case Error::Code::InvalidInput:
    case Error::Code::NotFound:
        code = invalidParams;
        break;
    case Error::Code::ProtocolViolation:
    case Error::Code::TooLarge:
        code = invalidRequest;
        break;
    case Error::Code::Internal:
        code = internalError;
        break;
    default:
        break;
    }
    return Message::error(code, error.detail, "{\"code\":\"" + errorCodeName(error.code).toLatin1() + "\"}");
}

} // namespace pasarela::mcp
