// SPDX-License-Identifier: MIT
#include "gateway/mcp/loopbacktransport.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::mcp;

class tst_loopbacktransport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();

    void deliversInOrderFromTheEventLoop();
    void carriesBothDirections();
    void reportsWhatIsNoMessage();
    void countsWhatIsNotReceivedYet();
    void holdsMessagesWhilePaused();
    void deliversWhatWasSentBeforeClosing();
    void tellsBothEndsThatOneClosed();
    void tellsTheOtherEndThatOneWasDestroyed();
    void dropsWhatIsSentAfterTheEnd();
    void mayBeDestroyedByAMessage();

private:
    static QByteArray notification(int number)
    {
        return composed(Message::notification("n" + QByteArray::number(number)), {});
    }
    std::unique_ptr<Transport> m_here;
    std::unique_ptr<Transport> m_there;
    QByteArrayList m_received; ///< Methods that arrived there.
    int m_closedHere = 0;
    int m_closedThere = 0;
};

void tst_loopbacktransport::init()
{
    std::tie(m_here, m_there) = makeLoopback();
    m_received.clear();
    m_closedHere = m_closedThere = 0;
    connect(m_there.get(), &Transport::received, this,
            [this](const Message &message) { m_received.append(message.method()); });
    connect(m_here.get(), &Transport::closed, this, [this] { ++m_closedHere; });
    connect(m_there.get(), &Transport::closed, this, [this] { ++m_closedThere; });
    m_here->start();
    m_there->start();
}

void tst_loopbacktransport::deliversInOrderFromTheEventLoop()
{
    QByteArrayList expected;
    for (int i = 0; i < 20; ++i) {
        m_here->send(notification(i));
        expected.append("n" + QByteArray::number(i));
    }
    QVERIFY(m_received.isEmpty());
    QTRY_COMPARE(m_received, expected);
}

void tst_loopbacktransport::carriesBothDirections()
{
    const QSignalSpy back(m_here.get(), &Transport::received);
    connect(m_there.get(), &Transport::received, this, [this] { m_there->send(notification(9)); });
    m_here->send(notification(1));
    QTRY_COMPARE(back.size(), 1);
    QCOMPARE(m_received, QByteArrayList{"n1"});
}

void tst_loopbacktransport::reportsWhatIsNoMessage()
{
    const QSignalSpy unreadable(m_there.get(), &Transport::unreadable);
    m_here->send("{");
    m_here->send(notification(1));
    QTRY_COMPARE(m_received, QByteArrayList{"n1"});
    QCOMPARE(unreadable.size(), 1);
}

void tst_loopbacktransport::countsWhatIsNotReceivedYet()
{
    const QSignalSpy drained(m_here.get(), &Transport::drained);
    m_here->send(notification(1));
    m_here->send(notification(2));
    QCOMPARE(m_here->bytesQueued(), qint64(2 * notification(1).size()));
    QCOMPARE(m_there->bytesQueued(), qint64(0));
    QTRY_COMPARE(drained.size(), 1);
    QCOMPARE(m_here->bytesQueued(), qint64(0));
    QCOMPARE(m_received.size(), 2);
}

void tst_loopbacktransport::holdsMessagesWhilePaused()
{
    connect(m_there.get(), &Transport::received, this, [this] { m_there->pause(); });
    m_here->send(notification(1));
    m_here->send(notification(2));
    QTRY_COMPARE(m_received.size(), 1);
    QCoreApplication::processEvents();
    QCOMPARE(m_received.size(), 1);
    QCOMPARE(m_here->bytesQueued(), qint64(notification(2).size()));
    m_there->resume();
    QTRY_COMPARE(m_received, QByteArrayList({"n1", "n2"}));
}

void tst_loopbacktransport::deliversWhatWasSentBeforeClosing()
{
    connect(m_there.get(), &Transport::closed, this, [this] { m_received.append("closed"); });
    m_there->pause();
    m_here->send(notification(1));
    m_here->send(notification(2));
    m_here->close();
    QTRY_COMPARE(m_received, QByteArrayList({"n1", "n2", "closed"}));
}

void tst_loopbacktransport::tellsBothEndsThatOneClosed()
{
    m_here->close();
    m_here->close();
    QCOMPARE(m_closedHere, 0);
    QTRY_COMPARE(m_closedHere, 1);
    QTRY_COMPARE(m_closedThere, 1);
    m_there->close();
    m_there.reset();
    QCoreApplication::processEvents();
    QCOMPARE(m_closedHere, 1);
    QCOMPARE(m_closedThere, 1);
}

void tst_loopbacktransport::tellsTheOtherEndThatOneWasDestroyed()
{
    m_here->send(notification(1));
    m_here.reset();
    QCOMPARE(m_closedThere, 0);
    QTRY_COMPARE(m_closedThere, 1);
    QCOMPARE(m_received, QByteArrayList{"n1"});
}

void tst_loopbacktransport::dropsWhatIsSentAfterTheEnd()
{
    m_here->close();
    m_here->send(notification(1));
    m_there->send(notification(2));
    QTRY_COMPARE(m_closedThere, 1);
    m_here->send(notification(3));
    m_here.reset();
    m_there->send(notification(4));
    QCOMPARE(m_there->bytesQueued(), qint64(0));
    QCoreApplication::processEvents();
    QVERIFY(m_received.isEmpty());
}

void tst_loopbacktransport::mayBeDestroyedByAMessage()
{
    connect(m_there.get(), &Transport::received, this, [this] { m_there.reset(); });
    m_here->send(notification(1));
    m_here->send(notification(2));
    QTRY_COMPARE(m_closedHere, 1);
    QCOMPARE(m_received, QByteArrayList{"n1"});
}

QTEST_GUILESS_MAIN(tst_loopbacktransport)
#include "tst_loopbacktransport.moc"
