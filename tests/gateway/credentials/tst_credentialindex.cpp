// SPDX-License-Identifier: MIT
#include "gateway/credentials/credentialindex.h"
#include "tests/support/testhome.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

class tst_credentialindex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesLeadBackToTheirKeys_data();
    void namesLeadBackToTheirKeys();
    void keepsNamesBackendAndParts();
    void theLastNameTakesTheBackendAlong();
    void aBrokenFileIsAnEmptyIndex_data();
    void aBrokenFileIsAnEmptyIndex();
    void aDiskThatSaysNoIsAnError();

private:
    static CredentialKey key(const char *name) { return *CredentialKey::fromName(QString::fromLatin1(name)); }
    TestHome m_home;
};

void tst_credentialindex::namesLeadBackToTheirKeys_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("valid");
    const auto row = [](const char *name, bool valid) {
        QTest::addRow("%s", name) << QString::fromLatin1(name) << valid;
    };
    row("github/work/token", true);
    row("github/ana@example.org/oauth", true);
    row("github/work", false);
    row("github/work/token/more", false);
    row("github//token", false);
    row("github/work/to#ken", false);
    row("github/work/to ken", false);
    QTest::newRow("a part that is too long") << QString(65, u'x') + QStringLiteral("/a/b") << false;
}

void tst_credentialindex::namesLeadBackToTheirKeys()
{
    QFETCH(QString, name);
    QFETCH(bool, valid);
    const auto found = CredentialKey::fromName(name);
    QCOMPARE(found.has_value(), valid);
    if (valid)
        QCOMPARE(found->name(), name);
}

void tst_credentialindex::keepsNamesBackendAndParts()
{
    const QString file = m_home.file(QStringLiteral("kept.json"));
    CredentialIndex index(file);
    QVERIFY(index.isEmpty());
    QVERIFY(index.addParts(key("a/b/long"), QStringLiteral("12345678/3")));
    QVERIFY(index.setStored(key("a/b/token"), QStringLiteral("secret-service")));
    const CredentialIndex again(file);
    QCOMPARE(again.stored(), std::vector{key("a/b/token")}); // the other was not written to its end
    QCOMPARE(again.parts(key("a/b/long")), QStringList(QStringLiteral("12345678/3")));
    QCOMPARE(again.backend(), QStringLiteral("secret-service"));
    QVERIFY(index.removeParts(key("a/b/long"), QStringLiteral("12345678/3")));
    QVERIFY(CredentialIndex(file).parts(key("a/b/long")).isEmpty());
}

void tst_credentialindex::theLastNameTakesTheBackendAlong()
{
    const QString file = m_home.file(QStringLiteral("last.json"));
    CredentialIndex index(file);
    QVERIFY(index.setStored(key("a/b/c"), QStringLiteral("kwallet")));
    QVERIFY(index.setStored(key("a/b/d"), QStringLiteral("kwallet")));
    QVERIFY(index.forget(key("a/b/c")));
    QCOMPARE(CredentialIndex(file).backend(), QStringLiteral("kwallet"));
    QVERIFY(index.forget(key("a/b/d")));
    QCOMPARE(CredentialIndex(file).backend(), QString());
    QVERIFY(CredentialIndex(file).isEmpty());
}

void tst_credentialindex::aBrokenFileIsAnEmptyIndex_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no JSON") << QByteArray("nothing");
    QTest::newRow("no object") << QByteArray("[]");
    QTest::newRow("names of other kinds") << QByteArray(R"({"backend":1,"names":[1]})");
    QTest::newRow("bad names") << QByteArray(R"({"names":{"x":{"stored":true},"a/b/c":7}})");
}

void tst_credentialindex::aBrokenFileIsAnEmptyIndex()
{
    QFETCH(QByteArray, bytes);
    m_home.write(QStringLiteral("broken.json"), bytes);
    CredentialIndex index(m_home.file(QStringLiteral("broken.json")));
    QVERIFY(index.stored().empty());
    QVERIFY(index.setStored(key("a/b/c"), QStringLiteral("x")));
    QCOMPARE(CredentialIndex(index.file()).stored().size(), size_t(1));
}

void tst_credentialindex::aDiskThatSaysNoIsAnError()
{
    CredentialIndex index(m_home.file(QStringLiteral("no/such/folder/index.json")));
    QVERIFY(!index.setStored(key("a/b/c"), QStringLiteral("x")));
}

QTEST_GUILESS_MAIN(tst_credentialindex)
#include "tst_credentialindex.moc"
