// SPDX-License-Identifier: MIT
#include "gateway/catalog/toolcatalog.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;

class tst_toolcatalog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void keepsListsForTheNextStart();
    void forgetsListsOfAnotherLaunch();
    void survivesABrokenCacheFile_data();
    void survivesABrokenCacheFile();
    void saysWhichListsChangedAndOnlyThose();
    void goesOnWhereTheCacheCannotBeWritten();
    void ignoresListsOfAnEnclaveThatWasRemoved();
    void sweepsOldFilesOfEnclavesThatAreNoMore();

private:
    QString folder() const { return m_home->file(QStringLiteral("catalogue")); }
    ServerLists lists() const;
    const ToolCatalog::Key m_key{EnclaveId(QStringLiteral("files")), AccountId(QStringLiteral("work"))};
    std::unique_ptr<test::TestHome> m_home;
};

void tst_toolcatalog::init()
{
    m_home = std::make_unique<test::TestHome>();
    qRegisterMetaType<EnclaveId>();
    qRegisterMetaType<QList<ListKind>>();
}

ServerLists tst_toolcatalog::lists() const
{
    const QByteArray text = R"([{"name":"a","n":1.0,"x":12345678901234567890},{"name":"b"}])";
    ServerLists lists;
    lists[ListKind::Tools] = readItems(text, {0, text.size()}, ListKind::Tools);
    lists.instructions = QStringLiteral("línea \"uno\"\ndos");
    lists.hasResources = true;
    lists.fetched = QDateTime::fromString(QStringLiteral("2026-11-30T10:00:00Z"), Qt::ISODate);
    return lists;
}

void tst_toolcatalog::keepsListsForTheNextStart()
{
    {
        ToolCatalog catalog{CatalogueCache(folder())};
        catalog.setLaunch(m_key, "hash");
        QVERIFY(!catalog.find(m_key));
        catalog.update(m_key, lists());
    }
    ToolCatalog next{CatalogueCache(folder())};
    next.setLaunch(m_key, "hash");
    const ServerLists *found = next.find(m_key);
    QVERIFY(found);
    QVERIFY(found->sameAs(lists()));
    QCOMPARE(found->fetched, lists().fetched);
    QCOMPARE((*found)[ListKind::Tools].front().definition,
             QByteArray(R"({"name":"a","n":1.0,"x":12345678901234567890})"));
}

void tst_toolcatalog::forgetsListsOfAnotherLaunch()
{
    ToolCatalog catalog{CatalogueCache(folder())};
    catalog.setLaunch(m_key, "hash");
    catalog.update(m_key, lists());
    catalog.setLaunch(m_key, "other");
    QVERIFY(!catalog.find(m_key));
    catalog.setLaunch(m_key, "hash");
    QVERIFY(catalog.find(m_key));
}

void tst_toolcatalog::survivesABrokenCacheFile_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut off") << QByteArray(R"({"version":1,"launch":"hash","tools":[{"name":)");
    QTest::newRow("not JSON") << QByteArray("\0\0\0\0", 4);
    QTest::newRow("other version") << QByteArray(R"({"version":99,"launch":"hash","tools":[{"name":"a"}]})");
    QTest::newRow("array") << QByteArray("[]");
}

void tst_toolcatalog::survivesABrokenCacheFile()
{
    QFETCH(QByteArray, bytes);
    m_home->write(QStringLiteral("catalogue/files/work.json"), bytes);
    ToolCatalog catalog{CatalogueCache(folder())};
    catalog.setLaunch(m_key, "hash");
    QVERIFY(!catalog.find(m_key));
    catalog.update(m_key, lists());
    ToolCatalog next{CatalogueCache(folder())};
    next.setLaunch(m_key, "hash");
    QVERIFY(next.find(m_key));
}

void tst_toolcatalog::saysWhichListsChangedAndOnlyThose()
{
    ToolCatalog catalog{CatalogueCache(folder())};
    catalog.setLaunch(m_key, "hash");
    QSignalSpy learned(&catalog, &ToolCatalog::learned);
    QSignalSpy changed(&catalog, &ToolCatalog::changed);
    catalog.update(m_key, lists());
    QCOMPARE(learned.size(), 1);
    QCOMPARE(changed.size(), 0);
    catalog.update(m_key, lists());
    QCOMPARE(learned.size(), 1);
    QCOMPARE(changed.size(), 0);
    ServerLists other = lists();
    other[ListKind::Tools].pop_back();
    catalog.update(m_key, other);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.last().at(1).value<QList<ListKind>>(), QList<ListKind>{ListKind::Tools});
}

void tst_toolcatalog::goesOnWhereTheCacheCannotBeWritten()
{
    m_home->write(QStringLiteral("catalogue"), "a file where the folder should be");
    ToolCatalog catalog{CatalogueCache(folder())};
    catalog.setLaunch(m_key, "hash");
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("files.*is not kept for the next start")));
    QSignalSpy learned(&catalog, &ToolCatalog::learned);
    catalog.update(m_key, lists());
    QVERIFY(catalog.find(m_key));
    QCOMPARE(learned.size(), 1);
}

void tst_toolcatalog::ignoresListsOfAnEnclaveThatWasRemoved()
{
    ToolCatalog catalog{CatalogueCache(folder())};
    catalog.setLaunch(m_key, "hash");
    catalog.forget(m_key);
    catalog.update(m_key, lists());
    QVERIFY(!catalog.find(m_key));
}

void tst_toolcatalog::sweepsOldFilesOfEnclavesThatAreNoMore()
{
    for (const char *name : {"kept", "gone", "recent"})
        m_home->write(QStringLiteral("catalogue/%1/_.json").arg(QLatin1String(name)), "{}");
    const auto age = [this](const char *name) {
        QFile file(m_home->file(QStringLiteral("catalogue/%1/_.json").arg(QLatin1String(name))));
        return file.open(QIODevice::ReadWrite)
            && file.setFileTime(QDateTime::currentDateTime().addDays(-31), QFileDevice::FileModificationTime);
    };
    QVERIFY(age("kept") && age("gone"));
    CatalogueCache(folder()).sweep({EnclaveId(QStringLiteral("kept"))});
    QVERIFY(QFile::exists(m_home->file(QStringLiteral("catalogue/kept/_.json"))));
    QVERIFY(QFile::exists(m_home->file(QStringLiteral("catalogue/recent/_.json"))));
    QVERIFY(!QFile::exists(m_home->file(QStringLiteral("catalogue/gone/_.json"))));
}

QTEST_GUILESS_MAIN(tst_toolcatalog)
#include "tst_toolcatalog.moc"
