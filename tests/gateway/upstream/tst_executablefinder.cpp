// SPDX-License-Identifier: MIT
#include "gateway/upstream/executablefinder.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace pasarela;

/// Command → what the system is asked to start. Windows' rules are tried on every platform: only the names on disk
/// count.
class tst_executablefinder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_home.reset(); }

    void findsAProgram_data();
    void findsAProgram();
    void refusesWhatIsNoProgram_data();
    void refusesWhatIsNoProgram();
    void passesOverRelativeEntriesOfPath();
    void takesTheFirstFolderOfPath();
    void skipsAFileThatMayNotBeExecuted();

    void findsAWindowsProgram_data();
    void findsAWindowsProgram();
    void npmShimsBecomeNode_data();
    void npmShimsBecomeNode();
    void anNpmShimWithoutItsScriptIsABatchFile();
    void aBatchFileRunsThroughTheInterpreterWithQuotedArguments();
    void aBatchFileWithAnActingArgumentIsRefused_data();
    void aBatchFileWithAnActingArgumentIsRefused();

private:
    QString make(const QString &name, bool executable = true);
    ExecutableSearch search() const;
    ExecutableSearch windowsSearch() const;
    QString expanded(QString text) const { return text.replace(QLatin1String("{}"), m_home->path()); }

    std::unique_ptr<test::TestHome> m_home;
};

void tst_executablefinder::init()
{
    m_home = std::make_unique<test::TestHome>();
}

QString tst_executablefinder::make(const QString &name, bool executable)
{
    m_home->write(name, "x");
    QFile file(m_home->file(name));
    file.setPermissions(executable ? QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner
                                   : QFile::ReadOwner | QFile::WriteOwner);
    return m_home->file(name);
}

ExecutableSearch tst_executablefinder::search() const
{
    ExecutableSearch search;
    search.path = expanded(QStringLiteral("/nowhere/at/all:{}/one:{}/two"));
    search.home = m_home->file(QStringLiteral("me"));
    search.workingDirectory = m_home->file(QStringLiteral("work"));
    return search;
}

ExecutableSearch tst_executablefinder::windowsSearch() const
{
    ExecutableSearch search;
    search.path = expanded(QStringLiteral("{}\\one;\"{}\\two\""));
#ifndef Q_OS_WIN
    search.path.replace(u'\\', u'/');
#endif
    search.home = m_home->file(QStringLiteral("me"));
    search.workingDirectory = m_home->file(QStringLiteral("work"));
    search.windows = true;
    search.pathExtensions = QStringLiteral(".COM;.EXE;.BAT;.CMD;.VBS;.JS");
    search.commandInterpreter = QStringLiteral("C:\\Windows\\System32\\cmd.exe");
    return search;
}

void tst_executablefinder::findsAProgram_data()
{
#ifdef Q_OS_WIN
    QSKIP("files have no execute permission here");
#endif
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("program");
    QTest::newRow("name in PATH") << QStringLiteral("tool") << QStringLiteral("{}/two/tool");
    QTest::newRow("home") << QStringLiteral("~/bin/tool") << QStringLiteral("{}/me/bin/tool");
    QTest::newRow("dot") << QStringLiteral("./tool") << QStringLiteral("{}/work/tool");
    QTest::newRow("relative with slash") << QStringLiteral("sub/tool") << QStringLiteral("{}/work/sub/tool");
    QTest::newRow("parent") << QStringLiteral("../two/tool") << QStringLiteral("{}/two/tool");
    QTest::newRow("absolute") << QStringLiteral("{}/two/tool") << QStringLiteral("{}/two/tool");
    QTest::newRow("name with a space") << QStringLiteral("my tool") << QStringLiteral("{}/two/my tool");
}

void tst_executablefinder::findsAProgram()
{
    QFETCH(QString, command);
    QFETCH(QString, program);
    for (const char *name : {"two/tool", "two/my tool", "me/bin/tool", "work/tool", "work/sub/tool"})
        make(QString::fromLatin1(name));
    const auto found = findProgram(expanded(command), {QStringLiteral("-x")}, search());
    QVERIFY2(found.ok(), qPrintable(found ? QString() : found.error().detail));
    QCOMPARE(found->program, expanded(program));
    QCOMPARE(found->arguments, QStringList(QStringLiteral("-x")));
    QVERIFY(found->commandLine.isEmpty());
}

void tst_executablefinder::refusesWhatIsNoProgram_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<Error::Code>("code");
    QTest::newRow("not in PATH") << QStringLiteral("missing") << Error::Code::NotFound;
    QTest::newRow("no such path") << QStringLiteral("{}/missing") << Error::Code::NotFound;
    QTest::newRow("a folder") << QStringLiteral("{}/two") << Error::Code::NotFound;
    QTest::newRow("a folder in PATH") << QStringLiteral("folder") << Error::Code::NotFound;
    QTest::newRow("not executable") << QStringLiteral("{}/two/plain") << Error::Code::PermissionDenied;
    QTest::newRow("not executable, in PATH") << QStringLiteral("plain") << Error::Code::PermissionDenied;
    QTest::newRow("nothing") << QString() << Error::Code::InvalidInput;
    QTest::newRow("NUL") << QString(QChar(u'\0')) << Error::Code::InvalidInput;
}

void tst_executablefinder::refusesWhatIsNoProgram()
{
    QFETCH(QString, command);
    QFETCH(Error::Code, code);
    make(QStringLiteral("two/plain"), false);
    make(QStringLiteral("two/folder/x"));
    const auto found = findProgram(expanded(command), {}, search());
    QVERIFY(!found.ok());
#ifdef Q_OS_WIN
    if (code == Error::Code::PermissionDenied)
        QSKIP("files have no execute permission here");
#endif
    QCOMPARE(found.error().code, code);
    if (code != Error::Code::InvalidInput)
        QVERIFY2(found.error().detail.contains(QDir::toNativeSeparators(expanded(command))),
                 qPrintable(found.error().detail));
}

void tst_executablefinder::passesOverRelativeEntriesOfPath()
{
    make(QStringLiteral("two/tool"));
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(m_home->file(QStringLiteral("two"))));
    ExecutableSearch here = search();
    here.path = QStringLiteral(":.:./::../two");
    const bool found = findProgram(QStringLiteral("tool"), {}, here).ok();
    QDir::setCurrent(before);
    QVERIFY(!found);
}

void tst_executablefinder::takesTheFirstFolderOfPath()
{
#ifdef Q_OS_WIN
    QSKIP("Windows' PATH is tried elsewhere");
#endif
    make(QStringLiteral("two/tool"));
    const QString first = make(QStringLiteral("one/tool"));
    QCOMPARE(findProgram(QStringLiteral("tool"), {}, search())->program, first);
}

void tst_executablefinder::skipsAFileThatMayNotBeExecuted()
{
#ifdef Q_OS_WIN
    QSKIP("files have no execute permission here");
#endif
    make(QStringLiteral("one/tool"), false);
    const QString second = make(QStringLiteral("two/tool"));
    QCOMPARE(findProgram(QStringLiteral("tool"), {}, search())->program, second);
}

void tst_executablefinder::findsAWindowsProgram_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("program");
    QTest::newRow("extension of PATHEXT") << QStringLiteral("tool") << QStringLiteral("{}/two/tool.exe");
    QTest::newRow("named with it") << QStringLiteral("tool.exe") << QStringLiteral("{}/two/tool.exe");
    QTest::newRow("order of PATHEXT") << QStringLiteral("both") << QStringLiteral("{}/two/both.com");
    QTest::newRow("dots in the name") << QStringLiteral("tool-1.2") << QStringLiteral("{}/two/tool-1.2.exe");
    QTest::newRow("backslashes") << QStringLiteral("sub\\tool") << QStringLiteral("{}/work/sub/tool.exe");
    QTest::newRow("home") << QStringLiteral("~\\tool") << QStringLiteral("{}/me/tool.exe");
    QTest::newRow("a script of another host") << QStringLiteral("script") << QString();
    QTest::newRow("a file without extension") << QStringLiteral("bare") << QString();
}

void tst_executablefinder::findsAWindowsProgram()
{
    QFETCH(QString, command);
    QFETCH(QString, program);
    for (const char *name : {"two/tool.exe", "two/both.exe", "two/both.com", "two/tool-1.2.exe", "work/sub/tool.exe",
                             "me/tool.exe", "two/script.js", "two/bare"})
        make(QString::fromLatin1(name));
    const auto found = findProgram(command, {QStringLiteral("a b")}, windowsSearch());
    QCOMPARE(found.ok(), !program.isEmpty());
    if (!found.ok())
        return;
    QCOMPARE(found->program, expanded(program));
    QCOMPARE(found->arguments, QStringList(QStringLiteral("a b")));
    QVERIFY(found->commandLine.isEmpty());
}

void tst_executablefinder::npmShimsBecomeNode_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<bool>("nodeBeside");
    QTest::newRow("npx") << QStringLiteral("npx") << true;
    QTest::newRow("npm") << QStringLiteral("npm") << true;
    QTest::newRow("NPX.CMD") << QStringLiteral("npx.cmd") << true;
    QTest::newRow("npx of the user's prefix, node elsewhere") << QStringLiteral("npx") << false;
}

void tst_executablefinder::npmShimsBecomeNode()
{
    QFETCH(QString, command);
    QFETCH(bool, nodeBeside);
    for (const char *name : {"one/npx.cmd", "one/npm.cmd", "one/node_modules/npm/bin/npx-cli.js",
                             "one/node_modules/npm/bin/npm-cli.js", "two/node.exe"})
        make(QString::fromLatin1(name));
    if (nodeBeside)
        make(QStringLiteral("one/node.exe"));
    // An argument that cmd.exe would act on is none here: no cmd.exe is involved.
    const auto found = findProgram(command, {QStringLiteral("-y"), QStringLiteral("a%b\"c")}, windowsSearch());
    QVERIFY(found.ok());
    QCOMPARE(found->program,
             m_home->file(nodeBeside ? QStringLiteral("one/node.exe") : QStringLiteral("two/node.exe")));
    const QString script = QStringLiteral("one/node_modules/npm/bin/%1-cli.js").arg(command.left(3));
    QCOMPARE(
        found->arguments,
        QStringList({QDir::toNativeSeparators(m_home->file(script)), QStringLiteral("-y"), QStringLiteral("a%b\"c")}));
    QVERIFY(found->commandLine.isEmpty());
}

void tst_executablefinder::anNpmShimWithoutItsScriptIsABatchFile()
{
    make(QStringLiteral("one/npx.cmd"));
    make(QStringLiteral("one/node.exe"));
    const auto found = findProgram(QStringLiteral("npx"), {}, windowsSearch());
    QVERIFY(found.ok());
    QVERIFY(found->commandLine.contains(QLatin1String("npx.cmd")));
}

void tst_executablefinder::aBatchFileRunsThroughTheInterpreterWithQuotedArguments()
{
    const QString batch = QDir::toNativeSeparators(make(QStringLiteral("two/serve.cmd")));
    const auto found = findProgram(QStringLiteral("serve"),
                                   {QStringLiteral("a & b"), QStringLiteral("C:\\dir\\"), QString()}, windowsSearch());
    QVERIFY(found.ok());
    QCOMPARE(found->program, QStringLiteral("C:\\Windows\\System32\\cmd.exe"));
    QCOMPARE(QDir::fromNativeSeparators(found->commandLine),
             QDir::fromNativeSeparators(
                 QStringLiteral("\"%1\" /d /s /c \"\"%2\" \"a & b\" \"C:\\dir\\\\\" \"\"\"")
                     .arg(QDir::toNativeSeparators(QStringLiteral("C:\\Windows\\System32\\cmd.exe")), batch)));
}

void tst_executablefinder::aBatchFileWithAnActingArgumentIsRefused_data()
{
    QTest::addColumn<QString>("argument");
    QTest::newRow("quote") << QStringLiteral("a\"b");
    QTest::newRow("percent") << QStringLiteral("%PATH%");
    QTest::newRow("exclamation mark") << QStringLiteral("!x!");
    QTest::newRow("CR") << QStringLiteral("a\rb");
    QTest::newRow("LF") << QStringLiteral("a\nb");
}

void tst_executablefinder::aBatchFileWithAnActingArgumentIsRefused()
{
    QFETCH(QString, argument);
    make(QStringLiteral("two/serve.cmd"));
    make(QStringLiteral("two/old.bat"));
    for (const QString &command : {QStringLiteral("serve"), QStringLiteral("old.bat")}) {
        const auto found = findProgram(command, {QStringLiteral("fine"), argument}, windowsSearch());
        QVERIFY(!found.ok());
        QCOMPARE(found.error().code, Error::Code::InvalidInput);
    }
}

QTEST_GUILESS_MAIN(tst_executablefinder)
#include "tst_executablefinder.moc"
