// SPDX-License-Identifier: MIT
#include "gateway/mcp/calloutcome.h"

namespace pasarela::mcp {

namespace {

/// Where nothing has to change first.
bool helpsToRepeat(Error::Code code)
{
    switch (code) {
    case Error::Code::Conflict:
    case Error::Code::Unavailable:
    case Error::Code::Timeout:
    case Error::Code::Cancelled:
    case Error::Code::Closed:
        return true;
    default:
        return false;
    }
}

Error withSentence(Error error, const QString &sentence)
{
    if (!error.detail.isEmpty())
        error.detail += QStringView(u".!?").contains(error.detail.back()) ? QStringLiteral(" ") : QStringLiteral(". ");
    error.detail += sentence;
    return error;
}

} // namespace

QString unknownOutcome()
{
    return QStringLiteral("What was asked may or may not have been done, so check before asking again.");
}

Error sentButUnanswered(Error error)
{
    return withSentence(std::move(error), unknownOutcome());
}

Error notSent(Error error)
{
    const bool repeat = helpsToRepeat(error.code);
    return withSentence(std::move(error),
                        repeat ? QStringLiteral("The call was not done and may be repeated.")
                               : QStringLiteral("The call was not done."));
}

} // namespace pasarela::mcp
