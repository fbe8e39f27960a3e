// SPDX-License-Identifier: MIT
#include "gateway/statustool.h"

#include "gateway/base/jsonscanner.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;

namespace {

EnclaveView service(const QString &title, EnclaveState state, int tools = 0, const QString &error = {})
{
    EnclaveView view;
    view.name = title.toLower();
    view.title = title;
    view.state = state;
    view.tools = tools;
    view.lastError.text = error;
    return view;
}

} // namespace

class tst_statustool : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatToDoWhereNothingIsSetUp();
    void namesEveryServiceWithItsStateAndError();
    void saysThatABrokenSettingsFileIsNotInUse();
    void usesNoInternalWord_data();
    void usesNoInternalWord();
    void answersTheCallAfterItReturned();
};

void tst_statustool::saysWhatToDoWhereNothingIsSetUp()
{
    QVERIFY(statusText({}).contains(QStringLiteral("Add a service")));
}

void tst_statustool::namesEveryServiceWithItsStateAndError()
{
    Snapshot snapshot;
    snapshot.enclaves = {
        service(QStringLiteral("Gmail"), EnclaveState::Ready, 1),
        service(QStringLiteral("Notes"), EnclaveState::Waiting, 0, QStringLiteral("It needs Node.js."))};
    const QString text = statusText(snapshot);
    QVERIFY(text.contains(QStringLiteral("with 2 services")));
    QVERIFY(text.contains(QStringLiteral("- Gmail: ready, 1 tool\n")));
    QVERIFY(text.contains(QStringLiteral("- Notes: does not start; it is tried again. It needs Node.js.")));
}

void tst_statustool::saysThatABrokenSettingsFileIsNotInUse()
{
    Snapshot snapshot;
    snapshot.gateway.problems = {QStringLiteral("pasarela.json:3:1: a comma is missing")};
    snapshot.gateway.configHash = QStringLiteral("abc");
    QVERIFY(statusText(snapshot).contains(QStringLiteral("last good settings are in use")));
    snapshot.gateway.configHash.clear();
    QVERIFY(
        statusText(snapshot).contains(QStringLiteral("No settings of Pasarela could be read; nothing is connected.")));
    QVERIFY(!statusText(snapshot).contains(QStringLiteral("last good")));
    QVERIFY(!statusText(snapshot).contains(QStringLiteral("no service is set up yet")));
}

void tst_statustool::usesNoInternalWord_data()
{
    QTest::addColumn<EnclaveState>("state");
    for (int i = 0; i <= int(EnclaveState::Failed); ++i)
        QTest::newRow(qPrintable(toName(EnclaveState(i)))) << EnclaveState(i);
}

void tst_statustool::usesNoInternalWord()
{
    QFETCH(EnclaveState, state);
    Snapshot snapshot;
    snapshot.enclaves = {service(QStringLiteral("X"), state)};
    snapshot.gateway.problems = {QStringLiteral("p")};
    const QString text = statusText(snapshot).toLower();
    for (const char *word :
         {"enclave", "gateway", "bridge", "daemon", "upstream", "session", "credential", "json", "mcp", "stdio"})
        QVERIFY2(!text.contains(QLatin1String(word)), word);
    QVERIFY(text.contains(QStringLiteral("- x: ")));
    QVERIFY(!text.contains(QStringLiteral("- x: \n")));
}

void tst_statustool::answersTheCallAfterItReturned()
{
    StatusTool tool([] { return Snapshot(); });
    const auto tools = tool.tools({});
    QCOMPARE(tools.size(), size_t(1));
    QVERIFY(!validateJson(tools.front().definition));
    std::optional<mcp::Message> answer;
    tool.call({}, tools.front().name, {}, [&answer](const mcp::Message &response) { answer = response; });
    QVERIFY(!answer);
    QTRY_VERIFY(answer);
    QCOMPARE(answer->kind(), mcp::Message::Kind::Result);
    QVERIFY(answer->resultBody().contains("Pasarela is running"));
}

QTEST_GUILESS_MAIN(tst_statustool)
#include "tst_statustool.moc"
