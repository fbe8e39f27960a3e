// SPDX-License-Identifier: MIT
#include "tests/gateway/credentials/keychaintoolprocess.h"
#include "tests/support/testhome.h"

#include <QTest>

using namespace pasarela::test;

/// The Credential Manager of this user, with names of our own.
class tst_credentialmanager_win : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsReplacesAndRemovesSecrets();
};

void tst_credentialmanager_win::keepsReplacesAndRemovesSecrets()
{
    const TestHome home;
    const QString index = home.file(QStringLiteral("index.json"));
    const auto environment = QProcessEnvironment::systemEnvironment();
    const QByteArray name = "test/" + QByteArray::number(QCoreApplication::applicationPid()) + "/token";
    const QByteArray large(10000, 'x'); // over what one value holds
    {
        KeychainToolProcess tool(index, environment);
        QVERIFY(tool.read(name).startsWith("error P-102 "));
        QCOMPARE(tool.write(name, "p\xc3\xa1ss \"word\"\n"), QByteArray("done"));
        QCOMPARE(tool.read(name), QByteArray("p\xc3\xa1ss \"word\"\n"));
        QCOMPARE(tool.write(name, large), QByteArray("done"));
    }
    KeychainToolProcess again(index, environment);
    QCOMPARE(again.read(name), large);
    QCOMPARE(again.ask("remove " + name), QByteArray("done"));
    QVERIFY(again.read(name).startsWith("error P-102 "));
}

QTEST_GUILESS_MAIN(tst_credentialmanager_win)
#include "tst_credentialmanager_win.moc"
