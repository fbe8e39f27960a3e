// SPDX-License-Identifier: MIT
#include "gateway/base/printable.h"
#include "gateway/cli/statustext.h"
#include "gateway/cli/toolresult.h"

#include <QRegularExpression>
#include <QTest>
#include <QTimeZone>

using namespace pasarela;

/// What the command line prints.
class tst_clitext : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void controlCharactersBecomeSymbols_data();
    void controlCharactersBecomeSymbols();
    void aLineIsOneLineAndNotLong();
    void whatIsToBeJudgedIsWhole();
    void statusIsATable();
    void statusOfNothingSaysSo();
    void statusSaysWhatIsWrong();
    void statusKeepsTheRemedy();
    void aToolsAnswerIsItsText_data();
    void aToolsAnswerIsItsText();
};

void tst_clitext::controlCharactersBecomeSymbols_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("printed");
    QTest::newRow("plain") << QStringLiteral("año\t😀\n") << QStringLiteral("año\t😀\n");
    QTest::newRow("Windows line ends") << QStringLiteral("a\r\nb") << QStringLiteral("a\r\nb");
    QTest::newRow("back to the line's start") << QStringLiteral("a\rb\r") << QStringLiteral("a␍b␍");
    QTest::newRow("escape sequence") << QStringLiteral("\u001b[2J\u0007") << QStringLiteral("␛[2J␇");
    QTest::newRow("delete") << QStringLiteral("\u007f") << QStringLiteral("␡");
    QTest::newRow("8-bit escape") << QStringLiteral("\u009b2J") << QStringLiteral("\ufffd2J");
    QTest::newRow("right to left") << QStringLiteral("a\u202egpj.exe\u2069\u200f")
                                   << QStringLiteral("a\ufffdgpj.exe\ufffd\ufffd");
}

void tst_clitext::controlCharactersBecomeSymbols()
{
    QFETCH(QString, text);
    QFETCH(QString, printed);
    QCOMPARE(printableText(text), printed);
}

void tst_clitext::aLineIsOneLineAndNotLong()
{
    QCOMPARE(printableLine(QStringLiteral(" a\n\tb\u001b c ")), QStringLiteral("a b␛ c"));
    QCOMPARE(printableLine(QString(1000, QLatin1Char('a')), 10), QStringLiteral("aaaaaaaaa…"));
    QCOMPARE(printableLine(QString(10, QLatin1Char('a')), 10), QString(10, QLatin1Char('a')));
}

void tst_clitext::whatIsToBeJudgedIsWhole()
{
    const QString text = QStringLiteral(" a  b\r\n\tc\u2028\u202e") + QString(1000, QLatin1Char('x'));
    QCOMPARE(printableWhole(text), QStringLiteral(" a  b␍␊␉c\ufffd\ufffd") + QString(1000, QLatin1Char('x')));
}

void tst_clitext::statusIsATable()
{
    const QDateTime now = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000, QTimeZone::utc());
    Snapshot s;
    s.gateway = {12, 34, QStringLiteral("0.1.0"), now.addSecs(-7384), 17'300'000, {}, {}, {}, {}};
    s.enclaves = {{QStringLiteral("files"), {}, EnclaveState::Ready, QStringLiteral("stdio"), 11, 0, 0, {}, {}, {}},
                  {QStringLiteral("github"),
                   {},
                   EnclaveState::Waiting,
                   QStringLiteral("stdio"),
                   0,
                   0,
                   0,
                   {},
                   now.addSecs(8),
                   {QStringLiteral("P-201"), QStringLiteral("It did not start."), {}}}};
    s.sessions = {
        {QStringLiteral("files"), QStringLiteral("me"), {}, QStringLiteral("ready"), 77, 41'000'000, 5, 1.5, 12.75}};
    s.clients = {{1,
                  QStringLiteral("claude-desktop"),
                  QStringLiteral("claude-ai 0.1.0"),
                  QStringLiteral("bridge"),
                  QStringLiteral("/p"),
                  5,
                  now,
                  {{QStringLiteral("files"), QStringLiteral("me")}}}};
    s.relay = {2, {QStringLiteral("tomas")}};
    QCOMPARE(statusText(s, now),
             QStringLiteral("Gateway: running, pid 12, version 0.1.0, up 2 h 3 min, 17.3 MB\n"
                            "\n"
                            "Enclaves\n"
                            "  NAME    STATE    KIND   TOOLS  LAST ERROR\n"
                            "  files   ready    stdio  11\n"
                            "  github  waiting  stdio  0      again in 8 s; P-201 It did not start.\n"
                            "\n"
                            "Sessions\n"
                            "  ENCLAVE  ACCOUNT  SCOPE  STATE  PID  MEMORY   CALLS  P50     P95\n"
                            "  files    me       -      ready  77   41.0 MB  5      1.5 ms  13 ms\n"
                            "\n"
                            "Clients\n"
                            "  NAME            PROGRAM          TRANSPORT  PID  PROJECT  ACCOUNTS\n"
                            "  claude-desktop  claude-ai 0.1.0  bridge     5    /p       files=me\n"
                            "\n"
                            "Relay: 2 unread, peers: tomas\n"));
}

void tst_clitext::statusOfNothingSaysSo()
{
    Snapshot s;
    s.gateway.processId = 12;
    s.gateway.version = QStringLiteral("0.1.0");
    QCOMPARE(statusText(s, {}),
             QStringLiteral(
                 "Gateway: running, pid 12, version 0.1.0\n\nEnclaves: none\n\nSessions: none\n\nClients: none\n"));
}

void tst_clitext::statusSaysWhatIsWrong()
{
    Snapshot s;
    s.gateway.problems = {QStringLiteral("/c:1:2: a comma is missing\u001b")};
    s.gateway.configHash = QStringLiteral("abc");
    s.gateway.paused = QStringLiteral("on");
    EnclaveView row;
    row.name = QStringLiteral("notes");
    row.state = EnclaveState::Failed;
    row.lastError = {QStringLiteral("P-102"), QStringLiteral("No \"node\"\non this computer."),
                     QStringLiteral("unused")};
    s.enclaves = {row};
    const QString text = statusText(s, {});
    QVERIFY(text.contains(QStringLiteral("Paused until resumed\n")));
    QVERIFY(text.contains(QStringLiteral("  /c:1:2: a comma is missing␛\n")));
    QVERIFY(text.contains(QStringLiteral("P-102 No \"node\" on this computer.\n")));
    QVERIFY(text.contains(QStringLiteral("the last good one is in use:\n")));
    s.gateway.configHash.clear();
    QVERIFY(statusText(s, {}).contains(QStringLiteral("No settings could be read; nothing is connected:\n  /c:1:2: ")));
}

void tst_clitext::statusKeepsTheRemedy()
{
    Snapshot s;
    const QString remedy = QStringLiteral("Install it, or write its full path.");
    const QString problem = QStringLiteral("a ").repeated(300) + remedy;
    s.gateway.problems = {problem};
    EnclaveView row;
    row.name = QStringLiteral("notes");
    row.state = EnclaveState::Failed;
    row.lastError = {QStringLiteral("P-102"), problem, {}};
    s.enclaves = {row};
    const QString text = statusText(s, {});
    QVERIFY2(text.contains(problem + QLatin1Char('\n')), qPrintable(text));
    // In the table in lines of its own column.
    const QStringList lines = text.split(QLatin1Char('\n'));
    const qsizetype heading = lines.indexOf(QRegularExpression(QStringLiteral(".*LAST ERROR")));
    const qsizetype column = lines.at(heading).indexOf(QStringLiteral("LAST ERROR"));
    QString error;
    for (qsizetype i = heading + 1; !lines.at(i).isEmpty(); ++i) {
        QVERIFY2(lines.at(i).size() <= column + 72, qPrintable(lines.at(i)));
        error += lines.at(i).mid(column) + QLatin1Char(' ');
    }
    QCOMPARE(error.trimmed(), QStringLiteral("P-102 ") + problem);
}

void tst_clitext::aToolsAnswerIsItsText_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isError");
    QTest::newRow("text") << QByteArray(R"({"content":[{"type":"text","text":"hola\n\"tú\""}]})")
                          << QStringLiteral("hola\n\"tú\"") << false;
    QTest::newRow("two texts") << QByteArray(
        R"({"content":[{"type":"text","text":"a"},{"text":"b","type":"text"}],"isError":false})")
                               << QStringLiteral("a\nb") << false;
    QTest::newRow("error") << QByteArray(R"({"isError":true,"content":[{"type":"text","text":"no"}]})")
                           << QStringLiteral("no") << true;
    QTest::newRow("image") << QByteArray(R"({"content":[{"type":"text","text":"a"},{"type":"image","data":"AA=="}]})")
                           << QStringLiteral("a\n{\"type\":\"image\",\"data\":\"AA==\"}") << false;
    QTest::newRow("only structured") << QByteArray(R"({"content":[],"structuredContent":{"n":1e400}})")
                                     << QStringLiteral("{\"n\":1e400}") << false;
    QTest::newRow("text and structured") << QByteArray(
        R"({"content":[{"type":"text","text":"a"}],"structuredContent":{}})")
                                         << QStringLiteral("a") << false;
    QTest::newRow("something else") << QByteArray(R"({"toolResult":5})") << QStringLiteral("{\"toolResult\":5}")
                                    << false;
    QTest::newRow("escape sequence") << QByteArray(R"({"content":[{"type":"text","text":"\u001b[2J"}]})")
                                     << QStringLiteral("␛[2J") << false;
    QTest::newRow("text without a type") << QByteArray(R"({"content":[{"text":"a"}]})")
                                         << QStringLiteral("{\"text\":\"a\"}") << false;
}

void tst_clitext::aToolsAnswerIsItsText()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, text);
    QFETCH(bool, isError);
    const ToolResult result = toolResult(json);
    QCOMPARE(result.text, text);
    QCOMPARE(result.isError, isError);
}

QTEST_GUILESS_MAIN(tst_clitext)
#include "tst_clitext.moc"
