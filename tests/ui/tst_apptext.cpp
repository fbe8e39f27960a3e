// SPDX-License-Identifier: MIT
#include "ui/apptext.h"
#include "ui/language.h"

#include <QTest>

using namespace pasarela;

/// AI apps by the names people know, however many connections each holds.
class tst_apptext : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void callsAppsByTheirProducts_data();
    void callsAppsByTheirProducts();
    void twoConnectionsAreOneApp();
    void controlConnectionsAreNoApps();
    void listsAppsAsASentenceDoes_data();
    void listsAppsAsASentenceDoes();

private:
    Language m_language;
};

namespace {

ClientView client(const QString &name, const QString &title = {}, const QString &transport = QStringLiteral("bridge"))
{
    ClientView view;
    view.name = name;
    view.title = title;
    view.transport = transport;
    return view;
}

} // namespace

void tst_apptext::initTestCase()
{
    QVERIFY(m_language.use(QStringLiteral("en")));
}

void tst_apptext::callsAppsByTheirProducts_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("product");
    const auto row = [](const char *test, const char *name, const char *title, const char *product) {
        QTest::newRow(test) << QString::fromLatin1(name) << QString::fromLatin1(title) << QString::fromLatin1(product);
    };
    row("a known profile", "claude-desktop", "claude-ai 0.1.0", "Claude");
    row("another known profile", "vscode", "", "VS Code");
    row("a title of its own", "zed", "Zed 0.200", "Zed 0.200");
    row("a name only", "zed", "", "zed");
    row("nothing said", "", "", "An AI app");
    row("the generic profile", "generic", "", "An AI app");
    row("several lines become one", "x", "a\nb\tc", "a b c");
    row("a long text is cut", "x", "0123456789012345678901234567890123456789and more",
        "0123456789012345678901234567890123456789");
}

void tst_apptext::callsAppsByTheirProducts()
{
    QFETCH(QString, name);
    QFETCH(QString, title);
    QFETCH(QString, product);
    QCOMPARE(AppText::title(client(name, title)), product);
}

void tst_apptext::twoConnectionsAreOneApp()
{
    Snapshot snapshot;
    const QDateTime early(QDate(2026, 5, 7), QTime(9, 0));
    snapshot.clients = {client(QStringLiteral("claude-desktop")), client(QStringLiteral("cursor")),
                        client(QStringLiteral("claude-desktop"))};
    snapshot.clients[0].since = early.addSecs(60);
    snapshot.clients[2].since = early;
    const std::vector<ConnectedApp> expected = {{QStringLiteral("Claude"), 2, early},
                                                {QStringLiteral("Cursor"), 1, {}}};
    QVERIFY(AppText::connected(snapshot) == expected);
}

void tst_apptext::controlConnectionsAreNoApps()
{
    Snapshot snapshot;
    snapshot.clients = {client(QStringLiteral("generic"), {}, QStringLiteral("control"))};
    QVERIFY(AppText::connected(snapshot).empty());
}

void tst_apptext::listsAppsAsASentenceDoes_data()
{
    QTest::addColumn<QStringList>("titles");
    QTest::addColumn<QString>("words");
    const QStringList titles{QStringLiteral("Claude"), QStringLiteral("Cursor"), QStringLiteral("VS Code"),
                             QStringLiteral("Zed")};
    QTest::newRow("none") << QStringList() << QString();
    QTest::newRow("one") << titles.mid(0, 1) << QStringLiteral("Claude");
    QTest::newRow("two") << titles.mid(0, 2) << QStringLiteral("Claude and Cursor");
    QTest::newRow("three") << titles.mid(0, 3) << QStringLiteral("Claude, Cursor and VS Code");
    QTest::newRow("many") << titles << QStringLiteral("4 AI apps");
}

void tst_apptext::listsAppsAsASentenceDoes()
{
    QFETCH(QStringList, titles);
    QFETCH(QString, words);
    std::vector<ConnectedApp> apps;
    for (const QString &title : std::as_const(titles))
        apps.push_back({title, 1, {}});
    QCOMPARE(AppText::list(apps), words);
}

QTEST_MAIN(tst_apptext)
#include "tst_apptext.moc"
