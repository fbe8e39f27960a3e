// SPDX-License-Identifier: MIT
#include "gateway/catalog/cataloguecache.h"

#include "tests/support/fulldisk_unix.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

namespace {

const EnclaveId enclave(QStringLiteral("files"));
const AccountId account(QStringLiteral("work"));

ServerLists toolsNamed(const QByteArray &name, int count)
{
    QByteArray text = "[";
    for (int i = 0; i < count; ++i)
        text += (i ? "," : "") + QByteArray(R"({"name":")") + name + QByteArray::number(i) + R"("})";
    text += ']';
    ServerLists lists;
    lists[ListKind::Tools] = readItems(text, {0, text.size()}, ListKind::Tools);
    return lists;
}

QStringList filesIn(const QString &folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Hidden);
}

} // namespace

class tst_cataloguecache_unix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFullDiskLeavesTheListsThatWereThere();
    void aFullDiskLeavesNoFileWhereThereWasNone();
};

void tst_cataloguecache_unix::aFullDiskLeavesTheListsThatWereThere()
{
    const TestHome home;
    const CatalogueCache cache(home.file(QStringLiteral("catalogue")));
    const QString folder = home.file(QStringLiteral("catalogue/files"));
    const ServerLists old = toolsNamed("old", 2);
    const ServerLists later = toolsNamed("new", 500);
    QVERIFY(cache.write(enclave, account, "hash", old).ok());
    {
        const FullDisk full(1000);
        const Result<void> written = cache.write(enclave, account, "hash", later);
        QVERIFY(!written.ok());
        QCOMPARE(written.error().code, Error::Code::Io);
        QVERIFY2(written.error().detail.contains(QStringLiteral("work.json")), qPrintable(written.error().detail));
    }
    QCOMPARE(filesIn(folder), QStringList(QStringLiteral("work.json")));
    const auto kept = cache.read(enclave, account, "hash");
    QVERIFY(kept && kept->sameAs(old));

    QVERIFY(cache.write(enclave, account, "hash", later).ok()); // once there is room again
    const auto now = cache.read(enclave, account, "hash");
    QVERIFY(now && now->sameAs(later));
}

void tst_cataloguecache_unix::aFullDiskLeavesNoFileWhereThereWasNone()
{
    const TestHome home;
    const CatalogueCache cache(home.file(QStringLiteral("catalogue")));
    {
        const FullDisk full(1000);
        QVERIFY(!cache.write(enclave, account, "hash", toolsNamed("new", 500)).ok());
    }
    QCOMPARE(filesIn(home.file(QStringLiteral("catalogue/files"))), QStringList());
    QVERIFY(!cache.read(enclave, account, "hash"));
}

QTEST_GUILESS_MAIN(tst_cataloguecache_unix)
#include "tst_cataloguecache_unix.moc"
