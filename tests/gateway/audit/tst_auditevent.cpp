// SPDX-License-Identifier: MIT
#include "gateway/audit/auditevent.h"

#include "tests/gateway/audit/auditlines.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

class tst_auditevent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isOneLineOfJson();
    void whatIsWrittenIsRead_data();
    void whatIsWrittenIsRead();
    void namesChosenElsewhereStayOnTheLine();
    void longNamesAreCutAndTheLineStaysUnderItsLimit();
    void whatIsNoLineIsNothing_data();
    void whatIsNoLineIsNothing();
    void aLaterVersionsLineIsRead();
};

void tst_auditevent::isOneLineOfJson()
{
    AuditEvent event = callAt(noon());
    event.project = QStringLiteral("/home/maria/taxes");
    event.account = AccountId(QStringLiteral("work"));
    event.scope = QStringLiteral("client-7");
    QCOMPARE(toAuditLine(event),
             QByteArray(R"({"time":"2026-01-31T12:00:00.000Z","client":"claude-desktop","via":"bridge",)"
                        R"("project":"/home/maria/taxes","enclave":"files","account":"work","tool":"files__read",)"
                        R"("outcome":"answered","ms":12.345,"requestBytes":80,"answerBytes":900})"));
}

void tst_auditevent::whatIsWrittenIsRead_data()
{
    QTest::addColumn<int>("outcome");
    for (int outcome = 0; outcome <= int(CallOutcome::Stopped); ++outcome)
        QTest::newRow(qPrintable(toName(CallOutcome(outcome)))) << outcome;
}

void tst_auditevent::whatIsWrittenIsRead()
{
    QFETCH(int, outcome);
    AuditEvent event = callAt(noon().addMSecs(17));
    event.project = QStringLiteral("C:\\Users\\María\\\"x\"");
    event.account = AccountId(QStringLiteral("me"));
    event.outcome = CallOutcome(outcome);
    const auto read = auditEventFrom(toAuditLine(event));
    QVERIFY(read.has_value());
    QCOMPARE(*read, event);
}

void tst_auditevent::namesChosenElsewhereStayOnTheLine()
{
    const AuditEvent event = callAt(noon(), "a\nb\r\x1b[31m\xff\xe2\x80\xa8");
    const QByteArray line = toAuditLine(event);
    for (const char c : line)
        QVERIFY2(uchar(c) >= 0x20, line.constData());
    QVERIFY(auditEventFrom(line).has_value());
}

void tst_auditevent::longNamesAreCutAndTheLineStaysUnderItsLimit()
{
    AuditEvent event = callAt(noon(), QByteArray(100000, '\x01'));
    const QString endless(100000, QChar(1));
    event.client = ClientId(endless);
    event.project = endless;
    event.account = AccountId(endless);
    event.enclave = EnclaveId(endless);
    event.via = endless;
    const QByteArray line = toAuditLine(event);
    QVERIFY2(line.size() < auditLineLimit, QByteArray::number(line.size()).constData());
    QVERIFY(auditEventFrom(line).has_value());
}

void tst_auditevent::whatIsNoLineIsNothing_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("torn") << QByteArray(R"({"time":"2026-01-31T12:00:00.000Z","tool":"files__)");
    QTest::newRow("no time") << QByteArray(R"({"tool":"a"})");
    QTest::newRow("no tool") << QByteArray(R"({"time":"2026-01-31T12:00:00.000Z"})");
    QTest::newRow("another kind") << QByteArray("[1,2]");
    QTest::newRow("zeros") << QByteArray(100, '\0');
}

void tst_auditevent::whatIsNoLineIsNothing()
{
    QFETCH(QByteArray, line);
    QVERIFY(!auditEventFrom(line));
}

void tst_auditevent::aLaterVersionsLineIsRead()
{
    const auto read = auditEventFrom(
        R"({"time":"2026-01-31T12:00:00.000Z","tool":"a__b","outcome":"dreamt","why":{"x":[1]},"ms":1.5})");
    QVERIFY(read.has_value());
    QCOMPARE(read->tool, QByteArray("a__b"));
    QCOMPARE(read->outcome, CallOutcome::Failed);
    QCOMPARE(read->duration, std::chrono::microseconds(1500));
}

QTEST_GUILESS_MAIN(tst_auditevent)
#include "tst_auditevent.moc"
