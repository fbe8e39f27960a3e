// SPDX-License-Identifier: MIT
#include "gateway/catalog/uritemplate.h"

#include <QTest>

using namespace pasarela;

class tst_uritemplate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matches_data();
    void matches();
};

void tst_uritemplate::matches_data()
{
    QTest::addColumn<QByteArray>("uriTemplate");
    QTest::addColumn<QByteArray>("uri");
    QTest::addColumn<bool>("expected");
    QTest::newRow("no expression, same") << QByteArray("a://b") << QByteArray("a://b") << true;
    QTest::newRow("no expression, other") << QByteArray("a://b") << QByteArray("a://c") << false;
    QTest::newRow("one value") << QByteArray("test://t/{id}/data") << QByteArray("test://t/123/data") << true;
    QTest::newRow("value at the end") << QByteArray("demo://text/{id}") << QByteArray("demo://text/7") << true;
    QTest::newRow("empty value") << QByteArray("demo://text/{id}") << QByteArray("demo://text/") << false;
    QTest::newRow("a simple value takes no slash")
        << QByteArray("demo://text/{id}") << QByteArray("demo://text/a/b") << false;
    QTest::newRow("reserved expansion takes a slash")
        << QByteArray("file:///{+path}") << QByteArray("file:///a/b.txt") << true;
    QTest::newRow("query may be absent") << QByteArray("a://b{?q}") << QByteArray("a://b") << true;
    QTest::newRow("two values") << QByteArray("db://{table}/{row}") << QByteArray("db://users/5") << true;
    QTest::newRow("two values, one missing") << QByteArray("db://{table}/{row}") << QByteArray("db://users") << false;
    QTest::newRow("other literal after") << QByteArray("t/{id}/data") << QByteArray("t/1/date") << false;
    QTest::newRow("other start") << QByteArray("demo://{id}") << QByteArray("memo://1") << false;
    QTest::newRow("broken template") << QByteArray("demo://{id") << QByteArray("demo://1") << false;
    QTest::newRow("everything empty") << QByteArray() << QByteArray() << true;
}

void tst_uritemplate::matches()
{
    QFETCH(QByteArray, uriTemplate);
    QFETCH(QByteArray, uri);
    QTEST(matchesUriTemplate(uriTemplate, uri), "expected");
}

QTEST_GUILESS_MAIN(tst_uritemplate)
#include "tst_uritemplate.moc"
