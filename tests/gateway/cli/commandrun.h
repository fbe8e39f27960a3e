// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandcontext.h"
#include "tests/support/testhome.h"

#include <QStringList>

#include <nlohmann/json.hpp>

#include <map>
#include <vector>

namespace pasarela::test {

/// What stands at a JSON pointer of a text, written without white space; "" where there is none, or the text is no
/// JSON.
inline QByteArray jsonAt(const QString &text, const char *pointer)
{
    using Json = nlohmann::ordered_json;
    const Json json = Json::parse(text.toStdString(), nullptr, false);
    const Json::json_pointer place{pointer};
    return json.is_discarded() || !json.contains(place) ? QByteArray()
                                                        : QByteArray::fromStdString(json.at(place).dump());
}

/// One command of the command line, run in a home of its own, with a gateway that answers as told.
class CommandRun {
public:
    using Command = int (*)(const CommandContext &, const QStringList &);

    /// `args` are separated by one space each.
    int run(Command command, const QString &args) { return run(command, args.split(u' ', Qt::SkipEmptyParts)); }
    int run(Command command, const QStringList &args)
    {
        out.clear();
        err.clear();
        QTextStream outStream(&out), errStream(&err);
        const auto ask = [this](const char *method, const QByteArray &params) {
            asked.push_back({method, params});
            const auto fails = failing.find(method);
            return fails == failing.end() ? answer : Result<QByteArray>(fails->second);
        };
        const auto readSecret = [this](const QString &prompt) -> Result<Secret> {
            prompts.append(prompt);
            return input ? Result<Secret>(Secret(*input)) : Result<Secret>(input.error());
        };
        return command({*Paths::locate(home.path()), json, outStream, errStream, ask, {}, readSecret}, args);
    }

    TestHome home;
    bool json = false;
    Result<QByteArray> answer = Error{Error::Code::Unavailable, QStringLiteral("The gateway does not run.")};
    std::map<QByteArray, Error> failing; ///< By method; others get `answer`.
    Result<QByteArray> input = QByteArray(); ///< What a person types as a secret.

    QString out;
    QString err;
    QStringList prompts;
    struct Asked {
        QByteArray method;
        QByteArray params;
    };
    std::vector<Asked> asked;
};

} // namespace pasarela::test
