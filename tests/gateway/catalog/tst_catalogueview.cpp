// SPDX-License-Identifier: MIT
#include "gateway/catalog/catalogueview.h"
#include "tests/support/testhome.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <random>

using namespace pasarela;

namespace {

ListItem item(ListKind kind, const QByteArray &key, const QByteArray &rest = {})
{
    const QByteArray text = "[{\"" + QByteArray(wordsOf(kind).key) + "\":\"" + key + '"' + rest + "}]";
    return readItems(text, {0, text.size()}, kind).front();
}

ServerLists tools(std::initializer_list<const char *> names)
{
    ServerLists lists;
    for (const char *name : names)
        lists[ListKind::Tools].push_back(item(ListKind::Tools, name, R"(,"inputSchema":{"type":"object"})"));
    return lists;
}

QStringList namesIn(const QByteArray &list, const char *items = "tools", const char *key = "name")
{
    QStringList names;
    const QJsonDocument document = QJsonDocument::fromJson(list);
    for (const QJsonValue &value : document.object().value(QLatin1String(items)).toArray())
        names.append(value.toObject().value(QLatin1String(key)).toString());
    return names;
}

} // namespace

class tst_catalogueview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void listsToolsByEnclaveThenNameWithOursAmongThem();
    void findsTheWayBackForEveryListedTool();
    void doesNotDependOnTheOrderOfTheServersLists();
    void givesBothAHashWhereTwoNamesOfOneServerMeet();
    void leavesOutTheSecondOfTwoToolsWithOneName();
    void ourToolsWinAClash();
    void keepsPlainNamesWhileTheyAreUnique();
    void hidesToolsByTheirCanonicalName();
    void withholdsToolsThatOnlyRunAsTasks();
    void keepsDefinitionsByteForByteButTheName();
    void unitesListsWhereTheAccountIsOpen();
    void leavesUniqueUrisAsTheyAreAndWrapsClashingOnes();
    void findsTheOwnerOfAResourceByTemplateOrBecauseItIsTheOnlyOne();
    void boundsTheInstructions();

private:
    void add(const char *enclave, ServerLists lists, const char *account = "");
    std::unique_ptr<test::TestHome> m_home;
    std::unique_ptr<ToolCatalog> m_catalog;
    ViewSpec m_spec;
};

void tst_catalogueview::init()
{
    m_home = std::make_unique<test::TestHome>();
    m_catalog = std::make_unique<ToolCatalog>(CatalogueCache(m_home->file(QStringLiteral("catalogue"))));
    m_spec = ViewSpec();
}

void tst_catalogueview::add(const char *enclave, ServerLists lists, const char *account)
{
    const EnclaveId id(QString::fromLatin1(enclave));
    const AccountId accountId(QString::fromLatin1(account));
    m_catalog->setLaunch({id, accountId}, "launch");
    m_catalog->update({id, accountId}, std::move(lists));
    const auto known =
        std::find_if(m_spec.enclaves.begin(), m_spec.enclaves.end(), [&id](const auto &e) { return e.id == id; });
    if (known == m_spec.enclaves.end())
        m_spec.enclaves.push_back({id, {accountId}});
    else
        known->accounts.push_back(accountId);
}

void tst_catalogueview::listsToolsByEnclaveThenNameWithOursAmongThem()
{
    add("zoo", tools({"b", "a"}));
    add("files", tools({"read"}));
    m_spec.localTools = {{"pasarela__status", R"({"name":"pasarela__status"})"}};
    const CatalogueView view(*m_catalog, m_spec);
    const QStringList expected = {QStringLiteral("files__read"), QStringLiteral("pasarela__status"),
                                  QStringLiteral("zoo__a"), QStringLiteral("zoo__b")};
    QCOMPARE(namesIn(view.list(ListKind::Tools)), expected);
}

void tst_catalogueview::findsTheWayBackForEveryListedTool()
{
    add("files", tools({"read", "weird.name", "x y"}));
    add("far", tools({"read"}));
    const CatalogueView view(*m_catalog, m_spec);
    QCOMPARE(view.tool("files__weird_name")->key, QByteArray("weird.name"));
    QCOMPARE(view.tool("files__x_y")->enclave, EnclaveId(QStringLiteral("files")));
    QCOMPARE(view.tool("far__read")->enclave, EnclaveId(QStringLiteral("far")));
    QVERIFY(!view.tool("files__weird.name"));
    QVERIFY(!view.tool("read"));
    for (const QString &name : namesIn(view.list(ListKind::Tools)))
        QVERIFY(view.tool(name.toUtf8()));
}

void tst_catalogueview::doesNotDependOnTheOrderOfTheServersLists()
{
    std::mt19937 random(1);
    ServerLists lists = tools({"a", "b", "c.d", "c_d", "e"});
    add("files", lists);
    const QByteArray first = CatalogueView(*m_catalog, m_spec).list(ListKind::Tools);
    for (int i = 0; i < 20; ++i) {
        std::shuffle(lists[ListKind::Tools].begin(), lists[ListKind::Tools].end(), random);
        m_catalog->update({EnclaveId(QStringLiteral("files")), {}}, lists);
        QCOMPARE(CatalogueView(*m_catalog, m_spec).list(ListKind::Tools), first);
    }
}

void tst_catalogueview::givesBothAHashWhereTwoNamesOfOneServerMeet()
{
    add("files", tools({"a.b", "a_b", "c"}));
    const CatalogueView view(*m_catalog, m_spec);
    const QStringList names = namesIn(view.list(ListKind::Tools));
    QCOMPARE(names.size(), 3);
    QVERIFY(!names.contains(QStringLiteral("files__a_b")));
    const QByteArray dotted = exposedNameWithHash("files", "a.b", defaultNameLimit);
    const QByteArray underscored = exposedNameWithHash("files", "a_b", defaultNameLimit);
    QCOMPARE(view.tool(dotted)->key, QByteArray("a.b"));
    QCOMPARE(view.tool(underscored)->key, QByteArray("a_b"));
}

void tst_catalogueview::leavesOutTheSecondOfTwoToolsWithOneName()
{
    ServerLists lists;
    lists[ListKind::Tools] = {item(ListKind::Tools, "a", R"(,"description":"first")"),
                              item(ListKind::Tools, "a", R"(,"description":"second")")};
    add("files", lists);
    const CatalogueView view(*m_catalog, m_spec);
    QVERIFY(view.list(ListKind::Tools).contains("first"));
    QVERIFY(!view.list(ListKind::Tools).contains("second"));
    QCOMPARE(view.withheld().size(), size_t(1));
    QVERIFY(view.withheld().front().contains(QStringLiteral("files")));
}

void tst_catalogueview::ourToolsWinAClash()
{
    add("a", tools({"x"}));
    m_spec.localTools = {{"a__x", R"({"name":"a__x","ours":true})"}};
    const CatalogueView view(*m_catalog, m_spec);
    QCOMPARE(namesIn(view.list(ListKind::Tools)).size(), 1);
    QVERIFY(view.list(ListKind::Tools).contains("ours"));
    QVERIFY(view.tool("a__x")->enclave.isEmpty());
}

void tst_catalogueview::keepsPlainNamesWhileTheyAreUnique()
{
    add("one", tools({"solo", "both", "with__two"}));
    add("two", tools({"both"}));
    for (ViewEnclave &enclave : m_spec.enclaves)
        enclave.plainNames = true;
    const CatalogueView view(*m_catalog, m_spec);
    QVERIFY(view.tool("solo"));
    QVERIFY(!view.tool("both"));
    QVERIFY(view.tool("one__both"));
    QVERIFY(view.tool("two__both"));
    QVERIFY(view.tool("one__with__two"));
}

void tst_catalogueview::hidesToolsByTheirCanonicalName()
{
    add("files", tools({"read", "we.ird"}));
    m_spec.hiddenTools = {"files__we.ird"};
    const CatalogueView view(*m_catalog, m_spec);
    QCOMPARE(namesIn(view.list(ListKind::Tools)), QStringList{QStringLiteral("files__read")});
    QVERIFY(!view.tool("files__we_ird"));
}

void tst_catalogueview::withholdsToolsThatOnlyRunAsTasks()
{
    ServerLists lists = tools({"fine"});
    lists[ListKind::Tools].push_back(item(ListKind::Tools, "slow", R"(,"execution":{"taskSupport":"required"})"));
    lists[ListKind::Tools].push_back(item(ListKind::Tools, "either", R"(,"execution":{"taskSupport":"optional"})"));
    add("files", lists);
    const CatalogueView view(*m_catalog, m_spec);
    QVERIFY(view.tool("files__fine"));
    QVERIFY(view.tool("files__either"));
    QVERIFY(!view.tool("files__slow"));
    QCOMPARE(view.withheld().size(), size_t(1));
}

void tst_catalogueview::keepsDefinitionsByteForByteButTheName()
{
    const QByteArray rest = R"(, "x-big":12345678901234567890,"n":1.0,"u":"\u00e9" , "name2":"a")";
    ServerLists lists;
    lists[ListKind::Tools].push_back(item(ListKind::Tools, "a", rest));
    add("files", lists);
    QCOMPARE(CatalogueView(*m_catalog, m_spec).list(ListKind::Tools),
             QByteArray(R"({"tools":[{"name":"files__a")" + rest + "}]}"));
}

void tst_catalogueview::unitesListsWhereTheAccountIsOpen()
{
    add("mail", tools({"send"}), "home");
    add("mail", tools({"send", "archive"}), "work");
    const CatalogueView view(*m_catalog, m_spec);
    QCOMPARE(namesIn(view.list(ListKind::Tools)),
             (QStringList{QStringLiteral("mail__archive"), QStringLiteral("mail__send")}));
    QVERIFY(view.withheld().empty());
}

void tst_catalogueview::leavesUniqueUrisAsTheyAreAndWrapsClashingOnes()
{
    ServerLists one;
    one[ListKind::Resources] = {item(ListKind::Resources, "file:///only/one"),
                                item(ListKind::Resources, "demo://both/a b")};
    one.hasResources = true;
    ServerLists two;
    two[ListKind::Resources] = {item(ListKind::Resources, "demo://both/a b")};
    two.hasResources = true;
    add("one", one);
    add("two", two);
    const CatalogueView view(*m_catalog, m_spec);
    const QByteArray wrapped = "pasarela://two/demo%3A%2F%2Fboth%2Fa%20b";
    QCOMPARE(namesIn(view.list(ListKind::Resources), "resources", "uri"),
             (QStringList{QStringLiteral("file:///only/one"),
                          QStringLiteral("pasarela://one/demo%3A%2F%2Fboth%2Fa%20b"), QString::fromLatin1(wrapped)}));
    QCOMPARE(view.resource(wrapped)->enclave, EnclaveId(QStringLiteral("two")));
    QCOMPARE(view.resource(wrapped)->key, QByteArray("demo://both/a b"));
    QCOMPARE(view.exposedUri(EnclaveId(QStringLiteral("two")), "demo://both/a b"), wrapped);
    QCOMPARE(view.exposedUri(EnclaveId(QStringLiteral("one")), "file:///only/one"), QByteArray("file:///only/one"));
    QVERIFY(!view.resource("demo://both/a b"));
}

void tst_catalogueview::findsTheOwnerOfAResourceByTemplateOrBecauseItIsTheOnlyOne()
{
    ServerLists one;
    one[ListKind::Templates] = {item(ListKind::Templates, "one://{id}")};
    one.hasResources = true;
    add("one", one);
    QCOMPARE(CatalogueView(*m_catalog, m_spec).resource("other://1")->enclave, EnclaveId(QStringLiteral("one")));

    ServerLists two;
    two[ListKind::Templates] = {item(ListKind::Templates, "two://{id}"), item(ListKind::Templates, "same://{id}")};
    two.hasResources = true;
    add("two", two);
    const CatalogueView view(*m_catalog, m_spec);
    QCOMPARE(view.resource("two://1")->enclave, EnclaveId(QStringLiteral("two")));
    QCOMPARE(view.resource("two://1")->key, QByteArray("two://1"));
    QVERIFY(!view.resource("other://1"));
    QCOMPARE(view.uriTemplate("one://{id}")->enclave, EnclaveId(QStringLiteral("one")));
}

void tst_catalogueview::boundsTheInstructions()
{
    ServerLists lists = tools({"a"});
    lists.instructions = QStringLiteral("Read me first.");
    add("files", lists);
    ServerLists talkative = tools({"b"});
    talkative.instructions = QString(100000, u'x');
    add("talker", talkative);
    const CatalogueView view(*m_catalog, m_spec);
    QVERIFY(view.instructions().contains(QStringLiteral("Read me first.")));
    QVERIFY(view.instructions().contains(QStringLiteral("pasarela__status")));
    QVERIFY(view.instructions().size() < 10000);
}

QTEST_GUILESS_MAIN(tst_catalogueview)
#include "tst_catalogueview.moc"
