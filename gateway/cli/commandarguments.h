// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandcontext.h"

#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QStringList>

#include <memory>
#include <optional>
#include <variant>

namespace pasarela {

/// How a command is written: what `--help` says, and what is taken.
struct CommandForm {
    QString words; ///< "status"
    QString arguments; ///< "TOOL [JSON]"
    QString summary; ///< One sentence.
    QList<QCommandLineOption> options;
    int least = 0; ///< Arguments that are no options.
    int most = 0;
};

/// The arguments of one command, taken apart.
class CommandArguments {
public:
    /// The arguments, or the exit code with which the command is done: `--help` was asked for, or they are wrong
    /// (usage).
    static std::variant<CommandArguments, int> parse(const CommandForm &form, const CommandContext &context,
                                                     const QStringList &args);

    bool isSet(const QString &option) const { return m_parser->isSet(option); }
    QString value(const QString &option) const { return m_parser->value(option); }
    QStringList positional() const { return m_parser->positionalArguments(); }

private:
    CommandArguments() = default;
    std::unique_ptr<QCommandLineParser> m_parser;
};

QString helpText(const CommandForm &form);

/// The exit code where `--client` was given and names no client; said already.
std::optional<int> refusedClient(const CommandForm &form, const CommandContext &context,
                                 const CommandArguments &arguments);

} // namespace pasarela
