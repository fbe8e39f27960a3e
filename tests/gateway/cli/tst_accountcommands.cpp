// SPDX-License-Identifier: MIT
#include "gateway/cli/accountcommands.h"
#include "gateway/config/configedit.h"
#include "gateway/control/controlprotocol.h"
#include "tests/gateway/cli/commandrun.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

class tst_accountcommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void refusesWhatIsNotACommand_data();
    void refusesWhatIsNotACommand();
    void helps_data();
    void helps();
    void withoutAGatewayNothingIsAskedOrWritten_data();
    void withoutAGatewayNothingIsAskedOrWritten();
    void setSendsTheSecretToTheGateway();
    void setMakesANewAccount();
    void whatFailsLeavesNoNewAccountBehind_data();
    void whatFailsLeavesNoNewAccountBehind();
    void saysThatTwoAccountsHaveTheSameSecret();
    void removeTakesSecretsAndAccountAway();
    void whatCannotBeRemovedStaysConfigured();
    void useChoosesForEverybodyOrForOneClient();
    void useNeedsNoGateway();
    void listShowsWhatIsStored();

private:
    int run(const QString &args) { return m_command->run(runAccount, args); }
    EnclaveConfig github() const
    {
        return ConfigEdit(*Paths::locate(m_command->home.path())).read()->config.enclaves[id];
    }
    QByteArray file() const { return m_command->home.read(QStringLiteral("pasarela.json")); }
    bool wasAsked(const char *method) const;

    const EnclaveId id{QStringLiteral("github")};
    const AccountId work{QStringLiteral("work")};
    std::unique_ptr<CommandRun> m_command;
};

void tst_accountcommands::init()
{
    m_command = std::make_unique<CommandRun>();
    m_command->home.write(QStringLiteral("pasarela.json"),
                          R"({"enclaves":{"github":{"stdio":{"command":"x"},"accounts":{"work":{}}}}})");
    m_command->answer = QByteArray(R"({"field":"token","sameAs":[]})");
    m_command->input = QByteArray("sesame");
}

bool tst_accountcommands::wasAsked(const char *method) const
{
    return std::any_of(m_command->asked.begin(), m_command->asked.end(),
                       [method](const CommandRun::Asked &asked) { return asked.method == method; });
}

void tst_accountcommands::refusesWhatIsNotACommand_data()
{
    QTest::addColumn<QString>("args");
    for (const char *args : {"", "sat github work", "set", "set github", "set github work secret", "remove github",
                             "use github", "use github work --client No", "list more", "set github work --secret x"})
        QTest::addRow("account %s", args) << QString::fromLatin1(args);
}

void tst_accountcommands::refusesWhatIsNotACommand()
{
    QFETCH(QString, args);
    const QByteArray before = file();
    QCOMPARE(run(args), int(ExitUsage));
    QVERIFY(!m_command->err.isEmpty());
    QVERIFY(m_command->asked.empty());
    QCOMPARE(m_command->prompts, QStringList());
    QCOMPARE(file(), before);
}

void tst_accountcommands::helps_data()
{
    QTest::addColumn<QString>("args");
    for (const char *args : {"--help", "set --help", "use --help", "remove --help", "list --help"})
        QTest::addRow("account %s", args) << QString::fromLatin1(args);
}

void tst_accountcommands::helps()
{
    QFETCH(QString, args);
    QCOMPARE(run(args), int(ExitDone));
    QVERIFY(m_command->out.startsWith(QLatin1String("Usage: pasarela-gateway account ")));
    QVERIFY(m_command->asked.empty());
}

void tst_accountcommands::withoutAGatewayNothingIsAskedOrWritten_data()
{
    QTest::addColumn<QString>("args");
    for (const char *args : {"list", "set github work", "set github new", "remove github work"})
        QTest::addRow("account %s", args) << QString::fromLatin1(args);
}

void tst_accountcommands::withoutAGatewayNothingIsAskedOrWritten()
{
    QFETCH(QString, args);
    const QByteArray before = file();
    m_command->answer = Error{Error::Code::Unavailable, QStringLiteral("The gateway is not running.")};
    QCOMPARE(run(args), int(ExitNoGateway));
    QCOMPARE(m_command->err, QStringLiteral("The gateway is not running.\n"));
    QCOMPARE(m_command->prompts, QStringList()); // nobody types a secret for nothing
    QCOMPARE(file(), before);
}

void tst_accountcommands::setSendsTheSecretToTheGateway()
{
    m_command->input = QByteArray("p\xc3\xa1ss \"word\"");
    QCOMPARE(run(QStringLiteral("set github work --field user")), int(ExitDone));
    QCOMPARE(m_command->asked.back().method, QByteArray(control::method::accountSet));
    QCOMPARE(m_command->asked.back().params,
             QByteArray("{\"enclave\":\"github\",\"account\":\"work\",\"field\":\"user\",\"secret\":"
                        "\"p\xc3\xa1ss \\\"word\\\"\"}"));
    QCOMPARE(m_command->out, QStringLiteral("Stored \"token\" of the account \"work\" of \"github\".\n"));
    QCOMPARE(m_command->prompts.size(), 1);
    QVERIFY(!(m_command->out + m_command->err).contains(QLatin1String("word\"")));
}

void tst_accountcommands::setMakesANewAccount()
{
    QCOMPARE(run(QStringLiteral("set github new")), int(ExitDone));
    QVERIFY(github().accounts.contains(AccountId(QStringLiteral("new"))));
    QVERIFY(wasAsked(control::method::reload)); // before the secret, which needs the account
    QCOMPARE(m_command->asked.back().method, QByteArray(control::method::accountSet));
    QVERIFY(!file().contains("sesame"));
    QCOMPARE(run(QStringLiteral("set wiki new")), int(ExitFailed));
    QVERIFY(m_command->err.contains(QLatin1String("\"wiki\"")));
}

void tst_accountcommands::whatFailsLeavesNoNewAccountBehind_data()
{
    QTest::addColumn<QByteArray>("failing");
    QTest::newRow("no secret") << QByteArray();
    QTest::newRow("a locked keychain") << QByteArray(control::method::accountSet);
    QTest::newRow("a gateway that does not take it") << QByteArray(control::method::reload);
}

void tst_accountcommands::whatFailsLeavesNoNewAccountBehind()
{
    QFETCH(QByteArray, failing);
    if (failing.isEmpty())
        m_command->input = Error{Error::Code::InvalidInput, QStringLiteral("No secret.")};
    m_command->failing = {{failing, Error{Error::Code::KeychainLocked, QStringLiteral("It is locked.")}}};
    QCOMPARE(run(QStringLiteral("set github new")), int(ExitFailed));
    QVERIFY(!m_command->err.isEmpty());
    QCOMPARE(github().accounts.keys(), QList{work});
    QCOMPARE(run(QStringLiteral("set github work")), int(ExitFailed));
    QCOMPARE(github().accounts.keys(), QList{work}); // that was there before
}

void tst_accountcommands::saysThatTwoAccountsHaveTheSameSecret()
{
    m_command->answer = QByteArray(R"({"field":"token","sameAs":["home"]})");
    QCOMPARE(run(QStringLiteral("set github work")), int(ExitDone));
    QVERIFY2(m_command->err.contains(QLatin1String("that of home")), qPrintable(m_command->err));
    m_command->json = true;
    QCOMPARE(run(QStringLiteral("set github work")), int(ExitDone));
    QCOMPARE(jsonAt(m_command->out, "/sameAs/0"), QByteArray("\"home\""));
}

void tst_accountcommands::removeTakesSecretsAndAccountAway()
{
    QCOMPARE(run(QStringLiteral("remove github work")), int(ExitDone));
    QCOMPARE(m_command->asked.front().method, QByteArray(control::method::accountRemove));
    QVERIFY(github().accounts.isEmpty());
    QCOMPARE(m_command->out, QStringLiteral("Removed the account \"work\" of \"github\".\n"));
    QCOMPARE(run(QStringLiteral("remove github gone")), int(ExitDone)); // only secrets were left of it
}

void tst_accountcommands::whatCannotBeRemovedStaysConfigured()
{
    m_command->answer = Error{Error::Code::KeychainLocked, QStringLiteral("It is locked.")};
    QCOMPARE(run(QStringLiteral("remove github work")), int(ExitFailed));
    QCOMPARE(github().accounts.keys(), QList{work});
}

void tst_accountcommands::useChoosesForEverybodyOrForOneClient()
{
    QCOMPARE(run(QStringLiteral("use github work")), int(ExitDone));
    QCOMPARE(github().defaultAccount, work);
    QCOMPARE(run(QStringLiteral("use github work --client claude-desktop")), int(ExitDone));
    QCOMPARE(m_command->out, QStringLiteral("\"claude-desktop\" uses the account \"work\" of \"github\".\n"));
    QVERIFY(file().contains("claude-desktop"));
    QCOMPARE(run(QStringLiteral("use github other")), int(ExitFailed));
    QVERIFY2(m_command->err.contains(QLatin1String("it has work")), qPrintable(m_command->err));
}

void tst_accountcommands::useNeedsNoGateway()
{
    m_command->answer = Error{Error::Code::Unavailable, QStringLiteral("The gateway is not running.")};
    QCOMPARE(run(QStringLiteral("use github work")), int(ExitDone));
    QCOMPARE(github().defaultAccount, work);
}

void tst_accountcommands::listShowsWhatIsStored()
{
    m_command->answer =
        QByteArray(R"({"accounts":[{"enclave":"github","account":"work","title":"","enabled":true,"default":true,)"
                   R"("fields":[{"name":"token","stored":true},{"name":"user","stored":false}],"clients":["cursor"]}],)"
                   R"("orphans":[{"enclave":"old","account":"gone","field":"token"}]})");
    QCOMPARE(run(QStringLiteral("list")), int(ExitDone));
    QCOMPARE(m_command->out.simplified(),
             QStringLiteral("ENCLAVE ACCOUNT STATE SECRETS USED BY "
                            "github work on token stored; user missing default, cursor "
                            "old gone not configured token stored"));
    m_command->json = true;
    QCOMPARE(run(QStringLiteral("list")), int(ExitDone));
    QCOMPARE(jsonAt(m_command->out, "/orphans/0/account"), QByteArray("\"gone\""));
}

QTEST_GUILESS_MAIN(tst_accountcommands)
#include "tst_accountcommands.moc"
