// SPDX-License-Identifier: MIT
#include "gateway/trialrequest.h"

#include <QTest>

using namespace pasarela;

class tst_trialrequest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAnEnclaveAsTheConfigurationDoes();
    void refusesWhatTheConfigurationWouldRefuse_data();
    void refusesWhatTheConfigurationWouldRefuse();
    void secretsBecomeVariablesAndAreHidden();
    void refusesSecretsThatAreNone_data();
    void refusesSecretsThatAreNone();
    void answersNamesAndCounts();
};

void tst_trialrequest::readsAnEnclaveAsTheConfigurationDoes()
{
    SecretMask mask;
    const auto request = parseTrialRequest(
        R"({"enclave":{"stdio":{"command":"npx","args":["a b"]},"enabled":false},"name":"files"})", "{}", mask);
    QVERIFY(request);
    QCOMPARE(request->name, EnclaveId(QStringLiteral("files")));
    QCOMPARE(std::get<StdioLaunch>(request->enclave.launch).args, QStringList{QStringLiteral("a b")});
    QVERIFY(!request->enclave.enabled);
}

void tst_trialrequest::refusesWhatTheConfigurationWouldRefuse_data()
{
    QTest::addColumn<QByteArray>("definition");
    QTest::newRow("not JSON") << QByteArray("{");
    QTest::newRow("no name") << QByteArray(R"({"enclave":{"stdio":{"command":"a"}}})");
    QTest::newRow("no enclave") << QByteArray(R"({"name":"a"})");
    QTest::newRow("bad name") << QByteArray(R"({"name":"A__b","enclave":{"stdio":{"command":"a"}}})");
    QTest::newRow("reserved name") << QByteArray(R"({"name":"pasarela","enclave":{"stdio":{"command":"a"}}})");
    QTest::newRow("name is no text") << QByteArray(R"({"name":5,"enclave":{"stdio":{"command":"a"}}})");
    QTest::newRow("nothing to start") << QByteArray(R"({"name":"a","enclave":{}})");
    QTest::newRow("wrong type") << QByteArray(R"({"name":"a","enclave":{"stdio":{"command":["a"]}}})");
}

void tst_trialrequest::refusesWhatTheConfigurationWouldRefuse()
{
    QFETCH(QByteArray, definition);
    SecretMask mask;
    const auto request = parseTrialRequest(definition, {}, mask);
    QVERIFY(!request);
    QCOMPARE(request.error().code, Error::Code::InvalidInput);
    QVERIFY(!request.error().detail.isEmpty());
}

void tst_trialrequest::secretsBecomeVariablesAndAreHidden()
{
    SecretMask mask;
    const QByteArray definition =
        R"({"name":"a","enclave":{"stdio":{"command":"a"},"credentialEnv":{"GITHUB_TOKEN":"token"}}})";
    const auto request = parseTrialRequest(definition, R"({"token":"s3cret \u00e1"})", mask);
    QVERIFY(request);
    QCOMPARE(request->credentials,
             (Environment{{QStringLiteral("GITHUB_TOKEN"), QStringLiteral("s3cret á")},
                          {QStringLiteral("MCP_UPSTREAM_CREDENTIAL"), QStringLiteral("s3cret á")}}));
    QCOMPARE(mask.maskedText(QStringLiteral("bad s3cret á")), QStringLiteral("bad …"));
    for (const char *nothing : {"", "{}", "{ }"})
        QVERIFY(parseTrialRequest(definition, nothing, mask)->credentials.isEmpty());
}

void tst_trialrequest::refusesSecretsThatAreNone_data()
{
    QTest::addColumn<QByteArray>("secrets");
    QTest::newRow("no text") << QByteArray(R"({"token":["s3cret"]})");
    QTest::newRow("empty") << QByteArray(R"({"token":""})");
    QTest::newRow("NUL") << QByteArray(R"({"token":"s3cret\u0000"})");
    QTest::newRow("no field") << QByteArray(R"({"a/b":"s3cret"})");
}

void tst_trialrequest::refusesSecretsThatAreNone()
{
    QFETCH(QByteArray, secrets);
    SecretMask mask;
    const auto request = parseTrialRequest(R"({"name":"a","enclave":{"stdio":{"command":"a"}}})", secrets, mask);
    QVERIFY(!request);
    QCOMPARE(request.error().code, Error::Code::InvalidInput);
    QVERIFY(!request.error().detail.contains(QStringLiteral("s3cret")));
}

void tst_trialrequest::answersNamesAndCounts()
{
    const QByteArray text = R"([{"name":"a"},{"name":"b\"c"}])";
    ServerLists lists;
    lists[ListKind::Tools] = readItems(text, {0, text.size()}, ListKind::Tools);
    QCOMPARE(trialAnswer(lists), QByteArray(R"({"tools":["a","b\"c"],"prompts":0,"resources":0})"));
}

QTEST_GUILESS_MAIN(tst_trialrequest)
#include "tst_trialrequest.moc"
