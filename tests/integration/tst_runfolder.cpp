// SPDX-License-Identifier: MIT
#include "gateway/launch/instancelock.h"
#include "tests/gateway/bridge/bridgeprocess.h"
#include "tests/integration/gatewayhome.h"
#include "tests/integration/mcplines.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

/// A gateway whose lock and sockets are taken from under it, as by whoever cleans old files away.
class tst_runfolder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<GatewayHome>(); }
    void cleanup() { m_home.reset(); }

    void whatIsRemovedIsMadeAgain_data();
    void whatIsRemovedIsMadeAgain();
    void startSaysWhatIsInTheWay_data();
    void startSaysWhatIsInTheWay();
    void whoeverTookTheLockMeanwhileKeepsIt();

private:
    qint64 pid() const
    {
        return m_home->status().value(QLatin1String("gateway")).toObject().value(QLatin1String("pid")).toInteger();
    }
    std::unique_ptr<GatewayHome> m_home;
};

void tst_runfolder::whatIsRemovedIsMadeAgain_data()
{
    QTest::addColumn<QStringList>("names");
    const QString mcp = QStringLiteral("mcp.sock");
    const QString control = QStringLiteral("control.sock");
    const QString lock = QStringLiteral("gateway.lock");
    QTest::newRow("the bridges' socket") << QStringList(mcp);
    QTest::newRow("the control socket") << QStringList(control);
    QTest::newRow("the lock") << QStringList(lock);
    QTest::newRow("all three") << QStringList{mcp, control, lock};
}

void tst_runfolder::whatIsRemovedIsMadeAgain()
{
#ifdef Q_OS_WIN
    QSKIP("pipes have no files, and nobody removes a file that is open");
#endif
    QFETCH(QStringList, names);
    m_home->configure({{QStringLiteral("fake"), {}}});
    QVERIFY(m_home->start());
    const qint64 first = pid();
    QVERIFY(first > 0);
    BridgeProcess old(m_home->home());
    old.start();
    old.say(initializeLine + '\n' + initializedLine + '\n' + callLine("1", "fake__echo", R"({"message":"before"})")
            + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(old.lines(), "1", "before"), 10000);

    QDir folder(m_home->paths().runDir());
    for (const QString &name : std::as_const(names))
        QVERIFY2(folder.remove(name), qPrintable(name));
    for (const QString &path :
         {m_home->paths().mcpSocket(), m_home->paths().controlSocket(), m_home->paths().lockFile()})
        QTRY_VERIFY2(QFile::exists(path), qPrintable(path));

    QCOMPARE(pid(), first);
    const auto second = m_home->command({QStringLiteral("run")});
    QVERIFY2(second.exitCode == 0 && second.out.contains("already running"), second.out + second.err);
    old.say(callLine("2", "fake__echo", R"({"message":"after"})") + '\n');
    QTRY_VERIFY(hasAnswer(old.lines(), "2", "after"));
    BridgeProcess later(m_home->home());
    later.start();
    later.say(initializeLine + '\n' + initializedLine + '\n' + callLine("1", "fake__echo", R"({"message":"new"})")
              + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(later.lines(), "1", "new"), 10000);
}

void tst_runfolder::startSaysWhatIsInTheWay_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("a file for the bridges' socket")
        << QStringLiteral("run/mcp.sock") << QString() << QByteArray("is in the way and no socket; remove it");
    QTest::newRow("a folder for the control socket")
        << QString() << QStringLiteral("run/control.sock") << QByteArray("is in the way and no socket; remove it");
    QTest::newRow("a folder for the lock")
        << QString() << QStringLiteral("run/gateway.lock") << QByteArray("is no file; remove it");
    QTest::newRow("a file for the log's folder") << QStringLiteral("data/log") << QString() << QByteArray("data/log");
}

void tst_runfolder::startSaysWhatIsInTheWay()
{
#ifdef Q_OS_WIN
    QSKIP("pipes have no files");
#endif
    QFETCH(QString, file);
    QFETCH(QString, folder);
    QFETCH(QByteArray, says);
    if (!file.isEmpty())
        m_home->home().write(file, "not what it should be");
    if (!folder.isEmpty())
        QVERIFY(QDir().mkpath(m_home->home().file(folder)));
    const auto start = m_home->command({QStringLiteral("start")});
    QCOMPARE(start.exitCode, 1);
    QVERIFY2(start.err.startsWith("The gateway could not start: ") && start.err.contains(says), start.err);
}

void tst_runfolder::whoeverTookTheLockMeanwhileKeepsIt()
{
#ifdef Q_OS_WIN
    QSKIP("nobody removes a lock file that is open");
#endif
    QVERIFY(m_home->start());
    const QString file = m_home->paths().lockFile();
    // In one step, as nothing else could be sure to be faster than the gateway.
    const QByteArray pid = QByteArray::number(QCoreApplication::applicationPid());
    m_home->home().write(QStringLiteral("run/other.lock"), pid + "\ntst_runfolder\n\n\n\n");
    QCOMPARE(
        ::rename(QFile::encodeName(m_home->home().file(QStringLiteral("run/other.lock"))), QFile::encodeName(file)), 0);
    QTRY_COMPARE_WITH_TIMEOUT(m_home->gateway().state(), QProcess::NotRunning, 15000);
    QCOMPARE(m_home->gateway().exitCode(), 0);
    QVERIFY(QFile::exists(file));
    QVERIFY(m_home->home().read(QStringLiteral("data/log/gateway.log")).contains("another process's now"));
}

QTEST_GUILESS_MAIN(tst_runfolder)
#include "tst_runfolder.moc"
