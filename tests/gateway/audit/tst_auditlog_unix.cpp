// SPDX-License-Identifier: MIT
#include "gateway/audit/auditlog.h"

#include "tests/gateway/audit/auditlines.h"
#include "tests/support/fulldisk_unix.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

namespace {

int g_warnings = 0;
void countWarnings(QtMsgType type, const QMessageLogContext &, const QString &)
{
    g_warnings += type == QtWarningMsg ? 1 : 0;
}

} // namespace

class tst_auditlog_unix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFullDiskIsToldOnceAndLeavesNoTornLine();
    void whatAFullDiskTookHalfOfIsMendedByTheNextRun();
};

void tst_auditlog_unix::aFullDiskIsToldOnceAndLeavesNoTornLine()
{
    const TestHome home;
    AuditLog log(optionsIn(home));
    log.start();
    QByteArrayList expected;
    const auto record = [&](int count) {
        for (int i = 0; i < count; ++i) {
            expected.append("a__t" + QByteArray::number(expected.size()));
            log.record(callAt(noon(), expected.last()));
            log.flush();
        }
    };
    g_warnings = 0;
    const auto before = qInstallMessageHandler(countWarnings);
    {
        const FullDisk full(2000);
        record(30);
        qInstallMessageHandler(before);
        QCOMPARE(writtenIn(home).size(), 2000);
        QVERIFY(!writtenIn(home).endsWith('\n'));
    }
    QCOMPARE(g_warnings, 1);
    record(1);
    QCOMPARE(log.lost(), quint64(0));
    QCOMPARE(toolsIn(folderIn(home)), expected); // the line that was cut goes on where it was
}

void tst_auditlog_unix::whatAFullDiskTookHalfOfIsMendedByTheNextRun()
{
    const TestHome home;
    {
        const FullDisk full(500);
        AuditLog log(optionsIn(home));
        log.start();
        for (int i = 0; i < 5; ++i)
            log.record(callAt(noon(), "a__old"));
    }
    QCOMPARE(writtenIn(home).size(), 500);
    AuditLog log(optionsIn(home));
    log.start();
    log.record(callAt(noon(), "a__new"));
    log.flush();
    QCOMPARE(toolsIn(folderIn(home)), (QByteArrayList{"a__old", "a__old", "a__new"}));
    QVERIFY(writtenIn(home).endsWith(toAuditLine(callAt(noon(), "a__new")) + '\n'));
}

QTEST_GUILESS_MAIN(tst_auditlog_unix)
#include "tst_auditlog_unix.moc"
