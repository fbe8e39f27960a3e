// SPDX-License-Identifier: MIT
#include "gateway/upstream/childprocess.h"
#include "tests/gateway/upstream/testchildlaunch.h"
#include "tests/support/runningprocess.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;
using test::testChildLaunch;

namespace {

// Long waits where a test's success must not depend on them, short ones where the next step is wanted.
constexpr ChildProcess::Patience patient{60s, 60s, 60s, 60s};
constexpr ChildProcess::Patience brisk{20ms, 20ms, 60s, 20ms};

/// A started child with what it wrote.
class Child {
public:
    explicit Child(const ChildLaunch &launch, ChildProcess::Patience patience = patient)
        : process(std::make_unique<ChildProcess>(launch, patience))
        , started(process.get(), &ChildProcess::started)
        , failed(process.get(), &ChildProcess::failed)
        , exited(process.get(), &ChildProcess::exited)
        , ended(process.get(), &ChildProcess::ended)
        , result(process->start())
        , stream(process->takeStream())
    {
        if (!stream)
            return;
        QObject::connect(stream.get(), &ByteStream::received, stream.get(),
                         [this](QByteArrayView bytes) { output += bytes; });
        stream->resume();
    }

    ChildExit exit() const { return exited.isEmpty() ? ChildExit{-1, -1} : exited.first().first().value<ChildExit>(); }
    Error failure() const { return failed.first().first().value<Error>(); }
    bool hasLine() const { return output.contains('\n'); }
    QByteArray line() const { return output.left(output.indexOf('\n')).trimmed(); }

    std::unique_ptr<ChildProcess> process;
    QSignalSpy started;
    QSignalSpy failed;
    QSignalSpy exited;
    QSignalSpy ended;
    Result<void> result;
    std::unique_ptr<ByteStream> stream;
    QByteArray output;
};

} // namespace

/// Real programs: how they are started, what they inherit, and that all of them end.
class tst_childprocess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::adoptOrphans(); }

    void carriesBytesBothWays();
    void endsWithItsInput();
    void tellsHowItEnded_data();
    void tellsHowItEnded();
    void keepsItsLastWords();
    void aFloodOnStderrBlocksNothingAndIsCut();
    void whatItWroteBeforeItsEndArrives();

    void aProgramThatCannotStartIsAnError_data();
    void aProgramThatCannotStartIsAnError();
    void aNulInAnArgumentIsRefused();

    void getsExactlyTheEnvironmentGiven();
    void nothingOfTheParentsEnvironmentPasses();
    void argumentsArriveAsTheyAre();
    void runsInItsFolder();

    void aProgramThatStaysIsTerminated();
    void aProgramThatIgnoresEverythingIsKilled();
    void whatALeaderLeavesBehindIsEndedToo();
    void itsChildrenEndWithIt();
    void destroyingItKillsTheTree();
    void endingBeforeItRunsEndsItToo();
};

void tst_childprocess::carriesBytesBothWays()
{
    Child child(testChildLaunch({QStringLiteral("echo")}));
    QVERIFY(child.result.ok());
    QTRY_COMPARE(child.started.count(), 1);
    QVERIFY(child.process->processId() > 0);
    child.stream->write("one\ntwo\n");
    QTRY_COMPARE(child.output, QByteArray("one\ntwo\n"));
    QCOMPARE(child.process->state(), ChildProcess::State::Running);
}

void tst_childprocess::endsWithItsInput()
{
    Child child(testChildLaunch({QStringLiteral("echo")}));
    child.stream->finishWriting();
    child.process->end();
    QTRY_COMPARE(child.ended.count(), 1);
    QCOMPARE(child.exited.count(), 1);
    QCOMPARE(child.exit(), ChildExit({0, 0}));
    QVERIFY(!test::isRunning(child.process->processId()));
}

void tst_childprocess::tellsHowItEnded_data()
{
    QTest::addColumn<int>("code");
    QTest::newRow("well") << 0;
    QTest::newRow("with an error") << 3;
    QTest::newRow("with the largest code") << 255;
}

void tst_childprocess::tellsHowItEnded()
{
    QFETCH(int, code);
    Child child(testChildLaunch({QStringLiteral("exit"), QString::number(code)}));
    QTRY_COMPARE(child.ended.count(), 1);
    QCOMPARE(child.exit(), ChildExit({code, 0}));
    QCOMPARE(child.exit().sentence(), QStringLiteral("ended with exit code %1").arg(code));
    QCOMPARE(child.started.count(), 1);
    QCOMPARE(child.failed.count(), 0);
}

void tst_childprocess::keepsItsLastWords()
{
    Child child(testChildLaunch({QStringLiteral("say"), QStringLiteral("no such database"), QStringLiteral("1")}));
    QTRY_COMPARE(child.exited.count(), 1);
    QCOMPARE(child.process->lastWords(), QByteArray("no such database"));
}

void tst_childprocess::aFloodOnStderrBlocksNothingAndIsCut()
{
    Child child(testChildLaunch({QStringLiteral("flood"), QString::number(8 * 1024 * 1024)}));
    QTRY_COMPARE(child.output.trimmed(), QByteArray("done"));
    QTRY_VERIFY(child.process->lastWords().endsWith("the end"));
    QCOMPARE(child.process->lastWords().size(), ChildProcess::lastWordsLimit);
}

void tst_childprocess::whatItWroteBeforeItsEndArrives()
{
    const QString answer(2000, u'x');
    Child child(testChildLaunch({QStringLiteral("answer"), answer, QStringLiteral("4")}));
    QTRY_COMPARE(child.ended.count(), 1);
    QTRY_COMPARE(child.output.trimmed(), answer.toLatin1());
    QCOMPARE(child.exit().code, 4);
}

void tst_childprocess::aProgramThatCannotStartIsAnError_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<Error::Code>("code");
    QTest::newRow("missing") << QStringLiteral("{}/missing.exe") << QString() << Error::Code::NotFound;
#ifndef Q_OS_WIN
    QTest::newRow("not executable") << QStringLiteral("{}/plain") << QString() << Error::Code::PermissionDenied;
    QTest::newRow("a folder") << QStringLiteral("{}") << QString() << Error::Code::PermissionDenied;
    QTest::newRow("interpreter missing") << QStringLiteral("{}/script") << QString() << Error::Code::NotFound;
#endif
    QTest::newRow("no program") << QStringLiteral("{}/garbage.exe") << QString() << Error::Code::InvalidInput;
    QTest::newRow("folder missing") << QString() << QStringLiteral("{}/nowhere") << Error::Code::NotFound;
}

void tst_childprocess::aProgramThatCannotStartIsAnError()
{
    QFETCH(QString, program);
    QFETCH(QString, folder);
    QFETCH(Error::Code, code);
    test::TestHome home;
    home.write(QStringLiteral("plain"), "x");
    home.write(QStringLiteral("script"), "#!/no/such/interpreter\n");
    home.write(QStringLiteral("garbage.exe"), "\x01\x02garbage");
    for (const QString &name : {QStringLiteral("script"), QStringLiteral("garbage.exe")})
        QFile(home.file(name)).setPermissions(QFile::ReadOwner | QFile::ExeOwner);

    ChildLaunch wanted = testChildLaunch({QStringLiteral("echo")});
    if (!program.isEmpty())
        wanted.program = program.replace(QLatin1String("{}"), home.path());
    if (!folder.isEmpty())
        wanted.workingDirectory = folder.replace(QLatin1String("{}"), home.path());
    Child child(wanted);
    Error error;
    if (child.result.ok()) {
        QTRY_COMPARE(child.failed.count(), 1);
        error = child.failure();
        QTRY_COMPARE(child.ended.count(), 1);
    } else {
        error = child.result.error();
    }
    QCOMPARE(error.code, code);
    QVERIFY2(error.detail.contains(QLatin1String("\"tester\"")), qPrintable(error.detail));
    QCOMPARE(child.started.count(), 0);
    QCOMPARE(child.exited.count(), 0);
}

void tst_childprocess::aNulInAnArgumentIsRefused()
{
    Child child(testChildLaunch({QStringLiteral("arguments"), QString(QChar(u'\0'))}));
    QVERIFY(!child.result.ok());
    QCOMPARE(child.result.error().code, Error::Code::InvalidInput);
}

void tst_childprocess::getsExactlyTheEnvironmentGiven()
{
    ChildLaunch wanted = testChildLaunch({QStringLiteral("environment")});
    wanted.environment.insert(QStringLiteral("GREETING"), QStringLiteral("¡hola = mundo!"));
    Child child(wanted);
    QTRY_COMPARE(child.ended.count(), 1);
#ifdef Q_OS_WIN
    // The system adds to it, and narrow output is in the code page.
    QVERIFY(child.output.contains("GREETING="));
#else
    QTRY_VERIFY(child.output.endsWith('\n'));
    QTRY_COMPARE(child.output, QByteArray("GREETING=¡hola = mundo!\n"));
#endif
}

void tst_childprocess::nothingOfTheParentsEnvironmentPasses()
{
    const QList<QByteArray> names = {"GITHUB_TOKEN",
                                     "OPENAI_API_KEY",
                                     "ANTHROPIC_API_KEY",
                                     "AWS_SECRET_ACCESS_KEY",
                                     "SSH_AUTH_SOCK",
                                     "DISPLAY",
                                     "WAYLAND_DISPLAY",
                                     "XAUTHORITY",
                                     "NODE_OPTIONS",
                                     "PYTHONPATH",
                                     "PYTHONSTARTUP",
                                     "BASH_ENV",
                                     "ENV",
                                     "PASARELA_HOME",
                                     "DATABASE_URL",
                                     "KUBECONFIG",
                                     "SLACK_BOT_TOKEN",
                                     "PGPASSWORD",
                                     "STRIPE_SECRET_KEY",
                                     "DBUS_SESSION_BUS_ADDRESS"};
    QCOMPARE(names.size(), 20);
    for (const QByteArray &name : names)
        qputenv(name.constData(), "telltale");
    Child child(testChildLaunch({QStringLiteral("environment")}));
    QTRY_COMPARE(child.ended.count(), 1);
    for (const QByteArray &name : names)
        qunsetenv(name.constData());
    QVERIFY2(!child.output.contains("telltale"), child.output.constData());
}

void tst_childprocess::argumentsArriveAsTheyAre()
{
    const QStringList arguments = {
        QStringLiteral("a b"),   QStringLiteral("\"quoted\""), QString(),
        QStringLiteral("*"),     QStringLiteral("$HOME"),      QStringLiteral("back\\slash\\"),
        QStringLiteral("%PATH%")};
    Child child(testChildLaunch(QStringList(QStringLiteral("arguments")) + arguments));
    QTRY_COMPARE(child.ended.count(), 1);
    QTRY_COMPARE(child.output, (arguments.join(u'\n') + u'\n').toUtf8());
}

void tst_childprocess::runsInItsFolder()
{
    test::TestHome home;
    ChildLaunch wanted = testChildLaunch({QStringLiteral("folder")});
    wanted.workingDirectory = home.path();
    Child child(wanted);
    QTRY_VERIFY(child.hasLine());
    QCOMPARE(QDir(QString::fromLocal8Bit(child.line())).canonicalPath(), QDir(home.path()).canonicalPath());
}

void tst_childprocess::aProgramThatStaysIsTerminated()
{
    ChildProcess::Patience patience = patient;
    patience.closing = 20ms;
    Child child(testChildLaunch({QStringLiteral("stay")}), patience);
    QTRY_COMPARE(child.started.count(), 1);
    child.stream->finishWriting();
    child.process->end();
    QCOMPARE(child.process->state(), ChildProcess::State::Closing);
    QTRY_COMPARE(child.ended.count(), 1);
#ifndef Q_OS_WIN
    QCOMPARE(child.exit().signal, 15);
    QCOMPARE(child.exit().sentence(), QStringLiteral("was ended by signal 15"));
#endif
    QVERIFY(!test::isRunning(child.process->processId()));
}

void tst_childprocess::aProgramThatIgnoresEverythingIsKilled()
{
    Child child(testChildLaunch({QStringLiteral("stubborn")}), brisk);
    QTRY_COMPARE(child.line(), QByteArray("ready"));
    child.stream->finishWriting();
    child.process->end();
    QTRY_COMPARE(child.ended.count(), 1);
#ifndef Q_OS_WIN
    QCOMPARE(child.exit().signal, 9);
#endif
    QVERIFY(!test::isRunning(child.process->processId()));
}

void tst_childprocess::whatALeaderLeavesBehindIsEndedToo()
{
    Child child(testChildLaunch({QStringLiteral("leave")}), brisk);
    QTRY_VERIFY(child.hasLine());
    const qint64 left = child.line().toLongLong();
    QVERIFY(left > 0);
    QTRY_COMPARE(child.exited.count(), 1);
    QCOMPARE(child.exit().code, 0);
    QTRY_COMPARE(child.ended.count(), 1);
    QTRY_VERIFY(!test::isRunning(left));
}

void tst_childprocess::itsChildrenEndWithIt()
{
    Child child(testChildLaunch({QStringLiteral("family")}), brisk);
    QTRY_VERIFY(child.hasLine());
    const qint64 grandchild = child.line().toLongLong();
    QVERIFY(test::isRunning(grandchild));
    child.stream->finishWriting();
    child.process->end();
    QTRY_COMPARE(child.ended.count(), 1);
    QVERIFY(!test::isRunning(child.process->processId()));
    QTRY_VERIFY(!test::isRunning(grandchild));
}

void tst_childprocess::destroyingItKillsTheTree()
{
    Child child(testChildLaunch({QStringLiteral("family")}));
    QTRY_VERIFY(child.hasLine());
    const qint64 leader = child.process->processId();
    const qint64 grandchild = child.line().toLongLong();
    QVERIFY(test::isRunning(leader) && test::isRunning(grandchild));
    child.process.reset();
    QTRY_VERIFY(!test::isRunning(leader));
    QTRY_VERIFY(!test::isRunning(grandchild));
}

void tst_childprocess::endingBeforeItRunsEndsItToo()
{
    Child child(testChildLaunch({QStringLiteral("stay")}), brisk);
    child.process->end();
    QTRY_COMPARE(child.ended.count(), 1);
    QVERIFY(!test::isRunning(child.process->processId()));
}

QTEST_GUILESS_MAIN(tst_childprocess)
#include "tst_childprocess.moc"
