// SPDX-License-Identifier: MIT
#include "gateway/upstream/childenvironment.h"

#include <QTest>

using namespace pasarela;

/// What passes into a child, and what does not (sessions.md 2).
class tst_childenvironment : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPlainServerGetsThePathAndNothingElse();
    void tellTaleVariablesOfTheParentStayOutside();
    void passesWhatTheEnclaveNames();
    void credentialsWinOverEverything();
    void theEnclaveMaySetItsOwnPath();
    void aPackageRunnerGetsItsHomeAndProxy();
    void thePlatformsListPassesWhereItIsSet();
    void windowsNamesDifferOnlyInCase();

private:
    static EnclaveConfig enclave(const QString &command);
    static EnvironmentSources sources();
};

EnclaveConfig tst_childenvironment::enclave(const QString &command)
{
    EnclaveConfig config;
    config.launch = StdioLaunch{command, {}};
    return config;
}

EnvironmentSources tst_childenvironment::sources()
{
    EnvironmentSources from;
    from.parent = {{QStringLiteral("HOME"), QStringLiteral("/home/me")},
                   {QStringLiteral("PATH"), QStringLiteral("/parent")},
                   {QStringLiteral("HTTPS_PROXY"), QStringLiteral("http://proxy:3128")},
                   {QStringLiteral("AWS_SECRET_ACCESS_KEY"), QStringLiteral("s3cret")}};
    from.searchPath = QStringLiteral("/usr/bin:/bin");
    return from;
}

void tst_childenvironment::aPlainServerGetsThePathAndNothingElse()
{
    const Environment expected = {{QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin")}};
    QCOMPARE(childEnvironment(enclave(QStringLiteral("/opt/server")), sources()), expected);
}

void tst_childenvironment::tellTaleVariablesOfTheParentStayOutside()
{
    EnvironmentSources from = sources();
    for (const char *name : {"GITHUB_TOKEN",      "OPENAI_API_KEY",
                             "ANTHROPIC_API_KEY", "AWS_SECRET_ACCESS_KEY",
                             "SSH_AUTH_SOCK",     "DBUS_SESSION_BUS_ADDRESS",
                             "DISPLAY",           "WAYLAND_DISPLAY",
                             "XAUTHORITY",        "LD_PRELOAD",
                             "LD_LIBRARY_PATH",   "NODE_OPTIONS",
                             "PYTHONPATH",        "PYTHONSTARTUP",
                             "BASH_ENV",          "ENV",
                             "PASARELA_HOME",     "MCP_UPSTREAM_CREDENTIAL",
                             "DATABASE_URL",      "KUBECONFIG"})
        from.parent.insert(QString::fromLatin1(name), QStringLiteral("telltale"));
    for (const QString &command : {QStringLiteral("/opt/server"), QStringLiteral("npx"), QStringLiteral("uvx")})
        QVERIFY(!childEnvironment(enclave(command), from).values().contains(QStringLiteral("telltale")));
}

void tst_childenvironment::passesWhatTheEnclaveNames()
{
    EnclaveConfig config = enclave(QStringLiteral("/opt/server"));
    config.passEnv = {QStringLiteral("HOME"), QStringLiteral("NOT_SET")};
    config.env = {{QStringLiteral("MODE"), QStringLiteral("fast")}};
    const Environment expected = {{QStringLiteral("HOME"), QStringLiteral("/home/me")},
                                  {QStringLiteral("MODE"), QStringLiteral("fast")},
                                  {QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin")}};
    QCOMPARE(childEnvironment(config, sources()), expected);
}

void tst_childenvironment::credentialsWinOverEverything()
{
    EnclaveConfig config = enclave(QStringLiteral("/opt/server"));
    config.passEnv = {QStringLiteral("AWS_SECRET_ACCESS_KEY")};
    config.env = {{QStringLiteral("AWS_SECRET_ACCESS_KEY"), QStringLiteral("declared")}};
    EnvironmentSources from = sources();
    from.credentials = {{QStringLiteral("AWS_SECRET_ACCESS_KEY"), QStringLiteral("of the account")}};
    QCOMPARE(childEnvironment(config, from).value(QStringLiteral("AWS_SECRET_ACCESS_KEY")),
             QStringLiteral("of the account"));
}

void tst_childenvironment::theEnclaveMaySetItsOwnPath()
{
    EnclaveConfig config = enclave(QStringLiteral("/opt/server"));
    config.passEnv = {QStringLiteral("PATH")}; // the parent's is no better than the one searched
    QCOMPARE(childEnvironment(config, sources()).value(QStringLiteral("PATH")), QStringLiteral("/usr/bin:/bin"));
    config.env = {{QStringLiteral("PATH"), QStringLiteral("/own")}};
    QCOMPARE(childEnvironment(config, sources()).value(QStringLiteral("PATH")), QStringLiteral("/own"));
}

void tst_childenvironment::aPackageRunnerGetsItsHomeAndProxy()
{
    const Environment variables = childEnvironment(enclave(QStringLiteral("npx")), sources());
    QCOMPARE(variables.value(QStringLiteral("HOME")), QStringLiteral("/home/me"));
    QCOMPARE(variables.value(QStringLiteral("HTTPS_PROXY")), QStringLiteral("http://proxy:3128"));
    QVERIFY(!variables.contains(QStringLiteral("AWS_SECRET_ACCESS_KEY")));
}

void tst_childenvironment::thePlatformsListPassesWhereItIsSet()
{
    EnvironmentSources from = sources();
    from.platform = {QStringLiteral("SYSTEMROOT"), QStringLiteral("HOME")};
    const Environment expected = {{QStringLiteral("HOME"), QStringLiteral("/home/me")},
                                  {QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin")}};
    QCOMPARE(childEnvironment(enclave(QStringLiteral("/opt/server")), from), expected);
}

void tst_childenvironment::windowsNamesDifferOnlyInCase()
{
    EnclaveConfig config = enclave(QStringLiteral("C:/server.exe"));
    config.env = {{QStringLiteral("Path"), QStringLiteral("own")}, {QStringLiteral("mode"), QStringLiteral("a")}};
    EnvironmentSources from = sources();
    from.names = Qt::CaseInsensitive;
    from.parent.insert(QStringLiteral("SystemRoot"), QStringLiteral("C:/Windows"));
    from.platform = {QStringLiteral("SYSTEMROOT")};
    from.credentials = {{QStringLiteral("MODE"), QStringLiteral("b")}};
    const Environment expected = {{QStringLiteral("MODE"), QStringLiteral("b")},
                                  {QStringLiteral("Path"), QStringLiteral("own")},
                                  {QStringLiteral("SystemRoot"), QStringLiteral("C:/Windows")}};
    QCOMPARE(childEnvironment(config, from), expected);
}

QTEST_GUILESS_MAIN(tst_childenvironment)
#include "tst_childenvironment.moc"
