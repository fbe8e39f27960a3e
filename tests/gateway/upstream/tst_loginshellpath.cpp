// SPDX-License-Identifier: MIT
#include "gateway/upstream/loginshellpath.h"
#include "gateway/upstream/searchpath.h"
#include "tests/support/runningprocess.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;

/// Where PATH comes from; the shells are real ones, with start-up files of every kind.
class tst_loginshellpath : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::adoptOrphans(); }
    void init() { m_home = std::make_unique<test::TestHome>(); }

    void knowsABarePath_data();
    void knowsABarePath();
    void theUsualFoldersComeBehind();
    void theNewestNvmVersionCounts();

    void aGoodPathOfOurOwnIsTaken();
    void withoutAShellOurOwnIsTaken();
    void theShellsPathIsFoundBetweenNoise_data();
    void theShellsPathIsFoundBetweenNoise();
    void aShellThatSaysNothingUsefulFallsBack_data();
    void aShellThatSaysNothingUsefulFallsBack();
    void aShellThatHangsFallsBackAndIsEnded();
    void allWhoAskedAreAnsweredByOneShell();
    void aDeadContextIsNotCalled();
    void neverCallsBackBeforeFetchReturns();

private:
    LoginShellPath::Options options(const QString &shell, const QString &path = QStringLiteral("/usr/bin:/bin")) const;
    QString script(const QByteArray &text);
    QString fetched(LoginShellPath &search);

    std::unique_ptr<test::TestHome> m_home;
};

LoginShellPath::Options tst_loginshellpath::options(const QString &shell, const QString &path) const
{
    LoginShellPath::Options options;
    options.shell = shell;
    options.home = m_home->path();
    options.environment = {{QStringLiteral("PATH"), path}};
    options.limit = 60s;
    return options;
}

QString tst_loginshellpath::script(const QByteArray &text)
{
    m_home->write(QStringLiteral("shell"), "#!/bin/sh\n" + text);
    QFile(m_home->file(QStringLiteral("shell"))).setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
    return m_home->file(QStringLiteral("shell"));
}

QString tst_loginshellpath::fetched(LoginShellPath &search)
{
    std::optional<QString> path;
    search.fetch(this, [&path](const QString &found) { path = found; });
    (void)QTest::qWaitFor([&path] { return path.has_value(); }, 30000);
    return path.value_or(QStringLiteral("(no answer)"));
}

void tst_loginshellpath::knowsABarePath_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("bare");
    QTest::newRow("nothing") << QString() << true;
    QTest::newRow("launchd") << QStringLiteral("/usr/bin:/bin:/usr/sbin:/sbin") << true;
    QTest::newRow("Debian") << QStringLiteral("/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin") << true;
    QTest::newRow("with a slash at the end") << QStringLiteral("/usr/bin/:/bin/") << true;
    QTest::newRow("only relative") << QStringLiteral(".:bin") << true;
    QTest::newRow("a person's") << QStringLiteral("/home/me/.local/bin:/usr/bin:/bin") << false;
    QTest::newRow("Homebrew") << QStringLiteral("/opt/homebrew/bin:/usr/bin") << false;
}

void tst_loginshellpath::knowsABarePath()
{
    QFETCH(QString, path);
    QTEST(looksBare(path), "bare");
}

void tst_loginshellpath::theUsualFoldersComeBehind()
{
    QDir().mkpath(m_home->file(QStringLiteral(".cargo/bin")));
    const QString path = withUsualFolders(QStringLiteral("/first:/usr/bin"), m_home->path());
    QVERIFY(path.startsWith(QLatin1String("/first:/usr/bin:")));
    QVERIFY(path.contains(m_home->file(QStringLiteral(".cargo/bin"))));
    QVERIFY(!path.contains(QLatin1String(".bun"))); // not there
    QCOMPARE(path.count(QLatin1String(":/usr/bin")), 1);
}

void tst_loginshellpath::theNewestNvmVersionCounts()
{
    for (const char *version : {"v9.11.2", "v20.3.1", "v18.20.0"})
        QDir().mkpath(m_home->file(QStringLiteral(".nvm/versions/node/%1/bin").arg(QLatin1String(version))));
    const QString path = withUsualFolders(QString(), m_home->path());
    QVERIFY(path.contains(QLatin1String("/v20.3.1/bin")));
    QVERIFY(!path.contains(QLatin1String("/v9.11.2/")));
}

void tst_loginshellpath::aGoodPathOfOurOwnIsTaken()
{
    LoginShellPath search(
        options(script(QByteArrayLiteral("exit 1\n")), QStringLiteral("/home/me/.local/bin:/usr/bin")));
    QCOMPARE(fetched(search), QStringLiteral("/home/me/.local/bin:/usr/bin"));
    QCOMPARE(search.source(), LoginShellPath::Source::Own);
}

void tst_loginshellpath::withoutAShellOurOwnIsTaken()
{
    LoginShellPath search(options(QString()));
    QCOMPARE(fetched(search), QStringLiteral("/usr/bin:/bin"));
}

void tst_loginshellpath::theShellsPathIsFoundBetweenNoise_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QByteArray>("profile");
    QTest::newRow("sh") << QStringLiteral("/bin/sh") << QByteArray("PATH=/from/profile:$PATH\n");
    QTest::newRow("bash") << QStringLiteral("/bin/bash") << QByteArray("PATH=/from/profile:$PATH\n");
    QTest::newRow("greeting") << QStringLiteral("/bin/sh")
                              << QByteArray("echo 'Welcome! PATH=/wrong'\necho oops >&2\nPATH=/from/profile:$PATH\n");
    QTest::newRow("reads its input") << QStringLiteral("/bin/sh")
                                     << QByteArray("read answer\nPATH=/from/profile:$PATH\n");
    QTest::newRow("asks the terminal") << QStringLiteral("/bin/sh")
                                       << QByteArray("(read answer </dev/tty) 2>/dev/null\nPATH=/from/profile:$PATH\n");
    QTest::newRow("leaves a program behind")
        << QStringLiteral("/bin/sh") << QByteArray("sleep 1000 &\nPATH=/from/profile:$PATH\n");
}

void tst_loginshellpath::theShellsPathIsFoundBetweenNoise()
{
    QFETCH(QString, shell);
    QFETCH(QByteArray, profile);
    if (!QFile::exists(shell))
        QSKIP("this shell is not installed");
    m_home->write(QStringLiteral(".profile"), profile);
    LoginShellPath search(options(shell, QStringLiteral("/usr/bin:/bin:/sbin")));
    // What the shell knows comes first; /etc/profile may have set the rest anew, so what we had and it lacks comes
    // last.
    const QString path = fetched(search);
    QCOMPARE(search.source(), LoginShellPath::Source::Shell);
    QVERIFY2(path.startsWith(QLatin1String("/from/profile:")), qPrintable(path));
    QVERIFY(path.split(u':').contains(QStringLiteral("/sbin")));
}

void tst_loginshellpath::aShellThatSaysNothingUsefulFallsBack_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("exits") << QByteArray("exit 1\n");
    QTest::newRow("noise without end") << QByteArray("while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done\n");
    QTest::newRow("an empty PATH") << QByteArray("PATH=\nfor last; do :; done\neval \"$last\"\n");
    QTest::newRow("a PATH of lines") << QByteArray("PATH='/a\n/b'\nexport PATH\nprintenv() { echo \"$PATH\"; }\n"
                                                   "for last; do :; done\neval \"$last\"\n");
    QTest::newRow("missing") << QByteArray();
}

void tst_loginshellpath::aShellThatSaysNothingUsefulFallsBack()
{
    QFETCH(QByteArray, text);
    const QString shell = text.isEmpty() ? QStringLiteral("/no/such/shell") : script(text);
    QDir().mkpath(m_home->file(QStringLiteral(".cargo/bin")));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("did not tell its PATH")));
    LoginShellPath search(options(shell));
    const QString path = fetched(search);
    QCOMPARE(search.source(), LoginShellPath::Source::BuiltIn);
    QVERIFY(path.startsWith(QLatin1String("/usr/bin:/bin:")));
    QVERIFY(path.contains(m_home->file(QStringLiteral(".cargo/bin"))));
}

void tst_loginshellpath::aShellThatHangsFallsBackAndIsEnded()
{
    LoginShellPath::Options hanging = options(script("echo $$ > \"$HOME/pid\"\nexec sleep 1000\n"));
    hanging.limit = 300ms;
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("did not tell its PATH")));
    qint64 shell = 0;
    {
        LoginShellPath search(hanging);
        QVERIFY(fetched(search).startsWith(QLatin1String("/usr/bin:/bin")));
        QCOMPARE(search.source(), LoginShellPath::Source::BuiltIn);
        shell = m_home->read(QStringLiteral("pid")).trimmed().toLongLong();
    }
    QVERIFY(shell > 0);
    QTRY_VERIFY(!test::isRunning(shell));
}

void tst_loginshellpath::allWhoAskedAreAnsweredByOneShell()
{
    m_home->write(QStringLiteral(".profile"), "echo x >> \"$HOME/starts\"\nPATH=/from/profile:$PATH\n");
    LoginShellPath search(options(QStringLiteral("/bin/sh")));
    QStringList paths;
    for (int i = 0; i < 3; ++i)
        search.fetch(this, [&paths](const QString &path) { paths.append(path); });
    QTRY_COMPARE(paths.size(), 3);
    search.fetch(this, [&paths](const QString &path) { paths.append(path); });
    QTRY_COMPARE(paths.size(), 4);
    QCOMPARE(paths.removeDuplicates(), 3);
    QCOMPARE(m_home->read(QStringLiteral("starts")), QByteArray("x\n"));
}

void tst_loginshellpath::aDeadContextIsNotCalled()
{
    LoginShellPath search(options(QString()));
    bool called = false;
    bool control = false;
    {
        QObject context;
        search.fetch(&context, [&called](const QString &) { called = true; });
    }
    search.fetch(this, [&control](const QString &) { control = true; });
    QTRY_VERIFY(control);
    QVERIFY(!called);
}

void tst_loginshellpath::neverCallsBackBeforeFetchReturns()
{
    LoginShellPath search(options(QString()));
    int calls = 0;
    search.fetch(this, [&calls](const QString &) { ++calls; });
    QCOMPARE(calls, 0);
    QTRY_COMPARE(calls, 1);
    search.fetch(this, [&calls](const QString &) { ++calls; });
    QCOMPARE(calls, 1);
    QTRY_COMPARE(calls, 2);
}

QTEST_GUILESS_MAIN(tst_loginshellpath)
#include "tst_loginshellpath.moc"
