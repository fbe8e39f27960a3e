// SPDX-License-Identifier: MIT
#include "gateway/bridge/clienterror.h"

#include "gateway/base/jsonview.h"
#include "gateway/mcp/jsonrpcerror.h"

namespace pasarela {

namespace {

ClientError make(Error::Code code, const char *sentence)
{
    return {errorCodeName(code), QString::fromLatin1(sentence)};
}

} // namespace

QByteArray ClientError::lineFor(const QByteArray &id) const
{
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":" + QByteArray::number(mcp::serverError)
        + ",\"message\":" + jsonQuoted(sentence) + ",\"data\":{\"code\":" + jsonQuoted(code) + "}}}\n";
}

ClientError ClientError::notRunning()
{
    return make(Error::Code::Unavailable, "Pasarela is not running on this computer. Open Pasarela and try again.");
}

ClientError ClientError::notAnswering()
{
    return make(Error::Code::Timeout, "Pasarela does not answer on this computer. Open Pasarela and press Restart.");
}

ClientError ClientError::lost()
{
    return make(
        Error::Code::Closed,
        "Pasarela ended before it answered: what was asked may or may not have been done, so check before asking "
        "again.");
}

ClientError ClientError::tooMuchWaits()
{
    return make(Error::Code::TooLarge,
                "Too much is waiting for Pasarela, which is not running at the moment: try again when it runs.");
}

ClientError ClientError::updated()
{
    return make(Error::Code::Unsupported,
                "Pasarela was updated and works differently now: restart this app to use it again.");
}

ClientError ClientError::unreachable(const Error &error)
{
    switch (error.code) {
    case Error::Code::StoppedByPerson:
        return make(error.code, "Pasarela is stopped on this computer. Open Pasarela and press Start.");
    case Error::Code::NotFound:
        return make(error.code, "A part of Pasarela is missing on this computer. Install Pasarela again.");
    case Error::Code::PermissionDenied:
        return make(error.code,
                    "Another person's program stands where Pasarela should be on this computer. Open Pasarela to see "
                    "what to do.");
    default:
        return make(error.code, "Pasarela could not be started from this app. Open Pasarela and try again.");
    }
}

} // namespace pasarela
