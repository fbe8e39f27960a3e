// SPDX-License-Identifier: MIT
#include "gateway/launch/instancelock.h"

#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSysInfo>
#include <QTest>

#include <algorithm>
#include <vector>

using namespace pasarela;
using namespace pasarela::test;

class tst_instancelock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isHeldOnceAndNamesItsHolder();
    void isFreeAfterItsHolderEnded();
    void isTakenOverFromAHolderThatWasKilled();
    void isTakenOverThoughItsPidBelongsToAnotherGatewayByNow();
    void isTakenOverWhereItsFileWasCutShort_data();
    void isTakenOverWhereItsFileWasCutShort();
    void saysSoWhereSomethingElseStandsInItsPlace();
    void goesToExactlyOneOfManyAtOnce();
    void homesHaveLocksOfTheirOwn();
    void saysSoWhereThereCanBeNone();
};

namespace {

/// Another process that tries for the lock, says "held" or "busy", and waits for its stdin to end.
class Holder {
public:
    explicit Holder(const TestHome &home)
    {
        process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("hold"), home.path()});
    }
    ~Holder()
    {
        process.closeWriteChannel();
        process.waitForFinished();
    }
    QByteArray says()
    {
        while (!process.canReadLine() && process.waitForReadyRead()) { }
        return process.readLine().trimmed();
    }
    QProcess process;
};

} // namespace

void tst_instancelock::isHeldOnceAndNamesItsHolder()
{
    const TestHome home;
    Holder other(home);
    QCOMPARE(other.says(), QByteArray("held"));
    qint64 holder = 0;
    const auto lock = InstanceLock::tryAcquire(*Paths::locate(home.path()), &holder);
    QVERIFY(lock.ok());
    QVERIFY(!*lock);
    QCOMPARE(holder, other.process.processId());
    QVERIFY(!*InstanceLock::tryAcquire(*Paths::locate(home.path()), nullptr)); // and it was not disturbed
}

void tst_instancelock::isFreeAfterItsHolderEnded()
{
    const TestHome home;
    const auto paths = Paths::locate(home.path());
    {
        const auto lock = InstanceLock::tryAcquire(*paths, nullptr);
        QVERIFY(lock.ok() && *lock);
        QVERIFY(!*InstanceLock::tryAcquire(*paths, nullptr));
    }
    QVERIFY(*InstanceLock::tryAcquire(*paths, nullptr));
}

void tst_instancelock::isTakenOverFromAHolderThatWasKilled()
{
    const TestHome home;
    Holder other(home);
    QCOMPARE(other.says(), QByteArray("held"));
    other.process.kill();
    QVERIFY(other.process.waitForFinished());
    const auto paths = Paths::locate(home.path());
    QVERIFY(QFile::exists(paths->lockFile()));
    const auto lock = InstanceLock::tryAcquire(*paths, nullptr);
    QVERIFY(lock.ok());
    QVERIFY(*lock);
}

void tst_instancelock::isTakenOverThoughItsPidBelongsToAnotherGatewayByNow()
{
    const TestHome home;
    const TestHome elsewhere;
    Holder running(elsewhere); // a living program of the same name, which holds another lock
    QCOMPARE(running.says(), QByteArray("held"));
    const auto paths = Paths::locate(home.path());
    QFile theirs(Paths::locate(elsewhere.path())->lockFile());
    QVERIFY(theirs.open(QIODevice::ReadOnly));
    home.write(QStringLiteral("run/gateway.lock"), theirs.readAll());
    const auto lock = InstanceLock::tryAcquire(*paths, nullptr);
    QVERIFY(lock.ok());
    QVERIFY(*lock);
}

void tst_instancelock::isTakenOverWhereItsFileWasCutShort_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("garbage") << QByteArray("garbage");
    QTest::newRow("no pid") << QByteArray("-1\n");
    QTest::newRow("digits without end") << QByteArray(1024 * 1024, '7');
}

void tst_instancelock::isTakenOverWhereItsFileWasCutShort()
{
    QFETCH(QByteArray, content);
    const TestHome home;
    const auto paths = Paths::locate(home.path());
    QVERIFY(makePrivateDirectory(paths->runDir()));
    QFile file(paths->lockFile());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.flush();
    QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-60), QFileDevice::FileModificationTime));
    file.close();
    qint64 holder = 0;
    const auto lock = InstanceLock::tryAcquire(*paths, &holder);
    QVERIFY(lock.ok());
    QVERIFY(*lock);
}

void tst_instancelock::saysSoWhereSomethingElseStandsInItsPlace()
{
    const TestHome home;
    const auto paths = Paths::locate(home.path());
    QVERIFY(QDir().mkpath(paths->lockFile()));
    qint64 holder = 0;
    const auto lock = InstanceLock::tryAcquire(*paths, &holder);
    QVERIFY(!lock.ok());
    QVERIFY(lock.error().detail.contains(QDir::toNativeSeparators(paths->lockFile()))
            || lock.error().detail.contains(paths->lockFile()));
}

void tst_instancelock::goesToExactlyOneOfManyAtOnce()
{
    const TestHome home;
    home.write(QStringLiteral("run/gateway.lock"),
               "2000000000\nother\n" + QSysInfo::machineHostName().toUtf8() + "\n"); // stale
    std::vector<std::unique_ptr<Holder>> holders;
    for (int i = 0; i < 8; ++i)
        holders.push_back(std::make_unique<Holder>(home));
    QByteArrayList said;
    for (const auto &holder : holders)
        said.append(holder->says());
    QCOMPARE(said.count("held"), 1);
    QCOMPARE(said.count("busy"), 7);
}

void tst_instancelock::homesHaveLocksOfTheirOwn()
{
    const TestHome one;
    const TestHome other;
    const auto first = InstanceLock::tryAcquire(*Paths::locate(one.path()), nullptr);
    const auto second = InstanceLock::tryAcquire(*Paths::locate(other.path()), nullptr);
    QVERIFY(*first);
    QVERIFY(*second);
}

void tst_instancelock::saysSoWhereThereCanBeNone()
{
    const TestHome home;
    home.write(QStringLiteral("run"), "a file where the folder should be");
    const auto lock = InstanceLock::tryAcquire(*Paths::locate(home.path()), nullptr);
    QVERIFY(!lock.ok());
    QVERIFY(lock.error().detail.contains(QStringLiteral("run")));
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc > 2 && QByteArrayView(argv[1]) == "hold") {
        const auto lock = InstanceLock::tryAcquire(*Paths::locate(app.arguments().at(2)), nullptr);
        std::puts(lock.ok() && *lock ? "held" : "busy");
        std::fflush(stdout);
        while (std::getchar() != EOF) { }
        return 0;
    }
    tst_instancelock test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "tst_instancelock.moc"
