// SPDX-License-Identifier: MIT
#include "gateway/mcp/linetransport.h"
#include "tests/support/fakebytestream.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::mcp;
using test::FakeByteStream;

namespace {

const QByteArray ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
const QByteArray pong = R"({"jsonrpc":"2.0","id":1,"result":{}})";

class InBand : public LineTransport {
public:
    using LineTransport::ignoreByteOrderMarks;
    using LineTransport::LineTransport;
    QByteArrayList taken;
    bool endsOnIt = false;
    bool goesOnIt = false;

protected:
    bool takeLine(QByteArrayView line) override
    {
        if (!line.startsWith("{\"pasarelaLink\""))
            return false;
        taken.append(line.toByteArray());
        if (endsOnIt)
            end({Error::Code::Unsupported, QStringLiteral("another link")});
        if (goesOnIt)
            delete this;
        return true;
    }
};

} // namespace

class tst_linetransport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void receivesMessagesHoweverTheyAreCut();
    void reportsWhatIsNoMessageAndGoesOn();
    void dropsALineOverTheLimitAndGoesOn();
    void anAnswerOverTheLimitIsAnError();
    void reportsALineOverTheLimitThatBreaksOff();
    void sendsOneLineForEachMessage();
    void readsOnlyAfterStart();
    void holdsTheRestOfAChunkWhilePaused();
    void readsOnWhenTheHeldLinesAreOut();
    void takesALineWithoutAnEndAtTheEndOfTheStream_data();
    void takesALineWithoutAnEndAtTheEndOfTheStream();
    void deliversWhatIsHeldBeforeTheEnd();
    void tellsOnceWhyItClosed();
    void closesAfterWhatIsQueuedHasGoneOut();
    void closesFromTheEventLoopWhenNothingIsQueued();
    void takesNothingMoreAfterClose();
    void givesUpOnAPeerThatReadsNothing();
    void passesDrainedOn();
    void byteOrderMarksAreIgnoredWhereThePeerMayWriteThem();
    void takesInBandLinesBeforeParsing();
    void endsInTheMiddleOfAChunk();
    void mayBeDestroyedByAMessage();
    void mayBeDestroyedByAnInBandLine();

private:
    FakeByteStream *m_stream = nullptr; ///< Owned by the transport.
    std::unique_ptr<InBand> m_transport;
    QByteArrayList m_received;
    std::vector<MessageFault> m_unreadable;
    QList<Error> m_closed;
};

void tst_linetransport::init()
{
    auto stream = std::make_unique<FakeByteStream>();
    m_stream = stream.get();
    m_transport = std::make_unique<InBand>(std::move(stream), 1000);
    m_received.clear();
    m_unreadable.clear();
    m_closed.clear();
    connect(m_transport.get(), &Transport::received, this,
            [this](const Message &message) { m_received.append(message.bytes()); });
    connect(m_transport.get(), &Transport::unreadable, this,
            [this](const MessageFault &fault) { m_unreadable.push_back(fault); });
    connect(m_transport.get(), &Transport::closed, this, [this](const Error &reason) { m_closed.append(reason); });
    m_transport->start();
}

void tst_linetransport::cleanup()
{
    m_transport.reset();
}

void tst_linetransport::receivesMessagesHoweverTheyAreCut()
{
    const QByteArray bytes = ping + '\n' + pong + "\r\n\n" + ping + '\n';
    for (qsizetype size = 1; size <= bytes.size(); ++size) {
        m_received.clear();
        for (qsizetype at = 0; at < bytes.size(); at += size)
            Q_EMIT m_stream->received(QByteArrayView(bytes).sliced(at, std::min(size, bytes.size() - at)));
        QCOMPARE(m_received, QByteArrayList({ping, pong, ping}));
    }
    QVERIFY(m_unreadable.empty());
}

void tst_linetransport::reportsWhatIsNoMessageAndGoesOn()
{
    Q_EMIT m_stream->received("Server is listening\n" + ping + "\n[]\n" + pong + '\n');
    QCOMPARE(m_received, QByteArrayList({ping, pong}));
    QCOMPARE(m_unreadable.size(), size_t(2));
    QCOMPARE(m_unreadable[0].code, -32700);
    QCOMPARE(m_unreadable[1].code, -32600);
    QVERIFY(m_closed.isEmpty());
}

void tst_linetransport::dropsALineOverTheLimitAndGoesOn()
{
    const QByteArray start = R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"x":")";
    Q_EMIT m_stream->received(start + QByteArray(600, 'x'));
    QVERIFY(m_unreadable.empty());
    for (int i = 0; i < 100; ++i)
        Q_EMIT m_stream->received(QByteArray(600, 'x'));
    QCOMPARE(m_unreadable.size(), size_t(1));
    QCOMPARE(m_unreadable[0].code, -32600);
    QCOMPARE(m_unreadable[0].id, QByteArray("5"));
    Q_EMIT m_stream->received("\"}}\n" + pong + '\n');
    QCOMPARE(m_received, QByteArrayList({pong}));
    QCOMPARE(m_unreadable.size(), size_t(1));
}

void tst_linetransport::anAnswerOverTheLimitIsAnError()
{
    const QByteArray head = R"({"result":{"x":")";
    Q_EMIT m_stream->received(head + QByteArray(5000, 'x'));
    QVERIFY(m_received.isEmpty());
    Q_EMIT m_stream->received("\"},\"jsonrpc\":\"2.0\",\"id\":77}\n" + pong + '\n');
    QCOMPARE(m_received.size(), 2);
    const QByteArray error = R"({"jsonrpc":"2.0","id":77,"error":)";
    QVERIFY2(m_received[0].startsWith(error), m_received[0].constData());
    QCOMPARE(m_received[1], pong);
    QVERIFY(m_unreadable.empty());
}

void tst_linetransport::reportsALineOverTheLimitThatBreaksOff()
{
    Q_EMIT m_stream->received("{\"x\":\"" + QByteArray(5000, 'x'));
    QVERIFY(m_unreadable.empty());
    Q_EMIT m_stream->finished();
    QCOMPARE(m_unreadable.size(), size_t(1));
}

void tst_linetransport::sendsOneLineForEachMessage()
{
    m_transport->send(ping);
    m_transport->send(pong, "1");
    QCOMPARE(m_stream->written, ping + '\n' + pong + '\n');
    QCOMPARE(m_transport->bytesQueued(), qint64(0));
    m_stream->full = true;
    m_transport->send(ping);
    QCOMPARE(m_transport->bytesQueued(), qint64(ping.size() + 1));
}

void tst_linetransport::readsOnlyAfterStart()
{
    auto owned = std::make_unique<FakeByteStream>();
    FakeByteStream *stream = owned.get();
    LineTransport transport(std::move(owned));
    QVERIFY(!stream->reading);
    transport.resume();
    QVERIFY(!stream->reading);
    transport.start();
    QVERIFY(stream->reading);
    transport.pause();
    QVERIFY(!stream->reading);
    transport.resume();
    QVERIFY(stream->reading);
}

void tst_linetransport::holdsTheRestOfAChunkWhilePaused()
{
    connect(m_transport.get(), &Transport::received, m_transport.get(), [this] { m_transport->pause(); });
    Q_EMIT m_stream->received(ping + '\n' + pong + "\nnoise\n" + ping + '\n');
    QCOMPARE(m_received, QByteArrayList({ping}));
    m_transport->resume();
    QCOMPARE(m_received.size(), 1); // not from within resume()
    QTRY_COMPARE(m_received, QByteArrayList({ping, pong}));
    QVERIFY(m_unreadable.empty());
    m_transport->resume();
    QTRY_COMPARE(m_received, QByteArrayList({ping, pong, ping}));
    QCOMPARE(m_unreadable.size(), size_t(1));
}

void tst_linetransport::readsOnWhenTheHeldLinesAreOut()
{
    m_transport->pause();
    Q_EMIT m_stream->received(ping + '\n');
    QVERIFY(m_received.isEmpty());
    m_transport->resume();
    QVERIFY(!m_stream->reading); // a later chunk must not overtake
    QTRY_VERIFY(m_stream->reading);
    QCOMPARE(m_received, QByteArrayList({ping}));
}

void tst_linetransport::takesALineWithoutAnEndAtTheEndOfTheStream_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("messages");
    QTest::addColumn<int>("faults");
    QTest::newRow("whole") << ping << 1 << 0;
    QTest::newRow("whole and a carriage return") << ping + '\r' << 1 << 0;
    QTest::newRow("half") << ping.first(20) << 0 << 1;
    QTest::newRow("nothing") << QByteArray() << 0 << 0;
    QTest::newRow("behind another one") << ping + '\n' + pong << 2 << 0;
}

void tst_linetransport::takesALineWithoutAnEndAtTheEndOfTheStream()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, messages);
    QFETCH(int, faults);
    const QSignalSpy finished(m_transport.get(), &Transport::finished);
    Q_EMIT m_stream->received(bytes);
    Q_EMIT m_stream->finished();
    QCOMPARE(int(m_received.size()), messages);
    QCOMPARE(int(m_unreadable.size()), faults);
    QCOMPARE(finished.size(), 1);
    QVERIFY(m_closed.isEmpty());
    m_transport->send(pong); // the peer still reads
    QCOMPARE(m_stream->written, pong + '\n');
}

void tst_linetransport::deliversWhatIsHeldBeforeTheEnd()
{
    m_transport->pause();
    Q_EMIT m_stream->received(ping + '\n' + pong + '\n');
    Q_EMIT m_stream->closed({Error::Code::Closed, QStringLiteral("gone")});
    QCOMPARE(m_received, QByteArrayList({ping, pong}));
    QCOMPARE(m_closed.size(), 1);
}

void tst_linetransport::tellsOnceWhyItClosed()
{
    const Error reason{Error::Code::Io, QStringLiteral("pipe")};
    Q_EMIT m_stream->closed(reason);
    QCOMPARE(m_closed, QList<Error>{reason});
    QVERIFY(m_stream->aborted);
    m_transport->close();
    Q_EMIT m_stream->closed(reason);
    Q_EMIT m_stream->received(ping + '\n');
    QCoreApplication::processEvents();
    QCOMPARE(m_closed.size(), 1);
    QVERIFY(m_received.isEmpty());
}

void tst_linetransport::closesAfterWhatIsQueuedHasGoneOut()
{
    m_stream->full = true;
    m_transport->send(pong);
    m_transport->close();
    QCoreApplication::processEvents();
    QVERIFY(m_closed.isEmpty());
    QVERIFY(!m_stream->aborted);
    QVERIFY(m_stream->writingFinished);
    m_stream->takeAll();
    QCOMPARE(m_stream->written, pong + '\n');
    QCOMPARE(m_closed.size(), 1);
    QCOMPARE(m_closed[0].code, Error::Code::Closed);
}

void tst_linetransport::closesFromTheEventLoopWhenNothingIsQueued()
{
    m_transport->close();
    m_transport->close();
    QVERIFY(m_closed.isEmpty());
    QTRY_COMPARE(m_closed.size(), 1);
    QVERIFY(m_stream->aborted);
}

void tst_linetransport::takesNothingMoreAfterClose()
{
    m_stream->full = true;
    m_transport->send(pong);
    m_transport->close();
    QVERIFY(!m_stream->reading);
    Q_EMIT m_stream->received(ping + '\n');
    m_transport->resume();
    QVERIFY(!m_stream->reading);
    QVERIFY(m_received.isEmpty());
}

void tst_linetransport::givesUpOnAPeerThatReadsNothing()
{
    m_stream->full = true;
    m_transport->send(pong);
    m_transport->close();
    QTRY_COMPARE_WITH_TIMEOUT(m_closed.size(), 1, 30000);
    QVERIFY(m_stream->aborted);
}

void tst_linetransport::passesDrainedOn()
{
    const QSignalSpy drained(m_transport.get(), &Transport::drained);
    m_stream->full = true;
    m_transport->send(pong);
    QCOMPARE(drained.size(), 0);
    m_stream->takeAll();
    QCOMPARE(drained.size(), 1);
}

void tst_linetransport::byteOrderMarksAreIgnoredWhereThePeerMayWriteThem()
{
    const QByteArray mark = "\xEF\xBB\xBF";
    Q_EMIT m_stream->received(mark + ping + '\n');
    QCOMPARE(m_unreadable.size(), size_t(1));
    m_transport->ignoreByteOrderMarks();
    Q_EMIT m_stream->received(mark + ping + '\n' + mark);
    Q_EMIT m_stream->received(pong + '\n');
    QCOMPARE(m_received, QByteArrayList({ping, pong}));
    Q_EMIT m_stream->received(mark + R"({"jsonrpc":"2.0","id":77,"result":")" + QByteArray(5000, 'x') + "\"}\n");
    QCOMPARE(m_received.size(), 3); // an error, since it is too long
    QVERIFY2(m_received[2].startsWith(R"({"jsonrpc":"2.0","id":77,"error":)"), m_received[2].constData());
    Q_EMIT m_stream->received(mark + mark + ping + '\n');
    QCOMPARE(m_unreadable.size(), size_t(2));
}

void tst_linetransport::takesInBandLinesBeforeParsing()
{
    Q_EMIT m_stream->received(ping + "\n{\"pasarelaLink\":\"eof\"}\n" + pong + '\n');
    QCOMPARE(m_transport->taken, QByteArrayList{R"({"pasarelaLink":"eof"})"});
    QCOMPARE(m_received, QByteArrayList({ping, pong}));
    QVERIFY(m_unreadable.empty());
}

void tst_linetransport::endsInTheMiddleOfAChunk()
{
    m_transport->endsOnIt = true;
    Q_EMIT m_stream->received("{\"pasarelaLink\":2}\n" + ping + '\n');
    QVERIFY(m_received.isEmpty());
    QCOMPARE(m_closed.size(), 1);
    QCOMPARE(m_closed[0].code, Error::Code::Unsupported);
}

void tst_linetransport::mayBeDestroyedByAMessage()
{
    connect(m_transport.get(), &Transport::received, this, [this] { m_transport.reset(); });
    QPointer<LineTransport> alive(m_transport.get());
    // Copied, as the stream itself goes with the transport.
    const QByteArray bytes = ping + '\n' + pong + '\n';
    Q_EMIT m_stream->received(bytes);
    QVERIFY(!alive);
    QCOMPARE(m_received, QByteArrayList({ping}));
}

void tst_linetransport::mayBeDestroyedByAnInBandLine()
{
    InBand *transport = m_transport.release();
    QPointer<LineTransport> alive(transport);
    transport->goesOnIt = true;
    Q_EMIT m_stream->received("{\"pasarelaLink\":2}\n" + ping + '\n');
    QVERIFY(!alive);
    QVERIFY(m_received.isEmpty());
}

QTEST_GUILESS_MAIN(tst_linetransport)
#include "tst_linetransport.moc"
