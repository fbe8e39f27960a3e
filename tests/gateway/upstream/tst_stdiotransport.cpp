// SPDX-License-Identifier: MIT
#include "gateway/upstream/stdiotransport.h"
#include "tests/gateway/upstream/testchildlaunch.h"
#include "tests/support/runningprocess.h"
#include "tests/support/testhome.h"

#include <QLoggingCategory>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;
using test::testChildLaunch;

namespace {

constexpr ChildProcess::Patience patient{60s, 60s, 60s, 60s};
constexpr ChildProcess::Patience brisk{20ms, 20ms, 60s, 20ms};

StdioTransport::Prepare preparedSoon(const Result<ChildLaunch> &launch)
{
    return [launch](QObject *context, const std::function<void(Result<ChildLaunch>)> &done) {
        QMetaObject::invokeMethod(
            context, [launch, done] { done(launch); }, Qt::QueuedConnection);
    };
}

/// A transport with what came from it.
class Server {
public:
    explicit Server(const Result<ChildLaunch> &launch, ChildKeeper *keeper = nullptr,
                    ChildProcess::Patience patience = patient)
        : transport(std::make_unique<StdioTransport>(preparedSoon(launch), keeper, patience))
        , unreadable(transport.get(), &mcp::Transport::unreadable)
        , closed(transport.get(), &mcp::Transport::closed)
    {
        QObject::connect(transport.get(), &mcp::Transport::received, transport.get(),
                         [this](const mcp::Message &message) {
                             received.append(message.bytes());
                             receivedAfterEnd = receivedAfterEnd || closed.count() > 0;
                         });
    }
    explicit Server(const QStringList &words, ChildKeeper *keeper = nullptr, ChildProcess::Patience patience = patient)
        : Server(Result<ChildLaunch>(testChildLaunch(words)), keeper, patience)
    {
    }

    Error reason() const { return closed.isEmpty() ? Error() : closed.first().first().value<Error>(); }

    std::unique_ptr<StdioTransport> transport;
    QList<QByteArray> received;
    QSignalSpy unreadable;
    QSignalSpy closed;
    bool receivedAfterEnd = false;
};

const QByteArray note = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/note\",\"params\":{\"n\":1}}";
const QString notePrinted = QString::fromLatin1(note);

} // namespace

/// Messages to and from a real program.
class tst_stdiotransport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void messagesGoBothWays();
    void whatIsSentBeforeItRunsArrives();
    void aLargeMessageArrivesWhole();
    void pausingHoldsMessagesBack();
    void aProgramThatCannotStartClosesTheTransport_data();
    void aProgramThatCannotStartClosesTheTransport();
    void noiseIsReportedAndSkipped();
    void noiseIsLoggedButBounded();
    void aByteOrderMarkIsIgnored();
    void anAnswerToNobodyKnownIsLoggedOnceEachAndBounded();
    void noiseWithoutEndEndsTheProgram();
    void tellsHowTheProgramEnded_data();
    void tellsHowTheProgramEnded();
    void whatItSaidBeforeItsEndComesBeforeClosed();
    void aProgramWithoutStdoutIsEnded();
    void closingEndsTheProgramByItsStdin();
    void closingBeforeItIsPreparedStartsNothing();
    void closedDoesNotWaitForWhatIsLeftBehind();
    void theKeeperSeesAnAbandonedProgramToItsEnd();
    void withoutAKeeperNothingIsLeft();
};

void tst_stdiotransport::initTestCase()
{
    test::adoptOrphans();
    QLoggingCategory::setFilterRules(QStringLiteral("pasarela.upstream.debug=true"));
}

void tst_stdiotransport::messagesGoBothWays()
{
    Server server({QStringLiteral("echo")});
    server.transport->start();
    server.transport->send(note);
    QTRY_COMPARE(server.received, QList<QByteArray>({note}));
    QVERIFY(server.transport->processId() > 0);
    QVERIFY(test::isRunning(server.transport->processId()));
    server.transport->send(note);
    QTRY_COMPARE(server.received.size(), 2);
}

void tst_stdiotransport::whatIsSentBeforeItRunsArrives()
{
    Server server({QStringLiteral("echo")});
    server.transport->start();
    for (int i = 0; i < 3; ++i)
        server.transport->send("{\"jsonrpc\":\"2.0\",\"method\":\"n" + QByteArray::number(i) + "\"}");
    QVERIFY(server.transport->bytesQueued() > 0);
    QTRY_COMPARE(server.received.size(), 3);
    QVERIFY(server.received[0].contains("n0") && server.received[2].contains("n2"));
}

void tst_stdiotransport::aLargeMessageArrivesWhole()
{
    Server server({QStringLiteral("echo")});
    server.transport->start();
    const QByteArray large = "{\"jsonrpc\":\"2.0\",\"method\":\"" + QByteArray(3 * 1024 * 1024, 'x') + "\"}";
    server.transport->send(large);
    QTRY_COMPARE(server.received.size(), 1);
    QVERIFY(server.received.first() == large);
}

void tst_stdiotransport::pausingHoldsMessagesBack()
{
    Server server({QStringLiteral("arguments"), notePrinted});
    server.transport->pause();
    server.transport->start();
    server.transport->send(note);
    QTRY_VERIFY(!test::isRunning(server.transport->processId()) && server.transport->processId() > 0);
    QVERIFY(server.received.isEmpty());
    server.transport->resume();
    QTRY_COMPARE(server.received.size(), 1);
    QTRY_COMPARE(server.closed.count(), 1);
}

void tst_stdiotransport::aProgramThatCannotStartClosesTheTransport_data()
{
    QTest::addColumn<bool>("prepared");
    QTest::newRow("nothing to start") << false;
    QTest::newRow("no such program") << true;
}

void tst_stdiotransport::aProgramThatCannotStartClosesTheTransport()
{
    QFETCH(bool, prepared);
    ChildLaunch launch = testChildLaunch({});
    launch.program = QStringLiteral("/no/such/program");
    const Error error{Error::Code::NotFound, QStringLiteral("The program \"tester\" was not found.")};
    Server server(prepared ? Result<ChildLaunch>(launch) : Result<ChildLaunch>(error));
    server.transport->start();
    server.transport->send(note);
    QTRY_COMPARE(server.closed.count(), 1);
    QCOMPARE(server.reason().code, Error::Code::NotFound);
    QVERIFY(server.reason().detail.contains(QLatin1String("\"tester\"")));
    QVERIFY(server.received.isEmpty());
}

void tst_stdiotransport::noiseIsReportedAndSkipped()
{
    Server server({QStringLiteral("arguments"), QStringLiteral("Listening on stdio"), notePrinted,
                   QStringLiteral("{\"a\":"), QString(), QStringLiteral("[1]"), notePrinted});
    server.transport->start();
    QTRY_COMPARE(server.closed.count(), 1);
    QCOMPARE(server.received, QList<QByteArray>({note, note}));
    QCOMPARE(server.unreadable.count(), 3); // an empty line is nothing at all
}

void tst_stdiotransport::noiseIsLoggedButBounded()
{
    QStringList words = {QStringLiteral("arguments"), QString(5000, u'y')};
    for (int i = 0; i < 200; ++i)
        words.append(QStringLiteral("noise"));
    static QStringList logged;
    logged.clear();
    const auto before = qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &text) {
        if (text.contains(QLatin1String("no message")))
            logged.append(text);
    });
    Server server(words);
    server.transport->start();
    const bool ended = QTest::qWaitFor([&server] { return server.closed.count() == 1; }, 20000);
    qInstallMessageHandler(before);
    QVERIFY(ended);
    QCOMPARE(server.unreadable.count(), 201);
    QVERIFY(logged.size() > 1 && logged.size() <= 50);
    QVERIFY(logged.first().contains(QLatin1String("\"tester\"")));
    QVERIFY(logged.first().contains(QLatin1String("yyy")) && logged.first().size() < 500);
}

/// As some libraries write it before each line, or before the first.
void tst_stdiotransport::aByteOrderMarkIsIgnored()
{
    Server server({QStringLiteral("echo")});
    server.transport->start();
    server.transport->send("\xEF\xBB\xBF" + note);
    server.transport->send(note);
    server.transport->send("\xEF\xBB\xBF" + note);
    QTRY_COMPARE(server.received, QList<QByteArray>(3, note));
    QCOMPARE(server.unreadable.count(), 0);
}

void tst_stdiotransport::anAnswerToNobodyKnownIsLoggedOnceEachAndBounded()
{
    static QStringList logged;
    logged.clear();
    const auto before = qInstallMessageHandler([](QtMsgType type, const QMessageLogContext &, const QString &text) {
        if (type == QtWarningMsg)
            logged.append(text);
    });
    const QStringList toNobody = {QStringLiteral("{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"result\":{\"secret\":1}}"),
                                  QStringLiteral("{\"jsonrpc\":\"2.0\",\"result\":{\"secret\":1}}"),
                                  QStringLiteral("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"result\":{\"secret\":1}}"),
                                  QStringLiteral("{\"jsonrpc\":\"2.0\",\"result\":{\"secret\":1},\"id\":")};
    // Noise, a question of the server's, and an answer whose call is known.
    const QStringList others = {QStringLiteral("{\"level\":\"info\"}"), QStringLiteral("listening"),
                                QStringLiteral("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}"),
                                QStringLiteral("{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":1,\"result\":{}}")};
    Server few(QStringList{QStringLiteral("arguments")} + toNobody + others);
    few.transport->start();
    const bool fewEnded = QTest::qWaitFor([&few] { return few.closed.count() == 1; }, 20000);
    const QStringList ofFew = logged;
    QStringList words = {QStringLiteral("arguments")};
    for (int i = 0; i < 200; ++i)
        words.append(toNobody.first());
    logged.clear();
    Server many(words);
    many.transport->start();
    const bool manyEnded = QTest::qWaitFor([&many] { return many.closed.count() == 1; }, 20000);
    qInstallMessageHandler(before);
    QVERIFY(fewEnded && manyEnded);
    QCOMPARE(few.unreadable.count(), toNobody.size() + others.size());
    QCOMPARE(ofFew.size(), toNobody.size());
    for (const QString &text : ofFew) {
        QVERIFY2(text.contains(QLatin1String("\"tester\"")), qPrintable(text));
        QVERIFY2(!text.contains(QLatin1String("secret")), qPrintable(text));
    }
    QVERIFY(ofFew.first().contains(QLatin1String("a member stands twice")));
    QCOMPARE(logged.size(), 50);
}

void tst_stdiotransport::noiseWithoutEndEndsTheProgram()
{
    Server server({QStringLiteral("noise")});
    server.transport->start();
    QTRY_COMPARE_WITH_TIMEOUT(server.closed.count(), 1, 20000);
    QCOMPARE(server.reason().code, Error::Code::ProtocolViolation);
    QVERIFY(server.reason().detail.contains(QLatin1String("stderr")));
}

void tst_stdiotransport::tellsHowTheProgramEnded_data()
{
    QTest::addColumn<int>("code");
    QTest::newRow("well") << 0;
    QTest::newRow("badly") << 5;
}

void tst_stdiotransport::tellsHowTheProgramEnded()
{
    QFETCH(int, code);
    Server server({QStringLiteral("say"), QStringLiteral("no such table"), QString::number(code)});
    server.transport->start();
    QTRY_COMPARE(server.closed.count(), 1);
    QCOMPARE(server.reason().code, Error::Code::Closed);
    QCOMPARE(server.reason().detail, QStringLiteral("The program \"tester\" ended with exit code %1.").arg(code));
    QCOMPARE(server.transport->lastWords(), QByteArray("no such table"));
}

void tst_stdiotransport::whatItSaidBeforeItsEndComesBeforeClosed()
{
    Server server({QStringLiteral("answer"), notePrinted, QStringLiteral("1")});
    server.transport->start();
    QTRY_COMPARE(server.closed.count(), 1);
    QCOMPARE(server.received, QList<QByteArray>({note}));
    QVERIFY(!server.receivedAfterEnd);
}

void tst_stdiotransport::aProgramWithoutStdoutIsEnded()
{
    if (test::isWine())
        QSKIP("Wine's conhost keeps a program's stdout open as long as the program runs.");
    Server server({QStringLiteral("mute")});
    server.transport->start();
    QTRY_COMPARE(server.closed.count(), 1);
    QCOMPARE(server.reason().detail, QStringLiteral("The program \"tester\" ended with exit code 0."));
}

void tst_stdiotransport::closingEndsTheProgramByItsStdin()
{
    Server server({QStringLiteral("echo")});
    server.transport->start();
    server.transport->send(note);
    QTRY_COMPARE(server.received.size(), 1);
    const qint64 pid = server.transport->processId();
    server.transport->send(note);
    server.transport->close();
    QCOMPARE(server.closed.count(), 0);
    QTRY_COMPARE(server.closed.count(), 1);
    QCOMPARE(server.reason().detail, QStringLiteral("The program \"tester\" ended with exit code 0."));
    QCOMPARE(server.received.size(), 2); // what was on its way came
    QVERIFY(!test::isRunning(pid));
}

void tst_stdiotransport::closingBeforeItIsPreparedStartsNothing()
{
    Server server({QStringLiteral("echo")});
    server.transport->start();
    server.transport->close();
    QCOMPARE(server.closed.count(), 0);
    QTRY_COMPARE(server.closed.count(), 1);
    QCOMPARE(server.transport->processId(), 0);
}

void tst_stdiotransport::closedDoesNotWaitForWhatIsLeftBehind()
{
    ChildKeeper keeper;
    ChildProcess::Patience patience = brisk;
    patience.closing = 60s; // so that what is left stays for now
    Server server({QStringLiteral("leave")}, &keeper, patience);
    server.transport->start();
    QTRY_COMPARE(server.closed.count(), 1);
    QCOMPARE(server.unreadable.count(), 1); // the pid
    QVERIFY(!keeper.isEmpty());
}

void tst_stdiotransport::theKeeperSeesAnAbandonedProgramToItsEnd()
{
    ChildKeeper keeper;
    Server server({QStringLiteral("family")}, &keeper, brisk);
    server.transport->start();
    QTRY_COMPARE(server.unreadable.count(), 1);
    const qint64 pid = server.transport->processId();
    server.transport.reset();
    QVERIFY(!keeper.isEmpty());
    QTRY_VERIFY(keeper.isEmpty());
    QVERIFY(!test::isRunning(pid));
}

void tst_stdiotransport::withoutAKeeperNothingIsLeft()
{
    Server server({QStringLiteral("stubborn")});
    server.transport->start();
    QTRY_COMPARE(server.unreadable.count(), 1);
    const qint64 pid = server.transport->processId();
    server.transport.reset();
    QTRY_VERIFY(!test::isRunning(pid));
}

QTEST_GUILESS_MAIN(tst_stdiotransport)
#include "tst_stdiotransport.moc"
