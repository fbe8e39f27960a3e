// SPDX-License-Identifier: MIT
#include "tests/gateway/cli/commandlinerun.h"

#include "gateway/cli/commands.h"

#include <QTextStream>

namespace pasarela::test {

Result<void> launchesNothing(const Paths &, const QString &)
{
    return Error{Error::Code::NotFound, QStringLiteral("There is no pasarela-gateway here.")};
}

Outcome run(const ControlFixture &gateway, const QStringList &arguments, const CommandContext::Launch &launch)
{
    Outcome outcome;
    QTextStream out(&outcome.out);
    QTextStream err(&outcome.err);
    outcome.code =
        runCommand(QStringList{QStringLiteral("--home"), gateway.home.path()} + arguments, {out, err}, launch);
    out.flush();
    err.flush();
    return outcome;
}

QStringList words(const char *line)
{
    return QString::fromLatin1(line).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

bool isOneSentence(const QString &text)
{
    return text.endsWith(QLatin1Char('\n')) && text.count(QLatin1Char('\n')) == 1 && text.size() > 10;
}

} // namespace pasarela::test
