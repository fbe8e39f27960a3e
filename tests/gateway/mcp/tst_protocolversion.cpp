// SPDX-License-Identifier: MIT
#include "gateway/mcp/protocolversion.h"

#include <QTest>

using namespace pasarela::mcp;

class tst_protocolversion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void negotiates_data();
    void negotiates();
    void listsTheNewestFirst();
};

void tst_protocolversion::negotiates_data()
{
    QTest::addColumn<QByteArray>("requested");
    QTest::addColumn<QByteArray>("answered");
    QTest::addColumn<bool>("batches");
    const auto row = [](const char *requested, const char *answered, bool batches = false) {
        QTest::newRow(*requested ? requested : "nothing") << QByteArray(requested) << QByteArray(answered) << batches;
    };
    row("2025-11-25", "2025-11-25");
    row("2025-06-18", "2025-06-18");
    row("2025-03-26", "2025-03-26", true);
    row("2024-11-05", "2024-11-05");
    row("2024-10-07", "2025-11-25");
    row("2026-07-28", "2025-11-25");
    row("2099-01-01", "2025-11-25");
    row("2025-11-25 ", "2025-11-25");
    row("", "2025-11-25");
}

void tst_protocolversion::negotiates()
{
    QFETCH(QByteArray, requested);
    QFETCH(QByteArray, answered);
    QFETCH(bool, batches);
    QCOMPARE(negotiatedRevision(requested), answered);
    QCOMPARE(isSupportedRevision(requested), requested == answered);
    QCOMPARE(revisionAllowsBatches(requested), batches);
}

void tst_protocolversion::listsTheNewestFirst()
{
    const auto revisions = legacyRevisions();
    QCOMPARE(QByteArray(revisions.front()), QByteArray(latestLegacyRevision));
    for (size_t i = 1; i < revisions.size(); ++i)
        QVERIFY(QByteArrayView(revisions[i]) < QByteArrayView(revisions[i - 1]));
}

QTEST_GUILESS_MAIN(tst_protocolversion)
#include "tst_protocolversion.moc"
