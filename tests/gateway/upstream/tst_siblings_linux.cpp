// SPDX-License-Identifier: MIT
#include "gateway/upstream/childprocess.h"
#include "gateway/upstream/landlockdomain.h"
#include "tests/support/testhome.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <unistd.h>

using namespace pasarela;

namespace {

constexpr auto secret = "SIBLING_SECRET=do-not-look";

ChildLaunch shell(const QString &script)
{
    ChildLaunch launch;
    launch.name = QStringLiteral("shell");
    launch.program = QStringLiteral("/bin/sh");
    launch.arguments = {QStringLiteral("-c"), script};
    if (::geteuid() == 0) { // root may look everywhere (CAP_PERFMON), and is not who uses the product
        launch.program = QStringLiteral("/usr/bin/setpriv");
        launch.arguments = QStringList{QStringLiteral("--reuid=65534"), QStringLiteral("--regid=65534"),
                                       QStringLiteral("--clear-groups"), QStringLiteral("/bin/sh")}
            + launch.arguments;
    }
    launch.workingDirectory = QStringLiteral("/");
    launch.environment = {{QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin")}};
    return launch;
}

/// Everything that it prints, until it ends.
QByteArray outputOf(const ChildLaunch &launch)
{
    ChildProcess child(launch);
    QSignalSpy ended(&child, &ChildProcess::ended);
    if (!child.start())
        return "cannot be started";
    const auto stream = child.takeStream();
    QByteArray output;
    bool isOver = false;
    QObject::connect(stream.get(), &ByteStream::received, [&output](QByteArrayView bytes) { output += bytes; });
    QObject::connect(stream.get(), &ByteStream::finished, [&isOver] { isOver = true; });
    stream->resume();
    return QTest::qWaitFor([&] { return isOver && ended.count() == 1; }, 20'000) ? output : "does not end";
}

} // namespace

/// What one enclave's program can see of another's (sessions.md 11).
class tst_siblings_linux : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cannotLookIntoEachOther_data();
    void cannotLookIntoEachOther();
    void canLookIntoTheirOwnChildren();
    void mayStillMoveFilesBetweenFolders();
};

void tst_siblings_linux::initTestCase()
{
    if (!landlock::isAvailable())
        QSKIP("this kernel has no Landlock that allows files to be moved");
}

void tst_siblings_linux::cannotLookIntoEachOther_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("allowSetuid");
    QTest::addColumn<bool>("isRefused");
    QTest::newRow("environment") << QStringLiteral("environ") << false << true;
    QTest::newRow("memory map") << QStringLiteral("maps") << false << true;
    QTest::newRow("memory") << QStringLiteral("mem") << false << true;
    // What shows that the rows above prove something.
    QTest::newRow("environment, where the enclave says allowSetuid") << QStringLiteral("environ") << true << false;
    QTest::newRow("memory map, where the enclave says allowSetuid") << QStringLiteral("maps") << true << false;
}

void tst_siblings_linux::cannotLookIntoEachOther()
{
    QFETCH(QString, file);
    QFETCH(bool, allowSetuid);
    QFETCH(bool, isRefused);
    ChildLaunch holder = shell(QStringLiteral("echo ready; read wait"));
    holder.environment.insert(QStringLiteral("SIBLING_SECRET"), QStringLiteral("do-not-look"));
    ChildProcess victim(holder);
    QVERIFY(victim.start().ok());
    const auto stream = victim.takeStream();
    QByteArray said;
    connect(stream.get(), &ByteStream::received, this, [&said](QByteArrayView bytes) { said += bytes; });
    stream->resume();
    QTRY_COMPARE(said, QByteArray("ready\n"));

    // `exec`, so that opening is what is tried: reading memory at address 0 always fails.
    ChildLaunch attacker = shell(
        QStringLiteral("if exec 3< /proc/%1/%2; then echo opened; fi; cat <&3").arg(victim.processId()).arg(file));
    attacker.allowSetuid = allowSetuid;
    const QByteArray seen = outputOf(attacker);
    QCOMPARE(seen.startsWith("opened"), !isRefused);
    QCOMPARE(seen.contains(secret), !isRefused && file == QLatin1String("environ"));
}

void tst_siblings_linux::canLookIntoTheirOwnChildren()
{
    const QByteArray seen = outputOf(
        shell(QStringLiteral("SIBLING_SECRET=do-not-look sleep 60 & while ! grep -q sleep /proc/$!/comm; do :; done; "
                             "cat /proc/$!/environ; kill $!")));
    QVERIFY2(seen.contains(secret), seen);
}

void tst_siblings_linux::mayStillMoveFilesBetweenFolders()
{
    const test::TestHome home;
    ChildLaunch mover = shell(
        QStringLiteral("mkdir a b && echo text > a/f && ln a/f b/linked && mv a/f b/moved && cat b/linked b/moved"));
    QVERIFY(QFile::setPermissions(home.path(), QFile::Permissions(0x7777))); // also for who we are there
    mover.workingDirectory = home.path();
    QCOMPARE(outputOf(mover), QByteArray("text\ntext\n"));
}

QTEST_GUILESS_MAIN(tst_siblings_linux)
#include "tst_siblings_linux.moc"
