// SPDX-License-Identifier: MIT
#include "gateway/config/configschema.h"

#include "gateway/config/configfile.h"
#include "tests/gateway/config/completeconfig.h"
#include "tests/support/testhome.h"

#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace pasarela;
using Json = nlohmann::ordered_json;

/// The schema describes what configfile.cpp reads: neither may know a member that the other does not.
class tst_configschema : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void isTheFileInTheSourceTree();
    void describesEveryMember();
    void describesNothingThatIsNotRead();
    void describesAllThatIsRead();
    void sharesItsChoicesWithTheReader();
    void isPutBesideTheConfigurationWhereThereIsNone();
    void replacesAnOlderOneAndKeepsANewerOne_data();
    void replacesAnOlderOneAndKeepsANewerOne();

private:
    const Json &resolved(const Json &node) const;
    /// Calls `visit` for every member of every object described, with a sample path to it.
    using Visit = std::function<void(const QStringList &path, const Json &member)>;
    void eachMember(const Json &node, const QStringList &path, const Visit &visit) const;

    Json m_schema;
};

namespace {

/// Maps by name have no `properties`; these are names that may stand in them.
const std::map<QString, QString> sampleNames = {{QStringLiteral("enclaves"), QStringLiteral("e")},
                                                {QStringLiteral("clients"), QStringLiteral("k")},
                                                {QStringLiteral("accounts"), QStringLiteral("a")},
                                                {QStringLiteral("peers"), QStringLiteral("p")},
                                                {QStringLiteral("tokens"), QStringLiteral("t")}};

Json nested(const QStringList &path, const Json &value)
{
    Json json = value;
    for (auto step = path.rbegin(); step != path.rend(); ++step)
        json = Json{{step->toStdString(), json}};
    return json;
}

std::vector<ConfigProblem> problemsOf(const Json &config)
{
    const auto result = parseConfig(QByteArray::fromStdString(config.dump()));
    const auto *problems = std::get_if<std::vector<ConfigProblem>>(&result);
    return problems ? *problems : std::vector<ConfigProblem>();
}

bool hasProblemAt(const Json &config, const QString &pointer)
{
    const auto problems = problemsOf(config);
    return std::any_of(problems.begin(), problems.end(),
                       [&](const ConfigProblem &problem) { return problem.pointer == pointer; });
}

} // namespace

const Json &tst_configschema::resolved(const Json &node) const
{
    if (!node.contains("$ref"))
        return node;
    return resolved(m_schema.at(Json::json_pointer(node["$ref"].get<std::string>().substr(1))));
}

void tst_configschema::eachMember(const Json &node, const QStringList &path, const Visit &visit) const
{
    const Json &object = resolved(node);
    const Json properties = object.value("properties", Json::object());
    for (const auto &[name, member] : properties.items()) {
        const QStringList memberPath = path + QStringList(QString::fromStdString(name));
        visit(memberPath, member);
        eachMember(member, memberPath, visit);
    }
    const auto sample = path.isEmpty() ? sampleNames.end() : sampleNames.find(path.last());
    if (sample != sampleNames.end() && object.contains("additionalProperties")
        && object["additionalProperties"].is_object())
        eachMember(object["additionalProperties"], path + QStringList(sample->second), visit);
}

void tst_configschema::initTestCase()
{
    const QByteArray text = configSchema();
    m_schema = Json::parse(text.begin(), text.end(), nullptr, false);
    QVERIFY(m_schema.is_object());
}

void tst_configschema::isTheFileInTheSourceTree()
{
    QFile file(qEnvironmentVariable("PASARELA_SOURCE_DIR") + QStringLiteral("/resources/pasarela.schema.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(configSchema(), file.readAll());
    QCOMPARE(configSchemaVersion(configSchema()), 1);
    QVERIFY(m_schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
}

void tst_configschema::describesEveryMember()
{
    int count = 0;
    eachMember(m_schema, {}, [&](const QStringList &path, const Json &member) {
        ++count;
        QVERIFY2(member.contains("description") || resolved(member).contains("description"),
                 qPrintable(path.join(u'/')));
    });
    QVERIFY(count > 60);
}

void tst_configschema::describesNothingThatIsNotRead()
{
    // No member takes a fraction, so whoever reads a member reports this one.
    eachMember(m_schema, {}, [](const QStringList &path, const Json &) {
        if (path == QStringList(QStringLiteral("$schema")))
            return;
        QVERIFY2(hasProblemAt(nested(path, 1.5), u'/' + path.join(u'/')), qPrintable(path.join(u'/')));
    });
}

void tst_configschema::describesAllThatIsRead()
{
    QSet<QString> described;
    eachMember(m_schema, {}, [&](const QStringList &path, const Json &) { described.insert(path.join(u'/')); });

    // The complete configuration has a value for each; the reader's own test compares them all.
    const Json config = Json::parse(test::completeConfig);
    const std::function<void(const Json &, const QStringList &, const QStringList &)> walk =
        [&](const Json &object, const QStringList &path, const QStringList &sample) {
            const bool map = !path.isEmpty() && sampleNames.count(path.last()) > 0 && object.is_object();
            for (const auto &[name, value] : object.items()) {
                const QString key = QString::fromStdString(name);
                const QStringList here = sample + QStringList(map ? sampleNames.at(path.last()) : key);
                const QString parent = path.isEmpty() ? QString() : path.last();
                const bool texts = parent == QLatin1String("env") || parent == QLatin1String("headers")
                    || parent == QLatin1String("credentialEnv");
                if (!map && !texts)
                    QVERIFY2(described.contains(here.join(u'/')), qPrintable(here.join(u'/')));
                if (value.is_object())
                    walk(value, path + QStringList(key), here);
            }
        };
    walk(config, {}, {});
}

void tst_configschema::sharesItsChoicesWithTheReader()
{
    int choices = 0;
    eachMember(m_schema, {}, [&choices](const QStringList &path, const Json &member) {
        const Json words = member.value("enum", Json::array());
        for (const Json &choice : words) {
            ++choices;
            const QString pointer = u'/' + path.join(u'/');
            QVERIFY2(!hasProblemAt(nested(path, choice), pointer), qPrintable(pointer));
            QVERIFY2(hasProblemAt(nested(path, "something else"), pointer), qPrintable(pointer));
        }
    });
    QVERIFY(choices > 20);
}

void tst_configschema::isPutBesideTheConfigurationWhereThereIsNone()
{
    const test::TestHome home;
    const auto paths = Paths::locate(home.path());
    QVERIFY(paths.ok());
    QVERIFY(provideConfigSchema(*paths).ok());
    QCOMPARE(home.read(QStringLiteral("pasarela.schema.json")), configSchema());
}

void tst_configschema::replacesAnOlderOneAndKeepsANewerOne_data()
{
    QTest::addColumn<QByteArray>("there");
    QTest::addColumn<bool>("replaced");
    QTest::newRow("older") << QByteArray("{\"x-pasarela-schema\": 0}") << true;
    QTest::newRow("changed by hand") << QByteArray("{\"x-pasarela-schema\": 1}") << true;
    QTest::newRow("newer") << QByteArray("{\"x-pasarela-schema\": 2}") << false;
    QTest::newRow("without version") << QByteArray("{}") << true;
    QTest::newRow("no JSON") << QByteArray("{") << true;
}

void tst_configschema::replacesAnOlderOneAndKeepsANewerOne()
{
    QFETCH(QByteArray, there);
    QFETCH(bool, replaced);
    const test::TestHome home;
    home.write(QStringLiteral("pasarela.schema.json"), there);
    QVERIFY(provideConfigSchema(*Paths::locate(home.path())).ok());
    QCOMPARE(home.read(QStringLiteral("pasarela.schema.json")), replaced ? configSchema() : there);
}

QTEST_GUILESS_MAIN(tst_configschema)
#include "tst_configschema.moc"
