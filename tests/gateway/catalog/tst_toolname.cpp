// SPDX-License-Identifier: MIT
#include "gateway/catalog/toolname.h"

#include <QRegularExpression>
#include <QTest>

using namespace pasarela;

class tst_toolname : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void exposesQualifiedNames_data();
    void exposesQualifiedNames();
    void cutsLongNamesAndAddsAHashOfTheWholePair();
    void hashIsTheOneOfTheSpecification();
    void keepsPlainNamesOnlyWhereTheyCannotBeMistaken_data();
    void keepsPlainNamesOnlyWhereTheyCannotBeMistaken();
};

void tst_toolname::exposesQualifiedNames_data()
{
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("exposed");
    QTest::newRow("plain") << QByteArray("echo") << QByteArray("files__echo");
    QTest::newRow("dash and digits") << QByteArray("get-2") << QByteArray("files__get-2");
    QTest::newRow("dot") << QByteArray("fs.read") << QByteArray("files__fs_read");
    QTest::newRow("slash and space") << QByteArray("a/b c") << QByteArray("files__a_b_c");
    QTest::newRow("accents, byte by byte") << QByteArray("a\xC3\xB1o") << QByteArray("files__a__o");
    QTest::newRow("empty") << QByteArray("") << QByteArray("files__");
}

void tst_toolname::exposesQualifiedNames()
{
    QFETCH(QByteArray, tool);
    QTEST(exposedName("files", tool, defaultNameLimit), "exposed");
}

void tst_toolname::cutsLongNamesAndAddsAHashOfTheWholePair()
{
    static const QRegularExpression valid(QStringLiteral("^[a-zA-Z0-9_-]{1,49}$"));
    const QByteArray longName(500, 'x');
    const QByteArray one = exposedName("files", longName + '1', defaultNameLimit);
    const QByteArray two = exposedName("files", longName + '2', defaultNameLimit);
    const QByteArray elsewhere = exposedName("filer", longName + '1', defaultNameLimit);
    QCOMPARE(one.size(), qsizetype(defaultNameLimit));
    QVERIFY(valid.match(QString::fromLatin1(one)).hasMatch());
    QVERIFY(one.startsWith("files__xxx"));
    QCOMPARE(one.at(one.size() - 7), '_');
    QVERIFY(one != two);
    QVERIFY(one.last(6) != elsewhere.last(6));
    QCOMPARE(exposedName("files", longName + '1', defaultNameLimit), one);
    // A name that just fits stays whole.
    const QByteArray fits(defaultNameLimit - 7, 'y');
    QCOMPARE(exposedName("files", fits, defaultNameLimit), QByteArray("files__" + fits));
}

void tst_toolname::hashIsTheOneOfTheSpecification()
{
    // First six characters of lower-case base32 over SHA-256 of "files\0echo", worked out with coreutils:
    // printf 'files\0echo' | sha256sum | xxd -r -p | base32 | tr A-Z a-z | cut -c1-6
    QCOMPARE(exposedNameWithHash("files", "echo", defaultNameLimit), QByteArray("files__echo_tc4yae"));
}

void tst_toolname::keepsPlainNamesOnlyWhereTheyCannotBeMistaken_data()
{
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<bool>("stays");
    QTest::newRow("plain") << QByteArray("test_simple_text") << true;
    QTest::newRow("looks qualified") << QByteArray("a__b") << false;
    QTest::newRow("looks like the relay's") << QByteArray("relay_send") << false;
    QTest::newRow("looks like ours") << QByteArray("pasarela_x") << false;
    QTest::newRow("bad character") << QByteArray("a.b") << false;
    QTest::newRow("too long") << QByteArray(50, 'x') << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void tst_toolname::keepsPlainNamesOnlyWhereTheyCannotBeMistaken()
{
    QFETCH(QByteArray, tool);
    QTEST(mayStayPlain(tool, defaultNameLimit), "stays");
}

QTEST_GUILESS_MAIN(tst_toolname)
#include "tst_toolname.moc"
