// SPDX-License-Identifier: MIT
#include "gateway/config/configwatcher.h"

#include "gateway/base/atomicfile.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QLoggingCategory>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <optional>

using namespace pasarela;

namespace {

const QString configName = QStringLiteral("pasarela.json");

QByteArray withIdleMinutes(int minutes)
{
    return "{\"gateway\": {\"idleMinutes\": " + QByteArray::number(minutes) + "}}";
}

/// Runs once, when the watcher says that it does not trust what it read.
std::function<void()> whenDoubting;

void messageHandler(QtMsgType, const QMessageLogContext &, const QString &message)
{
    if (whenDoubting && message.contains(QStringLiteral("half written")))
        std::exchange(whenDoubting, {})();
}

} // namespace

class tst_configwatcher : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void readsWhenItStarts();
    void startsWithoutAFile();
    void startsEmptyWithABrokenFile();
    void startsWithTheLastGoodOneWhereTheFileIsBroken();
    void startsWithTheLastGoodOneWhereTheFileIsEmpty();
    void beginsAnewWhereTheFileIsGone();
    void keepsWhatItTookForTheNextStart();
    void noticesAFileThatIsMade();
    void noticesEveryReplace();
    void noticesAFileThatIsWrittenInPlace();
    void noticesAFolderThatIsMade();
    void noticesAFolderThatIsReplaced();
    void noticesTheTargetOfALink();
    void noticesTheTargetOfALinkThatIsMadeLater();
    void noticesALinkThatIsSetElsewhere();
    void keepsTheLastGoodConfiguration();
    void doesNotReportAFileThatIsHalfWritten();
    void keepsTheConfigurationOfAFileThatIsGone_data();
    void keepsTheConfigurationOfAFileThatIsGone();
    void takesAFileThatIsGoneAtItsWordWhenToldToReload();
    void readsAFileThatChangesAllTheTime();
    void saysNothingWhereNothingChanged();
    void reloadsAtOnce();
    void tellsAllProblemsToWhoReloads();
    void mayBeDestroyedByWhoListens();

private:
    int idleMinutes() const { return m_watcher->config().idleMinutes; }
    void replace(const QByteArray &bytes) { QVERIFY(replaceFile(m_paths->configFile(), bytes).ok()); }
    void start();

    std::optional<test::TestHome> m_home;
    std::optional<Paths> m_paths;
    std::unique_ptr<ConfigWatcher> m_watcher;
    std::unique_ptr<QSignalSpy> m_changed;
    std::unique_ptr<QSignalSpy> m_problemsChanged;
};

void tst_configwatcher::init()
{
    m_home.emplace();
    const auto paths = Paths::locate(m_home->file(QStringLiteral("home")));
    QVERIFY(paths.ok());
    m_paths.emplace(*paths);
}

void tst_configwatcher::cleanup()
{
    whenDoubting = {};
    qInstallMessageHandler(nullptr);
    QLoggingCategory::setFilterRules(QString());
    m_changed.reset();
    m_problemsChanged.reset();
    m_watcher.reset();
    m_home.reset();
}

void tst_configwatcher::start()
{
    m_watcher = std::make_unique<ConfigWatcher>(*m_paths);
    m_changed = std::make_unique<QSignalSpy>(m_watcher.get(), &ConfigWatcher::changed);
    m_problemsChanged = std::make_unique<QSignalSpy>(m_watcher.get(), &ConfigWatcher::problemsChanged);
    m_watcher->start();
}

void tst_configwatcher::readsWhenItStarts()
{
    replace(withIdleMinutes(1));
    start();
    QCOMPARE(idleMinutes(), 1);
    QCOMPARE(m_watcher->loadedHash(), contentHash(withIdleMinutes(1)));
    QCOMPARE(m_changed->count(), 1);
    QVERIFY(m_watcher->problems().empty());
}

void tst_configwatcher::startsWithoutAFile()
{
    start();
    QVERIFY(m_watcher->config() == GatewayConfig());
    QCOMPARE(m_watcher->loadedHash(), contentHash({}));
    QVERIFY(m_watcher->problems().empty());
}

void tst_configwatcher::startsEmptyWithABrokenFile()
{
    replace("{");
    start();
    QVERIFY(m_watcher->config() == GatewayConfig());
    QCOMPARE(m_watcher->problems().size(), size_t(1));
    QCOMPARE(m_problemsChanged->count(), 1);
    QVERIFY(m_watcher->loadedHash().isEmpty());
}

void tst_configwatcher::startsWithTheLastGoodOneWhereTheFileIsBroken()
{
    QVERIFY(m_paths->create().ok());
    replace(withIdleMinutes(1));
    start();
    m_watcher.reset();
    replace("{\n{");
    start();
    QCOMPARE(idleMinutes(), 1);
    QCOMPARE(m_watcher->loadedHash(), contentHash(withIdleMinutes(1)));
    QCOMPARE(m_watcher->problems().size(), size_t(1));
    QCOMPARE(m_watcher->problems().front().position.line, 2);
    QCOMPARE(m_changed->count(), 1);
    replace(withIdleMinutes(2)); // mended
    QTRY_COMPARE(idleMinutes(), 2);
    QVERIFY(m_watcher->problems().empty());
}

void tst_configwatcher::startsWithTheLastGoodOneWhereTheFileIsEmpty()
{
    QVERIFY(m_paths->create().ok());
    replace(withIdleMinutes(1));
    start();
    m_watcher.reset();
    replace("");
    start();
    QCOMPARE(idleMinutes(), 1);
    QCOMPARE(m_watcher->problems().size(), size_t(1));
    QVERIFY(m_watcher->problems().front().what.contains(QStringLiteral("empty")));
    replace("{}");
    QTRY_VERIFY(m_watcher->config() == GatewayConfig());
    QVERIFY(m_watcher->problems().empty());
}

void tst_configwatcher::beginsAnewWhereTheFileIsGone()
{
    QVERIFY(m_paths->create().ok());
    replace(withIdleMinutes(1));
    start();
    m_watcher.reset();
    QVERIFY(QFile::remove(m_paths->configFile()));
    start();
    QVERIFY(m_watcher->config() == GatewayConfig());
    QVERIFY(m_watcher->problems().empty());
}

void tst_configwatcher::keepsWhatItTookForTheNextStart()
{
    const auto kept = [this] {
        const auto bytes = readWholeFile(m_paths->goodConfigFile());
        return bytes ? *bytes : QByteArray("none");
    };
    QVERIFY(m_paths->create().ok());
    start();
    QCOMPARE(kept(), QByteArray("none")); // there is no file
    replace("{");
    QVERIFY(!m_watcher->reload().ok());
    QCOMPARE(kept(), QByteArray("none"));
    replace(withIdleMinutes(1));
    QTRY_COMPARE(kept(), withIdleMinutes(1));
#ifndef Q_OS_WIN
    QCOMPARE(QFile::permissions(m_paths->goodConfigFile())
                 & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
             QFile::Permissions());
#endif
    QFile::remove(m_paths->goodConfigFile()); // to see that nothing is written where nothing is new
    QVERIFY(m_watcher->reload().ok());
    QCOMPARE(kept(), QByteArray("none"));
    replace("{");
    QVERIFY(!m_watcher->reload().ok());
    QCOMPARE(kept(), QByteArray("none"));
    replace(withIdleMinutes(2) + "\n");
    QVERIFY(m_watcher->reload().ok());
    QCOMPARE(kept(), withIdleMinutes(2) + "\n");
}

void tst_configwatcher::noticesAFileThatIsMade()
{
    start();
    replace(withIdleMinutes(2));
    QTRY_COMPARE(idleMinutes(), 2);
}

void tst_configwatcher::noticesEveryReplace()
{
    replace(withIdleMinutes(1));
    start();
    for (int minutes = 2; minutes < 6; ++minutes) {
        replace(withIdleMinutes(minutes));
        QTRY_COMPARE(idleMinutes(), minutes);
    }
    QCOMPARE(m_changed->count(), 5);
    QCOMPARE(m_changed->last().first().value<GatewayConfig>().idleMinutes, 4);
}

void tst_configwatcher::noticesAFileThatIsWrittenInPlace()
{
    replace(withIdleMinutes(1));
    start();
    replace(withIdleMinutes(2)); // so that the file is another one than the one at the start
    QTRY_COMPARE(idleMinutes(), 2);
    for (int minutes = 3; minutes < 6; ++minutes) {
        QFile file(m_paths->configFile());
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.write(withIdleMinutes(minutes));
        file.close();
        QTRY_COMPARE(idleMinutes(), minutes);
    }
}

void tst_configwatcher::noticesAFolderThatIsMade()
{
    QVERIFY(QDir(m_paths->home()).removeRecursively());
    start();
    QVERIFY(m_watcher->problems().empty());
    QVERIFY(QDir().mkpath(m_paths->home()));
    replace(withIdleMinutes(3));
    QTRY_COMPARE(idleMinutes(), 3);
    replace(withIdleMinutes(4));
    QTRY_COMPARE(idleMinutes(), 4);
}

void tst_configwatcher::noticesAFolderThatIsReplaced()
{
    replace(withIdleMinutes(1));
    start();
    m_home->write(QStringLiteral("new/pasarela.json"), withIdleMinutes(5));
    QVERIFY(QDir().rename(m_paths->home(), m_home->file(QStringLiteral("old"))));
    QVERIFY(QDir().rename(m_home->file(QStringLiteral("new")), m_paths->home()));
    QTRY_COMPARE(idleMinutes(), 5);
    replace(withIdleMinutes(6));
    QTRY_COMPARE(idleMinutes(), 6);
}

void tst_configwatcher::noticesTheTargetOfALink()
{
#ifdef Q_OS_WIN
    QSKIP("links need a privilege on Windows");
#endif
    const QString target = m_home->file(QStringLiteral("dotfiles/p.json"));
    m_home->write(QStringLiteral("dotfiles/p.json"), withIdleMinutes(1));
    QVERIFY(QFile::link(target, m_home->file(QStringLiteral("between"))));
    QVERIFY(QFile::link(m_home->file(QStringLiteral("between")), m_paths->configFile()));
    start();
    QCOMPARE(idleMinutes(), 1);
    for (int minutes = 2; minutes < 4; ++minutes) {
        QVERIFY(replaceFile(target, withIdleMinutes(minutes)).ok());
        QTRY_COMPARE(idleMinutes(), minutes);
    }
}

void tst_configwatcher::noticesTheTargetOfALinkThatIsMadeLater()
{
#ifdef Q_OS_WIN
    QSKIP("links need a privilege on Windows");
#endif
    m_home->write(QStringLiteral("other/dotfiles/readme"), "a folder that nobody else watches");
    QVERIFY(QFile::link(m_home->file(QStringLiteral("other/dotfiles/p.json")), m_paths->configFile()));
    start();
    QVERIFY(m_watcher->problems().empty());
    m_home->write(QStringLiteral("other/dotfiles/p.json"), withIdleMinutes(1));
    QTRY_COMPARE(idleMinutes(), 1);
}

void tst_configwatcher::noticesALinkThatIsSetElsewhere()
{
#ifdef Q_OS_WIN
    QSKIP("links need a privilege on Windows");
#endif
    m_home->write(QStringLiteral("one/p.json"), withIdleMinutes(1));
    m_home->write(QStringLiteral("two/p.json"), withIdleMinutes(2));
    QVERIFY(QFile::link(m_home->file(QStringLiteral("one/p.json")), m_paths->configFile()));
    start();
    QVERIFY(QFile::remove(m_paths->configFile()));
    QVERIFY(QFile::link(m_home->file(QStringLiteral("two/p.json")), m_paths->configFile()));
    QTRY_COMPARE(idleMinutes(), 2);
    m_home->write(QStringLiteral("two/p.json"), withIdleMinutes(3));
    QTRY_COMPARE(idleMinutes(), 3);
}

void tst_configwatcher::keepsTheLastGoodConfiguration()
{
    replace(withIdleMinutes(1));
    start();
    replace(withIdleMinutes(-1));
    QTRY_COMPARE(m_watcher->problems().size(), size_t(1));
    QCOMPARE(m_watcher->problems().front().pointer, QStringLiteral("/gateway/idleMinutes"));
    QCOMPARE(m_problemsChanged->count(), 1);
    QCOMPARE(idleMinutes(), 1);
    QCOMPARE(m_watcher->loadedHash(), contentHash(withIdleMinutes(1)));

    replace(withIdleMinutes(1)); // back to what is in use: the problem goes, nothing changes
    QTRY_VERIFY(m_watcher->problems().empty());
    QCOMPARE(m_problemsChanged->count(), 2);
    QCOMPARE(m_changed->count(), 1);
}

void tst_configwatcher::doesNotReportAFileThatIsHalfWritten()
{
    replace(withIdleMinutes(1));
    start();
    QLoggingCategory::setFilterRules(QStringLiteral("pasarela.*.debug=true"));
    qInstallMessageHandler(messageHandler);
    whenDoubting = [this] { replace(withIdleMinutes(2)); };
    replace(withIdleMinutes(2).chopped(3));
    QTRY_COMPARE(idleMinutes(), 2);
    QVERIFY(!whenDoubting); // it was read while it was broken
    QCOMPARE(m_problemsChanged->count(), 0);
}

void tst_configwatcher::keepsTheConfigurationOfAFileThatIsGone_data()
{
    QTest::addColumn<bool>("removed");
    QTest::newRow("removed") << true;
    QTest::newRow("emptied") << false;
}

void tst_configwatcher::keepsTheConfigurationOfAFileThatIsGone()
{
    QFETCH(bool, removed);
    replace(withIdleMinutes(1));
    start();
    if (removed)
        QVERIFY(QFile::remove(m_paths->configFile()));
    else
        QVERIFY(QFile::resize(m_paths->configFile(), 0));
    QTRY_COMPARE(m_watcher->problems().size(), size_t(1));
    QVERIFY(m_watcher->problems().front().what.contains(QStringLiteral("stays in use")));
    QCOMPARE(idleMinutes(), 1);
    replace(withIdleMinutes(2));
    QTRY_COMPARE(idleMinutes(), 2);
    QVERIFY(m_watcher->problems().empty());
}

void tst_configwatcher::takesAFileThatIsGoneAtItsWordWhenToldToReload()
{
    replace(withIdleMinutes(1));
    start();
    QVERIFY(QFile::remove(m_paths->configFile()));
    QVERIFY(m_watcher->reload().ok());
    QVERIFY(m_watcher->config() == GatewayConfig());
    QVERIFY(m_watcher->problems().empty());
}

void tst_configwatcher::readsAFileThatChangesAllTheTime()
{
    start();
    int minutes = 0;
    QTimer writer;
    writer.callOnTimeout([&] { replace(withIdleMinutes(++minutes % 1000)); });
    writer.start(20);
    QTRY_VERIFY(m_changed->count() > 1);
}

void tst_configwatcher::saysNothingWhereNothingChanged()
{
    replace(withIdleMinutes(1));
    start();
    replace(withIdleMinutes(1) + "\n"); // other bytes, the same values
    QTRY_COMPARE(m_watcher->loadedHash(), contentHash(withIdleMinutes(1) + "\n"));
    QCOMPARE(m_changed->count(), 1);
    QCOMPARE(m_problemsChanged->count(), 0);
}

void tst_configwatcher::reloadsAtOnce()
{
    start();
    replace(withIdleMinutes(7));
    QVERIFY(m_watcher->reload().ok());
    QCOMPARE(idleMinutes(), 7);
    QCOMPARE(m_watcher->loadedHash(), contentHash(withIdleMinutes(7)));
    QCOMPARE(m_changed->count(), 1);
}

void tst_configwatcher::tellsAllProblemsToWhoReloads()
{
    replace(withIdleMinutes(1));
    start();
    replace("{\"paused\": 1,\n \"relay\": 2}");
    const auto result = m_watcher->reload();
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, Error::Code::InvalidInput);
    const QStringList lines = result.error().detail.split(u'\n');
    QCOMPARE(lines.size(), 2);
    QVERIFY2(lines[0].startsWith(m_paths->configFile() + QStringLiteral(":1:12: ")), qPrintable(lines[0]));
    QVERIFY2(lines[1].startsWith(m_paths->configFile() + QStringLiteral(":2:11: ")), qPrintable(lines[1]));
    QCOMPARE(m_watcher->problems().size(), size_t(2));
    QCOMPARE(idleMinutes(), 1);
}

void tst_configwatcher::mayBeDestroyedByWhoListens()
{
    replace("{");
    start();
    bool destroyed = false;
    connect(m_watcher.get(), &ConfigWatcher::problemsChanged, this, [&] {
        m_watcher.reset();
        destroyed = true;
    });
    replace(withIdleMinutes(1)); // both signals are due
    QTRY_VERIFY(destroyed);
    QCOMPARE(m_changed->count(), 0);
}

QTEST_GUILESS_MAIN(tst_configwatcher)
#include "tst_configwatcher.moc"
