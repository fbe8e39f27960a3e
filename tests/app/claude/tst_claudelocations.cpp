// SPDX-License-Identifier: MIT
#include "app/claude/claudelocations.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace pasarela;

/// Where Claude keeps its settings, on every system, and which file is taken.
class tst_claudelocations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void onLinuxItIsTheConfigurationFolder();
    void onMacItIsApplicationSupport();
    void aFolderThatIsNotThereIsNotLiveAndIsNotMade();
    void classicWindowsIsLiveWithoutAPackage();
    void aPackagesOwnFolderIsLiveAndHidesTheClassicOne();
    void aPackageWithoutItsFolderLeavesTheClassicOneLive();
    void aPackageThatIsNotInstalledIsALeftover();
    void twoPackagesAreAskedAbout();
    void aClassicFileBesideAPackageIsAskedAbout();
    void aClassicFolderWithoutAFileIsNotAskedAbout();
    void thirdPartyInferenceIsAskedAbout_data();
    void thirdPartyInferenceIsAskedAbout();
    void theOnlyOneIsTaken();
    void nowhereSaysWhy();

private:
    QString folder(const QString &name) const
    {
        const QString path = m_root->filePath(name);
        QDir().mkpath(path);
        return path;
    }
    QString file(const QString &name) const
    {
        QFile out(folder(name) + QStringLiteral("/claude_desktop_config.json"));
        const bool written = out.open(QIODevice::WriteOnly) && out.write("{}") == 2;
        Q_ASSERT(written);
        Q_UNUSED(written);
        return out.fileName();
    }
    std::vector<ClaudeCandidate> onWindows(const QStringList &installed) const
    {
        const QString local = folder(QStringLiteral("Local"));
        return claudeOnWindows(
            folder(QStringLiteral("Roaming")), local,
            QDir(folder(QStringLiteral("Local/Packages"))).entryList(QDir::Dirs | QDir::NoDotAndDotDot), installed);
    }

    std::unique_ptr<QTemporaryDir> m_root;
};

namespace {

const QString family = QStringLiteral("Claude_pzs8sxrjxfjjc");
const QString packaged = QStringLiteral("Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude");
const QString classic = QStringLiteral("Roaming/Claude");

} // namespace

void tst_claudelocations::init()
{
    m_root = std::make_unique<QTemporaryDir>();
    QVERIFY(m_root->isValid());
}

void tst_claudelocations::onLinuxItIsTheConfigurationFolder()
{
    const QString expected = file(QStringLiteral("config/Claude"));
    const auto found = claudeOnLinux(m_root->filePath(QStringLiteral("config")));
    QCOMPARE(found.size(), size_t(1));
    QCOMPARE(found[0].file, expected);
    QCOMPARE(found[0].kind, QStringLiteral("linux"));
    QVERIFY(found[0].live);
}

void tst_claudelocations::onMacItIsApplicationSupport()
{
    const QString expected = file(QStringLiteral("Library/Application Support/Claude"));
    const auto found = claudeOnMac(m_root->path());
    QCOMPARE(found.size(), size_t(1));
    QCOMPARE(found[0].file, expected);
    QCOMPARE(found[0].kind, QStringLiteral("macos"));
    QVERIFY(found[0].live);
}

void tst_claudelocations::aFolderThatIsNotThereIsNotLiveAndIsNotMade()
{
    for (const auto &found : {claudeOnLinux(m_root->path()), claudeOnMac(m_root->path()), onWindows({})}) {
        QCOMPARE(found.size(), size_t(1));
        QVERIFY(!found[0].live);
        QVERIFY2(found[0].why.contains(QStringLiteral("never opened")), qPrintable(found[0].why));
        QVERIFY(!QFileInfo::exists(QFileInfo(found[0].file).path()));
    }
}

void tst_claudelocations::classicWindowsIsLiveWithoutAPackage()
{
    const QString expected = file(classic);
    const auto found = onWindows({});
    QCOMPARE(found.size(), size_t(1));
    QCOMPARE(found[0].file, expected);
    QCOMPARE(found[0].kind, QStringLiteral("classic"));
    QVERIFY(found[0].live);
}

void tst_claudelocations::aPackagesOwnFolderIsLiveAndHidesTheClassicOne()
{
    folder(classic);
    const QString expected = folder(packaged) + QStringLiteral("/claude_desktop_config.json");
    const auto found = onWindows({family});
    QCOMPARE(found.size(), size_t(2));
    QCOMPARE(found[0].file, expected);
    QCOMPARE(found[0].kind, QStringLiteral("msix"));
    QVERIFY(found[0].live);
    QCOMPARE(found[1].kind, QStringLiteral("classic"));
    QVERIFY(!found[1].live);
    QVERIFY2(found[1].why.contains(QStringLiteral("Not in use")), qPrintable(found[1].why));
}

void tst_claudelocations::aPackageWithoutItsFolderLeavesTheClassicOneLive()
{
    const QString expected = file(classic);
    folder(QStringLiteral("Local/Packages/%1/LocalCache/Roaming").arg(family));
    const auto found = onWindows({family});
    QCOMPARE(found.size(), size_t(1));
    QCOMPARE(found[0].file, expected);
    QVERIFY(found[0].live);
    QVERIFY(!QFileInfo::exists(m_root->filePath(packaged))); // its existence is the app's verdict
}

void tst_claudelocations::aPackageThatIsNotInstalledIsALeftover()
{
    const QString expected = file(classic);
    file(packaged);
    const auto found = onWindows({});
    QCOMPARE(found.size(), size_t(2));
    QCOMPARE(found[0].file, expected);
    QVERIFY(found[0].live);
    QVERIFY(!found[1].live);
    QVERIFY2(found[1].why.contains(QStringLiteral("left over")), qPrintable(found[1].why));
    QCOMPARE(theOneMeant(found).value().file, expected);
}

void tst_claudelocations::twoPackagesAreAskedAbout()
{
    const QString one = file(packaged);
    const QString other = file(QStringLiteral("Local/Packages/Claude_other/LocalCache/Roaming/Claude"));
    const auto meant = theOneMeant(onWindows({family, QStringLiteral("Claude_other")}));
    QVERIFY(!meant);
    QCOMPARE(meant.error().code, Error::Code::NeedsPerson);
    for (const QString &part : {one, other, QStringLiteral("--config")})
        QVERIFY2(meant.error().detail.contains(QDir::toNativeSeparators(part)), qPrintable(meant.error().detail));
}

void tst_claudelocations::aClassicFileBesideAPackageIsAskedAbout()
{
    const QString one = file(packaged);
    const QString other = file(classic);
    const auto found = onWindows({family});
    QVERIFY(found[0].live && !found[1].live); // what is known is said all the same
    const auto meant = theOneMeant(found);
    QVERIFY(!meant);
    QCOMPARE(meant.error().code, Error::Code::NeedsPerson);
    for (const QString &part : {one, other, QStringLiteral("--config")})
        QVERIFY2(meant.error().detail.contains(QDir::toNativeSeparators(part)), qPrintable(meant.error().detail));
}

void tst_claudelocations::aClassicFolderWithoutAFileIsNotAskedAbout()
{
    const QString expected = file(packaged);
    folder(classic);
    QCOMPARE(theOneMeant(onWindows({family})).value().file, expected);
}

void tst_claudelocations::thirdPartyInferenceIsAskedAbout_data()
{
    QTest::addColumn<QString>("usual");
    QTest::addColumn<QString>("thirdParty");
    QTest::newRow("linux") << QStringLiteral("config/Claude") << QStringLiteral("config/Claude-3p");
    QTest::newRow("macos") << QStringLiteral("Library/Application Support/Claude")
                           << QStringLiteral("Library/Application Support/Claude-3p");
    QTest::newRow("classic") << classic << QStringLiteral("Roaming/Claude-3p");
    QTest::newRow("package") << packaged << packaged + QStringLiteral("-3p");
    QTest::newRow("package on an old Windows")
        << packaged << QStringLiteral("Local/Packages/%1/LocalCache/Local/Claude-3p").arg(family);
}

void tst_claudelocations::thirdPartyInferenceIsAskedAbout()
{
    QFETCH(QString, usual);
    QFETCH(QString, thirdParty);
    const QString one = file(usual);
    const auto look = [this] {
        const QString system = QString::fromLatin1(QTest::currentDataTag());
        return system == QLatin1String("linux") ? claudeOnLinux(m_root->filePath(QStringLiteral("config")))
            : system == QLatin1String("macos")  ? claudeOnMac(m_root->path())
                                                : onWindows({family});
    };
    folder(thirdParty); // an empty folder says nothing
    QCOMPARE(theOneMeant(look()).value().file, one);
    const QString other = file(thirdParty);
    const auto meant = theOneMeant(look());
    QVERIFY(!meant);
    QCOMPARE(meant.error().code, Error::Code::NeedsPerson);
    for (const QString &part : {one, other})
        QVERIFY2(meant.error().detail.contains(QDir::toNativeSeparators(part)), qPrintable(meant.error().detail));
}

void tst_claudelocations::theOnlyOneIsTaken()
{
    const QString expected = file(QStringLiteral("config/Claude"));
    QCOMPARE(theOneMeant(claudeOnLinux(m_root->filePath(QStringLiteral("config")))).value().file, expected);
}

void tst_claudelocations::nowhereSaysWhy()
{
    const auto meant = theOneMeant(claudeOnLinux(m_root->path()));
    QVERIFY(!meant);
    QCOMPARE(meant.error().code, Error::Code::NotFound);
    QVERIFY2(meant.error().detail.contains(QStringLiteral("never opened")), qPrintable(meant.error().detail));
    QCOMPARE(theOneMeant({}).error().code, Error::Code::NotFound);
}

QTEST_GUILESS_MAIN(tst_claudelocations)
#include "tst_claudelocations.moc"
