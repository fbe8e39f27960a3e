// SPDX-License-Identifier: MIT
#include "gateway/bridge/keptmessages.h"

#include <QTest>

using namespace pasarela;

namespace {

const QByteArray initialize =
    R"({"method":"initialize","params":{"protocolVersion":"2025-11-25", "x":1.0},"jsonrpc":"2.0","id":0})";
const QByteArray agreed = R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{}}})";
const QByteArray initialized = R"({"method":"notifications/initialized","jsonrpc":"2.0"})";
const QByteArray ok = R"({"jsonrpc":"2.0","id":5,"result":{}})";

QByteArray level(const char *name, int id = 5)
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":"logging/setLevel","params":{"level":")"
        + name + "\"}}";
}

QByteArray subscription(const QByteArray &uri, const char *method = "resources/subscribe")
{
    return R"({"jsonrpc":"2.0","id":5,"method":")" + QByteArray(method) + R"(","params":{"uri":")" + uri + "\"}}";
}

QList<QByteArray> linesOf(const QList<KeptMessages::Replay> &replays)
{
    QList<QByteArray> lines;
    for (const auto &replay : replays)
        lines.append(replay.line);
    return lines;
}

KeptMessages shaken()
{
    KeptMessages kept;
    kept.answered(initialize, agreed);
    kept.initialized(initialized);
    return kept;
}

} // namespace

class tst_keptmessages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void repeatsTheHandshakeWordByWordUnderAnIdOfItsOwn();
    void hasNothingToRepeatBeforeTheHandshakeWasAnswered();
    void keepsNoHandshakeWhoseAnswerSaysNoVersion();
    void repeatsTheLastLogLevelOnly();
    void repeatsOpenSubscriptionsOnly();
    void takesTwoWritingsOfAUriForOne();
    void keepsInitializedThatCameBeforeTheAnswer();
    void startsAnewWithANewHandshake();
    void usesNoIdTwice();
    void isBoundedInNumberAndSize();
    void readsTheIdThatIsCancelled();
};

void tst_keptmessages::repeatsTheHandshakeWordByWordUnderAnIdOfItsOwn()
{
    KeptMessages kept = shaken();
    QVERIFY(kept.canReplay());
    QCOMPARE(kept.agreedVersion(), QByteArray("\"2025-11-25\""));
    const auto replay = kept.initialize();
    QVERIFY(!replay.id.isEmpty() && replay.id != "0");
    QCOMPARE(replay.line, initialize.chopped(2) + replay.id + '}');
    const auto rest = kept.rest();
    QCOMPARE(linesOf(rest), (QList<QByteArray>{initialized}));
    QVERIFY(rest.first().id.isEmpty());
}

void tst_keptmessages::hasNothingToRepeatBeforeTheHandshakeWasAnswered()
{
    QVERIFY(!KeptMessages().canReplay());
}

void tst_keptmessages::keepsNoHandshakeWhoseAnswerSaysNoVersion()
{
    KeptMessages kept;
    kept.answered(initialize, {});
    QVERIFY(!kept.canReplay());
    kept.answered(initialize, R"({"id":0,"result":{}})");
    QVERIFY(!kept.canReplay());
}

void tst_keptmessages::repeatsTheLastLogLevelOnly()
{
    KeptMessages kept = shaken();
    kept.answered(level("debug"), ok);
    kept.answered(level("warning"), ok);
    const auto rest = kept.rest();
    QCOMPARE(rest.size(), 2);
    QVERIFY(rest[1].line.contains("warning"));
    QVERIFY(rest[1].line.contains(rest[1].id));
}

void tst_keptmessages::repeatsOpenSubscriptionsOnly()
{
    KeptMessages kept = shaken();
    kept.answered(subscription("file:///a"), ok);
    kept.answered(subscription("file:///b"), ok);
    kept.answered(subscription("file:///a"), ok);
    kept.answered(subscription("file:///b", "resources/unsubscribe"), ok);
    const auto rest = kept.rest();
    QCOMPARE(rest.size(), 2);
    QVERIFY(rest[1].line.contains("file:///a"));
}

void tst_keptmessages::takesTwoWritingsOfAUriForOne()
{
    KeptMessages kept = shaken();
    kept.answered(subscription("file:///a"), ok);
    kept.answered(subscription(R"(file:\/\/\/\u0061)", "resources/unsubscribe"), ok);
    QCOMPARE(kept.rest().size(), 1);
}

void tst_keptmessages::keepsInitializedThatCameBeforeTheAnswer()
{
    KeptMessages kept;
    kept.initialized(initialized);
    kept.answered(initialize, agreed);
    QCOMPARE(kept.rest().size(), 1);
}

void tst_keptmessages::startsAnewWithANewHandshake()
{
    KeptMessages kept = shaken();
    kept.answered(level("debug"), ok);
    kept.answered(subscription("file:///a"), ok);
    kept.answered(initialize, agreed);
    QCOMPARE(linesOf(kept.rest()), (QList<QByteArray>{initialized}));
}

void tst_keptmessages::usesNoIdTwice()
{
    KeptMessages kept = shaken();
    kept.answered(level("debug"), ok);
    QSet<QByteArray> ids;
    for (int i = 0; i < 3; ++i) {
        ids.insert(kept.initialize().id);
        ids.insert(kept.rest()[1].id);
    }
    QCOMPARE(ids.size(), 6);
}

void tst_keptmessages::isBoundedInNumberAndSize()
{
    KeptMessages kept = shaken();
    for (int i = 0; i < 2 * KeptMessages::countLimit; ++i)
        kept.answered(subscription("file:///" + QByteArray::number(i)), ok);
    QVERIFY(kept.rest().size() <= KeptMessages::countLimit);
    QVERIFY(kept.rest().size() > KeptMessages::countLimit / 2);
    KeptMessages large = shaken();
    for (int i = 0; i < 100; ++i)
        large.answered(
            subscription("file:///" + QByteArray(100000, static_cast<char>('a' + i % 26)) + QByteArray::number(i)), ok);
    qsizetype size = 0;
    for (const QByteArray &line : linesOf(large.rest()))
        size += line.size();
    QVERIFY(size <= KeptMessages::sizeLimit);
    QVERIFY(size > 200000);
}

void tst_keptmessages::readsTheIdThatIsCancelled()
{
    QCOMPARE(cancelledId(R"({"method":"notifications/cancelled","params":{"reason":"x","requestId":"7"}})"),
             QByteArray("\"7\""));
    QCOMPARE(cancelledId(R"({"method":"notifications/cancelled","params":{}})"), QByteArray());
    QCOMPARE(cancelledId("garbage"), QByteArray());
}

QTEST_GUILESS_MAIN(tst_keptmessages)
#include "tst_keptmessages.moc"
