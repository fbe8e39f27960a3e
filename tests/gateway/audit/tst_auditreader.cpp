// SPDX-License-Identifier: MIT
#include "gateway/audit/auditreader.h"

#include "gateway/audit/auditfiles.h"
#include "tests/gateway/audit/auditlines.h"

#include <QDir>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

namespace {

QByteArray lineOf(const QDateTime &time, const QByteArray &tool, const QString &enclave = QStringLiteral("files"))
{
    AuditEvent event = callAt(time, tool);
    event.enclave = EnclaveId(enclave);
    return toAuditLine(event) + '\n';
}

void put(const QString &file, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(file).path());
    QFile written(file);
    QVERIFY(written.open(QIODevice::WriteOnly));
    written.write(bytes);
}

} // namespace

class tst_auditreader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noAuditIsNoCalls();
    void readsTheOlderFilesFirst();
    void sinceATime();
    void oneEnclave();
    void passesOverWhatIsNoLine();
    void aLineWithoutAnEndIsHeldInPartOnly();
    void givesTheLineAsItStands();
    void stopsWhenNoMoreIsWanted();
    void saysWhatCannotBeRead();
};

void tst_auditreader::noAuditIsNoCalls()
{
    const TestHome home;
    QCOMPARE(toolsIn(folderIn(home)), QByteArrayList());
}

void tst_auditreader::readsTheOlderFilesFirst()
{
    const TestHome home;
    put(auditFile(folderIn(home)), lineOf(noon(), "a__3") + lineOf(noon(), "a__4"));
    put(freeRotatedName(folderIn(home), noon().addDays(-2)), lineOf(noon(), "a__0"));
    put(freeRotatedName(folderIn(home), noon().addDays(-2)), lineOf(noon(), "a__1"));
    put(freeRotatedName(folderIn(home), noon().addDays(-3)), lineOf(noon(), "a__2")); // the clock was set back
    QCOMPARE(toolsIn(folderIn(home)), (QByteArrayList{"a__0", "a__1", "a__2", "a__3", "a__4"}));
}

void tst_auditreader::sinceATime()
{
    const TestHome home;
    put(freeRotatedName(folderIn(home), noon().addSecs(-10)), lineOf(noon().addSecs(-20), "a__0"));
    put(freeRotatedName(folderIn(home), noon().addSecs(10)),
        lineOf(noon().addSecs(-1), "a__1") + lineOf(noon(), "a__2"));
    put(auditFile(folderIn(home)), lineOf(noon().addSecs(20), "a__3"));
    AuditFilter filter;
    filter.since = noon();
    QCOMPARE(toolsIn(folderIn(home), filter), (QByteArrayList{"a__2", "a__3"}));
}

void tst_auditreader::oneEnclave()
{
    const TestHome home;
    put(auditFile(folderIn(home)),
        lineOf(noon(), "a__0", QStringLiteral("a")) + lineOf(noon(), "b__1", QStringLiteral("b"))
            + lineOf(noon(), "a__2", QStringLiteral("a")));
    AuditFilter filter;
    filter.enclave = EnclaveId(QStringLiteral("a"));
    QCOMPARE(toolsIn(folderIn(home), filter), (QByteArrayList{"a__0", "a__2"}));
}

void tst_auditreader::passesOverWhatIsNoLine()
{
    const TestHome home;
    put(auditFile(folderIn(home)),
        lineOf(noon(), "a__0") + "not JSON\n\n" + lineOf(noon(), "a__1") + lineOf(noon(), "a__torn").chopped(1));
    QCOMPARE(toolsIn(folderIn(home)), (QByteArrayList{"a__0", "a__1"}));
}

void tst_auditreader::aLineWithoutAnEndIsHeldInPartOnly()
{
    const TestHome home;
    put(auditFile(folderIn(home)),
        lineOf(noon(), "a__0") + QByteArray(5 * 1024 * 1024, 'x') + '\n' + lineOf(noon(), "a__1"));
    QCOMPARE(toolsIn(folderIn(home)), (QByteArrayList{"a__0", "a__1"}));
}

void tst_auditreader::givesTheLineAsItStands()
{
    const TestHome home;
    const QByteArray line = R"({"later":1,"time":"2026-01-31T12:00:00.000Z","tool":"a__b"})";
    put(auditFile(folderIn(home)), line + '\n');
    QByteArray got;
    QVERIFY(readAudit(folderIn(home), {}, [&got](const AuditEvent &, const QByteArray &bytes) {
                got = bytes;
                return true;
            }).ok());
    QCOMPARE(got, line);
}

void tst_auditreader::stopsWhenNoMoreIsWanted()
{
    const TestHome home;
    put(freeRotatedName(folderIn(home), noon()), lineOf(noon(), "a__0") + lineOf(noon(), "a__1"));
    put(auditFile(folderIn(home)), lineOf(noon(), "a__2"));
    int calls = 0;
    QVERIFY(
        readAudit(folderIn(home), {}, [&calls](const AuditEvent &, const QByteArray &) { return ++calls < 2; }).ok());
    QCOMPARE(calls, 2);
}

void tst_auditreader::saysWhatCannotBeRead()
{
    const TestHome home;
    QVERIFY(QDir().mkpath(auditFile(folderIn(home)))); // a folder where the file belongs
    const auto read = readAudit(folderIn(home), {}, [](const AuditEvent &, const QByteArray &) { return true; });
    QVERIFY(!read.ok());
    QVERIFY(read.error().detail.contains(QStringLiteral("audit.jsonl")));
}

QTEST_GUILESS_MAIN(tst_auditreader)
#include "tst_auditreader.moc"
