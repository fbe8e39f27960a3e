// SPDX-License-Identifier: MIT
#include "gateway/cli/checkcommand.h"

#include "tests/gateway/cli/commandrun.h"

#include <QTest>

using namespace pasarela;
using test::jsonAt;

namespace {

const QString configName = QStringLiteral("pasarela.json");

} // namespace

class tst_checkcommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysHowManyEnclavesItFound_data();
    void saysHowManyEnclavesItFound();
    void findsNothingWrongWhereThereIsNoConfiguration();
    void saysForEachProblemWhereItIs();
    void looksThroughAFileThatIsNamed();
    void failsWhereTheNamedFileIsMissing();
    void hintsWithoutFailing();
    void printsFindingsAsJson();
    void takesOneFileAtMost_data();
    void takesOneFileAtMost();
    void helps();
};

void tst_checkcommand::saysHowManyEnclavesItFound_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("said");
    const QString add = QStringLiteral("no enclaves yet; add one with: pasarela-gateway enclave add");
    QTest::newRow("none") << QByteArray("{}") << add;
    QTest::newRow("no byte") << QByteArray("") << add;
    QTest::newRow("one") << QByteArray(R"({"enclaves":{"a":{"stdio":{"command":"x"}}}})")
                         << QStringLiteral("good: 1 enclave.\n");
    QTest::newRow("two") << QByteArray(
        R"({"enclaves":{"a":{"stdio":{"command":"x"}},"b":{"enabled":false,"stdio":{"command":"y"}}}})")
                         << QStringLiteral("good: 2 enclaves.\n");
}

void tst_checkcommand::saysHowManyEnclavesItFound()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, said);
    test::CommandRun command;
    command.home.write(configName, bytes);
    QCOMPARE(command.run(runCheck, QString()), int(ExitDone));
    QVERIFY2(command.out.contains(QStringLiteral("pasarela.json is good: ")) && command.out.contains(said),
             qPrintable(command.out));
    QCOMPARE(command.err, QString());
}

void tst_checkcommand::findsNothingWrongWhereThereIsNoConfiguration()
{
    test::CommandRun command;
    QCOMPARE(command.run(runCheck, QString()), int(ExitDone));
    QVERIFY2(command.out.startsWith(QStringLiteral("There is no "))
                 && command.out.contains(QStringLiteral("pasarela-gateway enclave add")),
             qPrintable(command.out));
    QCOMPARE(command.err, QString());
    command.json = true;
    QCOMPARE(command.run(runCheck, QString()), int(ExitDone));
    QCOMPARE(jsonAt(command.out, "/ok"), QByteArray("true"));
}

void tst_checkcommand::saysForEachProblemWhereItIs()
{
    test::CommandRun command;
    command.home.write(configName, "{\n  \"paused\": 1,\n  \"relay\": 2\n}");
    QCOMPARE(command.run(runCheck, QString()), int(ExitFailed));
    const QStringList lines = command.err.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY2(lines[0].contains(QStringLiteral("/pasarela.json:2:13: \"paused\" must be a string")),
             qPrintable(lines[0]));
    QVERIFY2(lines[1].contains(QStringLiteral("/pasarela.json:3:12: \"relay\" must be an object")),
             qPrintable(lines[1]));
    QCOMPARE(command.out, QString());
}

void tst_checkcommand::looksThroughAFileThatIsNamed()
{
    test::CommandRun command;
    command.home.write(configName, "{}");
    command.home.write(QStringLiteral("other.json"), "[]");
    const QString other = command.home.file(QStringLiteral("other.json"));
    QCOMPARE(command.run(runCheck, QStringList(other)), int(ExitFailed));
    QCOMPARE(command.err, other + QString::fromUtf8(":1:1: the configuration must be an object: { … }\n"));
}

void tst_checkcommand::failsWhereTheNamedFileIsMissing()
{
    test::CommandRun command;
    QCOMPARE(command.run(runCheck, QStringList(command.home.file(QStringLiteral("none.json")))), int(ExitFailed));
    QVERIFY(command.err.contains(QStringLiteral("none.json")));
    QCOMPARE(command.out, QString());
}

void tst_checkcommand::hintsWithoutFailing()
{
    test::CommandRun command;
    command.home.write(configName, "{\"enclave\": {}}");
    QCOMPARE(command.run(runCheck, QString()), int(ExitDone));
    QVERIFY2(command.err.contains(
                 QStringLiteral(":1:2: \"enclave\" means nothing here: did you mean \"enclaves\"? (hint)\n")),
             qPrintable(command.err));
}

void tst_checkcommand::printsFindingsAsJson()
{
    test::CommandRun command;
    command.json = true;
    command.home.write(configName, "{\"paused\": 1, \"enclave\": {}}");
    QCOMPARE(command.run(runCheck, QString()), int(ExitFailed));
    QCOMPARE(jsonAt(command.out, "/ok"), QByteArray("false"));
    QCOMPARE(jsonAt(command.out, "/problems/0/line"), QByteArray("1"));
    QCOMPARE(jsonAt(command.out, "/problems/0/column"), QByteArray("12"));
    QCOMPARE(jsonAt(command.out, "/problems/0/pointer"), QByteArray("\"/paused\""));
    QCOMPARE(jsonAt(command.out, "/hints/0/pointer"), QByteArray("\"/enclave\""));
    QCOMPARE(command.err, QString());
}

void tst_checkcommand::takesOneFileAtMost_data()
{
    QTest::addColumn<QString>("args");
    QTest::newRow("two files") << "a b";
    QTest::newRow("option") << "--strict";
}

void tst_checkcommand::takesOneFileAtMost()
{
    QFETCH(QString, args);
    test::CommandRun command;
    QCOMPARE(command.run(runCheck, args), int(ExitUsage));
    QVERIFY(command.err.contains(QStringLiteral("Usage: pasarela-gateway check")));
}

void tst_checkcommand::helps()
{
    test::CommandRun command;
    QCOMPARE(command.run(runCheck, QStringLiteral("--help")), int(ExitDone));
    QVERIFY(command.out.startsWith(QStringLiteral("Usage: pasarela-gateway check [FILE]")));
}

QTEST_GUILESS_MAIN(tst_checkcommand)
#include "tst_checkcommand.moc"
