// SPDX-License-Identifier: MIT
#include "gateway/base/processinfo.h"

#include "tests/support/testhome.h"

#include <QFile>
#include <QProcess>
#include <QTest>

using namespace pasarela;

class tst_processinfo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsAboutThisProcess();
    void tellsAChildFromUs();
    void saysNothingAboutProcessesThatAreNot_data();
    void saysNothingAboutProcessesThatAreNot();
};

void tst_processinfo::tellsAboutThisProcess()
{
    const qint64 self = QCoreApplication::applicationPid();
    const qint64 before = residentBytes(self);
    QVERIFY(before > 1024 * 1024);
    QVERIFY(before < 1024LL * 1024 * 1024);
    const QByteArray grown(64 * 1024 * 1024, 'x');
    QVERIFY(residentBytes(self) > before + 32 * 1024 * 1024);
    QVERIFY(grown.endsWith('x'));
    QVERIFY(processStartTime(self) > 0);
    QCOMPARE(processStartTime(self), processStartTime(self));
}

void tst_processinfo::tellsAChildFromUs()
{
    QString program = QCoreApplication::applicationFilePath();
#ifndef Q_OS_WIN
    const test::TestHome home;
    const QString oddName = home.file(QStringLiteral("odd) R 1 (name"));
    QVERIFY(QFile::link(program, oddName));
    program = oddName;
#endif
    QProcess child;
    child.start(program, {QStringLiteral("wait")});
    QVERIFY(child.waitForStarted());
    const qint64 id = child.processId();
    QCOMPARE(parentProcess(id), QCoreApplication::applicationPid());
    QVERIFY(processStartTime(id) >= processStartTime(QCoreApplication::applicationPid()));
    QVERIFY(residentBytes(id) > 0);
    child.closeWriteChannel();
    QVERIFY(child.waitForFinished());
    QCOMPARE(processStartTime(id), qint64(0));
}

void tst_processinfo::saysNothingAboutProcessesThatAreNot_data()
{
    QTest::addColumn<qint64>("id");
    QTest::newRow("none") << qint64(0);
    QTest::newRow("negative") << qint64(-1);
    QTest::newRow("beyond every limit") << qint64(2'000'000'000);
}

void tst_processinfo::saysNothingAboutProcessesThatAreNot()
{
    QFETCH(qint64, id);
    QCOMPARE(residentBytes(id), qint64(0));
    QCOMPARE(processStartTime(id), qint64(0));
    QCOMPARE(parentProcess(id), qint64(0));
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc > 1 && QByteArrayView(argv[1]).startsWith("wait")) {
        while (std::getchar() != EOF) { }
        return 0;
    }
    tst_processinfo test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "tst_processinfo.moc"
