// SPDX-License-Identifier: MIT
#include "gateway/cli/enclavearguments.h"

#include "gateway/config/configwords.h"

#include <QCommandLineParser>

#include <algorithm>

namespace pasarela {

namespace {

Error wrong(const QString &what)
{
    return {Error::Code::InvalidInput, what};
}

QCommandLineOption valueOption(const char *name)
{
    return QCommandLineOption(QString::fromLatin1(name), QString(), QStringLiteral("value"));
}

/// The options that say how the server is reached, in the order of the help.
const QStringList &ways()
{
    static const QStringList names{QStringLiteral("stdio"), QStringLiteral("http"), QStringLiteral("sse"),
                                   QStringLiteral("grpc"), QStringLiteral("mesh")};
    return names;
}

Result<Launch> meshLaunch(const QString &text, const QString &fingerprint)
{
    const qsizetype slash = text.indexOf(u'/');
    if (slash < 1 || slash + 1 == text.size())
        return wrong(QStringLiteral("--mesh takes HOST:PORT/ENCLAVE, like tools.example.org:7443/vault."));
    return Launch(MeshLaunch{text.first(slash), text.sliced(slash + 1), fingerprint});
}

/// `program` is what stands after "--", or nothing where there is no "--".
Result<Launch> launchOf(const QCommandLineParser &parser, const std::optional<QStringList> &program)
{
    QStringList chosen;
    std::copy_if(ways().begin(), ways().end(), std::back_inserter(chosen),
                 [&](const QString &way) { return parser.isSet(way); });
    if (chosen.size() != 1)
        return wrong(QStringLiteral(
            "Say with exactly one of --stdio, --http, --sse, --grpc, --mesh how the server is reached."));
    const QString &way = chosen.first();
    if (way == QLatin1String("stdio")) {
        if (!program || program->isEmpty())
            return wrong(QStringLiteral("--stdio needs the program after --, like: --stdio -- npx -y some-server"));
        return Launch(StdioLaunch{program->first(), program->sliced(1)});
    }
    if (program)
        return wrong(QStringLiteral("Only --stdio takes a program after --."));
    if (parser.isSet(QStringLiteral("fingerprint")) && way != QLatin1String("mesh"))
        return wrong(QStringLiteral("--fingerprint belongs to --mesh."));
    const QString value = parser.value(way);
    if (way == QLatin1String("http"))
        return Launch(HttpLaunch{value, HttpLaunch::Era::Auto});
    if (way == QLatin1String("sse"))
        return Launch(HttpLaunch{value, HttpLaunch::Era::Sse});
    if (way == QLatin1String("grpc"))
        return Launch(GrpcLaunch{value});
    return meshLaunch(value, parser.value(QStringLiteral("fingerprint")));
}

Result<Environment> environmentOf(const QStringList &pairs)
{
    Environment environment;
    for (const QString &pair : pairs) {
        const qsizetype equals = pair.indexOf(u'=');
        if (equals < 1) // what stands there may be a secret: it is not repeated
            return wrong(QStringLiteral("--env takes NAME=VALUE."));
        environment.insert(pair.first(equals), pair.sliced(equals + 1));
    }
    return environment;
}

Result<Scope> scopeOf(const QString &text)
{
    for (const ConfigWord<Scope> &word : scopeWords) {
        if (text == QLatin1String(word.text))
            return word.choice;
    }
    return wrong(QStringLiteral("--scope takes account, project or client."));
}

Result<EnclaveArguments> argumentsOf(const QCommandLineParser &parser, const std::optional<QStringList> &program)
{
    const QStringList names = parser.positionalArguments();
    if (names.size() != 1)
        return wrong(names.isEmpty() ? QStringLiteral("The enclave's name is missing.")
                                     : QStringLiteral("One name only; what belongs to the program stands after --."));
    EnclaveArguments arguments;
    arguments.name = EnclaveId(names.first());
    const auto launch = launchOf(parser, program);
    if (!launch)
        return launch.error();
    arguments.enclave.launch = *launch;
    const auto environment = environmentOf(parser.values(QStringLiteral("env")));
    if (!environment)
        return environment.error();
    arguments.enclave.env = *environment;
    arguments.enclave.passEnv = parser.values(QStringLiteral("pass-env"));
    arguments.enclave.title = parser.value(QStringLiteral("title"));
    if (parser.isSet(QStringLiteral("scope"))) {
        const auto scope = scopeOf(parser.value(QStringLiteral("scope")));
        if (!scope)
            return scope.error();
        arguments.enclave.scope = *scope;
    }
    return arguments;
}

} // namespace

Result<EnclaveArguments> parseEnclaveArguments(const QStringList &args)
{
    std::optional<QStringList> program;
    const qsizetype divider = args.indexOf(QStringLiteral("--"));
    if (divider >= 0)
        program = args.sliced(divider + 1);

    QCommandLineParser parser;
    const QCommandLineOption help(QStringList{QStringLiteral("h"), QStringLiteral("help")});
    parser.addOptions({help, QCommandLineOption(QStringLiteral("stdio")), valueOption("http"), valueOption("sse"),
                       valueOption("grpc"), valueOption("mesh"), valueOption("fingerprint"), valueOption("env"),
                       valueOption("pass-env"), valueOption("scope"), valueOption("title")});
    const QString programName; // where parse() expects argv[0]
    if (!parser.parse(QStringList(programName) + (divider >= 0 ? args.first(divider) : args)))
        return wrong(parser.errorText() + QStringLiteral(" What belongs to the program stands after --."));
    if (parser.isSet(help)) {
        EnclaveArguments arguments;
        arguments.help = true;
        return arguments;
    }
    return argumentsOf(parser, program);
}

QString enclaveAddUsage()
{
    return QStringLiteral("Usage: pasarela-gateway enclave add NAME WAY [options]\n"
                          "\n"
                          "NAME is up to 24 lower-case letters, digits and hyphens. WAY is one of:\n"
                          "  --stdio -- CMD ARG…         a program on this computer\n"
                          "  --http URL                  a server over Streamable HTTP\n"
                          "  --sse URL                   a server over HTTP+SSE of 2024-11-05\n"
                          "  --grpc HOST:PORT            a server over gRPC\n"
                          "  --mesh HOST:PORT/ENCLAVE    an enclave of a mesh host\n"
                          "\n"
                          "Options:\n"
                          "  --env NAME=VALUE            a variable of the program; nothing secret (repeatable)\n"
                          "  --pass-env NAME             a variable that is passed on to the program (repeatable)\n"
                          "  --scope account|project|client\n"
                          "                              what shares a session; account where not given\n"
                          "  --title TITLE               what people read\n"
                          "  --fingerprint sha256:…      the mesh host's public key\n");
}

} // namespace pasarela
