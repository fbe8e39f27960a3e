// SPDX-License-Identifier: MIT
#include "gateway/session/routingpolicy.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QTest>

using namespace pasarela;

class tst_routingpolicy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsEnabledEnclavesThatAreNotSwitchedOffForTheClient();
    void choosesTheAccount_data();
    void choosesTheAccount();
    void refusesToGuessAnAccountAndNamesTheChoice();
    void scopeDecidesWhatIsShared_data();
    void scopeDecidesWhatIsShared();
    void aFolderIsAProjectOnlyWhereItIsOne();

private:
    const EnclaveId m_mail{QStringLiteral("mail")};
};

namespace {

GatewayConfig mailWith(std::initializer_list<const char *> accounts)
{
    EnclaveConfig mail;
    mail.launch = StdioLaunch{QStringLiteral("mail"), {}};
    for (const char *account : accounts)
        mail.accounts.insert(AccountId(QString::fromLatin1(account)), {});
    GatewayConfig config;
    config.enclaves.insert(EnclaveId(QStringLiteral("mail")), mail);
    return config;
}

} // namespace

void tst_routingpolicy::showsEnabledEnclavesThatAreNotSwitchedOffForTheClient()
{
    GatewayConfig config = mailWith({});
    config.enclaves.insert(EnclaveId(QStringLiteral("off")), EnclaveConfig{});
    config.enclaves[EnclaveId(QStringLiteral("off"))].enabled = false;
    config.enclaves.insert(EnclaveId(QStringLiteral("files")), EnclaveConfig{});
    ClientConfig strict;
    strict.disabledEnclaves = {QStringLiteral("mail")};
    config.clients.insert(ClientId(QStringLiteral("strict")), strict);
    const RoutingPolicy policy(config);
    QCOMPARE(policy.visibleTo(ClientId(QStringLiteral("any"))),
             (std::vector{EnclaveId(QStringLiteral("files")), m_mail}));
    QCOMPARE(policy.visibleTo(ClientId(QStringLiteral("strict"))), (std::vector{EnclaveId(QStringLiteral("files"))}));
}

void tst_routingpolicy::choosesTheAccount_data()
{
    QTest::addColumn<QStringList>("accounts");
    QTest::addColumn<QString>("byDefault");
    QTest::addColumn<QString>("byClient");
    QTest::addColumn<QString>("override_");
    QTest::addColumn<QString>("chosen");
    const QString none;
    const QStringList two{QStringLiteral("home"), QStringLiteral("work")};
    QTest::newRow("no accounts") << QStringList() << none << none << none << none;
    QTest::newRow("only one") << QStringList{QStringLiteral("home")} << none << none << none << QStringLiteral("home");
    QTest::newRow("default") << two << QStringLiteral("work") << none << none << QStringLiteral("work");
    QTest::newRow("client before default")
        << two << QStringLiteral("work") << QStringLiteral("home") << none << QStringLiteral("home");
    QTest::newRow("command line before client")
        << two << QStringLiteral("home") << QStringLiteral("home") << QStringLiteral("work") << QStringLiteral("work");
}

void tst_routingpolicy::choosesTheAccount()
{
    QFETCH(QStringList, accounts);
    QFETCH(QString, byDefault);
    QFETCH(QString, byClient);
    QFETCH(QString, override_);
    QFETCH(QString, chosen);
    GatewayConfig config = mailWith({});
    for (const QString &account : accounts)
        config.enclaves[m_mail].accounts.insert(AccountId(account), {});
    config.enclaves[m_mail].defaultAccount = AccountId(byDefault);
    const ClientId client(QStringLiteral("claude-desktop"));
    if (!byClient.isEmpty())
        config.clients[client].accounts.insert(m_mail, {byClient});
    const auto key = RoutingPolicy(config).sessionFor({client, {}, 1, override_}, m_mail);
    QVERIFY(key);
    QCOMPARE(key->account, AccountId(chosen));
}

void tst_routingpolicy::refusesToGuessAnAccountAndNamesTheChoice()
{
    const RoutingPolicy policy(mailWith({"home", "work"}));
    const Caller caller{ClientId(QStringLiteral("x")), {}, 1, {}};
    const auto key = policy.sessionFor(caller, m_mail);
    QVERIFY(!key);
    QCOMPARE(key.error().code, Error::Code::NeedsPerson);
    QVERIFY(key.error().detail.contains(QStringLiteral("home, work")));
    QCOMPARE(policy.accountsFor(caller, m_mail).size(), size_t(2));

    const auto unknown = policy.sessionFor({ClientId(QStringLiteral("x")), {}, 1, QStringLiteral("nobody")}, m_mail);
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, Error::Code::NotFound);
    QCOMPARE(policy.sessionFor(caller, EnclaveId(QStringLiteral("absent"))).error().code, Error::Code::NotFound);
}

void tst_routingpolicy::scopeDecidesWhatIsShared_data()
{
    QTest::addColumn<int>("scope");
    QTest::addColumn<bool>("sharedByProjects");
    QTest::addColumn<bool>("sharedByConnections");
    QTest::newRow("account") << int(Scope::Account) << true << true;
    QTest::newRow("project") << int(Scope::Project) << false << true;
    QTest::newRow("client") << int(Scope::Client) << true << false;
}

void tst_routingpolicy::scopeDecidesWhatIsShared()
{
    QFETCH(int, scope);
    GatewayConfig config = mailWith({});
    config.enclaves[m_mail].scope = Scope(scope);
    const RoutingPolicy policy(config);
    const auto keyOf = [&](const QString &project, quint64 connection) {
        return *policy.sessionFor({ClientId(QStringLiteral("x")), project, connection, {}}, m_mail);
    };
    QTEST(keyOf(QStringLiteral("/a"), 1) == keyOf(QStringLiteral("/b"), 1), "sharedByProjects");
    QTEST(keyOf(QStringLiteral("/a"), 1) == keyOf(QStringLiteral("/a"), 2), "sharedByConnections");
    QVERIFY(keyOf({}, 1) == keyOf({}, 1));
}

void tst_routingpolicy::aFolderIsAProjectOnlyWhereItIsOne()
{
    const test::TestHome home;
    QCOMPARE(projectOf(home.path() + QStringLiteral("/./")), QDir(home.path()).canonicalPath());
    QCOMPARE(projectOf(QDir::rootPath()), QString());
    QCOMPARE(projectOf(QDir::homePath()), QString());
    QCOMPARE(projectOf(QStringLiteral("relative")), QString());
    QCOMPARE(projectOf(home.file(QStringLiteral("absent"))), QString());
    QCOMPARE(projectOf({}), QString());
}

QTEST_GUILESS_MAIN(tst_routingpolicy)
#include "tst_routingpolicy.moc"
