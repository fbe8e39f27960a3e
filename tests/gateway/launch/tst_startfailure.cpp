// SPDX-License-Identifier: MIT
#include "gateway/launch/startfailure.h"

#include <QFile>
#include <QTest>

using namespace pasarela;

class tst_startfailure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isHeardWhole();
    void aSentenceHalfWrittenIsNone();
    void nobodyIsToldWhoLeft();
};

void tst_startfailure::isHeardWhole()
{
    const StartFailure failure;
    QVERIFY(!failure.file().isEmpty());
    QCOMPARE(QFile::permissions(failure.file()) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    QCOMPARE(failure.sentence(), QString());
    StartFailure::tell(failure.file(), QStringLiteral("el disco está lleno"));
    QCOMPARE(failure.sentence(), QStringLiteral("el disco está lleno"));
}

void tst_startfailure::aSentenceHalfWrittenIsNone()
{
    const StartFailure failure;
    QFile file(failure.file());
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("the disk") == 8 && file.flush());
    QCOMPARE(failure.sentence(), QString());
}

void tst_startfailure::nobodyIsToldWhoLeft()
{
    QString file;
    {
        const StartFailure failure;
        file = failure.file();
        QVERIFY(QFile::exists(file));
    }
    QVERIFY(!QFile::exists(file));
    StartFailure::tell(file, QStringLiteral("too late"));
    QVERIFY(!QFile::exists(file));
    StartFailure::tell({}, QStringLiteral("nobody asked"));
}

QTEST_GUILESS_MAIN(tst_startfailure)
#include "tst_startfailure.moc"
