// SPDX-License-Identifier: MIT
#include "tests/support/fakeserver.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace pasarela::test;

/// The fake server itself: what other tests rely on.
class tst_fakemcpserver : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_answers.clear(), m_others.clear(), m_garbage.clear(), m_text.clear(); }
    void cleanup();

    void answersTheHandshakeInTheVersionAsked_data();
    void answersTheHandshakeInTheVersionAsked();
    void callsItsTools_data();
    void callsItsTools();
    void answersALaterCallWhileAnEarlierOneSleeps();
    void neverAnswersACancelledCall();
    void reportsProgressOnlyWithAToken();
    void asksTheClientDuringACall();
    void pagesItsLists();
    void tellsSubscribersWhatChanged();
    void announcesWhatGrew_data();
    void announcesWhatGrew();
    void crashesAtTheCallItWasToldTo();
    void startsAfterSoManyFailures();
    void leavesMethodsUnanswered();
    void answersBrokenJson();
    void mixesNoiseWithWholeAnswers();
    void cutsLinesInPiecesThatJoin();
    void refusesIdsThatAreNoNumbers();
    void outlivesItsStdinOnlyWhenTold();
    void writesAJournal();
    void hasAGrandchild();

private:
    void start(const QStringList &switches);
    /// Sends a request with the next id; the answer comes by answer(id).
    int request(const char *method, const QJsonObject &params = {});
    void send(const QJsonObject &message);
    QJsonObject answer(int id);
    QJsonObject call(const char *tool, const QJsonObject &arguments = {});
    static QString textOf(const QJsonObject &response);
    void read();

    std::unique_ptr<QProcess> m_server;
    QByteArray m_text;
    QHash<int, QJsonObject> m_answers;
    QList<QJsonObject> m_others; ///< Notifications and reverse requests.
    QByteArrayList m_garbage;
    int m_lastId = 0;
};

void tst_fakemcpserver::start(const QStringList &switches)
{
    m_server = std::make_unique<QProcess>();
    connect(m_server.get(), &QProcess::readyReadStandardOutput, this, &tst_fakemcpserver::read);
    m_server->start(fakeMcpServer(), switches);
    QVERIFY2(m_server->waitForStarted(), qPrintable(m_server->errorString()));
}

void tst_fakemcpserver::cleanup()
{
    if (m_server) {
        m_server->disconnect(this);
        m_server->kill();
        m_server->waitForFinished();
        m_server.reset();
    }
}

void tst_fakemcpserver::read()
{
    m_text += m_server->readAllStandardOutput();
    for (qsizetype end = m_text.indexOf('\n'); end >= 0; end = m_text.indexOf('\n')) {
        const QByteArray line = m_text.left(end);
        m_text.remove(0, end + 1);
        const QJsonObject message = QJsonDocument::fromJson(line).object();
        if (message.contains(QLatin1String("method")))
            m_others.append(message);
        else if (message.contains(QLatin1String("id")))
            m_answers.insert(message.value(QLatin1String("id")).toInt(), message);
        else
            m_garbage.append(line);
    }
}

void tst_fakemcpserver::send(const QJsonObject &message)
{
    m_server->write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
}

int tst_fakemcpserver::request(const char *method, const QJsonObject &params)
{
    send({{QStringLiteral("jsonrpc"), QStringLiteral("2.0")},
          {QStringLiteral("id"), ++m_lastId},
          {QStringLiteral("method"), QLatin1String(method)},
          {QStringLiteral("params"), params}});
    return m_lastId;
}

QJsonObject tst_fakemcpserver::answer(int id)
{
    if (!QTest::qWaitFor([this, id] { return m_answers.contains(id); }))
        qWarning("no answer to %d", id);
    return m_answers.value(id);
}

QJsonObject tst_fakemcpserver::call(const char *tool, const QJsonObject &arguments)
{
    return answer(request("tools/call",
                          {{QStringLiteral("name"), QLatin1String(tool)}, {QStringLiteral("arguments"), arguments}}));
}

QString tst_fakemcpserver::textOf(const QJsonObject &response)
{
    return response[u"result"][u"content"][0][u"text"].toString();
}

void tst_fakemcpserver::answersTheHandshakeInTheVersionAsked_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("answered");
    const QString latest = QStringLiteral("2025-11-25");
    const QString first = QStringLiteral("2024-11-05");
    const QString unknown = QStringLiteral("1999-01-01");
    QTest::newRow("latest") << QStringList() << latest << latest;
    QTest::newRow("first") << QStringList() << first << first;
    QTest::newRow("unknown") << QStringList() << unknown << latest;
    QTest::newRow("told otherwise") << QStringList{QStringLiteral("--protocol"), unknown} << latest << unknown;
}

void tst_fakemcpserver::answersTheHandshakeInTheVersionAsked()
{
    QFETCH(QStringList, switches);
    QFETCH(QString, asked);
    QFETCH(QString, answered);
    start(switches);
    const QJsonObject response = answer(request("initialize", {{QStringLiteral("protocolVersion"), asked}}));
    QCOMPARE(response[u"result"][u"protocolVersion"].toString(), answered);
    QVERIFY(response[u"result"][u"capabilities"].toObject().contains(u"logging"));
}

void tst_fakemcpserver::callsItsTools_data()
{
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QJsonObject>("arguments");
    QTest::addColumn<QString>("text");
    QTest::newRow("echo") << QByteArray("echo") << QJsonObject{{QStringLiteral("message"), QStringLiteral("ñ")}}
                          << QStringLiteral("ñ");
    QTest::newRow("add") << QByteArray("add") << QJsonObject{{QStringLiteral("a"), 2}, {QStringLiteral("b"), 3}}
                         << QStringLiteral("5");
    QTest::newRow("payload") << QByteArray("payload") << QJsonObject{{QStringLiteral("bytes"), 5}}
                             << QStringLiteral("xxxxx");
    QTest::newRow("env") << QByteArray("env") << QJsonObject{{QStringLiteral("name"), QStringLiteral("FAKE_TEST")}}
                         << QStringLiteral("from the test");
    QTest::newRow("given") << QByteArray("an odd.name") << QJsonObject{{QStringLiteral("x"), 1}}
                           << QStringLiteral("{\"x\":1}");
    QTest::newRow("generated") << QByteArray("tool_1") << QJsonObject() << QStringLiteral("{}");
    QTest::newRow("by definition") << QByteArray("raw") << QJsonObject() << QStringLiteral("{}");
}

void tst_fakemcpserver::callsItsTools()
{
    QFETCH(QByteArray, tool);
    QFETCH(QJsonObject, arguments);
    QFETCH(QString, text);
    qputenv("FAKE_TEST", "from the test");
    start({QStringLiteral("--tool"), QStringLiteral("an odd.name"), QStringLiteral("--tools"), QStringLiteral("2"),
           QStringLiteral("--tool-json"), QStringLiteral("{\"name\":\"raw\"}")});
    QCOMPARE(textOf(call(tool.constData(), arguments)), text);
    if (tool == "add")
        QCOMPARE(m_answers.value(m_lastId)[u"result"][u"structuredContent"][u"sum"].toInt(), 5);
}

void tst_fakemcpserver::answersALaterCallWhileAnEarlierOneSleeps()
{
    start({});
    request("tools/call", {{QStringLiteral("name"), QStringLiteral("hang")}});
    QCOMPARE(textOf(call("counter")), QStringLiteral("1"));
    QCOMPARE(textOf(call("counter")), QStringLiteral("2"));
}

void tst_fakemcpserver::neverAnswersACancelledCall()
{
    start({});
    const int cancelled = request("tools/call",
                                  {{QStringLiteral("name"), QStringLiteral("sleep")},
                                   {QStringLiteral("arguments"), QJsonObject{{QStringLiteral("ms"), 100}}}});
    send({{QStringLiteral("method"), QStringLiteral("notifications/cancelled")},
          {QStringLiteral("params"), QJsonObject{{QStringLiteral("requestId"), cancelled}}}});
    QCOMPARE(textOf(call("sleep", {{QStringLiteral("ms"), 200}})), QStringLiteral("slept"));
    QVERIFY(!m_answers.contains(cancelled));
}

void tst_fakemcpserver::reportsProgressOnlyWithAToken()
{
    start({QStringLiteral("--progress"), QStringLiteral("2")});
    call("echo");
    QCOMPARE(m_others.size(), 0);
    answer(request("tools/call",
                   {{QStringLiteral("name"), QStringLiteral("echo")},
                    {QStringLiteral("_meta"), QJsonObject{{QStringLiteral("progressToken"), QStringLiteral("t")}}}}));
    QCOMPARE(m_others.size(), 2);
    QCOMPARE(m_others.at(1)[u"params"][u"progressToken"].toString(), QStringLiteral("t"));
    QCOMPARE(m_others.at(1)[u"params"][u"progress"].toInt(), 2);
}

void tst_fakemcpserver::asksTheClientDuringACall()
{
    start({});
    const int id =
        request("tools/call",
                {{QStringLiteral("name"), QStringLiteral("ask_client")},
                 {QStringLiteral("arguments"), QJsonObject{{QStringLiteral("kind"), QStringLiteral("sampling")}}}});
    QTRY_COMPARE(m_others.size(), 1);
    QCOMPARE(m_others.first()[u"method"].toString(), QStringLiteral("sampling/createMessage"));
    QVERIFY(!m_answers.contains(id));
    send({{QStringLiteral("id"), m_others.first()[u"id"]}, {QStringLiteral("result"), QStringLiteral("said")}});
    QVERIFY(textOf(answer(id)).contains(QStringLiteral("said")));
}

void tst_fakemcpserver::pagesItsLists()
{
    start({QStringLiteral("--page-size"), QStringLiteral("1")});
    const QJsonObject first = answer(request("prompts/list"));
    QCOMPARE(first[u"result"][u"prompts"].toArray().size(), 1);
    const QJsonObject last =
        answer(request("prompts/list", {{QStringLiteral("cursor"), first[u"result"][u"nextCursor"]}}));
    QCOMPARE(last[u"result"][u"prompts"][0][u"name"].toString(), QStringLiteral("plain"));
    QVERIFY(!last[u"result"].toObject().contains(u"nextCursor"));
    const QJsonObject refused =
        answer(request("prompts/list", {{QStringLiteral("cursor"), QStringLiteral("page-99")}}));
    QCOMPARE(refused[u"error"][u"code"].toInt(), -32602);
}

void tst_fakemcpserver::tellsSubscribersWhatChanged()
{
    start({});
    const QString uri = QStringLiteral("fake://static/text");
    call("touch");
    QCOMPARE(m_others.size(), 0);
    answer(request("resources/subscribe", {{QStringLiteral("uri"), uri}}));
    call("touch");
    QCOMPARE(m_others.size(), 1);
    const QJsonObject read = answer(request("resources/read", {{QStringLiteral("uri"), uri}}));
    QCOMPARE(read[u"result"][u"contents"][0][u"text"].toString(), QStringLiteral("static text, version 2"));
}

void tst_fakemcpserver::announcesWhatGrew_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("method");
    QTest::newRow("tools") << QStringLiteral("tools") << QByteArray("tools/list");
    QTest::newRow("prompts") << QStringLiteral("prompts") << QByteArray("prompts/list");
    QTest::newRow("resources") << QStringLiteral("resources") << QByteArray("resources/list");
}

void tst_fakemcpserver::announcesWhatGrew()
{
    QFETCH(QString, kind);
    QFETCH(QByteArray, method);
    start({});
    const auto count = [&] { return answer(request(method.constData()))[u"result"][kind].toArray().size(); };
    const auto before = count();
    call("grow", {{QStringLiteral("kind"), kind}});
    QTRY_COMPARE(m_others.size(), 1);
    QCOMPARE(m_others.first()[u"method"].toString(), QStringLiteral("notifications/%1/list_changed").arg(kind));
    QCOMPARE(count(), before + 1);
}

void tst_fakemcpserver::crashesAtTheCallItWasToldTo()
{
    start({QStringLiteral("--crash-on-call"), QStringLiteral("2")});
    QCOMPARE(textOf(call("counter")), QStringLiteral("1"));
    request("tools/call", {{QStringLiteral("name"), QStringLiteral("counter")}});
    QTRY_COMPARE(m_server->state(), QProcess::NotRunning);
    QCOMPARE(m_server->exitCode(), 3);
    QVERIFY(!m_answers.contains(m_lastId));
}

void tst_fakemcpserver::startsAfterSoManyFailures()
{
    QTemporaryDir folder;
    const QStringList switches = {QStringLiteral("--crash-at-start"), QStringLiteral("2"),
                                  QStringLiteral("--state-file"), folder.filePath(QStringLiteral("starts"))};
    for (int i = 0; i < 2; ++i) {
        start(switches);
        QTRY_COMPARE(m_server->state(), QProcess::NotRunning);
        QCOMPARE(m_server->exitCode(), 4);
    }
    start(switches);
    QVERIFY(!answer(request("ping")).isEmpty());
}

void tst_fakemcpserver::leavesMethodsUnanswered()
{
    start({QStringLiteral("--never-answer"), QStringLiteral("initialize")});
    const int silent = request("initialize");
    QVERIFY(!answer(request("ping")).isEmpty());
    QVERIFY(!m_answers.contains(silent));
}

void tst_fakemcpserver::answersBrokenJson()
{
    start({QStringLiteral("--broken-json"), QStringLiteral("tools/list")});
    request("tools/list");
    QTRY_COMPARE(m_garbage.size(), 1);
    QVERIFY(m_garbage.first().startsWith("{\"result\":{\"tools\":["));
    QVERIFY(!answer(request("ping")).isEmpty());
}

void tst_fakemcpserver::mixesNoiseWithWholeAnswers()
{
    start({QStringLiteral("--noise"), QStringLiteral("--stderr-flood")});
    QCOMPARE(textOf(call("counter")), QStringLiteral("1"));
    QVERIFY(m_garbage.size() >= 6);
}

void tst_fakemcpserver::cutsLinesInPiecesThatJoin()
{
    start({QStringLiteral("--partial-lines")});
    QCOMPARE(textOf(call("payload", {{QStringLiteral("bytes"), 100000}})).size(), 100000);
    QCOMPARE(m_garbage.size(), 0);
}

void tst_fakemcpserver::refusesIdsThatAreNoNumbers()
{
    start({QStringLiteral("--numeric-ids-only")});
    send({{QStringLiteral("id"), QStringLiteral("a")}, {QStringLiteral("method"), QStringLiteral("ping")}});
    QVERIFY(answer(request("ping")).contains(u"result"));
    QCOMPARE(m_answers.value(0)[u"error"][u"code"].toInt(), -32600); // its id is null
}

void tst_fakemcpserver::outlivesItsStdinOnlyWhenTold()
{
    start({});
    request("tools/call",
            {{QStringLiteral("name"), QStringLiteral("sleep")},
             {QStringLiteral("arguments"), QJsonObject{{QStringLiteral("ms"), 50}}}});
    const int last = m_lastId;
    m_server->closeWriteChannel();
    QTRY_COMPARE(m_server->state(), QProcess::NotRunning);
    QVERIFY(m_answers.contains(last));

    start({QStringLiteral("--ignore-eof"), QStringLiteral("--max-life"), QStringLiteral("300")});
    m_server->closeWriteChannel();
    QTRY_COMPARE(m_server->state(), QProcess::NotRunning);
    QCOMPARE(m_server->exitCode(), 9); // its safety net, not the end of stdin
}

void tst_fakemcpserver::writesAJournal()
{
    QTemporaryDir folder;
    const QString journal = folder.filePath(QStringLiteral("journal"));
    start({QStringLiteral("--journal"), journal});
    call("echo");
    const QByteArray pid = QByteArray::number(m_server->processId());
    m_server->closeWriteChannel();
    QTRY_COMPARE(m_server->state(), QProcess::NotRunning);
    QFile file(journal);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray expected = "P start\nP request tools/call\nP call echo\nP eof\nP exit 0\n";
    QCOMPARE(file.readAll(), QByteArray(expected).replace("P ", pid + ' '));
}

void tst_fakemcpserver::hasAGrandchild()
{
    start({QStringLiteral("--spawn-grandchild")});
    const QString pid = textOf(call("grandchild_pid"));
    QVERIFY(pid.toLongLong() > 0);
    QVERIFY(pid.toLongLong() != m_server->processId());
    endProcess(pid.toLongLong());
}

QTEST_GUILESS_MAIN(tst_fakemcpserver)
#include "tst_fakemcpserver.moc"
