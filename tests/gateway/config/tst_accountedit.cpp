// SPDX-License-Identifier: MIT
#include "gateway/config/accountedit.h"
#include "tests/support/testhome.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

class tst_accountedit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void addsAnAccountOnce();
    void anAccountsNameIsChecked();
    void removesAnAccountFromEveryChoice();
    void choosesForEverybodyOrForOneClient();
    void whatIsNotThereIsNamed_data();
    void whatIsNotThereIsNamed();

private:
    GatewayConfig config() const { return m_edit->read()->config; }
    EnclaveConfig github() const { return config().enclaves[enclave]; }

    const EnclaveId enclave{QStringLiteral("github")};
    const AccountId work{QStringLiteral("work")};
    const AccountId home{QStringLiteral("home")};
    std::unique_ptr<TestHome> m_home;
    std::unique_ptr<ConfigEdit> m_edit;
};

void tst_accountedit::init()
{
    m_home = std::make_unique<TestHome>();
    m_edit = std::make_unique<ConfigEdit>(*Paths::locate(m_home->path()));
    m_home->write(QStringLiteral("pasarela.json"),
                  R"({"enclaves":{"github":{"stdio":{"command":"x"},"accounts":{"work":{},"home":{}},)"
                  R"("defaultAccount":"work"}},"clients":{"cursor":{"accounts":{"github":"work"}},)"
                  R"("vscode":{"accounts":{"github":["work","home"]}},"codex":{"accounts":{"github":"home"}}}})");
}

void tst_accountedit::addsAnAccountOnce()
{
    const AccountId other(QStringLiteral("ana@example.org"));
    const auto first = addAccount(*m_edit, enclave, other);
    QVERIFY(first);
    QCOMPARE(github().accounts.keys(), (QList{other, home, work}));
    QCOMPARE(*addAccount(*m_edit, enclave, other), *first);
}

void tst_accountedit::anAccountsNameIsChecked()
{
    const QByteArray before = m_home->read(QStringLiteral("pasarela.json"));
    for (const char *name : {"", "Work", "a b", "a/b", "-a"})
        QCOMPARE(addAccount(*m_edit, enclave, AccountId(QString::fromLatin1(name))).error().code,
                 Error::Code::InvalidInput);
    QCOMPARE(m_home->read(QStringLiteral("pasarela.json")), before);
}

void tst_accountedit::removesAnAccountFromEveryChoice()
{
    QVERIFY(removeAccount(*m_edit, enclave, work));
    QCOMPARE(github().accounts.keys(), QList{home});
    QVERIFY(github().defaultAccount.isEmpty());
    const auto choiceOf = [this](const char *client) {
        return config().clients[ClientId(QString::fromLatin1(client))].accounts.value(enclave);
    };
    QCOMPARE(choiceOf("cursor"), QStringList());
    QCOMPARE(choiceOf("vscode"), QStringList(home.text()));
    QCOMPARE(choiceOf("codex"), QStringList(home.text()));
}

void tst_accountedit::choosesForEverybodyOrForOneClient()
{
    QVERIFY(useAccount(*m_edit, enclave, home, {}));
    QCOMPARE(github().defaultAccount, home);
    const ClientId desktop(QStringLiteral("claude-desktop"));
    QVERIFY(useAccount(*m_edit, enclave, work, desktop));
    QCOMPARE(config().clients[desktop].accounts.value(enclave), QStringList(work.text()));
    QCOMPARE(github().defaultAccount, home);
}

void tst_accountedit::whatIsNotThereIsNamed_data()
{
    QTest::addColumn<QString>("enclaveName");
    QTest::addColumn<QString>("account");
    QTest::newRow("no enclave") << QStringLiteral("wiki") << QStringLiteral("work");
    QTest::newRow("no account") << QStringLiteral("github") << QStringLiteral("other");
}

void tst_accountedit::whatIsNotThereIsNamed()
{
    QFETCH(QString, enclaveName);
    QFETCH(QString, account);
    const QString missing = enclaveName == QLatin1String("wiki") ? enclaveName : account;
    for (const auto &result : {removeAccount(*m_edit, EnclaveId(enclaveName), AccountId(account)),
                               useAccount(*m_edit, EnclaveId(enclaveName), AccountId(account), {})}) {
        QCOMPARE(result.error().code, Error::Code::NotFound);
        QVERIFY2(result.error().detail.contains(missing), qPrintable(result.error().detail));
    }
}

QTEST_GUILESS_MAIN(tst_accountedit)
#include "tst_accountedit.moc"
