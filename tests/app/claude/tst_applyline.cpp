// SPDX-License-Identifier: MIT
#include "app/claude/applyline.h"

#include <QDir>
#include <QTest>

using namespace pasarela;

/// What a person is told to type after `--plan`.
class tst_applyline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void offersOnlyWhatIsPossible_data();
    void offersOnlyWhatIsPossible();
    void carriesThePlanOut();
    void saysAgainWhatWasSaid();
    void trustsNoMoreThanWasSaid_data();
    void trustsNoMoreThanWasSaid();
    void trustsNothingWhereNothingStarts();
    void asksForACorrectionFirst_data();
    void asksForACorrectionFirst();
    void aPlanThatIsDoneNeedsNoLine();
};

namespace {

MigrationPlan planOf(const QByteArray &servers, const ConnectOptions &options = {})
{
    PlanInput input;
    input.bytes = "{\"mcpServers\":" + servers + '}';
    input.ownEntry = ownEntry(QStringLiteral("/opt/pasarela-bridge"), {});
    input.decided = options.decided;
    return planMigration(input).value();
}

ConnectOptions optionsOf(const QStringList &more = {})
{
    return parseConnectOptions(
               QStringList{QStringLiteral("--connect"), QStringLiteral("claude-desktop"), QStringLiteral("--plan")}
               + more)
        .value();
}

QString line(const ConnectOptions &options, const MigrationPlan &plan)
{
    return nextStep(QStringLiteral("pasarela"), options, plan).section(QLatin1Char('\n'), -1).trimmed();
}

} // namespace

void tst_applyline::offersOnlyWhatIsPossible_data()
{
    QTest::addColumn<QByteArray>("servers");
    QTest::addColumn<QString>("hint");
    QTest::newRow("a key") << QByteArray(R"({"a":{"command":"c","env":{"TOKEN":"x"}}})")
                           << QStringLiteral(" (--decide a=leave)");
    QTest::newRow("no program") << QByteArray(R"({"a":{"url":"u"}})") << QStringLiteral(" (--decide a=leave)");
    QTest::newRow("a doubt") << QByteArray(R"({"a":{"command":"./c"}})")
                             << QStringLiteral(" (--decide a=migrate or a=leave)");
    QTest::newRow("our name, and a key") << QByteArray(R"({"pasarela":{"command":"c","env":{"TOKEN":"x"}}})")
                                         << QString();
    QTest::newRow("a name that nobody can type") << QByteArray(R"({"a\u001b":{"url":"u"}})") << QString();
}

void tst_applyline::offersOnlyWhatIsPossible()
{
    QFETCH(QByteArray, servers);
    QFETCH(QString, hint);
    const MigrationPlan plan = planOf(servers);
    QCOMPARE(int(plan.rows[0].action), int(PlanAction::Decide));
    QCOMPARE(hintFor(plan.rows[0]), hint);
    // What is offered is then taken.
    for (const QString &choice : choicesFor(plan.rows[0])) {
        const QString name = plan.rows[0].entry.name;
        const ConnectOptions decided = optionsOf({QStringLiteral("--decide"), choice});
        QCOMPARE(int(planOf(servers, decided).rows[0].action), int(decided.decided.value(name)));
    }
}

void tst_applyline::carriesThePlanOut()
{
    const MigrationPlan plan = planOf(R"({"n":{"command":"c"},"k":{"command":"c","env":{"TOKEN":"x"}}})");
    QCOMPARE(line(optionsOf(), plan),
             QStringLiteral("pasarela --connect claude-desktop --apply --trust-all --decide k=leave"));
}

void tst_applyline::saysAgainWhatWasSaid()
{
    const QString home = QDir::toNativeSeparators(QDir::rootPath() + QStringLiteral("h"));
    const QString file = QDir::toNativeSeparators(QDir::rootPath() + QStringLiteral("c.json"));
    const ConnectOptions options =
        optionsOf({QStringLiteral("--home"), home, QStringLiteral("--config"), file, QStringLiteral("--decide"),
                   QStringLiteral("a=migrate"), QStringLiteral("--decide"), QStringLiteral("b=leave")});
    const MigrationPlan plan = planOf(R"({"a":{"command":"./c"},"b":{"command":"c"}})", options);
    QCOMPARE(line(options, plan),
             QStringLiteral("pasarela --connect claude-desktop --home %1 --config %2 --apply --trust-all "
                            "--decide a=migrate --decide b=leave")
                 .arg(home, file));
}

void tst_applyline::trustsNoMoreThanWasSaid_data()
{
    QTest::addColumn<QStringList>("trusted");
    QTest::addColumn<QString>("said");
    QTest::newRow("one of two") << QStringList{QStringLiteral("--trust"), QStringLiteral("a")}
                                << QStringLiteral("--trust a --decide b=leave");
    QTest::newRow("both") << QStringList{QStringLiteral("--trust"), QStringLiteral("a"), QStringLiteral("--trust"),
                                         QStringLiteral("b")}
                          << QStringLiteral("--trust a --trust b");
    QTest::newRow("all") << QStringList{QStringLiteral("--trust"), QStringLiteral("a"), QStringLiteral("--trust-all")}
                         << QStringLiteral("--trust-all");
}

void tst_applyline::trustsNoMoreThanWasSaid()
{
    QFETCH(QStringList, trusted);
    QFETCH(QString, said);
    const ConnectOptions options = optionsOf(trusted);
    const MigrationPlan plan = planOf(R"({"a":{"command":"c"},"b":{"command":"d"}})", options);
    QCOMPARE(line(options, plan), QStringLiteral("pasarela --connect claude-desktop --apply ") + said);
}

void tst_applyline::trustsNothingWhereNothingStarts()
{
    const MigrationPlan plan = planOf(R"({"k":{"url":"u"}})");
    QCOMPARE(line(optionsOf(), plan), QStringLiteral("pasarela --connect claude-desktop --apply --decide k=leave"));
}

void tst_applyline::asksForACorrectionFirst_data()
{
    QTest::addColumn<QByteArray>("servers");
    QTest::newRow("our name is taken") << QByteArray(R"({"pasarela":{"url":"u"}})");
    QTest::newRow("a name that nobody can type") << QByteArray(R"({"a\u001b":{"url":"u"}})");
}

void tst_applyline::asksForACorrectionFirst()
{
    QFETCH(QByteArray, servers);
    const QString text = nextStep(QStringLiteral("pasarela"), optionsOf(), planOf(servers));
    QVERIFY2(text.startsWith(QStringLiteral("Correct the file first")), qPrintable(text));
    QVERIFY2(!text.contains(QStringLiteral("--apply")), qPrintable(text));
}

void tst_applyline::aPlanThatIsDoneNeedsNoLine()
{
    MigrationPlan plan;
    plan.before = plan.after = "{}";
    QVERIFY(!nextStep(QStringLiteral("pasarela"), optionsOf(), plan).contains(QStringLiteral("--apply")));
}

QTEST_GUILESS_MAIN(tst_applyline)
#include "tst_applyline.moc"
