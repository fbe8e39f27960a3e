// SPDX-License-Identifier: MIT
#include "gateway/upstream/enclavetransports.h"

#include "gateway/base/logging.h"
#include "gateway/base/paths.h"
#include "gateway/config/packagerunner.h"
#include "gateway/upstream/childenvironment.h"
#include "gateway/upstream/childplatform.h"
#include "gateway/upstream/executablefinder.h"
#include "gateway/upstream/stdiotransport.h"

#include <QDir>

namespace pasarela {

namespace {

Error comesLater(const EnclaveId &enclave, const QString &what)
{
    return {Error::Code::Unsupported,
            QStringLiteral("The enclave \"%1\" is %2; this version reaches local programs only, support for it comes "
                           "later. Disable the enclave until then.")
                .arg(enclave.text(), what)};
}

/// All that is known before the program is looked for.
struct Recipe {
    EnclaveConfig enclave;
    EnclaveId name;
    QString folder;
    bool ownFolder = false; ///< Ours to make.
    QString recordFolder;
    const SecretMask *mask = nullptr;
    LoginShellPath::Options search;
};

ExecutableSearch executableSearch(const Recipe &recipe, const Environment &environment, const ChildPlatform &platform)
{
    ExecutableSearch search;
    search.home = recipe.search.home;
    search.workingDirectory = recipe.folder;
    search.windows = platform.windowsPrograms;
    for (auto it = environment.begin(); it != environment.end(); ++it) {
        if (it.key().compare(QLatin1String("PATH"), platform.variableNames) == 0)
            search.path = it.value();
    }
    search.pathExtensions = recipe.search.environment.value(QStringLiteral("PATHEXT"));
    search.commandInterpreter = recipe.search.environment.value(QStringLiteral("COMSPEC"));
    return search;
}

Result<ChildLaunch> launchOf(const Recipe &recipe, const Environment &credentials, const QString &path)
{
    if (recipe.ownFolder) {
        QDir().mkpath(QFileInfo(recipe.folder).path());
        if (const auto made = makePrivateDirectory(recipe.folder); !made)
            return made.error();
    }
    const auto &stdio = std::get<StdioLaunch>(recipe.enclave.launch);
    const ChildPlatform platform = childPlatform();
    EnvironmentSources sources;
    sources.parent = recipe.search.environment;
    sources.searchPath = path;
    sources.credentials = credentials;
    sources.names = platform.variableNames;
    sources.platform = platform.variables;

    ChildLaunch launch;
    launch.name = stdio.command;
    launch.environment = childEnvironment(recipe.enclave, sources);
    launch.workingDirectory = recipe.folder;
    launch.allowSetuid = recipe.enclave.allowSetuid;
    launch.recordFolder = recipe.recordFolder;
    launch.mask = recipe.mask;
    auto found = findProgram(stdio.command, stdio.args, executableSearch(recipe, launch.environment, platform));
    if (!found)
        return found.error();
    launch.program = found->program;
    launch.arguments = found->arguments;
    launch.commandLine = found->commandLine;
    qCInfo(lcUpstream, "Enclave \"%ls\" starts %ls", qUtf16Printable(recipe.name.text()),
           qUtf16Printable(launch.program));
    return launch;
}

} // namespace

EnclaveTransports::EnclaveTransports(Options options)
    : m_options(std::move(options))
    , m_searchPath(m_options.search)
{
}

EnclaveTransports::~EnclaveTransports() = default;

EnclaveTransports::Options EnclaveTransports::optionsOfThisUser(const QString &recordFolder)
{
    Options options;
    options.search.shell = loginShell();
    options.search.home = QDir::homePath();
    options.search.environment = ownEnvironment();
    options.recordFolder = recordFolder;
    return options;
}

Result<std::unique_ptr<mcp::Transport>> EnclaveTransports::make(const EnclaveConfig &enclave,
                                                                const LaunchContext &context)
{
    if (std::holds_alternative<HttpLaunch>(enclave.launch))
        return comesLater(context.enclave, QStringLiteral("a remote server"));
    if (std::holds_alternative<GrpcLaunch>(enclave.launch))
        return comesLater(context.enclave, QStringLiteral("a gRPC server"));
    if (std::holds_alternative<MeshLaunch>(enclave.launch))
        return comesLater(context.enclave, QStringLiteral("on a mesh host"));

    const auto folder = workingFolder(enclave, context, m_options.search.home);
    if (!folder)
        return folder.error();
    Recipe recipe;
    recipe.enclave = enclave;
    recipe.name = context.enclave;
    recipe.folder = *folder;
    recipe.ownFolder = enclave.cwd.isEmpty();
    recipe.recordFolder = m_options.recordFolder;
    recipe.mask = m_options.mask;
    recipe.search = m_options.search;
    auto prepare = [this, recipe, fetch = context.credentials](QObject *receiver,
                                                               std::function<void(Result<ChildLaunch>)> done) {
        const auto withSecrets = [this, recipe, receiver, done](const Result<Environment> &credentials) {
            if (!credentials)
                return done(credentials.error());
            m_searchPath.fetch(receiver, [recipe, secrets = *credentials, done](const QString &path) {
                done(launchOf(recipe, secrets, path));
            });
        };
        fetch ? fetch(receiver, withSecrets) : withSecrets(Environment());
    };
    return std::unique_ptr<mcp::Transport>(
        std::make_unique<StdioTransport>(std::move(prepare), &m_keeper, m_options.patience));
}

QString childRecordFolder(const QString &runFolder)
{
    return runFolder + QStringLiteral("/children");
}

Result<QString> workingFolder(const EnclaveConfig &enclave, const LaunchContext &context, const QString &home)
{
    if (enclave.cwd.isEmpty())
        return context.workingDirectory;
    if (enclave.cwd == QLatin1String("project")) {
        const auto *stdio = std::get_if<StdioLaunch>(&enclave.launch);
        if (stdio && isPackageRunner(stdio->command))
            return Error{
                Error::Code::InvalidInput,
                QStringLiteral("The enclave \"%1\" is not started: a package runner in a project's folder would "
                               "run that folder's code with the enclave's credential. Remove \"cwd\".")
                    .arg(context.enclave.text())};
        if (enclave.scope != Scope::Project || !QDir::isAbsolutePath(context.scope))
            return Error{Error::Code::NeedsPerson,
                         QStringLiteral("The enclave \"%1\" runs in a project's folder, and this client works in none. "
                                        "Open a project, and set \"scope\" to \"project\".")
                             .arg(context.enclave.text())};
        return context.scope;
    }
    const QString folder = enclave.cwd.startsWith(QLatin1String("~/")) ? home + enclave.cwd.mid(1) : enclave.cwd;
    if (!QDir::isAbsolutePath(folder))
        return Error{Error::Code::InvalidInput,
                     QStringLiteral("The enclave \"%1\" is not started: its \"cwd\" is no absolute folder. Correct it.")
                         .arg(context.enclave.text())};
    return folder;
}

} // namespace pasarela
