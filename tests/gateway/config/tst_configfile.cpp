// SPDX-License-Identifier: MIT
#include "gateway/config/configfile.h"

#include "tests/gateway/config/completeconfig.h"

#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;

namespace {

QString name(const char *text)
{
    return QString::fromUtf8(text);
}

GatewayConfig parsed(const QByteArray &text)
{
    auto result = parseConfig(text);
    if (const auto *problems = std::get_if<std::vector<ConfigProblem>>(&result)) {
        for (const ConfigProblem &problem : *problems)
            qWarning().noquote() << toLine(QStringLiteral("file"), problem);
        return {};
    }
    return std::get<GatewayConfig>(result);
}

std::vector<ConfigProblem> problemsOf(const QByteArray &text)
{
    auto result = parseConfig(text);
    const auto *problems = std::get_if<std::vector<ConfigProblem>>(&result);
    return problems ? *problems : std::vector<ConfigProblem>();
}

QByteArray withEnclave(const QByteArray &members)
{
    return "{\"enclaves\": {\"e\": {" + members + "}}}";
}

QByteArray stdioWith(const QByteArray &members)
{
    return withEnclave("\"stdio\": {\"command\": \"run\"}, " + members);
}

/// An enclave with accounts "a" and "b", and a client with these members.
QByteArray clientWith(const QByteArray &members)
{
    return "{\"enclaves\": {\"e\": {\"stdio\": {\"command\": \"run\"}, \"accounts\": {\"a\": {}, \"b\": {}, \"c@d\": "
           "{}}}, "
           "\"e-b\": {\"stdio\": {\"command\": \"other\"}}}, \"clients\": {\"k\": {"
        + members + "}}}";
}

const QByteArray digest(64, 'a');

} // namespace

class tst_configfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheExampleOfTheSpecification();
    void readsEveryMemberOfTheGateway();
    void readsEveryMemberOfAnEnclave();
    void readsEveryWayToAServer();
    void readsEveryMemberOfClientsRelayAndHost();
    void takesAnEmptyFileForAnEmptyConfiguration_data();
    void takesAnEmptyFileForAnEmptyConfiguration();
    void takesNullForAMemberThatIsNotThere();
    void saysWhatIsWrongAndWhere_data();
    void saysWhatIsWrongAndWhere();
    void saysWhereTheGrammarIsBroken_data();
    void saysWhereTheGrammarIsBroken();
    void findsAPlaceForWhateverDamage();
    void reportsAllProblemsInTheOrderOfTheFile();
    void repeatsNothingThatMayBeSecret_data();
    void repeatsNothingThatMayBeSecret();
    void leavesUnknownMembersAlone();
    void hintsAtWhatIsProbablyNotMeant_data();
    void hintsAtWhatIsProbablyNotMeant();
    void hintsAtNothingInAGoodFile();
    void writesAnEnclaveThatReadsBackTheSame();
    void writesOnlyWhatDoesNotHoldAnyway();
    void givesAClientItsOwnPolicyElseTheOneOfAllOthers();
};

void tst_configfile::readsTheExampleOfTheSpecification()
{
    const GatewayConfig config = parsed(R"({
  "$schema": "pasarela.schema.json",
  "gateway": { "http": { "port": 7717, "enabled": false }, "idleMinutes": 15 },
  "enclaves": {
    "files":  { "stdio": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "~/Documents"] } },
    "github": { "stdio": { "command": "npx", "args": ["-y", "some-github-server"] },
                "credentialEnv": { "GITHUB_PERSONAL_ACCESS_TOKEN": "token" },
                "accounts": { "work": {}, "private": {} }, "defaultAccount": "work" },
    "wiki":   { "http": { "url": "https://wiki.example.org/mcp" }, "accounts": { "me": {} } },
    "vault":  { "mesh": { "host": "mesh.example.org:7443", "enclave": "vault", "fingerprint": "sha256:…" } }
  },
  "clients": { "claude-desktop": { "accounts": { "github": "private" }, "hiddenTools": ["files__write_file"] } },
  "relay":  { "peerName": "maria", "listen": null, "peers": { "tomas": {} } }
})");
    QCOMPARE(config.enclaves.size(), 4);
    QCOMPARE(config.enclaves[EnclaveId(name("files"))].launch,
             Launch(StdioLaunch{name("npx"),
                                {name("-y"), name("@modelcontextprotocol/server-filesystem"), name("~/Documents")}}));
    QCOMPARE(config.enclaves[EnclaveId(name("github"))].defaultAccount, AccountId(name("work")));
    QCOMPARE(config.clients[ClientId(name("claude-desktop"))].accounts[EnclaveId(name("github"))],
             QStringList{name("private")});
    QCOMPARE(config.relay.listen, QString());
    QVERIFY(config.relay.peers.contains(name("tomas")));
}

void tst_configfile::readsEveryMemberOfTheGateway()
{
    const GatewayConfig config = parsed(test::completeConfig);
    QCOMPARE(config.http, (HttpListenConfig{7000, true, true}));
    QCOMPARE(config.idleMinutes, 5);
    QCOMPARE(config.onExternalCommand, ExternalCommandPolicy::Hold);
    QCOMPARE(config.oauthBrowserCommand, name("firefox"));
    QCOMPARE(config.catalogue, CatalogueMode::Search);
    QCOMPARE(config.paused, name("2026-01-31T10:42:00Z"));
}

void tst_configfile::readsEveryMemberOfAnEnclave()
{
    EnclaveConfig expected;
    expected.launch = StdioLaunch{name("npx"), {name("-y"), name("server"), name("~/Documents")}};
    expected.title = name("Files");
    expected.enabled = false;
    expected.group = name("docs");
    expected.names = NameStyle::Plain;
    expected.reverse = ReversePolicy::Isolated;
    expected.onDefinitionChange = DefinitionPolicy::Notify;
    expected.cwd = name("~/work");
    expected.env = {{name("LANG"), name("es")}};
    expected.passEnv = QStringList{name("HOME"), name("USER")};
    expected.credentialEnv = {{name("TOKEN"), name("token")}};
    expected.timeouts = {1s, 2s, 3s};
    expected.scope = Scope::Project;
    expected.accounts = {{AccountId(name("work")), {false, name("Work")}}, {AccountId(name("home")), {}}};
    expected.defaultAccount = AccountId(name("work"));
    expected.idleMinutes = 0;
    expected.maxSessions = 2;
    expected.sendProject = true;
    expected.allowSetuid = true;
    expected.origin = name("claude-desktop");
    const GatewayConfig config = parsed(test::completeConfig);
    QVERIFY(config.enclaves[EnclaveId(name("files"))] == expected);
    QCOMPARE(config.enclaves[EnclaveId(name("wiki"))].headers, (QMap<QString, QString>{{name("X-Team"), name("a")}}));
}

void tst_configfile::readsEveryWayToAServer()
{
    const GatewayConfig config = parsed(test::completeConfig);
    const auto launch = [&config](const char *enclave) { return config.enclaves[EnclaveId(name(enclave))].launch; };
    QCOMPARE(launch("wiki"), Launch(HttpLaunch{name("https://wiki.example.org/mcp"), HttpLaunch::Era::Legacy}));
    QCOMPARE(launch("old"), Launch(HttpLaunch{name("http://127.0.0.1:9/sse"), HttpLaunch::Era::Sse}));
    QCOMPARE(launch("calc"), Launch(GrpcLaunch{name("[::1]:7443")}));
    QCOMPARE(launch("vault"), Launch(MeshLaunch{name("mesh.example.org:7443"), name("Vault"), name("sha256:abc")}));
}

void tst_configfile::readsEveryMemberOfClientsRelayAndHost()
{
    const GatewayConfig config = parsed(test::completeConfig);
    ClientConfig client;
    client.accounts = {{EnclaveId(name("files")), {name("work"), name("home")}}};
    client.token = TokenConfig{digest, name("2026-01-31T10:42:00Z"), {}};
    client.hiddenTools = QStringList{name("files__write")};
    client.disabledEnclaves = QStringList{name("wiki")};
    client.readOnly = true;
    client.catalogue = CatalogueMode::List;
    client.relayHints = true;
    client.relayPeer = name("maria");
    QVERIFY(config.clients[ClientId(name("claude-desktop"))] == client);
    QCOMPARE(config.clients[ClientId(name("*"))].catalogue, CatalogueMode::Search); // the gateway's

    RelayConfig relay{name("maria"), name("127.0.0.1:8070"), name("https://relay.example.org"), {}};
    relay.peers = {{name("tomas"), {QByteArray(64, 'b'), PeerPolicy::Ask}}, {name("ana"), {}}};
    QVERIFY(config.relay == relay);

    HostConfig host{name("0.0.0.0:7443"), name("/c.pem"), name("/k.pem"), {}};
    host.tokens = {{name("t"), {QByteArray(64, 'c'), name("2026-01-31T10:42:00Z"), {name("wiki")}}}};
    QVERIFY(config.host == host);
}

void tst_configfile::takesAnEmptyFileForAnEmptyConfiguration_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no bytes") << QByteArray();
    QTest::newRow("white space") << QByteArray(" \r\n\t");
    QTest::newRow("empty object") << QByteArray("{}");
}

void tst_configfile::takesAnEmptyFileForAnEmptyConfiguration()
{
    QFETCH(QByteArray, text);
    const auto result = parseConfig(text);
    QVERIFY(std::holds_alternative<GatewayConfig>(result));
    QVERIFY(std::get<GatewayConfig>(result) == GatewayConfig());
}

void tst_configfile::takesNullForAMemberThatIsNotThere()
{
    const GatewayConfig config = parsed(R"({"gateway": null, "paused": null, "clients": {"k": null}, "enclaves": {"e":
        {"stdio": {"command": "run", "args": null}, "http": null, "title": null, "scope": null, "idleMinutes": null,
         "accounts": {"a": {"enabled": null}}, "defaultAccount": null}}})");
    EnclaveConfig expected;
    expected.launch = StdioLaunch{name("run"), {}};
    expected.accounts.insert(AccountId(name("a")), {});
    QVERIFY(config.enclaves[EnclaveId(name("e"))] == expected);
    QVERIFY(config.clients.isEmpty());
}

void tst_configfile::saysWhatIsWrongAndWhere_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("place"); // where the first text like this begins
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("words"); // that the sentence must hold
    const auto row = [](const char *title, const QByteArray &text, const char *place, const char *pointer,
                        const char *words) {
        QTest::newRow(title) << text << QByteArray(place) << QString::fromUtf8(pointer) << QString::fromUtf8(words);
    };
    row("root", "[1]", "[1]", "", "must be an object");
    row("object", R"({"gateway": 3})", "3", "/gateway", "\"gateway\" must be an object");
    row("string", stdioWith("\"title\": 17"), "17", "/enclaves/e/title", "in double quotes");
    row("flag", stdioWith("\"enabled\": \"no\""), "\"no\"", "/enclaves/e/enabled", "true or false, without quotes");
    row("number in quotes", stdioWith("\"maxSessions\": \"8\""), "\"8\"", "/enclaves/e/maxSessions", "from 1 to 1000");
    row("fraction", stdioWith("\"maxSessions\": 1.5"), "1.5", "/enclaves/e/maxSessions", "whole number");
    row("negative", R"({"gateway": {"idleMinutes": -1}})", "-1", "/gateway/idleMinutes", "from 0");
    row("huge", stdioWith("\"idleMinutes\": 99999999999999999999"), "9999", "/enclaves/e/idleMinutes", "whole number");
    row("port", R"({"gateway": {"http": {"port": 65536}}})", "65536", "/gateway/http/port", "to 65535");
    row("time-out of nothing", stdioWith("\"timeouts\": {\"call\": 0}"), "0}", "/enclaves/e/timeouts/call", "from 1");
    row("list", withEnclave(R"("stdio": {"command": "run", "args": "-y"})"), "\"-y\"", "/enclaves/e/stdio/args",
        "list of strings");
    row("item", withEnclave(R"("stdio": {"command": "run", "args": ["-p", 80]})"), "80", "/enclaves/e/stdio/args/1",
        "item 2");
    row("value of a map", stdioWith("\"env\": {\"PORT\": 80}"), "80", "/enclaves/e/env/PORT",
        "\"PORT\" must be a string");
    row("choice", stdioWith("\"scope\": \"team\""), "\"team\"", "/enclaves/e/scope",
        "\"scope\" cannot be \"team\": use \"account\", \"project\" or \"client\"");
    row("choice of two", R"({"gateway": {"onExternalCommand": "ask"}})", "\"ask\"", "/gateway/onExternalCommand",
        "use \"notify\" or \"hold\"");
    row("twice", R"({"enclaves": {}, "relay": {}, "enclaves": {}})", "\"enclaves\": {}}", "/enclaves",
        "stands here twice");
    row("twice, escaped", stdioWith(R"("title": "a", "t\u0069tle": "b")"), R"("t\u0069tle")", "/enclaves/e/title",
        "twice");
    row("paused", R"({"paused": "yes"})", "\"yes\"", "/paused", "\"on\"");

    row("enclave's name", R"({"enclaves": {"My Files": {"stdio": {"command": "run"}}}})", "\"My Files\"",
        "/enclaves/My Files", "lower-case letters");
    row("enclave's name with the separator", R"({"enclaves": {"a__b": {"stdio": {"command": "run"}}}})", "\"a__b\"",
        "/enclaves/a__b", "hyphens");
    row("reserved", R"({"enclaves": {"relay": {"stdio": {"command": "run"}}}})", "\"relay\"", "/enclaves/relay",
        "choose another");
    row("pointer with special characters", R"({"enclaves": {"a/b~c": {"stdio": {"command": "run"}}}})", "\"a/b~c\"",
        "/enclaves/a~1b~0c", "cannot be the name");
    row("no way", withEnclave("\"title\": \"x\""), "\"e\"", "/enclaves/e", "add one of");
    row("as in Claude's file", withEnclave(R"("command": "npx", "args": [])"), "\"e\"", "/enclaves/e",
        "into \"stdio\"");
    row("address alone", withEnclave(R"("url": "https://x.org/mcp")"), "\"e\"", "/enclaves/e", "into \"http\"");
    row("two ways", stdioWith(R"("http": {"url": "https://x.org"})"), "\"http\"", "/enclaves/e/http", "keep one");
    row("no command", withEnclave("\"stdio\": {}"), "{}", "/enclaves/e/stdio", "\"command\" is missing");
    row("empty command", withEnclave(R"("stdio": {"command": ""})"), "\"\"", "/enclaves/e/stdio/command", "empty");
    row("relative command", withEnclave(R"("stdio": {"command": "./run"})"), "\"./run\"", "/enclaves/e/stdio/command",
        "whole path");
    row("NUL", withEnclave(R"("stdio": {"command": "run", "args": ["a\u0000b"]})"), R"("a\u0000b")",
        "/enclaves/e/stdio/args/0", "u0000");
    row("no url", withEnclave("\"http\": {}"), "{}", "/enclaves/e/http", "\"url\" is missing");
    row("relative url", withEnclave(R"("http": {"url": "/mcp"})"), "\"/mcp\"", "/enclaves/e/http/url", "whole address");
    row("url of another kind", withEnclave(R"("sse": {"url": "ftp://x.org"})"), "\"ftp", "/enclaves/e/sse/url",
        "https://");
    row("url without host", withEnclave(R"("http": {"url": "http:///mcp"})"), "\"http:/", "/enclaves/e/http/url",
        "whole address");
    row("url with fragment", withEnclave(R"("http": {"url": "http://x.org/#a"})"), "\"http:/", "/enclaves/e/http/url",
        "#");
    row("address without port", withEnclave(R"("grpc": {"address": "x.org"})"), "\"x.org\"", "/enclaves/e/grpc/address",
        "port");
    row("address with a port too high", withEnclave(R"("grpc": {"address": "x.org:99999"})"), "\"x.org",
        "/enclaves/e/grpc/address", "port");
    row("no address", withEnclave("\"grpc\": {}"), "{}", "/enclaves/e/grpc", "\"address\" is missing");
    row("mesh without enclave", withEnclave(R"("mesh": {"host": "x.org:1"})"), "{\"host", "/enclaves/e/mesh",
        "\"enclave\" is missing");
    row("mesh enclave", withEnclave(R"("mesh": {"host": "x.org:1", "enclave": "a b"})"), "\"a b\"",
        "/enclaves/e/mesh/enclave", "no spaces");
    row("fingerprint", withEnclave(R"("mesh": {"host": "x.org:1", "enclave": "v", "fingerprint": "md5:1"})"),
        "\"md5:1\"", "/enclaves/e/mesh/fingerprint", "sha256:");
    row("relative cwd", stdioWith("\"cwd\": \"work\""), "\"work\"", "/enclaves/e/cwd", "whole path");
    row("project of a package runner", withEnclave(R"("stdio": {"command": "npx"}, "cwd": "project")"), "\"project\"",
        "/enclaves/e/cwd", "cannot be \"project\" with npx");
    row("variable", stdioWith("\"env\": {\"A=B\": \"\"}"), "\"A=B\"", "/enclaves/e/env/A=B", "name of a variable");
    row("passed variable", stdioWith("\"passEnv\": [\"\"]"), "\"\"", "/enclaves/e/passEnv/0", "name of a variable");
    row("passed variable of another kind", stdioWith("\"passEnv\": [1]"), "1]", "/enclaves/e/passEnv/0",
        "must be a string");
    row("variable twice", stdioWith(R"("env": {"A": "x", "A": "y"})"), "\"A\": \"y\"", "/enclaves/e/env/A", "twice");
    row("field", stdioWith("\"credentialEnv\": {\"T\": \"My Token\"}"), "\"My Token\"", "/enclaves/e/credentialEnv/T",
        "field of the account");
    row("variable with two sources", stdioWith(R"("env": {"T": "a"}, "credentialEnv": {"T": "token"})"),
        "\"T\": \"token\"", "/enclaves/e/credentialEnv/T", "in \"env\" too");
    row("header's name", stdioWith("\"headers\": {\"a b\": \"\"}"), "\"a b\"", "/enclaves/e/headers/a b",
        "HTTP header");
    row("header's value", stdioWith(R"("headers": {"a": "x\r\ny"})"), R"("x\r\ny")", "/enclaves/e/headers/a",
        "line break");
    row("account's name", stdioWith("\"accounts\": {\"My\": {}}"), "\"My\"", "/enclaves/e/accounts/My",
        "name of an account");
    row("default account", stdioWith(R"("accounts": {"a": {}}, "defaultAccount": "b")"), "\"b\"",
        "/enclaves/e/defaultAccount", "\"accounts\" does not have");
    row("group's name", stdioWith("\"group\": \"My\""), "\"My\"", "/enclaves/e/group", "like an enclave's");
    row("group named like an outsider",
        R"({"enclaves": {"g": {"stdio": {"command": "a"}}, "e": {"stdio": {"command": "b"}, "group": "g"}}})",
        "{\"stdio\": {\"command\": \"b\"", "/enclaves/e", "choose another name for the group");
    row("group of unlike accounts",
        R"({"enclaves": {"a": {"stdio": {"command": "a"}, "group": "g"}, "e": {"stdio": {"command": "b"}, "group": "g", "accounts": {"x": {}}}}})",
        "{\"stdio\": {\"command\": \"b\"", "/enclaves/e", "same accounts");

    row("client's name", R"({"clients": {"Claude Desktop": {}}})", "\"Claude", "/clients/Claude Desktop",
        "name of a client");
    row("client's account", clientWith("\"accounts\": {\"e\": \"z\"}"), "\"z\"", "/clients/k/accounts/e",
        "no account of this name");
    row("client's accounts, none", clientWith("\"accounts\": {\"e\": []}"), "[]", "/clients/k/accounts/e",
        "names no account");
    row("client's accounts, twice", clientWith("\"accounts\": {\"e\": [\"a\", \"a\"]}"), "[\"a\"",
        "/clients/k/accounts/e", "twice");
    row("both, one no name", clientWith("\"accounts\": {\"e\": [\"a\", \"c@d\"]}"), "[\"a\"", "/clients/k/accounts/e",
        "\"e-c@d\"");
    row("both, one another enclave", clientWith("\"accounts\": {\"e\": [\"a\", \"b\"]}"), "[\"a\"",
        "/clients/k/accounts/e", "\"e-b\", which is another enclave");
    row("token", clientWith("\"token\": {\"sha256\": \"abc\"}"), "\"abc\"", "/clients/k/token/sha256",
        "64 hexadecimal digits");
    row("token without digest", clientWith("\"token\": {}"), "{}}}}", "/clients/k/token", "\"sha256\" is missing");
    row("time of a token", clientWith("\"token\": {\"sha256\": \"" + digest + "\", \"created\": \"today\"}"),
        "\"today\"", "/clients/k/token/created", "a time like");
    row("one token for two",
        "{\"clients\": {\"k\": {\"token\": {\"sha256\": \"" + digest + "\"}}, \"l\": {\"token\": {\"sha256\": \""
            + digest.toUpper() + "\"}}}}",
        "\"AAAA", "/clients/l/token/sha256", "one for each");
    row("mode", clientWith("\"catalogue\": {\"mode\": \"all\"}"), "\"all\"", "/clients/k/catalogue/mode",
        "\"list\" or \"search\"");
    row("client's peer", clientWith("\"relayPeer\": \"M M\""), "\"M M\"", "/clients/k/relayPeer", "name of a peer");
    row("peer's name", R"({"relay": {"peers": {"T T": {}}}})", "\"T T\"", "/relay/peers/T T", "name of a peer");
    row("peer's policy", R"({"relay": {"peers": {"t": {"policy": "no"}}}})", "\"no\"", "/relay/peers/t/policy",
        "\"block\"");
    row("one token for two peers",
        "{\"relay\": {\"peers\": {\"t\": {\"sha256\": \"" + digest + "\"}, \"u\": {\"sha256\": \"" + digest
            + "\", \"x\": 1}}}}",
        ("\"" + digest + "\", \"x\"").constData(), "/relay/peers/u/sha256", "peer add");
    row("relay's listener", R"({"relay": {"listen": "8070"}})", "\"8070\"", "/relay/listen", "address and a port");
    row("relay's address", R"({"relay": {"url": "relay"}})", "\"relay\"}", "/relay/url", "whole address");
    row("own name", R"({"relay": {"peerName": "María"}})", "\"María\"", "/relay/peerName", "a name like");
    row("host's token", R"({"host": {"tokens": {"t": {}}}})", "{}", "/host/tokens/t", "host token create");
}

void tst_configfile::saysWhatIsWrongAndWhere()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, place);
    QFETCH(QString, pointer);
    QFETCH(QString, words);
    const qsizetype offset = text.indexOf(place);
    QVERIFY(offset >= 0);
    const auto problems = problemsOf(text);
    QCOMPARE(problems.size(), size_t(1));
    const ConfigProblem &problem = problems.front();
    QCOMPARE(problem.pointer, pointer);
    QVERIFY2(problem.what.contains(words), qPrintable(problem.what));
    QCOMPARE(problem.position.column, positionIn(text, offset).column);
    QCOMPARE(problem.position.line, positionIn(text, offset).line);
}

void tst_configfile::saysWhereTheGrammarIsBroken_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("line");
    const auto row = [](const char *title, const QByteArray &text, const char *line) {
        QTest::newRow(title) << text << QString::fromUtf8(line);
    };
    row("comment", "{\n  // mine\n}", "f:2:3: JSON has no comments");
    row("comma before a brace", "{\n  \"relay\": {},\n}", "f:3:1: there is a comma before this bracket");
    row("comma before a bracket", "{\"x\": [1,]}", "f:1:10: there is a comma before this bracket");
    row("single quotes", "{'relay': {}}", "f:1:2: JSON has double quotes only");
    row("end", "{\"relay\": {", "f:1:12: the file ends too early");
    row("missing comma", "{\"relay\": {}\n \"host\": {}}", "f:2:2: this is not JSON (");
    row("two values", "{} {}", "f:1:4: this is not JSON (");
    row("byte order mark", "\xEF\xBB\xBF{}", "f:1:1: the file begins with a byte order mark");
    row("utf-16", QByteArray("\xFF\xFE{\0}\0", 6), "f:1:1: the file is UTF-16");
}

void tst_configfile::saysWhereTheGrammarIsBroken()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, line);
    const auto problems = problemsOf(text);
    QCOMPARE(problems.size(), size_t(1));
    const QString said = toLine(QStringLiteral("f"), problems.front());
    QVERIFY2(said.startsWith(line), qPrintable(said));
    QVERIFY(configHints(text).empty());
}

void tst_configfile::findsAPlaceForWhateverDamage()
{
    const QByteArray good(test::completeConfig);
    const int lines = int(good.count('\n')) + 1;
    const auto check = [lines](const QByteArray &text) {
        for (const ConfigProblem &problem : problemsOf(text)) {
            if (problem.what.isEmpty() || problem.position.line < 1 || problem.position.line > lines)
                return false;
        }
        configHints(text);
        return true;
    };
    for (qsizetype at = 1; at < good.trimmed().size(); at += 5) {
        QVERIFY2(!problemsOf(good.first(at)).empty(), good.first(at).constData());
        for (const char *other : {"0", "\"", "{}", "[]", "null", "\xC3"}) {
            QByteArray damaged = good;
            QVERIFY2(check(damaged.replace(at, 1, other)), damaged.constData());
        }
    }
}

void tst_configfile::reportsAllProblemsInTheOrderOfTheFile()
{
    const auto problems =
        problemsOf("{\"relay\": {\"listen\": 1},\n \"enclaves\": {\"X\": {\"stdio\": {}},\n  \"e\": {\"scope\": 2}},\n"
                   " \"gateway\": {\"idleMinutes\": -1}}");
    QStringList pointers;
    QList<int> lines;
    for (const ConfigProblem &problem : problems) {
        pointers.append(problem.pointer);
        lines.append(problem.position.line);
    }
    QCOMPARE(pointers,
             (QStringList{name("/relay/listen"), name("/enclaves/X"), name("/enclaves/X/stdio"), name("/enclaves/e"),
                          name("/enclaves/e/scope"), name("/gateway/idleMinutes")}));
    QCOMPARE(lines, (QList<int>{1, 2, 2, 3, 3, 4}));

    const Error error = toError(QStringLiteral("f"), problems);
    QCOMPARE(error.code, Error::Code::InvalidInput);
    QCOMPARE(error.detail.count(u'\n'), 5);
    QVERIFY(error.detail.startsWith(QStringLiteral("f:1:22: \"listen\"")));
}

void tst_configfile::repeatsNothingThatMayBeSecret_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("password of an address") << withEnclave(R"("http": {"url": "https://me:hunter2@x.org"})");
    QTest::newRow("password of the relay's address") << QByteArray(R"({"relay": {"url": "https://me:hunter2@x.org"}})");
    QTest::newRow("token instead of its digest") << clientWith("\"token\": {\"sha256\": \"hunter2\"}");
    QTest::newRow("header") << stdioWith(R"("headers": {"X-Key": "hunter2\n"})");
    QTest::newRow("secret instead of a field") << stdioWith(R"("credentialEnv": {"KEY": "Hunter2 hunter2"})");
}

void tst_configfile::repeatsNothingThatMayBeSecret()
{
    QFETCH(QByteArray, text);
    const auto problems = problemsOf(text);
    QCOMPARE(problems.size(), size_t(1));
    QVERIFY2(!problems.front().what.contains(QStringLiteral("hunter2"), Qt::CaseInsensitive),
             qPrintable(problems.front().what));
}

void tst_configfile::leavesUnknownMembersAlone()
{
    const QByteArray odd =
        R"("later": {"n": 1e400, "big": 123456789012345678901234567890, "s": "\ud800", "a": 1, "a": 2}, )";
    const GatewayConfig config =
        parsed("{" + odd + R"("enclaves": {"e": {)" + odd + R"("stdio": {)" + odd + R"("command": "run"}}}})");
    EnclaveConfig expected;
    expected.launch = StdioLaunch{name("run"), {}};
    QVERIFY(config.enclaves[EnclaveId(name("e"))] == expected);
}

void tst_configfile::hintsAtWhatIsProbablyNotMeant_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *title, const QByteArray &text, const char *pointer, const char *words) {
        QTest::newRow(title) << text << QString::fromUtf8(pointer) << QString::fromUtf8(words);
    };
    row("letter missing", withEnclave(R"("stdio": {"command": "run", "arg": []})"), "/enclaves/e/stdio/arg",
        "\"args\"");
    row("letters swapped", stdioWith("\"tilte\": \"x\""), "/enclaves/e/tilte", "\"title\"");
    row("letters of a short name swapped", stdioWith("\"evn\": {}"), "/enclaves/e/evn", "\"env\"");
    row("two slips", stdioWith("\"pasEnvs\": []"), "/enclaves/e/pasEnvs", "\"passEnv\"");
    row("other case", stdioWith("\"passenv\": []"), "/enclaves/e/passenv", "\"passEnv\"");
    row("of the root", R"({"enclave": {}})", "/enclave", "\"enclaves\"");
    row("of a client", clientWith("\"readonly\": true"), "/clients/k/readonly", "\"readOnly\"");
    row("env inside", withEnclave(R"("stdio": {"command": "run", "env": {}})"), "/enclaves/e/stdio/env",
        "beside \"stdio\"");
    row("headers inside", withEnclave(R"("http": {"url": "http://x.org", "headers": {}})"), "/enclaves/e/http/headers",
        "beside \"http\"");
    row("args outside", stdioWith("\"args\": []"), "/enclaves/e/args", "inside \"stdio\"");
    row("unknown enclave", clientWith("\"accounts\": {\"gone\": \"a\"}"), "/clients/k/accounts/gone", "no enclave");
    row("key in a header", stdioWith("\"headers\": {\"authorization\": \"Bearer x\"}"),
        "/enclaves/e/headers/authorization", "password store");
    row("no digest", withEnclave(R"("mesh": {"host": "x.org:1", "enclave": "v", "fingerprint": "sha256:abc"})"),
        "/enclaves/e/mesh/fingerprint", "no host will match");
    row("the same twice", R"({"enclaves": {"a": {"stdio": {"command": "x"}}, "b": {"stdio": {"command": "x"}}}})",
        "/enclaves/b", "starts the same as \"a\"");
    row("host's unknown enclave",
        "{\"host\": {\"tokens\": {\"t\": {\"sha256\": \"" + digest + "\", \"enclaves\": [\"gone\"]}}}}",
        "/host/tokens/t/enclaves", "no such enclave");
}

void tst_configfile::hintsAtWhatIsProbablyNotMeant()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, pointer);
    QFETCH(QString, words);
    QVERIFY(problemsOf(text).empty());
    const auto hints = configHints(text);
    QCOMPARE(hints.size(), size_t(1));
    QCOMPARE(hints.front().pointer, pointer);
    QVERIFY2(hints.front().what.contains(words), qPrintable(hints.front().what));
}

void tst_configfile::hintsAtNothingInAGoodFile()
{
    QVERIFY(configHints({}).empty());
    QVERIFY(configHints("{\"later\": 1, \"enclaves\": {\"e\": {\"stdio\": {\"command\": \"x\"}, \"icon\": \"y\"}}}")
                .empty());
    QCOMPARE(configHints(test::completeConfig).size(), size_t(1)); // its fingerprint is short
}

void tst_configfile::writesAnEnclaveThatReadsBackTheSame()
{
    const GatewayConfig config = parsed(test::completeConfig);
    QCOMPARE(config.enclaves.size(), 5);
    for (auto enclave = config.enclaves.begin(); enclave != config.enclaves.end(); ++enclave) {
        const QByteArray json = enclaveToJson(*enclave);
        const GatewayConfig again = parsed("{\"enclaves\": {\"" + enclave.key().bytes() + "\": " + json + "}}");
        QVERIFY2(again.enclaves.value(enclave.key()) == *enclave, json.constData());
    }
}

void tst_configfile::writesOnlyWhatDoesNotHoldAnyway()
{
    EnclaveConfig enclave;
    enclave.launch = StdioLaunch{name("npx"), {name("-y"), name("señor \"x\"\n")}};
    QCOMPARE(enclaveToJson(enclave),
             QByteArray("{\n"
                        "  \"stdio\": {\n"
                        "    \"command\": \"npx\",\n"
                        "    \"args\": [\n"
                        "      \"-y\",\n"
                        "      \"señor \\\"x\\\"\\n\"\n"
                        "    ]\n"
                        "  }\n"
                        "}"));
}

void tst_configfile::givesAClientItsOwnPolicyElseTheOneOfAllOthers()
{
    GatewayConfig config;
    config.catalogue = CatalogueMode::Search;
    const ClientId known(name("known"));
    const ClientId other(name("other"));
    config.clients[known].relayHints = true;
    QVERIFY(config.policyOf(known).relayHints);
    QCOMPARE(config.policyOf(other).catalogue, CatalogueMode::Search);
    config.clients[ClientId(name("*"))].readOnly = true;
    QVERIFY(config.policyOf(other).readOnly);
    QVERIFY(!config.policyOf(known).readOnly);
}

QTEST_GUILESS_MAIN(tst_configfile)
#include "tst_configfile.moc"
