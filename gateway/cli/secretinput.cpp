// SPDX-License-Identifier: MIT
#include "gateway/cli/secretinput.h"

#include <QFile>

#include <cstdio>

namespace pasarela {

namespace {

constexpr qint64 inputLimit = qint64{1024} * 1024;

} // namespace

Result<Secret> secretFromInput(Secret input)
{
    QByteArrayView bytes = input.reveal();
    if (bytes.size() > inputLimit)
        return Error{Error::Code::TooLarge, QStringLiteral("The secret is over 1 MiB; is it the right file?")};
    for (const char *end : {"\r\n", "\n"}) {
        if (bytes.endsWith(end)) {
            bytes = bytes.chopped(static_cast<qsizetype>(qstrlen(end)));
            break;
        }
    }
    if (bytes.isEmpty())
        return Error{Error::Code::InvalidInput,
                     QStringLiteral("No secret came on stdin. Type it at the prompt, or send it: pasarela-gateway "
                                    "account set … < FILE")};
    return Secret(bytes.toByteArray());
}

Result<Secret> readSecret(const QString &prompt)
{
    if (isTerminalInput()) {
        auto line = readHiddenLine(prompt);
        return line ? secretFromInput(std::move(*line)) : line.error();
    }
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return Error{Error::Code::Io, QStringLiteral("stdin cannot be read: %1.").arg(input.errorString())};
    return secretFromInput(Secret(input.read(inputLimit + 3)));
}

} // namespace pasarela
