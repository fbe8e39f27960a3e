// SPDX-License-Identifier: MIT
#include "gateway/ipc/link.h"

#include <QTest>

using namespace pasarela;

namespace {

/// Said to people as it is, so with one mark, at its end.
bool isOneSentence(const QString &text)
{
    return text.endsWith(u'.') && !QStringView(u".?!").contains(text.chopped(1).back());
}

} // namespace

class tst_link : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesLookAsTheSpecificationSays();
    void aHelloComesBackAsItWas_data();
    void aHelloComesBackAsItWas();
    void aWelcomeComesBackAsItWas();
    void aRefusalComesBackAsItWas();
    void helloRefusesGarbage_data();
    void helloRefusesGarbage();
    void helloTakesOlderAndNewerBridges();
    void welcomeRefusesGarbage_data();
    void welcomeRefusesGarbage();
    void aFirstLineOverTheLimitIsTooLarge();
    void knowsInBandLines_data();
    void knowsInBandLines();
    void knowsWhatMayBecomeAnInBandLine_data();
    void knowsWhatMayBecomeAnInBandLine();
};

void tst_link::linesLookAsTheSpecificationSays()
{
    link::Hello hello{.client = QStringLiteral("claude-desktop"),
                      .project = QStringLiteral("/home/m"),
                      .processId = 7,
                      .programVersion = QStringLiteral("0.1.0")};
    QCOMPARE(
        link::encode(hello),
        QByteArray(R"({"pasarelaLink":1,"client":"claude-desktop","project":"/home/m","pid":7,"version":"0.1.0"})"));
    hello.client.clear();
    QVERIFY(link::encode(hello).contains("\"client\":null,"));
    QCOMPARE(link::encode(link::Welcome{.epoch = "e1", .programVersion = QStringLiteral("0.1.0")}),
             QByteArray(R"({"pasarelaLink":1,"epoch":"e1","version":"0.1.0"})"));
    QCOMPARE(link::encode(
                 link::Welcome{.link = 0, .refusalCode = QStringLiteral("P-105"), .refusal = QStringLiteral("No.")}),
             QByteArray(R"({"pasarelaLink":0,"refused":"P-105","say":"No."})"));
    QCOMPARE(link::encode(link::InBand::Eof), QByteArray(R"({"pasarelaLink":"eof"})"));
    QCOMPARE(link::encode(link::InBand::Draining), QByteArray(R"({"pasarelaLink":"draining"})"));
}

void tst_link::aHelloComesBackAsItWas_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("plain") << QStringLiteral("plain");
    QTest::newRow("empty") << QString();
    QTest::newRow("quotes and backslashes") << QStringLiteral("C:\\Users\\\"Ana\"\\");
    QTest::newRow("a newline cannot end the line") << QStringLiteral("a\nb\r\tc");
    QTest::newRow("beyond the first plane") << QStringLiteral("señal 🦊");
}

void tst_link::aHelloComesBackAsItWas()
{
    QFETCH(QString, text);
    const link::Hello sent{.client = text, .project = text, .processId = 4'000'000'000, .programVersion = text};
    const QByteArray line = link::encode(sent);
    QVERIFY(!line.contains('\n'));
    const auto got = link::decodeHello(line);
    QVERIFY(got.ok());
    QCOMPARE(got->link, sent.link);
    QCOMPARE(got->client, text);
    QCOMPARE(got->project, text);
    QCOMPARE(got->processId, sent.processId);
    QCOMPARE(got->programVersion, text);
}

void tst_link::aWelcomeComesBackAsItWas()
{
    const auto got =
        link::decodeWelcome(link::encode(link::Welcome{.epoch = "a1b2", .programVersion = QStringLiteral("9")}));
    QVERIFY(got.ok());
    QCOMPARE(got->link, 1);
    QCOMPARE(got->epoch, QByteArray("a1b2"));
    QCOMPARE(got->programVersion, QStringLiteral("9"));
    QVERIFY(got->refusal.isEmpty());
}

void tst_link::aRefusalComesBackAsItWas()
{
    const auto got = link::decodeWelcome(link::encode(link::Welcome{
        .link = 0, .refusalCode = QStringLiteral("P-105"), .refusal = QStringLiteral("Press \"Start\".")}));
    QVERIFY(got.ok());
    QCOMPARE(got->link, 0);
    QCOMPARE(got->refusalCode, QStringLiteral("P-105"));
    QCOMPARE(got->refusal, QStringLiteral("Press \"Start\"."));
}

void tst_link::helloRefusesGarbage_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("half a line") << QByteArray(R"({"pasarelaLink":1,"cli)");
    QTest::newRow("a message of MCP") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    QTest::newRow("an array") << QByteArray(R"([{"pasarelaLink":1}])");
    QTest::newRow("version as text") << QByteArray(R"({"pasarelaLink":"1"})");
    QTest::newRow("version zero") << QByteArray(R"({"pasarelaLink":0})");
    QTest::newRow("version negative") << QByteArray(R"({"pasarelaLink":-1})");
    QTest::newRow("version with a fraction") << QByteArray(R"({"pasarelaLink":1.5})");
    QTest::newRow("version beyond an int") << QByteArray(R"({"pasarelaLink":4294967297})");
    QTest::newRow("version twice") << QByteArray(R"({"pasarelaLink":1,"pasarelaLink":2})");
    QTest::newRow("not UTF-8") << QByteArray("{\"pasarelaLink\":1,\"client\":\"\xff\"}");
    QTest::newRow("two values") << QByteArray(R"({"pasarelaLink":1} {})");
}

void tst_link::helloRefusesGarbage()
{
    QFETCH(QByteArray, line);
    const auto got = link::decodeHello(line);
    QVERIFY(!got.ok());
    QCOMPARE(got.error().code, Error::Code::ProtocolViolation);
    QVERIFY2(isOneSentence(got.error().detail), qPrintable(got.error().detail));
}

void tst_link::helloTakesOlderAndNewerBridges()
{
    const auto bare = link::decodeHello(R"({"pasarelaLink":1})");
    QVERIFY(bare.ok());
    QVERIFY(bare->client.isEmpty());
    QCOMPARE(bare->processId, qint64(0));
    const auto newer = link::decodeHello(R"({"future":[{}],"client":null,"pid":"x","project":7,"pasarelaLink":3})");
    QVERIFY(newer.ok());
    QCOMPARE(newer->link, 3);
    QVERIFY(newer->client.isEmpty());
    QVERIFY(newer->project.isEmpty());
}

void tst_link::welcomeRefusesGarbage_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("no JSON") << QByteArray("HTTP/1.1 400 Bad Request");
    QTest::newRow("no version") << QByteArray(R"({"epoch":"e"})");
    QTest::newRow("a version we do not speak") << QByteArray(R"({"pasarelaLink":2,"epoch":"e"})");
    QTest::newRow("no epoch") << QByteArray(R"({"pasarelaLink":1,"version":"1"})");
    QTest::newRow("epoch is no text") << QByteArray(R"({"pasarelaLink":1,"epoch":5})");
}

void tst_link::welcomeRefusesGarbage()
{
    QFETCH(QByteArray, line);
    const auto got = link::decodeWelcome(line);
    QVERIFY(!got.ok());
    QCOMPARE(got.error().code, Error::Code::ProtocolViolation);
    QVERIFY2(isOneSentence(got.error().detail), qPrintable(got.error().detail));
}

void tst_link::aFirstLineOverTheLimitIsTooLarge()
{
    const link::Hello hello{.project = QString(link::helloLimit, QLatin1Char('p'))};
    QCOMPARE(link::decodeHello(link::encode(hello)).error().code, Error::Code::TooLarge);
    const link::Welcome welcome{.epoch = QByteArray(link::helloLimit, 'e')};
    QCOMPARE(link::decodeWelcome(link::encode(welcome)).error().code, Error::Code::TooLarge);
}

void tst_link::knowsInBandLines_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("is");
    const auto row = [](const char *name, const QByteArray &line, link::InBand is) {
        QTest::newRow(name) << line << int(is);
    };
    row("eof", link::encode(link::InBand::Eof), link::InBand::Eof);
    row("draining", link::encode(link::InBand::Draining), link::InBand::Draining);
    row("space at the end", R"({"pasarelaLink":"eof"} )", link::InBand::Eof);
    row("a message", R"({"jsonrpc":"2.0","method":"ping","id":1})", link::InBand::None);
    row("a message that talks about it", R"({"jsonrpc":"2.0","method":"x","params":{"pasarelaLink":"eof"}})",
        link::InBand::None);
    row("unknown word", R"({"pasarelaLink":"later"})", link::InBand::None);
    row("a hello", R"({"pasarelaLink":1})", link::InBand::None);
    row("broken", R"({"pasarelaLink":"eof")", link::InBand::None);
    row("empty", "", link::InBand::None);
}

void tst_link::knowsInBandLines()
{
    QFETCH(QByteArray, line);
    QFETCH(int, is);
    QCOMPARE(int(link::inBandLine(line)), is);
}

void tst_link::knowsWhatMayBecomeAnInBandLine_data()
{
    QTest::addColumn<QByteArray>("beginning");
    QTest::addColumn<bool>("may");
    QTest::newRow("eof") << link::encode(link::InBand::Eof) << true;
    QTest::newRow("a part") << QByteArray("{\"pasa") << true;
    QTest::newRow("a bracket") << QByteArray("{") << true;
    QTest::newRow("another word") << QByteArray("{\"pasarelaLink\":\"later\"}") << true;
    QTest::newRow("another member") << QByteArray("{\"pasarelaLinks\":1}") << false;
    QTest::newRow("a message") << QByteArray("{\"jsonrpc\":\"2.0\"}") << false;
    QTest::newRow("white space first") << QByteArray(" {\"pasarelaLink\":\"eof\"}") << false;
}

void tst_link::knowsWhatMayBecomeAnInBandLine()
{
    QFETCH(QByteArray, beginning);
    QFETCH(bool, may);
    QCOMPARE(link::mayBeInBand(beginning), may);
    if (!may)
        QCOMPARE(int(link::inBandLine(beginning)), int(link::InBand::None));
}

QTEST_GUILESS_MAIN(tst_link)
#include "tst_link.moc"
