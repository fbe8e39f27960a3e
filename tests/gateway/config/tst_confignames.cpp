// SPDX-License-Identifier: MIT
#include "gateway/config/confignames.h"

#include <QTest>

using namespace pasarela;

class tst_confignames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsNames_data();
    void knowsNames();
    void knowsHostsWithPorts_data();
    void knowsHostsWithPorts();
    void knowsWebAddresses_data();
    void knowsWebAddresses();
    void knowsWholePaths_data();
    void knowsWholePaths();
};

void tst_confignames::knowsNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("enclave");
    QTest::addColumn<bool>("other");
    QTest::newRow("plain") << "github-2" << true << true;
    QTest::newRow("digit first") << "9p" << true << true;
    QTest::newRow("24") << QString(24, u'a') << true << true;
    QTest::newRow("25") << QString(25, u'a') << false << true;
    QTest::newRow("64") << QString(64, u'a') << false << true;
    QTest::newRow("65") << QString(65, u'a') << false << false;
    QTest::newRow("address") << "maria@example.org" << false << true;
    QTest::newRow("all signs") << "a._@+-" << false << true;
    QTest::newRow("upper case") << "Github" << false << false;
    QTest::newRow("hyphen first") << "-a" << false << false;
    QTest::newRow("line break at the end") << "a\n" << false << false;
    QTest::newRow("other script") << QString::fromUtf8("año") << false << false;
    QTest::newRow("empty") << "" << false << false;
    QTest::newRow("reserved pasarela") << "pasarela" << false << true;
    QTest::newRow("reserved relay") << "relay" << false << true;
}

void tst_confignames::knowsNames()
{
    QFETCH(QString, name);
    QFETCH(bool, enclave);
    QFETCH(bool, other);
    QCOMPARE(isEnclaveName(name), enclave);
    QCOMPARE(isOtherName(name), other);
}

void tst_confignames::knowsHostsWithPorts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("good");
    QTest::newRow("name") << "tools.example.org:7443" << true;
    QTest::newRow("v4") << "127.0.0.1:1" << true;
    QTest::newRow("v6") << "[::1]:65535" << true;
    QTest::newRow("v6 with zone") << "[fe80::1%eth0]:1" << true;
    QTest::newRow("v6 without brackets") << "::1:80" << false;
    QTest::newRow("port 0") << "a:0" << false;
    QTest::newRow("port too high") << "a:65536" << false;
    QTest::newRow("no port") << "a:" << false;
    QTest::newRow("no host") << ":80" << false;
    QTest::newRow("scheme") << "http://a:80" << false;
    QTest::newRow("path") << "a:80/b" << false;
    QTest::newRow("space") << "a b:80" << false;
}

void tst_confignames::knowsHostsWithPorts()
{
    QFETCH(QString, text);
    QFETCH(bool, good);
    QCOMPARE(isHostAndPort(text), good);
    QVERIFY(isHostAndPort(QStringLiteral("a:0"), 0));
}

void tst_confignames::knowsWebAddresses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("good");
    QTest::newRow("https") << "https://x.example.org:8443/mcp?a=b" << true;
    QTest::newRow("http") << "http://127.0.0.1:9/sse" << true;
    QTest::newRow("v6") << "http://[::1]:9/" << true;
    QTest::newRow("user") << "https://me@x.org/" << false;
    QTest::newRow("password") << "https://me:pw@x.org/" << false;
    QTest::newRow("fragment") << "https://x.org/#a" << false;
    QTest::newRow("relative") << "x.org/mcp" << false;
    QTest::newRow("no host") << "https:///mcp" << false;
    QTest::newRow("file") << "file:///etc/passwd" << false;
    QTest::newRow("space") << "https://x.org/a b" << false;
    QTest::newRow("port too high") << "https://x.org:99999/" << false;
    QTest::newRow("empty") << "" << false;
}

void tst_confignames::knowsWebAddresses()
{
    QFETCH(QString, text);
    QFETCH(bool, good);
    QCOMPARE(isWebAddress(text), good);
}

void tst_confignames::knowsWholePaths_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("whole");
    QTest::newRow("home") << "~" << true;
    QTest::newRow("below home") << "~/a" << true;
    QTest::newRow("another's home") << "~maria/a" << false;
    QTest::newRow("relative") << "a/b" << false;
    QTest::newRow("dot") << "./a" << false;
#ifdef Q_OS_WIN
    QTest::newRow("drive") << "C:/a" << true;
    QTest::newRow("drive, backslashes") << "C:\\a" << true;
#else
    QTest::newRow("absolute") << "/usr/bin/a" << true;
#endif
}

void tst_confignames::knowsWholePaths()
{
    QFETCH(QString, path);
    QFETCH(bool, whole);
    QCOMPARE(isWholePath(path), whole);
}

QTEST_GUILESS_MAIN(tst_confignames)
#include "tst_confignames.moc"
