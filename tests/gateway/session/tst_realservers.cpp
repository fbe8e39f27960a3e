// SPDX-License-Identifier: MIT
#include "gateway/session/sessionpool.h"
#include "gateway/upstream/enclavetransports.h"
#include "tests/support/fakeserver.h"
#include "tests/support/runningprocess.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;
using mcp::Message;

namespace {

using Answer = std::optional<Result<Message>>;

QByteArray resultOf(const Answer &answer)
{
    return answer && answer->ok() ? (*answer)->resultBody().toByteArray() : QByteArray();
}

Error errorOf(const Answer &answer)
{
    return answer && !answer->ok() ? answer->error() : Error();
}

} // namespace

/// The pool with real programs: servers that behave, and every way in which one does not.
class tst_realservers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::adoptOrphans(); }
    void init();
    void cleanup();

    void aCallIsAnswered_data();
    void aCallIsAnswered();
    void aServerThatCannotStartTellsWhy();
    void aServerThatCrashesAtItsFirstStartsIsTriedAgain();
    void aServerThatDiesInACallFailsItAndIsThereForTheNext();
    void aServerThatNeverAnswersIsCancelled();
    void anAnswerThatIsBrokenJsonEndsAtTheDeadlineAndHarmsNoOther();
    void aMisbehavingServerHarmsNoOther();
    void theWholeTreeIsGoneAfterwards_data();
    void theWholeTreeIsGoneAfterwards();
    void progressArrivesBeforeTheAnswer();

private:
    void addServer(const char *name, const QStringList &switches,
                   const std::function<void(EnclaveConfig &)> &change = {});
    Result<UpstreamSession *> acquired(const char *name, std::chrono::milliseconds within = 30s);
    static std::shared_ptr<Answer> call(UpstreamSession *session, const QByteArray &params,
                                        std::chrono::milliseconds timeout = {});
    QList<qint64> startedProcesses() const;

    std::unique_ptr<test::TestHome> m_home;
    std::unique_ptr<EnclaveTransports> m_transports;
    std::unique_ptr<SessionPool> m_pool;
    GatewayConfig m_config;
};

void tst_realservers::init()
{
    m_home = std::make_unique<test::TestHome>();
    EnclaveTransports::Options options = EnclaveTransports::optionsOfThisUser(m_home->file(QStringLiteral("children")));
    options.search.shell.clear();
    options.patience = {300ms, 300ms, 10s, 100ms};
    m_transports = std::make_unique<EnclaveTransports>(options);
    SessionPool::Times times;
    times.retryScale = 0.02;
    times.goodRun = 0ms;
    m_pool = std::make_unique<SessionPool>(*m_transports, "run", times);
    m_pool->setWorkRoot(m_home->file(QStringLiteral("work")));
    m_config = {};
}

void tst_realservers::cleanup()
{
    bool closed = false;
    m_pool->closeAll(20s, [&closed] { closed = true; });
    QVERIFY(QTest::qWaitFor([&closed] { return closed; }, 30000));
    QVERIFY(m_transports->isQuiet());
    m_pool.reset();
    m_transports.reset();
    for (qint64 process : startedProcesses())
        QTRY_VERIFY(!test::isRunning(process));
    QVERIFY(QDir(m_home->file(QStringLiteral("children"))).isEmpty());
}

void tst_realservers::addServer(const char *name, const QStringList &switches,
                                const std::function<void(EnclaveConfig &)> &change)
{
    EnclaveConfig enclave;
    enclave.launch = StdioLaunch{test::fakeMcpServer(),
                                 switches
                                     + QStringList{QStringLiteral("--journal"), m_home->file(QStringLiteral("journal")),
                                                   QStringLiteral("--max-life"), QStringLiteral("120000")}};
    if (qEnvironmentVariableIsSet("WINEPREFIX") || qEnvironmentVariableIsSet("SYSTEMROOT"))
        enclave.passEnv = {QStringLiteral("PATH")};
    if (change)
        change(enclave);
    m_config.enclaves.insert(EnclaveId(QString::fromLatin1(name)), enclave);
    m_pool->setConfig(m_config, {});
}

Result<UpstreamSession *> tst_realservers::acquired(const char *name, std::chrono::milliseconds within)
{
    std::optional<Result<UpstreamSession *>> found;
    m_pool->acquire({EnclaveId(QString::fromLatin1(name)), {}, {}}, QDeadlineTimer(within), this,
                    [&found](const Result<UpstreamSession *> &session) { found = session; });
    if (!QTest::qWaitFor([&found] { return found.has_value(); }, 60000))
        return Error{Error::Code::Internal, QStringLiteral("the pool never answered")};
    return *found;
}

std::shared_ptr<Answer> tst_realservers::call(UpstreamSession *session, const QByteArray &params,
                                              std::chrono::milliseconds timeout)
{
    auto answer = std::make_shared<Answer>();
    session->call(
        Message::request("tools/call", params), {},
        [answer](Result<Message> response) { answer->emplace(std::move(response)); }, {}, timeout);
    return answer;
}

QList<qint64> tst_realservers::startedProcesses() const
{
    QList<qint64> ids;
    const QList<QByteArray> lines = m_home->read(QStringLiteral("journal")).split('\n');
    for (const QByteArray &line : lines) {
        const qint64 id = line.split(' ').first().toLongLong();
        if (id > 0 && !ids.contains(id))
            ids.append(id);
    }
    return ids;
}

const QByteArray echo = "{\"name\":\"echo\",\"arguments\":{\"message\":\"hola\"}}";

void tst_realservers::aCallIsAnswered_data()
{
    QTest::addColumn<QStringList>("switches");
    const auto words = [](const char *text) { return QString::fromLatin1(text).split(u' ', Qt::SkipEmptyParts); };
    QTest::newRow("by a server that behaves") << words("");
    QTest::newRow("between noise") << words("--noise");
    QTest::newRow("in pieces") << words("--partial-lines");
    QTest::newRow("beside a flood on stderr") << words("--stderr-flood");
    QTest::newRow("by one that takes only numbers as ids") << words("--numeric-ids-only");
    QTest::newRow("by one of 2024-11-05") << words("--protocol 2024-11-05");
    QTest::newRow("after a slow start") << words("--slow-init 200");
}

void tst_realservers::aCallIsAnswered()
{
    QFETCH(QStringList, switches);
    addServer("one", switches);
    const auto session = acquired("one");
    QVERIFY2(session.ok(), qPrintable(session ? QString() : session.error().detail));
    for (int i = 0; i < 3; ++i) {
        const auto answer = call(*session, echo);
        QTRY_VERIFY(answer->has_value());
        QVERIFY2(resultOf(*answer).contains("hola"), qPrintable(errorOf(*answer).detail));
    }
}

void tst_realservers::aServerThatCannotStartTellsWhy()
{
    addServer("one", {QStringLiteral("--no-such-switch")});
    const auto session = acquired("one", 500ms);
    QVERIFY(!session.ok());
    QCOMPARE(session.error().code, Error::Code::Closed);
    QVERIFY2(session.error().detail.contains(QLatin1String("exit code 2")), qPrintable(session.error().detail));
    QVERIFY(session.error().detail.contains(QLatin1String("unknown switch --no-such-switch")));
}

void tst_realservers::aServerThatCrashesAtItsFirstStartsIsTriedAgain()
{
    addServer("one",
              {QStringLiteral("--crash-at-start"), QStringLiteral("2"), QStringLiteral("--state-file"),
               m_home->file(QStringLiteral("state"))});
    QVERIFY(acquired("one").ok());
}

void tst_realservers::aServerThatDiesInACallFailsItAndIsThereForTheNext()
{
    addServer("one", {QStringLiteral("--crash-on-call"), QStringLiteral("2")});
    const auto session = acquired("one");
    QVERIFY(session.ok());
    const auto first = call(*session, echo);
    QTRY_VERIFY(first->has_value());
    const auto second = call(*session, echo);
    const auto third = call(*session, echo);
    QTRY_VERIFY(second->has_value() && third->has_value());
    for (const auto &answer : {second, third}) {
        QCOMPARE(errorOf(*answer).code, Error::Code::Closed);
        QVERIFY2(errorOf(*answer).detail.contains(QLatin1String("exit code 3")), qPrintable(errorOf(*answer).detail));
    }
    const auto again = acquired("one");
    QVERIFY(again.ok());
    const auto fourth = call(*again, echo);
    QTRY_VERIFY(resultOf(*fourth).contains("hola"));
}

void tst_realservers::aServerThatNeverAnswersIsCancelled()
{
    addServer("one", {QStringLiteral("--never-answer"), QStringLiteral("tools/call")});
    const auto session = acquired("one");
    QVERIFY(session.ok());
    const auto answer = call(*session, echo, 50ms);
    QTRY_VERIFY(answer->has_value());
    QCOMPARE(errorOf(*answer).code, Error::Code::Timeout);
    QTRY_VERIFY(m_home->read(QStringLiteral("journal")).contains(" cancelled "));
    QCOMPARE((*session)->state(), UpstreamSession::State::Ready);
}

void tst_realservers::anAnswerThatIsBrokenJsonEndsAtTheDeadlineAndHarmsNoOther()
{
    addServer("one", {QStringLiteral("--broken-json"), QStringLiteral("tools/call")});
    const auto session = acquired("one");
    QVERIFY(session.ok());
    const auto broken = call(*session, echo, 200ms);
    Answer ping;
    (*session)->call(Message::request("ping"), {}, [&ping](Result<Message> response) { ping = std::move(response); });
    QTRY_VERIFY(ping.has_value());
    QVERIFY(ping->ok());
    QTRY_VERIFY(broken->has_value());
    QVERIFY(!(*broken)->ok());
}

void tst_realservers::aMisbehavingServerHarmsNoOther()
{
    addServer("bad",
              {QStringLiteral("--never-answer"), QStringLiteral("initialize"), QStringLiteral("--stderr-flood")});
    addServer("good", {});
    bool badAnswered = false;
    const auto waits = std::make_unique<QObject>(); // gone before badAnswered is
    m_pool->acquire({EnclaveId(QStringLiteral("bad")), {}, {}}, QDeadlineTimer(QDeadlineTimer::Forever), waits.get(),
                    [&badAnswered](const Result<UpstreamSession *> &) { badAnswered = true; });
    const auto session = acquired("good");
    QVERIFY(session.ok());
    const auto answer = call(*session, echo);
    QTRY_VERIFY(resultOf(*answer).contains("hola"));
    QVERIFY(!badAnswered);
}

void tst_realservers::theWholeTreeIsGoneAfterwards_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::newRow("ignores the end of its input") << QStringList{QStringLiteral("--ignore-eof")};
    QTest::newRow("ignores SIGTERM too") << QStringList{QStringLiteral("--ignore-eof"),
                                                        QStringLiteral("--ignore-sigterm")};
    QTest::newRow("has a child that holds its pipes") << QStringList{QStringLiteral("--spawn-grandchild")};
    QTest::newRow("has one, and dies in a call")
        << QStringList{QStringLiteral("--spawn-grandchild"), QStringLiteral("--crash-on-call"), QStringLiteral("1")};
}

void tst_realservers::theWholeTreeIsGoneAfterwards()
{
    QFETCH(QStringList, switches);
    addServer("one", switches);
    const auto session = acquired("one");
    QVERIFY(session.ok());
    const auto answer = call(*session, echo);
    QTRY_VERIFY(answer->has_value());
    QVERIFY(!startedProcesses().isEmpty());
    // cleanup() ends everything and looks for each process of the journal.
}

void tst_realservers::progressArrivesBeforeTheAnswer()
{
    addServer("one", {QStringLiteral("--progress"), QStringLiteral("3")});
    const auto session = acquired("one");
    QVERIFY(session.ok());
    QStringList order;
    (*session)->call(
        Message::request("tools/call",
                         "{\"name\":\"echo\",\"arguments\":{\"message\":\"hola\"},"
                         "\"_meta\":{\"progressToken\":\"mine\"}}"),
        {}, [&order](const Result<Message> &) { order.append(QStringLiteral("answer")); },
        [&order](const Message &notification, const Splice &restored) {
            const auto parsed = Message::parse(restored.applied(notification.bytes()));
            order.append(QString::fromUtf8(std::get<Message>(parsed).at(Message::Field::ParamsProgressToken)));
        });
    const QString mine = QStringLiteral("\"mine\"");
    QTRY_COMPARE(order, QStringList({mine, mine, mine, QStringLiteral("answer")}));
}

QTEST_GUILESS_MAIN(tst_realservers)
#include "tst_realservers.moc"
