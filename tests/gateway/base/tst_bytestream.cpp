// SPDX-License-Identifier: MIT
#include "gateway/base/bytestream.h"

#include "tests/support/streamends.h"
#include "tests/support/testhome.h"

#include <QAbstractEventDispatcher>
#include <QCryptographicHash>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

class tst_bytestream : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<pasarela::Error>(); }
    void carriesFiftyMegabytesBothWaysUnchanged_data() { kinds(); }
    void carriesFiftyMegabytesBothWaysUnchanged();
    void startsPausedAndPausesWithinReceived_data() { kinds(); }
    void startsPausedAndPausesWithinReceived();
    void queuesWhatASlowReaderDoesNotTake_data() { kinds(); }
    void queuesWhatASlowReaderDoesNotTake();
    void writesEverythingBeforeItFinishes_data() { kinds(); }
    void writesEverythingBeforeItFinishes();
    void goesOnWritingAfterTheOtherEndFinished();
    void closesOnceWhenTheOtherEndGoes_data() { kinds(); }
    void closesOnceWhenTheOtherEndGoes();
    void closesOnceAfterAFailedWriteAndNotWithinIt_data() { kinds(); }
    void closesOnceAfterAFailedWriteAndNotWithinIt();
    void deliversTheLastWordsOfAnEndThatNoLongerReads_data() { kinds(); }
    void deliversTheLastWordsOfAnEndThatNoLongerReads();
    void mayBeDestroyedInItsOwnSignals_data();
    void mayBeDestroyedInItsOwnSignals();
    void abortEmitsNothingAndTheOtherEndSeesIt_data() { kinds(); }
    void abortEmitsNothingAndTheOtherEndSeesIt();
    void abortTakesAFailureBackThatIsOnItsWay();
    void sleepsWhilePaused_data() { kinds(); }
    void sleepsWhilePaused();
    void readsARegularFileToItsEnd();
    void writesARegularFile();
    void readsAndWritesTheNullDevice();
    void namesTheProcessAtTheOtherEndOfASocket();

private:
    static void kinds()
    {
        QTest::addColumn<bool>("isSocket");
        QTest::newRow("socket") << true;
        QTest::newRow("pipes") << false;
    }
    static std::pair<std::unique_ptr<ByteStream>, std::unique_ptr<ByteStream>> streams()
    {
        QFETCH(bool, isSocket);
        const auto ends = isSocket ? socketEnds() : pipeEnds();
        return {ends.first.stream(), ends.second.stream()};
    }
};

namespace {

constexpr qsizetype megabyte = 1024 * 1024;
#ifdef Q_OS_WIN
constexpr bool isNamedPipe =
    true; ///< Which cannot be closed in one direction: the link says eof in band (spec/link.md).
#else
constexpr bool isNamedPipe = false;
#endif

QByteArray collect(ByteStream &stream, QByteArray &into)
{
    QObject::connect(&stream, &ByteStream::received, &stream, [&into](QByteArrayView bytes) { into.append(bytes); });
    stream.resume();
    return into;
}

/// Writes a pattern as fast as the other end takes it, never with more than a bound in the queue.
class Pump {
public:
    Pump(ByteStream &stream, qint64 total, uchar seed)
        : m_stream(stream)
        , m_left(total)
        , m_piece(300'007, Qt::Uninitialized)
    {
        for (qsizetype i = 0; i < m_piece.size(); ++i)
            m_piece[i] = static_cast<char>((i * 31 + seed) & 0xff);
        QObject::connect(&stream, &ByteStream::drained, &stream, [this] { go(); });
    }
    void go()
    {
        while (m_left > 0 && m_stream.bytesQueued() < megabyte) {
            const QByteArrayView piece = QByteArrayView(m_piece).first(std::min<qint64>(m_left, m_piece.size()));
            m_hash.addData(piece.toByteArray());
            m_stream.write(piece);
            m_left -= piece.size();
            mostQueued = std::max(mostQueued, m_stream.bytesQueued());
        }
        if (m_left == 0)
            m_stream.finishWriting();
    }
    QByteArray hash() const { return m_hash.result(); }

    qint64 mostQueued = 0;

private:
    ByteStream &m_stream;
    qint64 m_left;
    QByteArray m_piece;
    QCryptographicHash m_hash{QCryptographicHash::Sha1};
};

} // namespace

void tst_bytestream::carriesFiftyMegabytesBothWaysUnchanged()
{
    constexpr qint64 total = 50 * megabyte + 7;
    auto [a, b] = streams();
    Pump fromA(*a, total, 1);
    Pump fromB(*b, total, 2);
    QCryptographicHash atA(QCryptographicHash::Sha1);
    QCryptographicHash atB(QCryptographicHash::Sha1);
    qint64 countA = 0;
    qint64 countB = 0;
    qsizetype largest = 0;
    const auto check = [&largest](QCryptographicHash &hash, qint64 &count) {
        return [&largest, &hash, &count](QByteArrayView bytes) {
            hash.addData(bytes.toByteArray());
            count += bytes.size();
            largest = std::max(largest, bytes.size());
        };
    };
    connect(a.get(), &ByteStream::received, this, check(atA, countA));
    connect(b.get(), &ByteStream::received, this, check(atB, countB));
    a->resume();
    b->resume();
    fromA.go();
    fromB.go();
    QTRY_COMPARE_WITH_TIMEOUT(countA, total, 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(countB, total, 60'000);
    QCOMPARE(atA.result(), fromB.hash());
    QCOMPARE(atB.result(), fromA.hash());
    QVERIFY(largest <= 64 * 1024);
    QVERIFY(fromA.mostQueued <= 2 * megabyte);
}

void tst_bytestream::startsPausedAndPausesWithinReceived()
{
    auto [a, b] = streams();
    QSignalSpy spy(b.get(), &ByteStream::received);
    QByteArray all;
    connect(b.get(), &ByteStream::received, this, [&all, stream = b.get()](QByteArrayView bytes) {
        all.append(bytes);
        stream->pause();
    });
    const QByteArray sent(200'000, 'x');
    a->write(sent);
    QVERIFY(!spy.wait(50)); // nothing is read before resume()
    b->resume();
    QTRY_COMPARE(spy.count(), 1);
    QVERIFY(!spy.wait(50)); // there is more, and it waits
    while (all.size() < sent.size()) {
        const auto before = spy.count();
        b->resume();
        QTRY_COMPARE(spy.count(), before + 1);
    }
    QCOMPARE(all, sent);
}

void tst_bytestream::queuesWhatASlowReaderDoesNotTake()
{
    auto [a, b] = streams();
    QSignalSpy drained(a.get(), &ByteStream::drained);
    qint64 written = 0;
    const QByteArray piece(megabyte, 'q');
    while (a->bytesQueued() < 2 * megabyte) {
        a->write(piece);
        written += piece.size();
    }
    QVERIFY(!drained.wait(50));
    QVERIFY(a->bytesQueued() >= megabyte); // the system's buffers are bounded, the rest waits here
    qint64 got = 0;
    connect(b.get(), &ByteStream::received, this, [&got](QByteArrayView bytes) { got += bytes.size(); });
    b->resume();
    QTRY_COMPARE_WITH_TIMEOUT(got, written, 20'000);
    QTRY_COMPARE(drained.count(), 1);
    QCOMPARE(a->bytesQueued(), qint64(0));
}

void tst_bytestream::writesEverythingBeforeItFinishes()
{
    auto [a, b] = streams();
    const QByteArray sent(5 * megabyte, 'f');
    a->write(sent);
    a->finishWriting();
    a->write("late");
    QByteArray got;
    QSignalSpy finished(b.get(), &ByteStream::finished);
    collect(*b, got);
    QTRY_COMPARE_WITH_TIMEOUT(got.size(), sent.size(), 20'000);
    QFETCH(bool, isSocket);
    if (isSocket && isNamedPipe)
        return;
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(got.size(), sent.size());
}

void tst_bytestream::goesOnWritingAfterTheOtherEndFinished()
{
    auto ends = pipeEnds();
    auto a = ends.first.stream();
    auto b = ends.second.stream();
    QByteArray atA;
    QByteArray atB;
    QSignalSpy finishedB(b.get(), &ByteStream::finished);
    QSignalSpy closedA(a.get(), &ByteStream::closed);
    QSignalSpy closedB(b.get(), &ByteStream::closed);
    collect(*a, atA);
    collect(*b, atB);
    a->write("question");
    a->finishWriting();
    QTRY_COMPARE(finishedB.count(), 1);
    QCOMPARE(atB, QByteArray("question"));
    QCOMPARE(closedB.count(), 0);
    b->write("answer");
    QTRY_COMPARE(atA, QByteArray("answer"));
    QCOMPARE(closedA.count(), 0);
    b->finishWriting();
    QTRY_COMPARE(closedA.count(), 1);
    QTRY_COMPARE(closedB.count(), 1);
}

void tst_bytestream::closesOnceWhenTheOtherEndGoes()
{
    auto [a, b] = streams();
    QSignalSpy closed(a.get(), &ByteStream::closed);
    QByteArray got;
    collect(*a, got);
    b->write("bye");
    QTRY_COMPARE(b->bytesQueued(), qint64(0));
    b.reset();
    QTRY_COMPARE(closed.count(), 1);
    QCOMPARE(got, QByteArray("bye"));
    QCOMPARE(closed.at(0).at(0).value<Error>().code, Error::Code::Closed);
    a->write("nobody");
    a->finishWriting();
    QVERIFY(!closed.wait(50));
    QCOMPARE(a->bytesQueued(), qint64(0));
}

void tst_bytestream::closesOnceAfterAFailedWriteAndNotWithinIt()
{
    auto [a, b] = streams();
    b.reset();
    QSignalSpy closed(a.get(), &ByteStream::closed);
    a->write("one"); // nobody reads this end, so only the write can tell
    a->write("two");
    QCOMPARE(closed.count(), 0);
    QTRY_COMPARE(closed.count(), 1);
    QCOMPARE(closed.at(0).at(0).value<Error>().code, Error::Code::Closed);
    QVERIFY(!closed.wait(50));
}

void tst_bytestream::deliversTheLastWordsOfAnEndThatNoLongerReads()
{
    auto [a, b] = streams();
    QByteArray got;
    QSignalSpy closed(a.get(), &ByteStream::closed);
    b->write("last words");
    QTRY_COMPARE(b->bytesQueued(), qint64(0));
    b.reset();
    collect(*a, got);
    a->write("question");
    QTRY_COMPARE(closed.count(), 1);
    QCOMPARE(got, QByteArray("last words"));
}

void tst_bytestream::mayBeDestroyedInItsOwnSignals_data()
{
    QTest::addColumn<bool>("isSocket");
    QTest::addColumn<QString>("signalName");
    for (const bool isSocket : {true, false}) {
        for (const char *name : {"received", "received after a failed write", "drained", "finished", "closed"}) {
            if (isSocket && isNamedPipe && QByteArrayView(name) == "finished")
                continue;
            QTest::addRow("%s, %s", isSocket ? "socket" : "pipes", name) << isSocket << QString::fromLatin1(name);
        }
    }
}

void tst_bytestream::mayBeDestroyedInItsOwnSignals()
{
    QFETCH(QString, signalName);
    auto [a, b] = streams();
    std::unique_ptr<ByteStream> victim = std::move(a);
    ByteStream *raw = victim.get();
    if (signalName.endsWith(QLatin1String("failed write"))) {
        connect(raw, &ByteStream::received, this, [&victim] { victim.reset(); });
        b->write(QByteArray(100'000, 'r'));
        QTRY_VERIFY(b->bytesQueued() < 100'000);
        b.reset();
        raw->resume();
        raw->write("fails");
        QTRY_VERIFY(!victim);
        return;
    }
    const auto destroy = [&victim] { victim.reset(); };
    if (signalName == QLatin1String("received"))
        connect(raw, &ByteStream::received, this, destroy);
    else if (signalName == QLatin1String("drained"))
        connect(raw, &ByteStream::drained, this, destroy);
    else if (signalName == QLatin1String("finished"))
        connect(raw, &ByteStream::finished, this, destroy);
    else
        connect(raw, &ByteStream::closed, this, destroy);
    QByteArray atB;
    collect(*b, atB);
    raw->resume();
    raw->write(QByteArray(8 * megabyte, 'd'));
    b->write(QByteArray(200'000, 'r'));
    if (signalName == QLatin1String("finished"))
        b->finishWriting();
    else if (signalName == QLatin1String("closed"))
        b.reset();
    QTRY_VERIFY_WITH_TIMEOUT(!victim, 20'000);
}

void tst_bytestream::abortEmitsNothingAndTheOtherEndSeesIt()
{
    auto [a, b] = streams();
    QSignalSpy closedA(a.get(), &ByteStream::closed);
    QSignalSpy finishedA(a.get(), &ByteStream::finished);
    QSignalSpy closedB(b.get(), &ByteStream::closed);
    a->resume();
    b->resume();
    a->write(QByteArray(8 * megabyte, 'a'));
    a->abort();
    QCOMPARE(a->bytesQueued(), qint64(0));
    QTRY_COMPARE(closedB.count(), 1);
    QCOMPARE(closedA.count(), 0);
    QCOMPARE(finishedA.count(), 0);
}

void tst_bytestream::abortTakesAFailureBackThatIsOnItsWay()
{
    auto ends = socketEnds();
    auto a = ends.first.stream();
    ends.second.stream().reset();
    QSignalSpy closed(a.get(), &ByteStream::closed);
    a->write("fails");
    a->abort();
    QVERIFY(!closed.wait(50));
}

void tst_bytestream::sleepsWhilePaused()
{
    auto [a, b] = streams();
    QSignalSpy received(b.get(), &ByteStream::received);
    connect(b.get(), &ByteStream::received, b.get(), &ByteStream::pause);
    a->write(QByteArray(200'000, 's'));
    b->resume();
    QTRY_COMPARE(received.count(), 1);
    int rounds = 0;
    const auto counting =
        connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, this, [&rounds] { ++rounds; });
    QVERIFY(!received.wait(50));
    disconnect(counting);
    QVERIFY2(rounds < 100, qPrintable(QString::number(rounds))); // a loop that spins does thousands
}

void tst_bytestream::readsARegularFileToItsEnd()
{
    TestHome home;
    const QByteArray content(300'000, 'c');
    home.write(QStringLiteral("in"), content);
    auto stream = makeByteStream(openForReading(home.file(QStringLiteral("in"))), -1);
    QSignalSpy finished(stream.get(), &ByteStream::finished);
    QSignalSpy closed(stream.get(), &ByteStream::closed);
    QByteArray got;
    collect(*stream, got);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(got, content);
    QTRY_COMPARE(closed.count(), 1);
}

void tst_bytestream::writesARegularFile()
{
    TestHome home;
    const QByteArray content(3 * megabyte, 'w');
    auto stream = makeByteStream(-1, openForWriting(home.file(QStringLiteral("out"))));
    QSignalSpy closed(stream.get(), &ByteStream::closed);
    stream->write(content);
    stream->write("end");
    stream->finishWriting();
    QTRY_COMPARE(closed.count(), 1);
    QCOMPARE(home.read(QStringLiteral("out")), content + "end");
}

void tst_bytestream::readsAndWritesTheNullDevice()
{
    auto stream = makeByteStream(openForReading(QProcess::nullDevice()), openForWriting(QProcess::nullDevice()));
    QSignalSpy finished(stream.get(), &ByteStream::finished);
    QSignalSpy closed(stream.get(), &ByteStream::closed);
    stream->resume();
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(closed.count(), 0);
    stream->write(QByteArray(megabyte, 'n'));
    stream->finishWriting();
    QTRY_COMPARE(closed.count(), 1);
}

void tst_bytestream::namesTheProcessAtTheOtherEndOfASocket()
{
    const auto sockets = socketEnds();
    const auto a = sockets.first.stream();
    const auto b = sockets.second.stream();
    QCOMPARE(a->peerProcessId(), QCoreApplication::applicationPid());
    QCOMPARE(b->peerProcessId(), QCoreApplication::applicationPid());
    const auto pipes = pipeEnds();
    const auto c = pipes.first.stream();
    const auto d = pipes.second.stream();
    QCOMPARE(c->peerProcessId(), qint64(0));
}

QTEST_GUILESS_MAIN(tst_bytestream)
#include "tst_bytestream.moc"
