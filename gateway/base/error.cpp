// SPDX-License-Identifier: MIT
#include "gateway/base/error.h"

namespace pasarela {

QString withoutFullStop(const QString &detail)
{
    return detail.endsWith(u'.') ? detail.chopped(1) : detail;
}

QString errorCodeName(Error::Code code)
{
    // Numbers are a promise: append, never renumber.
    int number = 0;
    switch (code) {
    case Error::Code::InvalidInput:
        number = 101;
        break;
    case Error::Code::NotFound:
        number = 102;
        break;
    case Error::Code::AlreadyExists:
        number = 103;
        break;
    case Error::Code::Conflict:
        number = 104;
        break;
    case Error::Code::PermissionDenied:
        number = 105;
        break;
    case Error::Code::Unavailable:
        number = 201;
        break;
    case Error::Code::Timeout:
        number = 202;
        break;
    case Error::Code::Cancelled:
        number = 203;
        break;
    case Error::Code::Closed:
        number = 204;
        break;
    case Error::Code::TooLarge:
        number = 301;
        break;
    case Error::Code::ProtocolViolation:
        number = 302;
        break;
    case Error::Code::Unsupported:
        number = 303;
        break;
    case Error::Code::Io:
        number = 401;
        break;
    case Error::Code::NeedsPerson:
        number = 501;
        break;
    case Error::Code::StoppedByPerson:
        number = 502;
        break;
    case Error::Code::NeedsCredential:
        number = 503;
        break;
    case Error::Code::KeychainLocked:
        number = 504;
        break;
    case Error::Code::NoKeychain:
        number = 505;
        break;
    case Error::Code::KeychainRefused:
        number = 506;
        break;
    case Error::Code::Internal:
        number = 901;
        break;
    }
    return QStringLiteral("P-%1").arg(number);
}

} // namespace pasarela
