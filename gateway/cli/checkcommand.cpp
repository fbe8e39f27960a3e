// SPDX-License-Identifier: MIT
#include "gateway/cli/checkcommand.h"

#include "gateway/base/atomicfile.h"
#include "gateway/base/printable.h"
#include "gateway/config/configfile.h"

#include <nlohmann/json.hpp>

namespace pasarela {

namespace {

using Json = nlohmann::ordered_json;

constexpr char usage[] = "Usage: pasarela-gateway check [FILE]\n"
                         "\n"
                         "Looks through FILE, or the configuration in use, and says what is wrong in it and where.\n";

Json toJson(const std::vector<ConfigProblem> &findings)
{
    Json array = Json::array();
    for (const ConfigProblem &finding : findings) {
        array.push_back({{"line", finding.position.line},
                         {"column", finding.position.column},
                         {"pointer", finding.pointer.toStdString()},
                         {"what", finding.what.toStdString()}});
    }
    return array;
}

const QString howToAdd = QStringLiteral("add one with: pasarela-gateway enclave add NAME --stdio -- CMD ARG…");

QString countOf(qsizetype enclaves)
{
    if (enclaves == 0)
        return QStringLiteral("no enclaves yet; ") + howToAdd;
    return enclaves == 1 ? QStringLiteral("1 enclave.") : QStringLiteral("%1 enclaves.").arg(enclaves);
}

void print(const CommandContext &context, const QString &file, const std::vector<ConfigProblem> &problems,
           const std::vector<ConfigProblem> &hints, qsizetype enclaves)
{
    if (context.json) {
        const Json json = {{"file", file.toStdString()},
                           {"ok", problems.empty()},
                           {"enclaves", enclaves},
                           {"problems", toJson(problems)},
                           {"hints", toJson(hints)}};
        constexpr int step = 2;
        context.out << QString::fromStdString(json.dump(step, ' ', false, Json::error_handler_t::replace)) << '\n';
        return;
    }
    for (const ConfigProblem &problem : problems)
        context.err << printableText(toLine(file, problem)) << '\n';
    for (const ConfigProblem &hint : hints)
        context.err << printableText(toLine(file, hint)) << " (hint)\n";
    if (problems.empty())
        context.out << QStringLiteral("%1 is good: %2").arg(file, countOf(enclaves)) << '\n';
}

} // namespace

int runCheck(const CommandContext &context, const QStringList &args)
{
    const QString first = args.value(0);
    if (first == QLatin1String("--help") || first == QLatin1String("-h")) {
        context.out << usage;
        return ExitDone;
    }
    if (args.size() > 1 || first.startsWith(u'-')) {
        context.err << "check takes one file at most.\n" << usage;
        return ExitUsage;
    }
    const QString file = first.isEmpty() ? context.paths.configFile() : first;
    const auto bytes = readWholeFile(file);
    const bool none = !bytes && bytes.error().code == Error::Code::NotFound && first.isEmpty();
    if (!bytes && !none) {
        context.err << printableText(bytes.error().detail) << '\n';
        return ExitFailed;
    }
    if (none && !context.json) {
        context.out << QStringLiteral("There is no %1 yet, and none is needed; %2").arg(file, howToAdd) << '\n';
        return ExitDone;
    }
    const QByteArray content = bytes ? *bytes : QByteArray();
    const auto parsed = parseConfig(content);
    const auto *problems = std::get_if<std::vector<ConfigProblem>>(&parsed);
    const auto *config = std::get_if<GatewayConfig>(&parsed);
    print(context, file, problems ? *problems : std::vector<ConfigProblem>(), configHints(content),
          config ? config->enclaves.size() : 0);
    return problems ? ExitFailed : ExitDone;
}

} // namespace pasarela
