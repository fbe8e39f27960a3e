// SPDX-License-Identifier: MIT
#include "gateway/config/configdiff.h"

#include <QSet>
#include <QTest>

#include <functional>

using namespace pasarela;

using EnclaveEdit = std::function<void(EnclaveConfig &)>;
using ConfigEditStep = std::function<void(GatewayConfig &)>;
Q_DECLARE_METATYPE(EnclaveEdit)
Q_DECLARE_METATYPE(ConfigEditStep)
Q_DECLARE_METATYPE(Launch)

namespace {

const EnclaveId files(QStringLiteral("files"));

GatewayConfig configWith(const EnclaveConfig &enclave)
{
    GatewayConfig config;
    config.enclaves.insert(files, enclave);
    return config;
}

EnclaveConfig stdioEnclave()
{
    EnclaveConfig enclave;
    enclave.launch = StdioLaunch{QStringLiteral("npx"), {QStringLiteral("-y"), QStringLiteral("server")}};
    return enclave;
}

ConfigDelta enclavesOnly(std::vector<EnclaveDelta> enclaves)
{
    ConfigDelta delta;
    delta.enclaves = std::move(enclaves);
    return delta;
}

ConfigDelta only(bool ConfigDelta::*part)
{
    ConfigDelta delta;
    delta.*part = true;
    return delta;
}

} // namespace

class tst_configdiff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatEachMemberOfAnEnclaveCosts_data();
    void saysWhatEachMemberOfAnEnclaveCosts();
    void relaunchesWhenTheWayToTheServerChanges_data();
    void relaunchesWhenTheWayToTheServerChanges();
    void followsAnEnclaveThroughItsLife_data();
    void followsAnEnclaveThroughItsLife();
    void listsOnlyChangedEnclavesByName();
    void saysWhichPartOfTheRestChanged_data();
    void saysWhichPartOfTheRestChanged();
    void launchHashKeepsListsApart();
    void launchHashIsAPromise();
};

void tst_configdiff::saysWhatEachMemberOfAnEnclaveCosts_data()
{
    QTest::addColumn<EnclaveEdit>("edit");
    QTest::addColumn<bool>("relaunch");
    const auto row = [](const char *name, bool relaunch, EnclaveEdit edit) { QTest::newRow(name) << edit << relaunch; };
    const QString x = QStringLiteral("X");

    row("command", true, [](EnclaveConfig &e) { std::get<StdioLaunch>(e.launch).command = QStringLiteral("node"); });
    row("args", true, [](EnclaveConfig &e) { std::get<StdioLaunch>(e.launch).args.append(QStringLiteral("-v")); });
    row("env", true, [x](EnclaveConfig &e) { e.env.insert(x, x); });
    row("passEnv", true, [x](EnclaveConfig &e) { e.passEnv.append(x); });
    row("credentialEnv", true, [x](EnclaveConfig &e) { e.credentialEnv.insert(x, x); });
    row("headers", true, [x](EnclaveConfig &e) { e.headers.insert(x, x); });
    row("cwd", true, [](EnclaveConfig &e) { e.cwd = QStringLiteral("/srv"); });
    row("scope", true, [](EnclaveConfig &e) { e.scope = Scope::Project; });
    row("allowSetuid", true, [](EnclaveConfig &e) { e.allowSetuid = true; });

    row("title", false, [x](EnclaveConfig &e) { e.title = x; });
    row("group", false, [x](EnclaveConfig &e) { e.group = x; });
    row("names", false, [](EnclaveConfig &e) { e.names = NameStyle::Plain; });
    row("reverse", false, [](EnclaveConfig &e) { e.reverse = ReversePolicy::Exclusive; });
    row("onDefinitionChange", false, [](EnclaveConfig &e) { e.onDefinitionChange = DefinitionPolicy::Accept; });
    row("timeouts", false, [](EnclaveConfig &e) { e.timeouts.call = std::chrono::seconds(5); });
    row("accounts", false, [x](EnclaveConfig &e) { e.accounts.insert(AccountId(x), {}); });
    row("defaultAccount", false, [x](EnclaveConfig &e) { e.defaultAccount = AccountId(x); });
    row("idleMinutes", false, [](EnclaveConfig &e) { e.idleMinutes = 0; });
    row("maxSessions", false, [](EnclaveConfig &e) { e.maxSessions = 1; });
    row("sendProject", false, [](EnclaveConfig &e) { e.sendProject = true; });
    row("origin", false, [x](EnclaveConfig &e) { e.origin = x; });
}

void tst_configdiff::saysWhatEachMemberOfAnEnclaveCosts()
{
    QFETCH(EnclaveEdit, edit);
    QFETCH(bool, relaunch);
    EnclaveConfig before = stdioEnclave();
    EnclaveConfig after = before;
    edit(after);
    const EnclaveChange expected = relaunch ? EnclaveChange::Relaunch : EnclaveChange::Touched;
    QCOMPARE(configDiff(configWith(before), configWith(after)), enclavesOnly({{files, expected}}));
    QCOMPARE(launchHash(before) != launchHash(after), relaunch);

    before.enabled = after.enabled = false; // nothing runs that could be started anew
    QCOMPARE(configDiff(configWith(before), configWith(after)), enclavesOnly({{files, EnclaveChange::Touched}}));
}

void tst_configdiff::relaunchesWhenTheWayToTheServerChanges_data()
{
    QTest::addColumn<Launch>("before");
    QTest::addColumn<Launch>("after");
    const QString a = QStringLiteral("a");
    const QString b = QStringLiteral("b");
    QTest::newRow("url") << Launch(HttpLaunch{a}) << Launch(HttpLaunch{b});
    QTest::newRow("era") << Launch(HttpLaunch{a}) << Launch(HttpLaunch{a, HttpLaunch::Era::Sse});
    QTest::newRow("grpc address") << Launch(GrpcLaunch{a}) << Launch(GrpcLaunch{b});
    QTest::newRow("mesh host") << Launch(MeshLaunch{a, a, a}) << Launch(MeshLaunch{b, a, a});
    QTest::newRow("mesh enclave") << Launch(MeshLaunch{a, a, a}) << Launch(MeshLaunch{a, b, a});
    QTest::newRow("mesh fingerprint") << Launch(MeshLaunch{a, a, a}) << Launch(MeshLaunch{a, a, b});
    QTest::newRow("kind") << Launch(GrpcLaunch{a}) << Launch(HttpLaunch{a});
}

void tst_configdiff::relaunchesWhenTheWayToTheServerChanges()
{
    QFETCH(Launch, before);
    QFETCH(Launch, after);
    EnclaveConfig old, now;
    old.launch = before;
    now.launch = after;
    QCOMPARE(configDiff(configWith(old), configWith(now)), enclavesOnly({{files, EnclaveChange::Relaunch}}));
}

void tst_configdiff::followsAnEnclaveThroughItsLife_data()
{
    QTest::addColumn<GatewayConfig>("before");
    QTest::addColumn<GatewayConfig>("after");
    QTest::addColumn<ConfigDelta>("delta");
    EnclaveConfig on = stdioEnclave();
    EnclaveConfig off = on;
    off.enabled = false;
    EnclaveConfig offAndOther = off;
    offAndOther.scope = Scope::Client;
    const auto delta = [](EnclaveChange change) { return enclavesOnly({{files, change}}); };
    QTest::newRow("nothing") << configWith(on) << configWith(on) << ConfigDelta();
    QTest::newRow("added") << GatewayConfig() << configWith(on) << delta(EnclaveChange::Added);
    QTest::newRow("added, off") << GatewayConfig() << configWith(off) << delta(EnclaveChange::Added);
    QTest::newRow("disabled") << configWith(on) << configWith(off) << delta(EnclaveChange::Stopped);
    QTest::newRow("disabled and changed") << configWith(on) << configWith(offAndOther) << delta(EnclaveChange::Stopped);
    QTest::newRow("enabled") << configWith(off) << configWith(on) << delta(EnclaveChange::Enabled);
    QTest::newRow("enabled and changed") << configWith(offAndOther) << configWith(on) << delta(EnclaveChange::Enabled);
    QTest::newRow("removed") << configWith(on) << GatewayConfig() << delta(EnclaveChange::Stopped);
    QTest::newRow("removed, was off") << configWith(off) << GatewayConfig() << delta(EnclaveChange::Stopped);
}

void tst_configdiff::followsAnEnclaveThroughItsLife()
{
    QFETCH(GatewayConfig, before);
    QFETCH(GatewayConfig, after);
    QFETCH(ConfigDelta, delta);
    QCOMPARE(configDiff(before, after), delta);
    QCOMPARE(configDiff(before, after).isEmpty(), before == after);
}

void tst_configdiff::listsOnlyChangedEnclavesByName()
{
    GatewayConfig before, after;
    for (const char *name : {"d", "b", "c"})
        before.enclaves.insert(EnclaveId(QString::fromLatin1(name)), stdioEnclave());
    after = before;
    after.enclaves.remove(EnclaveId(QStringLiteral("d")));
    after.enclaves.insert(EnclaveId(QStringLiteral("a")), stdioEnclave());
    after.enclaves[EnclaveId(QStringLiteral("b"))].title = QStringLiteral("B");
    const ConfigDelta expected = enclavesOnly({{EnclaveId(QStringLiteral("a")), EnclaveChange::Added},
                                               {EnclaveId(QStringLiteral("b")), EnclaveChange::Touched},
                                               {EnclaveId(QStringLiteral("d")), EnclaveChange::Stopped}});
    QCOMPARE(configDiff(before, after), expected);
}

void tst_configdiff::saysWhichPartOfTheRestChanged_data()
{
    QTest::addColumn<ConfigEditStep>("edit");
    QTest::addColumn<ConfigDelta>("delta");
    const auto row = [](const char *name, const ConfigDelta &delta, ConfigEditStep edit) {
        QTest::newRow(name) << edit << delta;
    };
    const ConfigDelta general = only(&ConfigDelta::generalChanged);
    const QString x = QStringLiteral("x");
    row("clients", only(&ConfigDelta::clientsChanged),
        [x](GatewayConfig &c) { c.clients[ClientId(x)].readOnly = true; });
    row("http port", only(&ConfigDelta::httpChanged), [](GatewayConfig &c) { c.http.port = 1; });
    row("http auth", only(&ConfigDelta::httpChanged), [](GatewayConfig &c) { c.http.authNone = true; });
    row("paused", only(&ConfigDelta::pausedChanged), [](GatewayConfig &c) { c.paused = QStringLiteral("on"); });
    row("relay", only(&ConfigDelta::relayChanged), [x](GatewayConfig &c) { c.relay.peers.insert(x, {}); });
    row("host", only(&ConfigDelta::hostChanged), [x](GatewayConfig &c) { c.host.listen = x; });
    row("idleMinutes", general, [](GatewayConfig &c) { c.idleMinutes = 1; });
    row("onExternalCommand", general, [](GatewayConfig &c) { c.onExternalCommand = ExternalCommandPolicy::Hold; });
    row("oauth", general, [x](GatewayConfig &c) { c.oauthBrowserCommand = x; });
    row("catalogue", general, [](GatewayConfig &c) { c.catalogue = CatalogueMode::Search; });
}

void tst_configdiff::saysWhichPartOfTheRestChanged()
{
    QFETCH(ConfigEditStep, edit);
    QFETCH(ConfigDelta, delta);
    GatewayConfig after;
    edit(after);
    QCOMPARE(configDiff(GatewayConfig(), after), delta);
    QVERIFY(!configDiff(GatewayConfig(), after).isEmpty());
}

void tst_configdiff::launchHashKeepsListsApart()
{
    const QString a = QStringLiteral("a");
    const QString ab = QStringLiteral("ab");
    const QString b = QStringLiteral("b");
    QSet<QByteArray> hashes;
    const QList<QStringList> argumentLists = {{}, {ab}, {a, b}, {b, a}, {QString(), ab}, {ab, QString()}};
    for (const QStringList &args : argumentLists) {
        EnclaveConfig enclave;
        enclave.launch = StdioLaunch{QStringLiteral("c"), args};
        hashes.insert(launchHash(enclave));
    }
    EnclaveConfig moved; // an argument that became a variable's name to pass
    moved.launch = StdioLaunch{QStringLiteral("c"), {}};
    moved.passEnv = QStringList{ab};
    hashes.insert(launchHash(moved));
    QCOMPARE(hashes.size(), argumentLists.size() + 1);
}

void tst_configdiff::launchHashIsAPromise()
{
    // Caches on disk are found by it: a change here throws away everybody's catalogue.
    EnclaveConfig enclave = stdioEnclave();
    enclave.env.insert(QStringLiteral("NAME"), QStringLiteral("José"));
    QCOMPARE(launchHash(enclave), QByteArray("11d751ea692fcaf42c8dde6b267d578dbb9b448f0b1d27bbe3b6c786249352f4"));
}

QTEST_GUILESS_MAIN(tst_configdiff)
#include "tst_configdiff.moc"
