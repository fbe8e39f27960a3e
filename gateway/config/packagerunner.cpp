// SPDX-License-Identifier: MIT
#include "gateway/config/packagerunner.h"

#include <algorithm>
#include <array>

namespace pasarela {

namespace {

enum class Family { Node, Python, Container, Deno, Dotnet };

struct Runner {
    const char *name;
    Family family;
};

constexpr std::array runners = {
    Runner{"npx", Family::Node},         Runner{"npm", Family::Node},          Runner{"pnpm", Family::Node},
    Runner{"pnpx", Family::Node},        Runner{"yarn", Family::Node},         Runner{"bunx", Family::Node},
    Runner{"bun", Family::Node},         Runner{"deno", Family::Deno},         Runner{"uvx", Family::Python},
    Runner{"uv", Family::Python},        Runner{"pipx", Family::Python},       Runner{"docker", Family::Container},
    Runner{"podman", Family::Container}, Runner{"nerdctl", Family::Container}, Runner{"dnx", Family::Dotnet},
};

// Home and cache folders by platform, proxies in both spellings (curl reads lower case only), private certificate
// stores.
constexpr const char *common =
    "HOME USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES TMPDIR TEMP TMP "
    "XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME "
    "HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR";

constexpr const char *familyVariables(Family family)
{
    switch (family) {
    case Family::Node:
        return "NODE_EXTRA_CA_CERTS npm_config_cache NPM_CONFIG_CACHE npm_config_prefix NPM_CONFIG_PREFIX "
               "COREPACK_HOME "
               "PNPM_HOME YARN_CACHE_FOLDER BUN_INSTALL NVM_DIR NVM_BIN VOLTA_HOME FNM_DIR FNM_MULTISHELL_PATH "
               "MISE_DATA_DIR "
               "ASDF_DIR ASDF_DATA_DIR";
    case Family::Deno:
        return "DENO_DIR DENO_INSTALL_ROOT DENO_CERT";
    case Family::Python:
        return "UV_CACHE_DIR UV_PYTHON_INSTALL_DIR UV_TOOL_DIR UV_TOOL_BIN_DIR PIPX_HOME PIPX_BIN_DIR PIP_CACHE_DIR "
               "REQUESTS_CA_BUNDLE CURL_CA_BUNDLE PYENV_ROOT MISE_DATA_DIR ASDF_DIR ASDF_DATA_DIR";
    case Family::Container:
        return "DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG DOCKER_CERT_PATH DOCKER_TLS_VERIFY CONTAINER_HOST "
               "CONTAINERS_CONF XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS";
    case Family::Dotnet:
        return "DOTNET_ROOT DOTNET_CLI_HOME NUGET_PACKAGES";
    }
    return "";
}

/// "C:\Program Files\nodejs\NPX.CMD" → "npx"
QString programName(const QString &command)
{
    const qsizetype slash = std::max(command.lastIndexOf(u'/'), command.lastIndexOf(u'\\'));
    QString name = command.sliced(slash + 1).toLower();
    for (const QLatin1String ending :
         {QLatin1String(".exe"), QLatin1String(".cmd"), QLatin1String(".bat"), QLatin1String(".ps1")}) {
        if (name.endsWith(ending)) {
            name.chop(ending.size());
            break;
        }
    }
    return name;
}

const Runner *find(const QString &command)
{
    const QString name = programName(command);
    const auto runner = std::find_if(runners.begin(), runners.end(), [&name](const Runner &candidate) {
        return name == QLatin1String(candidate.name);
    });
    return runner == runners.end() ? nullptr : &*runner;
}

} // namespace

bool isPackageRunner(const QString &command)
{
    return find(command) != nullptr;
}

QStringList packageRunnerVariables(const QString &command)
{
    const Runner *runner = find(command);
    if (!runner)
        return {};
    QStringList names = QString::fromLatin1(common).split(u' ');
    names += QString::fromLatin1(familyVariables(runner->family)).split(u' ');
    names.sort();
    return names;
}

} // namespace pasarela
