// SPDX-License-Identifier: MIT
#include "gateway/router/clientprofile.h"

#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;

/// What is known of a kind of client, and by which name it is found.
class tst_clientprofile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsAClientByWhatItSays_data();
    void knowsAClientByWhatItSays();
    void theGivenNameDecides();
    void anUnknownNameIsMadeSafe_data();
    void anUnknownNameIsMadeSafe();
};

void tst_clientprofile::knowsAClientByWhatItSays_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("nameLimit");
    QTest::addColumn<bool>("strictSchemas");
    QTest::addColumn<int>("listWait");
    const auto row = [](const char *said, const char *name, int limit, bool strict, int wait) {
        QTest::newRow(name) << QByteArray(said) << QString::fromLatin1(name) << limit << strict << wait;
    };
    row("claude-ai", "claude-desktop", 49, true, 15);
    row("claude-code", "claude-code", 49, true, 15);
    row("cursor-vscode", "cursor", 52, false, 15); // of 60, with its own name for the server
    row("Visual Studio Code", "vscode", 49, false, 15);
    row("codex-mcp-client", "codex", 49, false, 8); // drops a server that takes 10 s
    row("windsurf-client", "windsurf", 49, false, 15);
}

void tst_clientprofile::knowsAClientByWhatItSays()
{
    QFETCH(QByteArray, said);
    QFETCH(QString, name);
    for (const ClientId &given : {ClientId(), ClientId(name)}) { // by --client, it may say what it likes
        const ClientProfile profile = clientProfile(given, given.isEmpty() ? said : QByteArray("anything"));
        QCOMPARE(profile.name, ClientId(name));
        QTEST(profile.nameLimit, "nameLimit");
        QTEST(profile.strictSchemas, "strictSchemas");
        QTEST(static_cast<int>(profile.listWait / 1s), "listWait");
    }
}

void tst_clientprofile::theGivenNameDecides()
{
    const ClientProfile profile = clientProfile(ClientId(QStringLiteral("my-app")), "codex-mcp-client");
    QCOMPARE(profile.name, ClientId(QStringLiteral("my-app")));
    QVERIFY(profile.listWait == 15s);
}

void tst_clientprofile::anUnknownNameIsMadeSafe_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << QByteArray("my.app_1") << QStringLiteral("my.app_1");
    QTest::newRow("capitals and spaces") << QByteArray("My  App!") << QStringLiteral("my-app-");
    QTest::newRow("begins with what no name begins with") << QByteArray("--x") << QStringLiteral("x");
    QTest::newRow("nothing left") << QByteArray("\xF0\x9F\x98\x80") << QStringLiteral("generic");
    QTest::newRow("nothing") << QByteArray() << QStringLiteral("generic");
    QTest::newRow("long") << QByteArray(100, 'a') << QString(64, u'a');
    QTest::newRow("escape code") << QByteArray("a\x1b[2Jb") << QStringLiteral("a-2jb");
}

void tst_clientprofile::anUnknownNameIsMadeSafe()
{
    QFETCH(QByteArray, said);
    QFETCH(QString, name);
    const ClientProfile profile = clientProfile(ClientId(), said);
    QCOMPARE(profile.name, ClientId(name));
    QCOMPARE(profile.nameLimit, 49);
}

QTEST_GUILESS_MAIN(tst_clientprofile)
#include "tst_clientprofile.moc"
