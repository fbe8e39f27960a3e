// SPDX-License-Identifier: MIT
#include "gateway/base/logsink.h"

#include "gateway/base/logging.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <QThread>

using namespace pasarela;
using namespace pasarela::test;

class tst_logsink : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesOneLineForEachMessage();
    void aLineIsThereBeforeTheNextStatement();
    void keepsForeignTextOnItsLine();
    void hidesSecretsEverywhere();
    void hidesALongSecretWholeThoughAShortOneIsInIt();
    void rotatesAndKeepsThreeFiles();
    void goesOnInTheSameFileAfterARestart();
    void aFileIsForTheUserAlone();
    void saysSoWhereThereCanBeNoFile();
    void writesToStderrOnlyWhenAsked();
    void takesMessagesFromManyThreads();
    void givesTheFormerHandlerBack();
};

namespace {

LogOptions fileOf(const TestHome &home)
{
    return {.file = home.file(QStringLiteral("log/gateway.log"))};
}

QByteArray logOf(const TestHome &home)
{
    return home.read(QStringLiteral("log/gateway.log"));
}

int g_formerCalls = 0;
void formerHandler(QtMsgType, const QMessageLogContext &, const QString &)
{
    ++g_formerCalls;
}

} // namespace

void tst_logsink::writesOneLineForEachMessage()
{
    const TestHome home;
    const auto sink = LogSink::install(fileOf(home));
    QVERIFY(sink.ok());
    qCInfo(lcGateway) << "up";
    qCWarning(lcSession).noquote() << QStringLiteral("señal");
    qCCritical(lcConfig) << "broken";
    const QList<QByteArray> lines = logOf(home).split('\n');
    QCOMPARE(lines.size(), 4);
    static const QRegularExpression shape(QStringLiteral(
        "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z (info|warning|critical) pasarela\\.[a-z.]+ .+$"));
    for (int i = 0; i < 3; ++i)
        QVERIFY2(shape.match(QString::fromUtf8(lines.at(i))).hasMatch(), lines.at(i).constData());
    QVERIFY(lines.at(0).endsWith(" info pasarela.gateway up"));
    QVERIFY(lines.at(1).endsWith(" warning pasarela.session señal"));
    QVERIFY(lines.at(2).endsWith(" critical pasarela.config broken"));
}

void tst_logsink::aLineIsThereBeforeTheNextStatement()
{
    const TestHome home;
    const auto sink = LogSink::install(fileOf(home));
    for (int i = 1; i <= 3; ++i) {
        qCWarning(lcGateway) << "number" << i;
        QCOMPARE(logOf(home).count('\n'), i);
    }
}

void tst_logsink::keepsForeignTextOnItsLine()
{
    const TestHome home;
    const auto sink = LogSink::install(fileOf(home));
    qCWarning(lcUpstream).noquote() << QStringLiteral(
        "one\n2026-01-01T00:00:00.000Z critical forged\r\x1b[31mred\ttab");
    QCOMPARE(logOf(home).count('\n'), 1);
    QVERIFY(logOf(home).endsWith("one\\n2026-01-01T00:00:00.000Z critical forged??[31mred tab\n"));
}

void tst_logsink::hidesSecretsEverywhere()
{
    const TestHome home;
    const auto sink = LogSink::install(fileOf(home));
    std::vector<Secret> secrets;
    secrets.emplace_back(QByteArray("hunter2"));
    secrets.emplace_back(QByteArray("two\nlines"));
    secrets.emplace_back(QByteArray());
    (*sink)->setRedactions(std::move(secrets));
    qCWarning(lcGateway).noquote() << QStringLiteral("hunter2, again hunter2 and two\nlines.");
    QVERIFY(logOf(home).endsWith("…, again … and ….\n"));
    (*sink)->setRedactions({});
    qCWarning(lcGateway).noquote() << QStringLiteral("plain");
    QVERIFY(logOf(home).endsWith(" plain\n"));
}

void tst_logsink::hidesALongSecretWholeThoughAShortOneIsInIt()
{
    const TestHome home;
    const auto sink = LogSink::install(fileOf(home));
    std::vector<Secret> secrets;
    secrets.emplace_back(QByteArray("abcd"));
    secrets.emplace_back(QByteArray("xx-abcd-yy"));
    (*sink)->setRedactions(std::move(secrets));
    qCWarning(lcGateway).noquote() << QStringLiteral("[xx-abcd-yy]");
    QVERIFY(logOf(home).endsWith(" […]\n"));
}

void tst_logsink::rotatesAndKeepsThreeFiles()
{
    const TestHome home;
    LogOptions options = fileOf(home);
    options.largestFile = 2000;
    const auto sink = LogSink::install(options);
    for (int i = 0; i < 200; ++i)
        qCWarning(lcGateway).noquote() << QStringLiteral("line %1 of many").arg(i);
    const QDir folder(home.file(QStringLiteral("log")));
    QCOMPARE(
        folder.entryList(QDir::Files, QDir::Name),
        (QStringList{QStringLiteral("gateway.log"), QStringLiteral("gateway.log.1"), QStringLiteral("gateway.log.2")}));
    for (const QFileInfo &file : folder.entryInfoList(QDir::Files))
        QVERIFY(file.size() <= 2000);
    const QByteArray all =
        home.read(QStringLiteral("log/gateway.log.2")) + home.read(QStringLiteral("log/gateway.log.1")) + logOf(home);
    int expected = 200 - int(all.count('\n'));
    QVERIFY(expected < 190);
    const QList<QByteArray> lines = all.trimmed().split('\n');
    for (const QByteArray &line : lines)
        QVERIFY2(line.endsWith("line " + QByteArray::number(expected++) + " of many"), line.constData());
}

void tst_logsink::goesOnInTheSameFileAfterARestart()
{
    const TestHome home;
    for (int i = 0; i < 2; ++i) {
        const auto sink = LogSink::install(fileOf(home));
        qCWarning(lcGateway) << "run" << i;
    }
    QCOMPARE(logOf(home).count('\n'), 2);
}

void tst_logsink::aFileIsForTheUserAlone()
{
#ifdef Q_OS_WIN
    QSKIP("Windows has no such modes; the folder's access list holds.");
#endif
    const TestHome home;
    home.write(QStringLiteral("log/gateway.log"), "older\n");
    QFile::setPermissions(home.file(QStringLiteral("log/gateway.log")), QFile::Permissions(0x6644));
    const auto sink = LogSink::install(fileOf(home));
    const auto mode = QFile::permissions(home.file(QStringLiteral("log/gateway.log")));
    QVERIFY(!(mode & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther)));
    const auto folder = QFile::permissions(home.file(QStringLiteral("log")));
    QVERIFY(!(folder & (QFile::ReadGroup | QFile::ReadOther | QFile::ExeOther)));
}

void tst_logsink::saysSoWhereThereCanBeNoFile()
{
    const TestHome home;
    home.write(QStringLiteral("log"), "a file where the folder should be");
    const auto sink = LogSink::install(fileOf(home));
    QVERIFY(!sink.ok());
    QVERIFY(sink.error().detail.contains(QStringLiteral("log")));
}

void tst_logsink::writesToStderrOnlyWhenAsked()
{
    for (const bool asked : {true, false}) {
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(),
                      {QStringLiteral("speak"), asked ? QStringLiteral("loud") : QString()});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardError().contains(" warning pasarela.app spoken"), asked);
        QCOMPARE(process.readAllStandardOutput(), QByteArray());
    }
}

void tst_logsink::takesMessagesFromManyThreads()
{
    const TestHome home;
    const auto sink = LogSink::install(fileOf(home));
    std::vector<std::unique_ptr<QThread>> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back(QThread::create([i] {
            for (int n = 0; n < 250; ++n)
                qCWarning(lcGateway).noquote() << QStringLiteral("thread %1 line %2.").arg(i).arg(n);
        }));
        threads.back()->start();
    }
    for (const auto &thread : threads)
        thread->wait();
    const QList<QByteArray> lines = logOf(home).trimmed().split('\n');
    QCOMPARE(lines.size(), 1000);
    for (const QByteArray &line : lines)
        QVERIFY(line.endsWith('.') && line.count("thread") == 1);
}

void tst_logsink::givesTheFormerHandlerBack()
{
    const TestHome home;
    const auto before = qInstallMessageHandler(formerHandler);
    {
        const auto sink = LogSink::install(fileOf(home));
        qCWarning(lcGateway) << "ours";
        QCOMPARE(g_formerCalls, 0);
    }
    qCWarning(lcGateway) << "theirs";
    qInstallMessageHandler(before);
    QCOMPARE(g_formerCalls, 1);
    QCOMPARE(logOf(home).count('\n'), 1);
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc > 2 && QByteArrayView(argv[1]) == "speak") {
        const auto sink = LogSink::install({.file = {}, .toStderr = QByteArrayView(argv[2]) == "loud"});
        qCWarning(lcApp) << "spoken";
        return 0;
    }
    tst_logsink test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "tst_logsink.moc"
