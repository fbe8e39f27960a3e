// SPDX-License-Identifier: MIT
#include "gateway/config/packagerunner.h"

#include <QTest>

using namespace pasarela;

class tst_packagerunner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsARunnerByItsProgramName_data();
    void knowsARunnerByItsProgramName();
    void givesEachRunnerHomeCacheAndProxies_data();
    void givesEachRunnerHomeCacheAndProxies();
    void givesNothingToOtherPrograms();
    void namesNoVariableTwice();
};

void tst_packagerunner::knowsARunnerByItsProgramName_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<bool>("runner");
    QTest::newRow("npx") << "npx" << true;
    QTest::newRow("uvx") << "uvx" << true;
    QTest::newRow("path") << "/usr/local/bin/bunx" << true;
    QTest::newRow("home") << "~/.local/bin/uv" << true;
    QTest::newRow("windows path and case") << "C:\\Program Files\\nodejs\\NPX.CMD" << true;
    QTest::newRow("exe") << "docker.exe" << true;
    QTest::newRow("node is an interpreter") << "node" << false;
    QTest::newRow("python is an interpreter") << "/usr/bin/python3" << false;
    QTest::newRow("name only begins alike") << "npx-wrapper" << false;
    QTest::newRow("folder of that name") << "/opt/npx/server" << false;
    QTest::newRow("empty") << "" << false;
}

void tst_packagerunner::knowsARunnerByItsProgramName()
{
    QFETCH(QString, command);
    QFETCH(bool, runner);
    QCOMPARE(isPackageRunner(command), runner);
}

void tst_packagerunner::givesEachRunnerHomeCacheAndProxies_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("own");
    QTest::newRow("npx") << "npx"
                         << "npm_config_cache";
    QTest::newRow("uvx") << "uvx"
                         << "UV_CACHE_DIR";
    QTest::newRow("docker") << "docker"
                            << "DOCKER_HOST";
    QTest::newRow("podman") << "podman"
                            << "XDG_RUNTIME_DIR";
    QTest::newRow("deno") << "deno"
                          << "DENO_DIR";
    QTest::newRow("dnx") << "dnx"
                         << "NUGET_PACKAGES";
}

void tst_packagerunner::givesEachRunnerHomeCacheAndProxies()
{
    QFETCH(QString, command);
    QFETCH(QString, own);
    const QStringList names = packageRunnerVariables(command);
    for (const QString &name : {QStringLiteral("HOME"), QStringLiteral("USERPROFILE"), QStringLiteral("APPDATA"),
                                QStringLiteral("XDG_CACHE_HOME"), QStringLiteral("https_proxy"), own})
        QVERIFY2(names.contains(name), qPrintable(name));
    QVERIFY(!names.contains(QStringLiteral("NPM_TOKEN")));
}

void tst_packagerunner::givesNothingToOtherPrograms()
{
    QCOMPARE(packageRunnerVariables(QStringLiteral("/usr/bin/python3")), QStringList());
}

void tst_packagerunner::namesNoVariableTwice()
{
    for (const char *command : {"npx", "uvx", "docker", "deno", "dnx"}) {
        QStringList names = packageRunnerVariables(QString::fromLatin1(command));
        QVERIFY(std::is_sorted(names.begin(), names.end()));
        QCOMPARE(names.removeDuplicates(), 0);
    }
}

QTEST_GUILESS_MAIN(tst_packagerunner)
#include "tst_packagerunner.moc"
