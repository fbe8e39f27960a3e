// SPDX-License-Identifier: MIT
#include "gateway/base/processinfo.h"
#include "gateway/upstream/childprocess.h"
#include "gateway/upstream/orphanreaper.h"
#include "gateway/upstream/strays.h"
#include "tests/gateway/upstream/testchildlaunch.h"
#include "tests/support/runningprocess.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <csignal>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pasarela;
using namespace std::chrono_literals;
using test::testChildLaunch;

/// What only Unix has: groups, signals, descriptors, zombies, and leftovers of a crash.
class tst_childprocess_unix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasASessionAndGroupOfItsOwn();
    void inheritsNoDescriptor();
    void startsWithStandardSignals();
    void gainsNoPrivileges_data();
    void gainsNoPrivileges();
    void leavesNoZombie();
    void leavesTheChildrenOfOthersAlone();
    void diesWithAParentThatIsKilled();
    void whatLeftTheGroupEndsWithItsChild_data();
    void whatLeftTheGroupEndsWithItsChild();
    void whatLeftAnotherChildsGroupStays();
    void spareStraysWhereTheLaunchSaysSo();
    void straysThatEndedAreTakenAway();
    void atTheEndNoStrayIsLeft();

    void aSweepEndsWhatACrashLeft_data();
    void aSweepEndsWhatACrashLeft();
    void aSweepSparesWhatIsNotProven_data();
    void aSweepSparesWhatIsNotProven();
    void aSweepIgnoresBrokenRecords();
    void theRecordIsThereOnlyWhileItRuns();
    void recordsAreReadAsTheyWereWritten();

private:
    QByteArray firstLine(const ChildLaunch &launch);
    qint64 crash(const QString &records, const QString &mode, qint64 *other);
};

QByteArray tst_childprocess_unix::firstLine(const ChildLaunch &wanted)
{
    ChildProcess child(wanted);
    if (!child.start())
        return {};
    const auto stream = child.takeStream();
    QByteArray output;
    connect(stream.get(), &ByteStream::received, this, [&output](QByteArrayView bytes) { output += bytes; });
    stream->resume();
    (void)QTest::qWaitFor([&output] { return output.contains('\n'); });
    return output.left(output.indexOf('\n'));
}

void tst_childprocess_unix::hasASessionAndGroupOfItsOwn()
{
    const QList<QByteArray> ids = firstLine(testChildLaunch({QStringLiteral("identity")})).split(' ');
    QCOMPARE(ids.size(), 3);
    QCOMPARE(ids[1], ids[0]);
    QCOMPARE(ids[2], ids[0]);
    QVERIFY(ids[1].toLongLong() != ::getpgrp());
}

void tst_childprocess_unix::inheritsNoDescriptor()
{
    // Without close-on-exec, low and high.
    const int low = ::open("/dev/null", O_RDONLY);
    const int high = ::fcntl(low, F_DUPFD, 700);
    QVERIFY(low > 2 && high >= 700);
    const QByteArray open = firstLine(testChildLaunch({QStringLiteral("descriptors")}));
    ::close(low);
    ::close(high);
    QCOMPARE(open.trimmed(), QByteArray("0 1 2"));
}

void tst_childprocess_unix::startsWithStandardSignals()
{
    const auto before = ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGINT, SIG_IGN);
    sigset_t blocked;
    sigset_t mask;
    ::sigemptyset(&blocked);
    ::sigaddset(&blocked, SIGUSR1);
    ::sigprocmask(SIG_BLOCK, &blocked, &mask);
    const QByteArray changed = firstLine(testChildLaunch({QStringLiteral("signals")}));
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGPIPE, before);
    QCOMPARE(changed.trimmed(), QByteArray());
}

void tst_childprocess_unix::gainsNoPrivileges_data()
{
    QTest::addColumn<bool>("allowSetuid");
    QTest::addColumn<QByteArray>("noNewPrivileges");
    QTest::newRow("by default") << false << QByteArray("1");
    QTest::newRow("allowed by the enclave") << true << QByteArray("0");
}

void tst_childprocess_unix::gainsNoPrivileges()
{
#ifndef Q_OS_LINUX
    QSKIP("no_new_privs is Linux's");
#endif
    QFETCH(bool, allowSetuid);
    QFETCH(QByteArray, noNewPrivileges);
    ChildLaunch wanted = testChildLaunch({QStringLiteral("privileges")});
    wanted.allowSetuid = allowSetuid;
    QCOMPARE(firstLine(wanted), noNewPrivileges);
}

void tst_childprocess_unix::leavesNoZombie()
{
    for (const QString &program : {testChildLaunch({}).program, QStringLiteral("/no/such/program")}) {
        ChildLaunch wanted = testChildLaunch({QStringLiteral("exit"), QStringLiteral("0")});
        wanted.program = program;
        ChildProcess child(wanted);
        QSignalSpy ended(&child, &ChildProcess::ended);
        QVERIFY(child.start().ok());
        QTRY_COMPARE(ended.count(), 1);
        errno = 0;
        QCOMPARE(::waitpid(static_cast<pid_t>(child.processId()), nullptr, WNOHANG), -1);
        QCOMPARE(errno, ECHILD);
    }
    // Killed by its destructor.
    auto child = std::make_unique<ChildProcess>(testChildLaunch({QStringLiteral("stay")}));
    QVERIFY(child->start().ok());
    const auto pid = static_cast<pid_t>(child->processId());
    child.reset();
    QCOMPARE(::waitpid(pid, nullptr, WNOHANG), -1);
    QCOMPARE(errno, ECHILD);
}

void tst_childprocess_unix::leavesTheChildrenOfOthersAlone()
{
    const pid_t other = ::fork();
    if (other == 0)
        ::_exit(42);
    ChildProcess child(testChildLaunch({QStringLiteral("exit"), QStringLiteral("0")}));
    QSignalSpy ended(&child, &ChildProcess::ended);
    QVERIFY(child.start().ok());
    QTRY_COMPARE(ended.count(), 1);
    int status = 0;
    QCOMPARE(::waitpid(other, &status, 0), other);
    QCOMPARE(WEXITSTATUS(status), 42);
}

/// Starts a parent of one child, kills the parent, and returns the child's pid; `other` is what the child printed.
qint64 tst_childprocess_unix::crash(const QString &records, const QString &mode, qint64 *other)
{
    QProcess parent;
    parent.start(test::builtProgram(QStringLiteral("crashingparent")), {records, testChildLaunch({}).program, mode});
    QByteArray output;
    while (!output.contains('\n') && parent.waitForReadyRead())
        output += parent.readAll();
    parent.kill();
    parent.waitForFinished();
    const QList<QByteArray> ids = output.trimmed().split(' ');
    if (other)
        *other = ids.value(1).toLongLong();
    return ids.value(0).toLongLong();
}

void tst_childprocess_unix::diesWithAParentThatIsKilled()
{
#ifndef Q_OS_LINUX
    QSKIP("death signals are Linux's");
#endif
    test::TestHome home;
    const qint64 child = crash(home.file(QStringLiteral("children")), QStringLiteral("stubborn"), nullptr);
    QVERIFY(child > 0);
    QTRY_VERIFY(!test::isRunning(child));
}

namespace {

/// A child whose own child left its group and was adopted by us; Linux.
struct Straying {
    explicit Straying(ChildLaunch launch)
        : child(std::move(launch), {100ms, 100ms, 5000ms, 100ms})
        , ended(&child, &ChildProcess::ended)
    {
        test::adoptOrphans();
        if (!child.start())
            return;
        stream = child.takeStream();
        QObject::connect(stream.get(), &ByteStream::received, stream.get(),
                         [this](QByteArrayView bytes) { output += bytes; });
        stream->resume();
        (void)QTest::qWaitFor([this] { return output.contains('\n'); }, 20000);
        stray = output.trimmed().toLongLong();
    }
    void end()
    {
        stream->finishWriting();
        child.end();
    }
    bool isAdopted() const { return parentProcess(stray) == QCoreApplication::applicationPid(); }

    ChildProcess child;
    QSignalSpy ended;
    std::unique_ptr<ByteStream> stream;
    QByteArray output;
    qint64 stray = 0;
};

} // namespace

void tst_childprocess_unix::whatLeftTheGroupEndsWithItsChild_data()
{
    QTest::addColumn<bool>("destroyed");
    QTest::newRow("in good order") << false;
    QTest::newRow("at once") << true;
}

void tst_childprocess_unix::whatLeftTheGroupEndsWithItsChild()
{
#ifndef Q_OS_LINUX
    QSKIP("only Linux lets a process adopt orphans");
#endif
    QFETCH(bool, destroyed);
    auto straying = std::make_unique<Straying>(testChildLaunch({QStringLiteral("stray")}));
    const qint64 stray = straying->stray;
    QVERIFY(stray > 0);
    QTRY_VERIFY(straying->isAdopted());
    QVERIFY(test::isRunning(stray));
    if (!destroyed) {
        straying->end();
        QTRY_COMPARE_WITH_TIMEOUT(straying->ended.count(), 1, 20000);
        QVERIFY(!QFile::exists(QStringLiteral("/proc/%1").arg(stray))); // reaped as well
    }
    straying.reset();
    QTRY_VERIFY(!test::isRunning(stray));
    strays::endAll();
}

void tst_childprocess_unix::whatLeftAnotherChildsGroupStays()
{
#ifndef Q_OS_LINUX
    QSKIP("only Linux lets a process adopt orphans");
#endif
    Straying one(testChildLaunch({QStringLiteral("stray")}));
    Straying other(testChildLaunch({QStringLiteral("stray")}));
    QTRY_VERIFY(one.isAdopted() && other.isAdopted());
    one.end();
    QTRY_COMPARE_WITH_TIMEOUT(one.ended.count(), 1, 20000);
    QVERIFY(!test::isRunning(one.stray));
    QVERIFY(test::isRunning(other.stray));
}

void tst_childprocess_unix::spareStraysWhereTheLaunchSaysSo()
{
#ifndef Q_OS_LINUX
    QSKIP("only Linux lets a process adopt orphans");
#endif
    ChildLaunch wanted = testChildLaunch({QStringLiteral("stray")});
    wanted.sparesStrays = true;
    Straying straying(wanted);
    QTRY_VERIFY(straying.isAdopted());
    straying.end();
    QTRY_COMPARE_WITH_TIMEOUT(straying.ended.count(), 1, 20000);
    strays::endAll();
    QVERIFY(test::isRunning(straying.stray));
    ::kill(static_cast<pid_t>(straying.stray), SIGKILL);
    ::waitpid(static_cast<pid_t>(straying.stray), nullptr, 0);
}

void tst_childprocess_unix::straysThatEndedAreTakenAway()
{
#ifndef Q_OS_LINUX
    QSKIP("only Linux lets a process adopt orphans");
#endif
    Straying straying(testChildLaunch({QStringLiteral("briefstray")}));
    QVERIFY(straying.stray > 0);
    QTRY_VERIFY(!test::isRunning(straying.stray));
    QVERIFY(QFile::exists(QStringLiteral("/proc/%1").arg(straying.stray)));
    const OrphanReaper reaper(10ms);
    QTRY_VERIFY(!QFile::exists(QStringLiteral("/proc/%1").arg(straying.stray)));
    QVERIFY(test::isRunning(straying.child.processId()));
}

void tst_childprocess_unix::atTheEndNoStrayIsLeft()
{
#ifndef Q_OS_LINUX
    QSKIP("only Linux lets a process adopt orphans");
#endif
    Straying straying(testChildLaunch({QStringLiteral("stray")}));
    QTRY_VERIFY(straying.isAdopted());
    strays::endAll();
    QVERIFY(!QFile::exists(QStringLiteral("/proc/%1").arg(straying.stray)));
    QVERIFY(strays::ended().empty());
}

void tst_childprocess_unix::aSweepEndsWhatACrashLeft_data()
{
    QTest::addColumn<QString>("mode");
    QTest::newRow("child of a killed leader") << QStringLiteral("family");
}

void tst_childprocess_unix::aSweepEndsWhatACrashLeft()
{
    QFETCH(QString, mode);
    test::TestHome home;
    const QString records = home.file(QStringLiteral("children"));
    qint64 grandchild = 0;
    const qint64 leader = crash(records, mode, &grandchild);
    QVERIFY(leader > 0 && grandchild > 0);
    QVERIFY(test::isRunning(grandchild)); // it ignores the end of its input, and no death signal reaches it
    QCOMPARE(sweepLeftovers(records), 1);
    QTRY_VERIFY(!test::isRunning(grandchild));
    QVERIFY(QDir(records).isEmpty());
    QCOMPARE(sweepLeftovers(records), 0);
}

void tst_childprocess_unix::aSweepSparesWhatIsNotProven_data()
{
    QTest::addColumn<QString>("wrong");
    QTest::newRow("the boot") << QStringLiteral("boot");
    QTest::newRow("the start time") << QStringLiteral("start");
    QTest::newRow("the group") << QStringLiteral("group");
    QTest::newRow("nothing") << QString();
}

void tst_childprocess_unix::aSweepSparesWhatIsNotProven()
{
    QFETCH(QString, wrong);
    test::TestHome home;
    const QString records = home.file(QStringLiteral("children"));
    ChildLaunch wanted = testChildLaunch({QStringLiteral("stay")});
    wanted.recordFolder = records;
    ChildProcess child(wanted);
    QSignalSpy exited(&child, &ChildProcess::exited);
    QSignalSpy started(&child, &ChildProcess::started);
    QVERIFY(child.start().ok());
    QTRY_COMPARE(started.count(), 1);

    const QString name = QStringLiteral("children/%1").arg(child.processId());
    auto record = ChildRecordContent::parse(home.read(name));
    QVERIFY(record.has_value());
    if (wrong == QLatin1String("boot"))
        record->boot = "00000000-0000-0000-0000-000000000000";
    if (wrong == QLatin1String("start"))
        record->processes.front().startTime += 1;
    if (wrong == QLatin1String("group"))
        record->group = ::getpgrp();
    home.write(name, record->toBytes());

    QCOMPARE(sweepLeftovers(records), wrong.isEmpty() ? 1 : 0);
    QVERIFY(QDir(records).isEmpty());
    if (wrong.isEmpty())
        QTRY_COMPARE(exited.count(), 1);
    else
        QVERIFY(test::isRunning(child.processId()));
}

void tst_childprocess_unix::aSweepIgnoresBrokenRecords()
{
    test::TestHome home;
    home.write(QStringLiteral("children/1"), "pasarela child 1\nboot b\ngroup 1\nprocess 1 1\nend\n");
    home.write(QStringLiteral("children/2"), "pasarela child 1\nboot b\ngro");
    home.write(QStringLiteral("children/3"), QByteArray(100000, 'x'));
    home.write(QStringLiteral("children/4"), "");
    QCOMPARE(sweepLeftovers(home.file(QStringLiteral("children"))), 0);
    QVERIFY(QDir(home.file(QStringLiteral("children"))).isEmpty());
    QCOMPARE(sweepLeftovers(home.file(QStringLiteral("nowhere"))), 0);
}

void tst_childprocess_unix::theRecordIsThereOnlyWhileItRuns()
{
    test::TestHome home;
    ChildLaunch wanted = testChildLaunch({QStringLiteral("echo")});
    wanted.recordFolder = home.file(QStringLiteral("children"));
    ChildProcess child(wanted);
    QSignalSpy ended(&child, &ChildProcess::ended);
    QVERIFY(child.start().ok());
    QVERIFY(QFile::exists(home.file(QStringLiteral("children/%1").arg(child.processId()))));
    child.takeStream()->finishWriting();
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(QDir(wanted.recordFolder).isEmpty());
}

void tst_childprocess_unix::recordsAreReadAsTheyWereWritten()
{
    const ChildRecordContent record{4711, "boot-id", {{4711, 99}, {4712, 100}}};
    const auto read = ChildRecordContent::parse(record.toBytes());
    QVERIFY(read.has_value());
    QCOMPARE(*read, record);
    QByteArray half = record.toBytes();
    while (!half.isEmpty()) {
        half.chop(1);
        QVERIFY(!ChildRecordContent::parse(half).has_value());
    }
}

QTEST_GUILESS_MAIN(tst_childprocess_unix)
#include "tst_childprocess_unix.moc"
