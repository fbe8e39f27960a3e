// SPDX-License-Identifier: MIT
#include "gateway/upstream/enclavetransports.h"
#include "tests/support/runningprocess.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace pasarela;
using namespace std::chrono_literals;

/// From an enclave's configuration to a program that runs: where it is found, in which folder and with what it runs.
class tst_enclavetransports : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::adoptOrphans(); }
    void init();

    void otherKindsOfEnclavesComeLater_data();
    void otherKindsOfEnclavesComeLater();
    void choosesTheWorkingFolder_data();
    void choosesTheWorkingFolder();
    void aCommandIsFoundInTheSearchPath();
    void theLoginShellsPathIsUsedWhereOursIsBare();
    void runsInAPrivateFolderWithAMinimalEnvironment();
    void theAccountsVariablesReachTheProgramAndNoLog();
    void withoutTheAccountsSecretNothingIsStarted();
    void runsInTheFolderItNames();
    void whatCannotBeFoundIsAnErrorThatNamesTheCommand();
    void thereIsARecordWhileItRuns();
    void isQuietOnceEverythingIsGone();

private:
    EnclaveConfig enclave(const QStringList &arguments) const;
    LaunchContext context() const;
    std::unique_ptr<mcp::Transport> started(EnclaveTransports &transports, const EnclaveConfig &enclave);

    std::unique_ptr<test::TestHome> m_home;
    EnclaveTransports::Options m_options;
};

void tst_enclavetransports::init()
{
    m_home = std::make_unique<test::TestHome>();
    m_options = {};
    m_options.search.home = m_home->path();
    QString path = QFileInfo(test::builtProgram(QStringLiteral("testchild"))).path();
#ifdef Q_OS_WIN
    path += u';' + qEnvironmentVariable("PATH"); // its DLLs
#endif
    m_options.search.environment = {{QStringLiteral("PATH"), path},
                                    {QStringLiteral("SECRET"), QStringLiteral("telltale")},
                                    {QStringLiteral("LANG"), QStringLiteral("C.UTF-8")}};
    for (const char *name : {"SYSTEMROOT", "TEMP", "TMP"}) {
        if (qEnvironmentVariableIsSet(name))
            m_options.search.environment.insert(QString::fromLatin1(name), qEnvironmentVariable(name));
    }
    m_options.recordFolder = m_home->file(QStringLiteral("run/children"));
    m_options.patience = {60s, 60s, 60s, 60s};
}

EnclaveConfig tst_enclavetransports::enclave(const QStringList &arguments) const
{
    EnclaveConfig config;
    config.launch = StdioLaunch{QStringLiteral("testchild"), arguments};
    return config;
}

LaunchContext tst_enclavetransports::context() const
{
    LaunchContext context;
    context.enclave = EnclaveId(QStringLiteral("mail"));
    context.workingDirectory = m_home->file(QStringLiteral("data/work/mail"));
    return context;
}

std::unique_ptr<mcp::Transport> tst_enclavetransports::started(EnclaveTransports &transports,
                                                               const EnclaveConfig &config)
{
    auto transport = transports.make(config, context());
    if (!transport)
        return nullptr;
    (*transport)->start();
    return std::move(*transport);
}

void tst_enclavetransports::otherKindsOfEnclavesComeLater_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("http") << 0;
    QTest::newRow("grpc") << 1;
    QTest::newRow("mesh") << 2;
}

void tst_enclavetransports::otherKindsOfEnclavesComeLater()
{
    QFETCH(int, kind);
    EnclaveConfig config;
    const std::array<Launch, 3> launches = {HttpLaunch{}, GrpcLaunch{}, MeshLaunch{}};
    config.launch = launches[static_cast<size_t>(kind)];
    EnclaveTransports transports(m_options);
    const auto made = transports.make(config, context());
    QVERIFY(!made.ok());
    QCOMPARE(made.error().code, Error::Code::Unsupported);
    QVERIFY(made.error().detail.contains(QLatin1String("\"mail\"")));
    QVERIFY(made.error().detail.contains(QLatin1String("later")));
}

void tst_enclavetransports::choosesTheWorkingFolder_data()
{
    QTest::addColumn<QString>("cwd");
    QTest::addColumn<QString>("command");
    QTest::addColumn<Scope>("scope");
    QTest::addColumn<QString>("project");
    QTest::addColumn<QString>("folder"); // empty: refused
    const QString project = QDir::tempPath() + QStringLiteral("/project");
    QTest::newRow("private") << QString() << QStringLiteral("x") << Scope::Account << QString()
                             << QStringLiteral("private");
    QTest::newRow("named") << QDir::tempPath() << QStringLiteral("x") << Scope::Account << QString()
                           << QDir::tempPath();
    QTest::newRow("in the home folder") << QStringLiteral("~/work") << QStringLiteral("x") << Scope::Account
                                        << QString() << QStringLiteral("/home/me/work");
    QTest::newRow("relative") << QStringLiteral("work") << QStringLiteral("x") << Scope::Account << QString()
                              << QString();
    QTest::newRow("the project") << QStringLiteral("project") << QStringLiteral("x") << Scope::Project << project
                                 << project;
    QTest::newRow("no project") << QStringLiteral("project") << QStringLiteral("x") << Scope::Project
                                << QStringLiteral("none") << QString();
    QTest::newRow("the project, shared") << QStringLiteral("project") << QStringLiteral("x") << Scope::Account
                                         << QString() << QString();
    QTest::newRow("the project, by a package runner")
        << QStringLiteral("project") << QStringLiteral("npx") << Scope::Project << project << QString();
}

void tst_enclavetransports::choosesTheWorkingFolder()
{
    QFETCH(QString, cwd);
    QFETCH(QString, command);
    QFETCH(Scope, scope);
    QFETCH(QString, project);
    QFETCH(QString, folder);
    EnclaveConfig config;
    config.launch = StdioLaunch{command, {}};
    config.cwd = cwd;
    config.scope = scope;
    LaunchContext where;
    where.enclave = EnclaveId(QStringLiteral("mail"));
    where.scope = project;
    where.workingDirectory = QStringLiteral("private");
    const auto chosen = workingFolder(config, where, QStringLiteral("/home/me"));
#ifdef Q_OS_WIN
    if (cwd.startsWith(u'~'))
        QSKIP("no absolute path here");
#endif
    QCOMPARE(chosen.ok(), !folder.isEmpty());
    if (chosen)
        QCOMPARE(*chosen, folder);
    else
        QVERIFY(chosen.error().detail.contains(QLatin1String("\"mail\"")));
}

void tst_enclavetransports::aCommandIsFoundInTheSearchPath()
{
    EnclaveTransports transports(m_options);
    const auto transport = started(transports, enclave({QStringLiteral("report"), QStringLiteral("here")}));
    QTRY_VERIFY(transport->lastWords().contains("here in"));
    QVERIFY(test::isRunning(transport->processId()));
}

void tst_enclavetransports::theLoginShellsPathIsUsedWhereOursIsBare()
{
#ifdef Q_OS_WIN
    QSKIP("there is no login shell");
#endif
    const QString tools = QFileInfo(test::builtProgram(QStringLiteral("testchild"))).path();
    m_home->write(QStringLiteral(".profile"), "PATH=" + QFile::encodeName(tools) + ":$PATH\n");
    m_options.search.environment.insert(QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin"));
    m_options.search.shell = QStringLiteral("/bin/sh");
    EnclaveTransports transports(m_options);
    const auto transport = started(transports, enclave({QStringLiteral("report"), QStringLiteral("here")}));
    QTRY_VERIFY(transport->lastWords().contains("here in"));
    QVERIFY(transport->lastWords().contains(" PATH=" + QFile::encodeName(tools) + ':'));
}

void tst_enclavetransports::runsInAPrivateFolderWithAMinimalEnvironment()
{
    EnclaveConfig config = enclave({QStringLiteral("report"), QStringLiteral("here")});
    config.env.insert(QStringLiteral("MODE"), QStringLiteral("fast"));
    config.passEnv = {QStringLiteral("LANG")};
    EnclaveTransports transports(m_options);
    const auto transport = started(transports, config);
    QTRY_VERIFY(transport->lastWords().contains("MODE=fast"));
    const QByteArray report = transport->lastWords();
    QVERIFY(!report.contains("telltale"));
    QVERIFY(report.contains("LANG=C.UTF-8"));
#ifndef Q_OS_WIN
    const QString folder = QFileInfo(context().workingDirectory).canonicalFilePath();
    QCOMPARE(report,
             QByteArray("here in " + QFile::encodeName(folder) + " with LANG=C.UTF-8 MODE=fast PATH="
                        + m_options.search.environment.value(QStringLiteral("PATH")).toUtf8()));
    QCOMPARE(QFile::permissions(folder) & 0x77, QFile::Permissions());
#endif
}

void tst_enclavetransports::theAccountsVariablesReachTheProgramAndNoLog()
{
    SecretMask mask;
    mask.remember(QStringLiteral("mail/work/token"), Secret(QByteArray("of the account")));
    m_options.mask = &mask;
    EnclaveTransports transports(m_options);
    LaunchContext where = context();
    where.credentials = [](QObject *receiver, std::function<void(Result<Environment>)> done) {
        QTimer::singleShot(0, receiver, [done] {
            done(Environment{{QStringLiteral("MAIL_TOKEN"), QStringLiteral("of the account")}});
        });
    };
    auto made = transports.make(enclave({QStringLiteral("report"), QStringLiteral("here")}), where);
    QVERIFY(made.ok());
    (*made)->start();
    QTRY_VERIFY((*made)->lastWords().contains(" with"));
    const QByteArray report = (*made)->lastWords();
    QVERIFY2(report.contains("MAIL_TOKEN=…"), report.constData()); // it has it, and we do not repeat it
    QVERIFY2(!report.contains("telltale"), report.constData());
}

void tst_enclavetransports::withoutTheAccountsSecretNothingIsStarted()
{
    EnclaveTransports transports(m_options);
    LaunchContext where = context();
    const Error missing{Error::Code::NeedsCredential, QStringLiteral("no key")};
    where.credentials = [missing](QObject *receiver, std::function<void(Result<Environment>)> done) {
        QTimer::singleShot(0, receiver, [done, missing] { done(missing); });
    };
    auto made = transports.make(enclave({QStringLiteral("report"), QStringLiteral("here")}), where);
    QVERIFY(made.ok());
    QSignalSpy closed(made->get(), &mcp::Transport::closed);
    (*made)->start();
    QTRY_COMPARE(closed.count(), 1);
    QCOMPARE(closed.first().first().value<Error>(), missing);
    QCOMPARE((*made)->processId(), 0);
}

void tst_enclavetransports::runsInTheFolderItNames()
{
    EnclaveConfig config = enclave({QStringLiteral("report"), QStringLiteral("here")});
    config.cwd = m_home->path();
    EnclaveTransports transports(m_options);
    const auto transport = started(transports, config);
    QTRY_VERIFY(transport->lastWords().contains(" with"));
    const QByteArray report = QDir::fromNativeSeparators(QString::fromLocal8Bit(transport->lastWords())).toUtf8();
    QVERIFY2(report.startsWith("here in " + QDir(m_home->path()).canonicalPath().toUtf8() + " with"),
             report.constData());
    QVERIFY(!QFile::exists(context().workingDirectory));
}

void tst_enclavetransports::whatCannotBeFoundIsAnErrorThatNamesTheCommand()
{
    EnclaveConfig config;
    config.launch = StdioLaunch{QStringLiteral("no-such-program"), {}};
    EnclaveTransports transports(m_options);
    const auto made = transports.make(config, context());
    QVERIFY(made.ok());
    QSignalSpy closed(made->get(), &mcp::Transport::closed);
    (*made)->start();
    QTRY_COMPARE(closed.count(), 1);
    const Error reason = closed.first().first().value<Error>();
    QCOMPARE(reason.code, Error::Code::NotFound);
    QVERIFY(reason.detail.contains(QLatin1String("no-such-program")));
}

void tst_enclavetransports::thereIsARecordWhileItRuns()
{
#ifdef Q_OS_WIN
    QSKIP("a job needs no record");
#endif
    EnclaveTransports transports(m_options);
    const auto transport = started(transports, enclave({QStringLiteral("echo")}));
    QTRY_VERIFY(transport->processId() > 0);
    QVERIFY(QFile::exists(m_options.recordFolder + u'/' + QString::number(transport->processId())));
    QSignalSpy closed(transport.get(), &mcp::Transport::closed);
    transport->close();
    QTRY_COMPARE(closed.count(), 1);
    QTRY_VERIFY(QDir(m_options.recordFolder).isEmpty());
}

void tst_enclavetransports::isQuietOnceEverythingIsGone()
{
    m_options.patience = {1s, 20ms, 60s, 20ms}; // what is left behind is ended well after the transport is closed
    EnclaveTransports transports(m_options);
    const auto transport = started(transports, enclave({QStringLiteral("leave")}));
    std::optional<bool> quietWhenClosed;
    connect(transport.get(), &mcp::Transport::closed, this, [&] { quietWhenClosed = transports.isQuiet(); });
    QTRY_VERIFY(quietWhenClosed.has_value());
    QVERIFY(!*quietWhenClosed);
    QTRY_VERIFY(transports.isQuiet());
}

QTEST_GUILESS_MAIN(tst_enclavetransports)
#include "tst_enclavetransports.moc"
