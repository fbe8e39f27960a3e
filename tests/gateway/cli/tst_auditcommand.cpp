// SPDX-License-Identifier: MIT
#include "gateway/cli/auditcommand.h"

#include "gateway/audit/auditevent.h"
#include "gateway/cli/auditprinter.h"
#include "tests/gateway/cli/commandrun.h"

#include <QTest>

#include <QDir>
#include <QTimeZone>

using namespace pasarela;
using test::jsonAt;

namespace {

const QString current = QStringLiteral("data/audit/audit.jsonl");
const QString older = QStringLiteral("data/audit/audit-20260130T120000.000-0000.jsonl");

AuditEvent callAt(const QDateTime &time, const char *enclave, const QByteArray &tool)
{
    AuditEvent event;
    event.time = time;
    event.client = ClientId(QStringLiteral("claude-desktop"));
    event.via = QStringLiteral("bridge");
    event.enclave = EnclaveId(QLatin1String(enclave));
    event.account = AccountId(QStringLiteral("work"));
    event.tool = tool;
    event.outcome = CallOutcome::Answered;
    event.duration = std::chrono::microseconds(12345);
    event.requestBytes = 80;
    event.answerBytes = 900;
    return event;
}

QDateTime noon(int day)
{
    return QDateTime(QDate(2026, 1, day), QTime(12, 0), QTimeZone::utc());
}

QByteArray lineOf(const AuditEvent &event)
{
    return toAuditLine(event) + '\n';
}

/// Three calls in two files, and a line that is still being written.
void fill(const test::CommandRun &command)
{
    command.home.write(older, lineOf(callAt(noon(29), "files", "files__read")));
    command.home.write(current,
                       lineOf(callAt(noon(30), "mail", "mail__send"))
                           + lineOf(callAt(noon(31), "files", "files__write"))
                           + lineOf(callAt(noon(31), "files", "files__torn")).chopped(1));
}

} // namespace

class tst_auditcommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsCallsOfAllFilesInATable();
    void filters_data();
    void filters();
    void saysThatThereAreNone_data();
    void saysThatThereAreNone();
    void jsonIsOneDocument_data();
    void jsonIsOneDocument();
    void csvHasHeadingsAndOneLineForEachCall();
    void aSpreadsheetTakesCellsForText_data();
    void aSpreadsheetTakesCellsForText();
    void foreignTextDoesNotReachTheTerminal();
    void wrongUse_data();
    void wrongUse();
    void saysWhatCannotBeRead();
    void stopsWhereNobodyReads();
};

void tst_auditcommand::listsCallsOfAllFilesInATable()
{
    test::CommandRun command;
    fill(command);
    QCOMPARE(command.run(runAudit, QString()), int(ExitDone));
    const QStringList lines = command.out.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines.at(0).simplified(), QStringLiteral("TIME CLIENT TOOL ACCOUNT OUTCOME MS ASKED ANSWERED"));
    QCOMPARE(lines.at(1).simplified(),
             auditTimeText(noon(29)) + QStringLiteral(" claude-desktop files__read work answered 12.3 80 900"));
    QVERIFY(lines.at(2).contains(QStringLiteral("mail__send")));
    QVERIFY(lines.at(3).contains(QStringLiteral("files__write")));
    QVERIFY(command.asked.empty()); // no gateway is needed
}

void tst_auditcommand::filters_data()
{
    QTest::addColumn<QString>("args");
    QTest::addColumn<QByteArrayList>("tools");
    QTest::newRow("since") << QStringLiteral("--since 2026-01-30T12:00:00Z")
                           << QByteArrayList{"mail__send", "files__write"};
    QTest::newRow("enclave") << QStringLiteral("--enclave files") << QByteArrayList{"files__read", "files__write"};
    QTest::newRow("both") << QStringLiteral("--enclave files --since 2026-01-30T12:00:00Z")
                          << QByteArrayList{"files__write"};
    QTest::newRow("so long ago") << QStringLiteral("--since 999999d")
                                 << QByteArrayList{"files__read", "mail__send", "files__write"};
}

void tst_auditcommand::filters()
{
    QFETCH(QString, args);
    QFETCH(QByteArrayList, tools);
    test::CommandRun command;
    command.json = true;
    fill(command);
    QCOMPARE(command.run(runAudit, args), int(ExitDone));
    for (int i = 0; i < tools.size(); ++i)
        QCOMPARE(jsonAt(command.out, ('/' + QByteArray::number(i) + "/tool").constData()), '"' + tools.at(i) + '"');
    QCOMPARE(command.out.count(QStringLiteral("\"tool\"")), tools.size());
}

void tst_auditcommand::saysThatThereAreNone_data()
{
    QTest::addColumn<QString>("args");
    QTest::addColumn<QString>("said");
    QTest::newRow("at all") << QString() << QStringLiteral("There are no calls in the audit.\n");
    QTest::newRow("to it") << QStringLiteral("--enclave nobody")
                           << QStringLiteral("There are no calls in the audit to \"nobody\".\n");
    QTest::newRow("csv") << QStringLiteral("--csv")
                         << QStringLiteral(
                                "time,client,via,project,enclave,account,tool,outcome,ms,requestBytes,answerBytes\n");
}

void tst_auditcommand::saysThatThereAreNone()
{
    QFETCH(QString, args);
    QFETCH(QString, said);
    test::CommandRun command;
    QCOMPARE(command.run(runAudit, args), int(ExitDone));
    QCOMPARE(command.out, said);
    QCOMPARE(command.err, QString());
    QVERIFY(!QFile::exists(command.home.file(QStringLiteral("data/audit")))); // looking makes nothing
}

void tst_auditcommand::jsonIsOneDocument_data()
{
    QTest::addColumn<int>("calls");
    QTest::newRow("none") << 0;
    QTest::newRow("one") << 1;
    QTest::newRow("many") << 500;
}

void tst_auditcommand::jsonIsOneDocument()
{
    QFETCH(int, calls);
    test::CommandRun command;
    command.json = true;
    QByteArray lines;
    for (int i = 0; i < calls; ++i)
        lines += lineOf(callAt(noon(1).addSecs(i), "files", "files__t" + QByteArray::number(i)));
    command.home.write(current, lines);
    QCOMPARE(command.run(runAudit, QString()), int(ExitDone));
    const auto document = nlohmann::ordered_json::parse(command.out.toStdString(), nullptr, false);
    QVERIFY2(document.is_array(), qPrintable(command.out));
    QCOMPARE(int(document.size()), calls);
    if (calls > 0)
        QCOMPARE(QByteArray::fromStdString(document.back().dump()), lines.trimmed().split('\n').last());
}

void tst_auditcommand::csvHasHeadingsAndOneLineForEachCall()
{
    test::CommandRun command;
    fill(command);
    QCOMPARE(command.run(runAudit, QStringLiteral("--csv --enclave mail")), int(ExitDone));
    QCOMPARE(command.out,
             QStringLiteral(
                 "time,client,via,project,enclave,account,tool,outcome,ms,requestBytes,answerBytes\n"
                 "2026-01-30T12:00:00.000Z,claude-desktop,bridge,,mail,work,mail__send,answered,12.345,80,900\n"));
}

void tst_auditcommand::aSpreadsheetTakesCellsForText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("cell");
    const auto row = [](const char *text, const char *cell) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(cell);
    };
    row("", "");
    row("files__read", "files__read");
    row("=1+1", "'=1+1");
    row("+1", "'+1");
    row("-1", "'-1");
    row("@SUM(A1)", "'@SUM(A1)");
    row("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
    row("a=b", "a=b");
    row("a,b", "\"a,b\"");
    row("say \"hi\"", "\"say \"\"hi\"\"\"");
    row("a\r\nb", "a␍␊b");
    row("\t=1", "␉=1");
}

void tst_auditcommand::aSpreadsheetTakesCellsForText()
{
    QFETCH(QString, text);
    QFETCH(QString, cell);
    QCOMPARE(csvCell(text), cell);
    test::CommandRun command;
    AuditEvent event = callAt(noon(1), "files", text.toUtf8());
    command.home.write(current, lineOf(event));
    QCOMPARE(command.run(runAudit, QStringLiteral("--csv")), int(ExitDone));
    QVERIFY2(command.out.contains(QStringLiteral(",work,%1,answered,").arg(cell)), qPrintable(command.out));
}

void tst_auditcommand::foreignTextDoesNotReachTheTerminal()
{
    test::CommandRun command;
    command.home.write(current, lineOf(callAt(noon(1), "files", "a\x1b]0;x\x07\nb")));
    for (const char *args : {"", "--csv"}) {
        QCOMPARE(command.run(runAudit, QString::fromLatin1(args)), int(ExitDone));
        QVERIFY(!command.out.contains(QChar(0x1b)) && !command.out.contains(QChar(7)));
        QCOMPARE(command.out.count(u'\n'), 2);
    }
}

void tst_auditcommand::wrongUse_data()
{
    QTest::addColumn<QStringList>("args");
    QTest::addColumn<bool>("json");
    QTest::newRow("an argument") << QStringList{QStringLiteral("files")} << false;
    QTest::newRow("no such option") << QStringList{QStringLiteral("--until"), QStringLiteral("1h")} << false;
    QTest::newRow("no time") << QStringList{QStringLiteral("--since"), QStringLiteral("yesterday")} << false;
    QTest::newRow("an empty time") << QStringList{QStringLiteral("--since"), QString()} << false;
    QTest::newRow("two forms") << QStringList{QStringLiteral("--csv")} << true;
}

void tst_auditcommand::wrongUse()
{
    QFETCH(QStringList, args);
    QFETCH(bool, json);
    test::CommandRun command;
    command.json = json;
    QCOMPARE(command.run(runAudit, args), int(ExitUsage));
    QCOMPARE(command.out, QString());
    QCOMPARE(command.err.count(u'\n'), 1);
    QVERIFY(command.err.contains(QStringLiteral("audit --help")));
}

void tst_auditcommand::saysWhatCannotBeRead()
{
    test::CommandRun command;
    QVERIFY(QDir().mkpath(command.home.file(current))); // a folder where the file belongs
    QCOMPARE(command.run(runAudit, QString()), int(ExitFailed));
    QVERIFY(command.err.contains(QStringLiteral("audit.jsonl")));
    QCOMPARE(command.err.count(u'\n'), 1);
}

void tst_auditcommand::stopsWhereNobodyReads()
{
    QString text;
    QTextStream out(&text, QIODevice::WriteOnly);
    AuditPrinter printer(out, AuditPrinter::Form::Csv);
    QVERIFY(printer.print(callAt(noon(1), "a", "a__b"), {}));
    out.setStatus(QTextStream::WriteFailed);
    QVERIFY(!printer.print(callAt(noon(1), "a", "a__b"), {}));
}

QTEST_GUILESS_MAIN(tst_auditcommand)
#include "tst_auditcommand.moc"
