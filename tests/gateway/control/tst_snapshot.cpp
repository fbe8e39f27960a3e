// SPDX-License-Identifier: MIT
#include "gateway/control/snapshot.h"

#include <QRandomGenerator>
#include <QTest>
#include <QTimeZone>

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>

using namespace pasarela;

class tst_snapshot : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyStateHasANameThatLeadsBack();
    void namesInJsonAreStable();
    void aSnapshotComesBackAsItWent();
    void aDifferenceTurnsOneSnapshotIntoTheOther();
    void aDifferenceHoldsOnlyWhatChanged();
    void twoSessionsOfOneKeyTravelTogether();
    void unknownMembersAndMissingOnesAreTaken();
    void anUnknownStateNeedsAPerson();
    void refusesWhatIsNoSnapshot_data();
    void refusesWhatIsNoSnapshot();
};

namespace {

class RandomSnapshots {
public:
    explicit RandomSnapshots(quint32 seed)
        : m_random(seed)
    {
    }

    Snapshot next()
    {
        Snapshot s;
        s.gateway = {below(9), below(9), word(), time(), below(1 << 20), word(), word(), words(), word()};
        s.relay = {static_cast<int>(below(3)), words()};
        for (int name = 0; name < 5; ++name) {
            if (below(2) == 0)
                s.enclaves.push_back(enclave(QString::number(name)));
        }
        for (qint64 count = below(6); count > 0; --count)
            s.sessions.push_back(session());
        std::stable_sort(s.sessions.begin(), s.sessions.end(), [](const SessionView &a, const SessionView &b) {
            return std::tie(a.enclave, a.account, a.scope) < std::tie(b.enclave, b.account, b.scope);
        });
        for (quint64 id = 0; id < 5; ++id) {
            if (below(2) == 0)
                s.clients.push_back(client(std::numeric_limits<quint64>::max() - 5 + id));
        }
        return s;
    }

private:
    qint64 below(int limit) { return m_random.bounded(limit); }
    QString word()
    {
        static const QStringList words = {
            {}, QStringLiteral("a"), QStringLiteral("año \"\\\n\t\u2028"), QStringLiteral("😀")};
        return words.at(below(4));
    }
    QStringList words()
    {
        QStringList list;
        for (qint64 count = below(3); count > 0; --count)
            list.append(word());
        return list;
    }
    QDateTime time()
    {
        return below(2) == 0 ? QDateTime()
                             : QDateTime::fromMSecsSinceEpoch(1'700'000'000'000 + below(5), QTimeZone::utc());
    }
    EnclaveView enclave(const QString &name)
    {
        return {name,
                word(),
                static_cast<EnclaveState>(below(11)),
                word(),
                static_cast<int>(below(3)),
                static_cast<int>(below(3)),
                7,
                words(),
                time(),
                {word(), word(), word()}};
    }
    SessionView session()
    {
        return {QString::number(below(2)),
                QString::number(below(2)),
                QString::number(below(2)),
                word(),
                below(3),
                (qint64(1) << 60) + below(2),
                std::numeric_limits<quint64>::max(),
                0.1 * double(below(3)),
                1e300};
    }
    ClientView client(quint64 id)
    {
        return {id,     word(),   word(), word(),
                word(), below(3), time(), {{QStringLiteral("e"), word()}, {word(), word()}}};
    }

    QRandomGenerator m_random;
};

} // namespace

void tst_snapshot::everyStateHasANameThatLeadsBack()
{
    for (int value = 0; value <= static_cast<int>(EnclaveState::Failed); ++value) {
        const auto state = static_cast<EnclaveState>(value);
        QCOMPARE(enclaveStateFrom(toName(state)), std::optional(state));
    }
    QVERIFY(!enclaveStateFrom(QStringLiteral("Ready")));
}

void tst_snapshot::namesInJsonAreStable()
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(1'700'000'000'123, QTimeZone::utc());
    Snapshot s;
    s.gateway = {
        12, 34, QStringLiteral("0.1.0"), time, 56, QStringLiteral("/c"), QStringLiteral("ab"), {QStringLiteral("p")},
        {}};
    s.enclaves = {{QStringLiteral("files"),
                   QStringLiteral("Files"),
                   EnclaveState::NeedsApproval,
                   QStringLiteral("stdio"),
                   1,
                   2,
                   3,
                   {QStringLiteral("me")},
                   {},
                   {QStringLiteral("P-202"), QStringLiteral("Too slow."), QStringLiteral("bye")}}};
    s.sessions = {{QStringLiteral("files"), QStringLiteral("me"), {}, QStringLiteral("ready"), 7, 8, 9, 1.5, 2.5}};
    s.clients = {{1,
                  QStringLiteral("claude-desktop"),
                  QStringLiteral("claude-ai 0.1.0"),
                  QStringLiteral("bridge"),
                  {},
                  5,
                  time,
                  {{QStringLiteral("files"), QStringLiteral("me")}}}};
    QCOMPARE(
        toJson(s),
        QByteArray(
            R"({"gateway":{"pid":12,"startTime":34,"version":"0.1.0","since":"2023-11-14T22:13:20.123Z","rss":56,)"
            R"("configFile":"/c","configHash":"ab","problems":["p"],"paused":""},)"
            R"("enclaves":[{"name":"files","title":"Files","state":"needsApproval","kind":"stdio","tools":1,"prompts":2,)"
            R"("resources":3,"accounts":["me"],"retryAt":null,)"
            R"("lastError":{"code":"P-202","text":"Too slow.","lastWords":"bye"}}],)"
            R"("sessions":[{"enclave":"files","account":"me","scope":"","state":"ready","pid":7,"rss":8,"calls":9,)"
            R"("p50":1.5,"p95":2.5}],)"
            R"("clients":[{"id":1,"name":"claude-desktop","title":"claude-ai 0.1.0","transport":"bridge","project":"",)"
            R"("pid":5,"since":"2023-11-14T22:13:20.123Z","accounts":{"files":"me"}}],)"
            R"("relay":{"unread":0,"peers":[]}})"));
}

void tst_snapshot::aSnapshotComesBackAsItWent()
{
    RandomSnapshots random(1);
    for (int i = 0; i < 500; ++i) {
        const Snapshot s = random.next();
        QCOMPARE(snapshotFromJson(toJson(s, i % 2 == 0)), std::optional(s));
    }
}

void tst_snapshot::aDifferenceTurnsOneSnapshotIntoTheOther()
{
    RandomSnapshots random(2);
    Snapshot before;
    for (int i = 0; i < 2000; ++i) {
        const Snapshot after = i % 7 == 0 ? before : random.next();
        const SnapshotDelta delta = difference(before, after);
        QCOMPARE(delta.isEmpty(), before == after);
        const auto travelled = deltaFromJson(toJson(delta));
        QVERIFY(travelled);
        QCOMPARE(*travelled, delta);
        Snapshot applied = before;
        apply(applied, *travelled);
        QCOMPARE(applied, after);
        before = after;
    }
}

void tst_snapshot::aDifferenceHoldsOnlyWhatChanged()
{
    Snapshot before;
    for (const char *name : {"a", "b", "c"}) {
        EnclaveView row;
        row.name = QLatin1String(name);
        before.enclaves.push_back(row);
    }
    Snapshot after = before;
    after.enclaves[1].state = EnclaveState::Ready;
    after.enclaves.erase(after.enclaves.begin());
    const SnapshotDelta delta = difference(before, after);
    QCOMPARE(delta.enclaves.size(), size_t(1));
    QCOMPARE(delta.enclaves.front().name, QStringLiteral("b"));
    QCOMPARE(delta.enclavesGone, QStringList{QStringLiteral("a")});
    QVERIFY(!delta.gateway && !delta.relay && delta.sessions.empty() && delta.clients.empty());
}

void tst_snapshot::twoSessionsOfOneKeyTravelTogether()
{
    SessionView draining;
    draining.enclave = QStringLiteral("files");
    draining.state = QStringLiteral("draining");
    SessionView ready = draining;
    ready.state = QStringLiteral("ready");
    Snapshot before;
    before.sessions = {draining, ready};
    Snapshot after;
    after.sessions = {ready};
    const SnapshotDelta delta = difference(before, after);
    QVERIFY(delta.sessionsGone.empty());
    apply(before, delta);
    QCOMPARE(before, after);
}

void tst_snapshot::unknownMembersAndMissingOnesAreTaken()
{
    const auto s =
        snapshotFromJson(R"({"later":[1],"gateway":{"pid":5,"later":{}},"enclaves":[{"name":"a","lastError":null}]})");
    QVERIFY(s);
    QCOMPARE(s->gateway.processId, 5);
    QCOMPARE(s->enclaves.front().name, QStringLiteral("a"));
    QVERIFY(s->sessions.empty());
}

void tst_snapshot::anUnknownStateNeedsAPerson()
{
    const auto s = snapshotFromJson(R"({"enclaves":[{"name":"a","state":"needsCoffee"}]})");
    QVERIFY(s);
    QCOMPARE(s->enclaves.front().state, EnclaveState::Failed);
}

void tst_snapshot::refusesWhatIsNoSnapshot_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("{");
    QTest::newRow("no object") << QByteArray("[]");
    QTest::newRow("rows are no array") << QByteArray(R"({"enclaves":{}})");
    QTest::newRow("row is no object") << QByteArray(R"({"clients":[1]})");
    QTest::newRow("text is a number") << QByteArray(R"({"enclaves":[{"name":1}]})");
    QTest::newRow("number is a text") << QByteArray(R"({"gateway":{"pid":"1"}})");
    QTest::newRow("number has a fraction") << QByteArray(R"({"gateway":{"pid":1.5}})");
    QTest::newRow("number does not fit") << QByteArray(R"({"enclaves":[{"tools":4294967296}]})");
    QTest::newRow("negative where it cannot be") << QByteArray(R"({"clients":[{"id":-1}]})");
    QTest::newRow("no time") << QByteArray(R"({"gateway":{"since":"yesterday"}})");
    QTest::newRow("list of numbers for texts") << QByteArray(R"({"relay":{"peers":[1]}})");
    QTest::newRow("number out of range") << QByteArray(R"({"sessions":[{"p50":1e999}]})");
}

void tst_snapshot::refusesWhatIsNoSnapshot()
{
    QFETCH(QByteArray, json);
    QVERIFY(!snapshotFromJson(json));
}

QTEST_GUILESS_MAIN(tst_snapshot)
#include "tst_snapshot.moc"
