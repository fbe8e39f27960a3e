// SPDX-License-Identifier: MIT
#include "gateway/base/atomicfile.h"

#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

class tst_atomicfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesANewFileAndReadsItBack();
    void replacesAllOfAnOldOne();
    void keepsTheOldBytesAsBackup();
    void leavesNoOtherFileBehind();
    void readingNamesWhatIsWrong_data();
    void readingNamesWhatIsWrong();
    void writingWhereThereIsNoFolderIsNotFound();
    void writingOverAFolderIsRefused();
    void hashesAsSha256();
};

void tst_atomicfile::writesANewFileAndReadsItBack()
{
    const TestHome home;
    const QString file = home.file(QStringLiteral("new.json"));
    const QByteArray bytes("{\"a\":\r\n\0\xff}", 10);
    QVERIFY(replaceFile(file, bytes).ok());
    QCOMPARE(*readWholeFile(file), bytes);
    QVERIFY(replaceFile(file, {}).ok());
    QCOMPARE(*readWholeFile(file), QByteArray());
}

void tst_atomicfile::replacesAllOfAnOldOne()
{
    const TestHome home;
    home.write(QStringLiteral("f"), QByteArray(100'000, 'o'));
    QVERIFY(replaceFile(home.file(QStringLiteral("f")), "short").ok());
    QCOMPARE(home.read(QStringLiteral("f")), QByteArray("short"));
}

void tst_atomicfile::keepsTheOldBytesAsBackup()
{
    const TestHome home;
    const QString file = home.file(QStringLiteral("f"));
    const ReplaceOptions options{.keepBackup = true};
    QVERIFY(replaceFile(file, "one", options).ok());
    QVERIFY(!QFile::exists(file + QStringLiteral(".bak"))); // there was nothing to keep
    QVERIFY(replaceFile(file, "two", options).ok());
    QCOMPARE(home.read(QStringLiteral("f.bak")), QByteArray("one"));
    QVERIFY(replaceFile(file, "three", options).ok());
    QCOMPARE(home.read(QStringLiteral("f.bak")), QByteArray("two"));
    QVERIFY(replaceFile(file, "four").ok());
    QCOMPARE(home.read(QStringLiteral("f.bak")), QByteArray("two"));
}

void tst_atomicfile::leavesNoOtherFileBehind()
{
    const TestHome home;
    for (int i = 0; i < 3; ++i)
        QVERIFY(replaceFile(home.file(QStringLiteral("f")), QByteArray::number(i)).ok());
    QVERIFY(!replaceFile(home.file(QStringLiteral("none/f")), "x").ok());
    QCOMPARE(QDir(home.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             {QStringLiteral("f")});
}

void tst_atomicfile::readingNamesWhatIsWrong_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<qint64>("limit");
    QTest::addColumn<Error::Code>("code");
    QTest::newRow("not there") << QStringLiteral("none") << qint64(100) << Error::Code::NotFound;
    QTest::newRow("a folder") << QStringLiteral(".") << qint64(100) << Error::Code::InvalidInput;
    QTest::newRow("one byte over the limit") << QStringLiteral("ten") << qint64(9) << Error::Code::TooLarge;
}

void tst_atomicfile::readingNamesWhatIsWrong()
{
    QFETCH(QString, name);
    QFETCH(qint64, limit);
    QFETCH(Error::Code, code);
    const TestHome home;
    home.write(QStringLiteral("ten"), "0123456789");
    const auto read = readWholeFile(home.file(name), limit);
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, code);
    QCOMPARE(*readWholeFile(home.file(QStringLiteral("ten")), 10), QByteArray("0123456789"));
}

void tst_atomicfile::writingWhereThereIsNoFolderIsNotFound()
{
    const TestHome home;
    const auto written = replaceFile(home.file(QStringLiteral("no/folder/f")), "x");
    QCOMPARE(written.error().code, Error::Code::NotFound);
}

void tst_atomicfile::writingOverAFolderIsRefused()
{
    const TestHome home;
    home.write(QStringLiteral("folder/inside"), "safe");
    QVERIFY(!replaceFile(home.file(QStringLiteral("folder")), "x").ok());
    QCOMPARE(home.read(QStringLiteral("folder/inside")), QByteArray("safe"));
}

void tst_atomicfile::hashesAsSha256()
{
    // FIPS 180-2, appendix B.1
    QCOMPARE(contentHash("abc"), QByteArray("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
}

QTEST_GUILESS_MAIN(tst_atomicfile)
#include "tst_atomicfile.moc"
