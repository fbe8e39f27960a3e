// SPDX-License-Identifier: MIT
#include "gateway/audit/auditlog.h"

#include "gateway/audit/auditfiles.h"
#include "tests/gateway/audit/auditlines.h"

#include <QDir>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;

namespace {

QByteArray lineOf(const AuditEvent &event)
{
    return toAuditLine(event) + '\n';
}

int g_warnings = 0;
void countWarnings(QtMsgType type, const QMessageLogContext &, const QString &)
{
    g_warnings += type == QtWarningMsg ? 1 : 0;
}

} // namespace

class tst_auditlog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesComeFromTheEventLoopManyAtATime();
    void isWrittenWhenItEnds();
    void manyLinesAreWrittenWithoutTheEventLoop();
    void goesOnInTheSameFileAfterARestart();
    void filesAreForTheUserAlone();
    void aTornLastLineIsMendedAtTheStart_data();
    void aTornLastLineIsMendedAtTheStart();
    void isPutAsideBeforeItIsTooLarge();
    void isPutAsideWhenItsFirstLineIsTooOld();
    void itsAgeIsKnownAfterARestart();
    void goesOnWhereItCannotBePutAside();
    void keepsSoManyFilesAndNoMore();
    void removesWhatIsTooOld();
    void whereThereCanBeNoFileItSaysSoOnceAndGoesOn();
    void whatWaitsIsBoundedAndWhatIsLostIsCounted();
    void whatWaitedIsWrittenOnceThereIsAPlace();
    void aFileThatWasRemovedIsMadeAnew();
};

void tst_auditlog::linesComeFromTheEventLoopManyAtATime()
{
    const TestHome home;
    AuditLog log(optionsIn(home));
    log.start();
    QByteArray expected;
    for (int i = 0; i < 100; ++i) {
        const AuditEvent event = callAt(noon().addMSecs(i));
        log.record(event);
        expected += lineOf(event);
    }
    QCOMPARE(writtenIn(home), QByteArray());
    QTRY_COMPARE(writtenIn(home), expected);
}

void tst_auditlog::isWrittenWhenItEnds()
{
    const TestHome home;
    {
        AuditLog log(optionsIn(home));
        log.start();
        log.record(callAt(noon()));
    }
    QCOMPARE(writtenIn(home), lineOf(callAt(noon())));
}

void tst_auditlog::manyLinesAreWrittenWithoutTheEventLoop()
{
    const TestHome home;
    AuditLog log(optionsIn(home));
    log.start();
    for (int i = 0; i < 10000; ++i)
        log.record(callAt(noon()));
    QCOMPARE(log.lost(), quint64(0));
    QVERIFY(writtenIn(home).count('\n') > 9000);
}

void tst_auditlog::goesOnInTheSameFileAfterARestart()
{
    const TestHome home;
    for (int run = 0; run < 3; ++run) {
        AuditLog log(optionsIn(home));
        log.start();
        log.record(callAt(noon().addSecs(run)));
    }
    QCOMPARE(writtenIn(home),
             lineOf(callAt(noon())) + lineOf(callAt(noon().addSecs(1))) + lineOf(callAt(noon().addSecs(2))));
}

void tst_auditlog::filesAreForTheUserAlone()
{
#ifdef Q_OS_WIN
    QSKIP("Windows has no such modes; the folder's access list holds.");
#endif
    const TestHome home;
    home.write(QStringLiteral("audit/audit.jsonl"), lineOf(callAt(noon())));
    QFile::setPermissions(home.file(QStringLiteral("audit/audit.jsonl")), QFile::Permissions(0x6644));
    AuditOptions options = optionsIn(home);
    options.largestFile = 300;
    AuditLog log(options);
    log.start();
    log.record(callAt(noon()));
    log.flush();
    const auto others =
        QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    const QStringList files =
        QStringList{folderIn(home), auditFile(folderIn(home))} + rotatedAuditFiles(folderIn(home));
    QCOMPARE(files.size(), 3);
    for (const QString &file : files)
        QVERIFY2(!(QFile::permissions(file) & others), qPrintable(file));
}

void tst_auditlog::aTornLastLineIsMendedAtTheStart_data()
{
    const QByteArray whole = lineOf(callAt(noon()));
    QTest::addColumn<QByteArray>("found");
    QTest::addColumn<QByteArray>("left");
    QTest::newRow("whole") << whole + whole << whole + whole;
    QTest::newRow("half a line") << whole + whole.first(60) << whole;
    QTest::newRow("a line without its end") << whole + whole.chopped(1) << whole;
    QTest::newRow("zeros, after a loss of power") << whole + QByteArray(50000, '\0') << whole;
    QTest::newRow("nothing but half a line") << whole.first(60) << QByteArray();
    QTest::newRow("empty") << QByteArray() << QByteArray();
}

void tst_auditlog::aTornLastLineIsMendedAtTheStart()
{
    QFETCH(QByteArray, found);
    QFETCH(QByteArray, left);
    const TestHome home;
    home.write(QStringLiteral("audit/audit.jsonl"), found);
    AuditLog log(optionsIn(home));
    log.start();
    QCOMPARE(writtenIn(home), left);
    log.record(callAt(noon().addSecs(5)));
    log.flush();
    QCOMPARE(writtenIn(home), left + lineOf(callAt(noon().addSecs(5))));
}

void tst_auditlog::isPutAsideBeforeItIsTooLarge()
{
    const TestHome home;
    AuditOptions options = optionsIn(home);
    options.largestFile = 2000;
    AuditLog log(options);
    log.start();
    QByteArrayList expected;
    for (int i = 0; i < 60; ++i) {
        expected.append("files__t" + QByteArray::number(i));
        log.record(callAt(noon().addSecs(i), expected.last()));
    }
    log.flush();
    const QStringList older = rotatedAuditFiles(folderIn(home));
    QVERIFY(older.size() >= 6);
    for (const QString &file : older)
        QVERIFY(QFileInfo(file).size() <= 2000 && QFileInfo(file).size() > 1000);
    QVERIFY(writtenIn(home).size() <= 2000);
    QCOMPARE(toolsIn(folderIn(home)), expected); // each line once, and in order
}

void tst_auditlog::isPutAsideWhenItsFirstLineIsTooOld()
{
    const TestHome home;
    AuditOptions options = optionsIn(home);
    options.longestFile = 24h;
    AuditLog log(options);
    log.start();
    log.record(callAt(noon(), "a__first"));
    log.record(callAt(noon().addSecs(24 * 3600), "a__second"));
    log.record(callAt(noon().addSecs(24 * 3600 + 1), "a__third"));
    log.record(callAt(noon().addSecs(24 * 3600 + 2), "a__fourth"));
    log.flush();
    QCOMPARE(rotatedAuditFiles(folderIn(home)).size(), 1);
    QVERIFY(!writtenIn(home).contains("a__second") && writtenIn(home).contains("a__third"));
    QCOMPARE(toolsIn(folderIn(home)), (QByteArrayList{"a__first", "a__second", "a__third", "a__fourth"}));
}

void tst_auditlog::itsAgeIsKnownAfterARestart()
{
    const TestHome home;
    home.write(QStringLiteral("audit/audit.jsonl"), lineOf(callAt(noon())));
    AuditOptions options = optionsIn(home);
    options.longestFile = 24h;
    AuditLog log(options);
    log.start();
    log.record(callAt(noon().addDays(2)));
    log.flush();
    QCOMPARE(rotatedAuditFiles(folderIn(home)).size(), 1);
    QCOMPARE(putAsideAt(rotatedAuditFiles(folderIn(home)).first()), noon().addDays(2));
    QCOMPARE(writtenIn(home), lineOf(callAt(noon().addDays(2))));
}

void tst_auditlog::goesOnWhereItCannotBePutAside()
{
    const TestHome home;
    const QString taken = freeRotatedName(folderIn(home), noon());
    QVERIFY(QDir().mkpath(taken)); // a folder has the name that the file should get
    AuditOptions options = optionsIn(home);
    options.largestFile = 2000;
    AuditLog log(options);
    log.start();
    QByteArrayList expected;
    const auto record = [&](const QDateTime &time) {
        expected.append("files__t" + QByteArray::number(expected.size()));
        log.record(callAt(time, expected.last()));
    };
    g_warnings = 0;
    const auto before = qInstallMessageHandler(countWarnings);
    for (int i = 0; i < 30; ++i)
        record(noon());
    log.flush();
    qInstallMessageHandler(before);
    QVERIFY(writtenIn(home).size() > 5000);
    QVERIFY2(g_warnings > 1 && g_warnings < 15, QByteArray::number(g_warnings).constData()); // not for each line
    for (int i = 0; i < 30; ++i)
        record(noon().addSecs(1));
    log.flush();
    QVERIFY(writtenIn(home).size() <= 2000);
    QCOMPARE(log.lost(), quint64(0));
    QCOMPARE(toolsIn(folderIn(home)), expected);
}

void tst_auditlog::keepsSoManyFilesAndNoMore()
{
    const TestHome home;
    AuditOptions options = optionsIn(home);
    options.largestFile = 300; // one line
    options.filesKept = 4;
    AuditLog log(options);
    log.start();
    for (int i = 0; i < 20; ++i)
        log.record(callAt(noon(), "a__t" + QByteArray::number(i))); // at one time: names must differ all the same
    log.flush();
    QCOMPARE(toolsIn(folderIn(home)), (QByteArrayList{"a__t16", "a__t17", "a__t18", "a__t19"}));
}

void tst_auditlog::removesWhatIsTooOld()
{
    const TestHome home;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QVERIFY(QDir().mkpath(folderIn(home)));
    const auto put = [&home](const QString &name) {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
    };
    const QString old = freeRotatedName(folderIn(home), now.addDays(-91));
    const QString young = freeRotatedName(folderIn(home), now.addDays(-89));
    const QString another = folderIn(home) + QStringLiteral("/audit-of-mine.jsonl");
    put(old);
    put(young);
    put(another);
    AuditLog log(optionsIn(home));
    log.start();
    QVERIFY(!QFile::exists(old));
    QVERIFY(QFile::exists(young));
    QVERIFY(QFile::exists(another));
}

void tst_auditlog::whereThereCanBeNoFileItSaysSoOnceAndGoesOn()
{
    const TestHome home;
    home.write(QStringLiteral("audit"), "a file where a folder belongs");
    g_warnings = 0;
    const auto before = qInstallMessageHandler(countWarnings);
    {
        AuditLog log(optionsIn(home));
        log.start();
        for (int i = 0; i < 100; ++i) {
            log.record(callAt(noon()));
            log.flush();
        }
    }
    qInstallMessageHandler(before);
    QCOMPARE(g_warnings, 1);
    QCOMPARE(home.read(QStringLiteral("audit")), QByteArray("a file where a folder belongs"));
}

void tst_auditlog::whatWaitsIsBoundedAndWhatIsLostIsCounted()
{
    const TestHome home;
    home.write(QStringLiteral("audit"), "a file where a folder belongs");
    AuditOptions options = optionsIn(home);
    options.waitingLimit = 10 * lineOf(callAt(noon())).size();
    AuditLog log(options);
    log.start();
    for (int i = 0; i < 25; ++i)
        log.record(callAt(noon()));
    QCOMPARE(log.lost(), quint64(15));
}

void tst_auditlog::whatWaitedIsWrittenOnceThereIsAPlace()
{
    const TestHome home;
    home.write(QStringLiteral("audit"), "a file where a folder belongs");
    AuditLog log(optionsIn(home));
    log.start();
    log.record(callAt(noon(), "a__first"));
    log.flush();
    QVERIFY(QFile::remove(home.file(QStringLiteral("audit"))));
    log.record(callAt(noon(), "a__second"));
    log.flush();
    QCOMPARE(toolsIn(folderIn(home)), (QByteArrayList{"a__first", "a__second"}));
}

void tst_auditlog::aFileThatWasRemovedIsMadeAnew()
{
    const TestHome home;
    AuditLog log(optionsIn(home));
    log.start();
    log.record(callAt(noon()));
    log.flush();
    if (!QFile::remove(auditFile(folderIn(home))))
        QSKIP("A file that is open cannot be removed here.");
    log.record(callAt(noon(), "a__second"));
    log.flush();
    QCOMPARE(toolsIn(folderIn(home)), QByteArrayList{"a__second"});
}

QTEST_GUILESS_MAIN(tst_auditlog)
#include "tst_auditlog.moc"
