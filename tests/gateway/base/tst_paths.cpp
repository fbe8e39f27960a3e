// SPDX-License-Identifier: MIT
#include "gateway/base/paths.h"

#include "tests/support/testhome.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

class tst_paths : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { qunsetenv("PASARELA_HOME"); }
    void aHomeHoldsEverything();
    void theEnvironmentNamesAHomeToo();
    void makesAHomeThatIsNotThere();
    void refusesAHomeThatIsNoLocalFolder_data();
    void refusesAHomeThatIsNoLocalFolder();
    void bothEndsComeToTheSameSocketByEveryWay();
    void homesHaveSocketsOfTheirOwn();
    void withoutAHomeEverythingLiesInFoldersOfTheUser();
};

void tst_paths::aHomeHoldsEverything()
{
    const TestHome home;
    const auto paths = Paths::locate(home.path());
    QVERIFY(paths.ok());
    QVERIFY(paths->hasOwnHome());
    QVERIFY(paths->create().ok());
    const QDir root(paths->home());
    QCOMPARE(root.relativeFilePath(paths->configFile()), QStringLiteral("pasarela.json"));
    QCOMPARE(root.relativeFilePath(paths->dataDir()), QStringLiteral("data"));
    QCOMPARE(root.relativeFilePath(paths->runDir()), QStringLiteral("run"));
    QCOMPARE(root.relativeFilePath(paths->stopWishFile()), QStringLiteral("data/stopped"));
    QCOMPARE(root.relativeFilePath(paths->lockFile()), QStringLiteral("run/gateway.lock"));
    QVERIFY(QFileInfo(home.file(QStringLiteral("data"))).isDir());
    QVERIFY(QFileInfo(home.file(QStringLiteral("run"))).isDir());
    QVERIFY(paths->create().ok()); // again
}

void tst_paths::theEnvironmentNamesAHomeToo()
{
    const TestHome named;
    const TestHome given;
    qputenv("PASARELA_HOME", named.path().toUtf8());
    QCOMPARE(Paths::locate()->home(), QFileInfo(named.path()).canonicalFilePath());
    QCOMPARE(Paths::locate(given.path())->home(), QFileInfo(given.path()).canonicalFilePath());
}

void tst_paths::makesAHomeThatIsNotThere()
{
    const TestHome outer;
    const auto paths = Paths::locate(outer.file(QStringLiteral("new/home")));
    QVERIFY(paths.ok());
    QVERIFY(QFileInfo(outer.file(QStringLiteral("new/home"))).isDir());
}

void tst_paths::refusesAHomeThatIsNoLocalFolder_data()
{
    QTest::addColumn<QString>("home");
    QTest::newRow("relative") << QStringLiteral("some/folder");
    QTest::newRow("dot") << QStringLiteral(".");
    QTest::newRow("share") << QStringLiteral("//server/share");
    QTest::newRow("share with backslashes") << QStringLiteral("\\\\server\\share");
    QTest::newRow("file") << QCoreApplication::applicationFilePath();
}

void tst_paths::refusesAHomeThatIsNoLocalFolder()
{
    QFETCH(QString, home);
    const auto paths = Paths::locate(home);
    QVERIFY(!paths.ok());
    QVERIFY(paths.error().detail.contains(home));
}

void tst_paths::bothEndsComeToTheSameSocketByEveryWay()
{
    const TestHome home;
    const QString plain = Paths::locate(home.path())->mcpSocket();
    QCOMPARE(Paths::locate(home.path() + QStringLiteral("/"))->mcpSocket(), plain);
    QCOMPARE(Paths::locate(home.path() + QStringLiteral("/./"))->mcpSocket(), plain);
    QVERIFY(Paths::locate(home.path())->controlSocket() != plain);
}

void tst_paths::homesHaveSocketsOfTheirOwn()
{
    const TestHome one;
    const TestHome other;
    QVERIFY(Paths::locate(one.path())->mcpSocket() != Paths::locate(other.path())->mcpSocket());
    QVERIFY(Paths::locate(one.path())->mcpSocket() != Paths::locate()->mcpSocket());
}

void tst_paths::withoutAHomeEverythingLiesInFoldersOfTheUser()
{
    const auto paths = Paths::locate();
    QVERIFY(paths.ok());
    QVERIFY(!paths->hasOwnHome());
    QVERIFY(paths->configFile().endsWith(QStringLiteral("/pasarela/pasarela.json")));
    QVERIFY(paths->dataDir().endsWith(QStringLiteral("/pasarela")));
    QVERIFY(QDir::isAbsolutePath(paths->runDir()));
}

QTEST_GUILESS_MAIN(tst_paths)
#include "tst_paths.moc"
