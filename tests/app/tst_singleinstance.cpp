// SPDX-License-Identifier: MIT
#include "app/singleinstance.h"
#include "tests/support/testhome.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;

/// One tray app per home, and what a second start says to it.
class tst_singleinstance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void onlyOneHoldsTheLock();
    void homesAreApart();
    void theSecondAsksTheFirst_data();
    void theSecondAsksTheFirst();
    void oneThatDoesNotAnswerIsNamed();
    void requestsToADeadOneAreForgotten();
    void waitsForTheFirstToEnd();

private:
    std::unique_ptr<TestHome> m_home;
    std::unique_ptr<Paths> m_paths;
};

void tst_singleinstance::init()
{
    m_home = std::make_unique<TestHome>();
    Result<Paths> paths = Paths::locate(m_home->path());
    QVERIFY(paths);
    QVERIFY(paths->create());
    m_paths = std::make_unique<Paths>(*paths);
}

void tst_singleinstance::onlyOneHoldsTheLock()
{
    SingleInstance first(*m_paths);
    SingleInstance second(*m_paths);
    QVERIFY(first.acquire());
    QVERIFY(!second.acquire());
    QCOMPARE(second.holder(), QCoreApplication::applicationPid());
}

void tst_singleinstance::homesAreApart()
{
    const TestHome other;
    const Result<Paths> paths = Paths::locate(other.path());
    QVERIFY(paths && paths->create());
    SingleInstance first(*m_paths);
    SingleInstance elsewhere(*paths);
    QVERIFY(first.acquire());
    QVERIFY(elsewhere.acquire());
}

void tst_singleinstance::theSecondAsksTheFirst_data()
{
    QTest::addColumn<SingleInstance::Request>("request");
    QTest::newRow("show yourself") << SingleInstance::Request::Show;
    QTest::newRow("quit") << SingleInstance::Request::Quit;
}

void tst_singleinstance::theSecondAsksTheFirst()
{
    QFETCH(SingleInstance::Request, request);
    SingleInstance first(*m_paths);
    QVERIFY(first.acquire());
    QSignalSpy requested(&first, &SingleInstance::requested);
    // The second one blocks, as it does in its own process, so it has a thread here.
    Result<void> sent = Error{};
    const std::unique_ptr<QThread> other(QThread::create([this, request, &sent] {
        SingleInstance second(*m_paths);
        sent = second.send(request, 30s);
    }));
    other->start();
    QTRY_COMPARE(requested.count(), 1);
    QVERIFY(other->wait());
    QVERIFY(sent);
    QCOMPARE(requested.first().first().value<SingleInstance::Request>(), request);
}

void tst_singleinstance::oneThatDoesNotAnswerIsNamed()
{
    SingleInstance first(*m_paths);
    QVERIFY(first.acquire());
    SingleInstance second(*m_paths);
    QVERIFY(!second.acquire());
    const Result<void> sent =
        second.send(SingleInstance::Request::Show, 50ms); // nobody runs the first one's event loop
    QVERIFY(!sent);
    QCOMPARE(sent.error().code, Error::Code::Timeout);
    QVERIFY(sent.error().detail.contains(QString::number(QCoreApplication::applicationPid())));
    QVERIFY(m_home->read(QStringLiteral("run/tray-show")).isEmpty());
    QVERIFY(!QFile::exists(m_home->file(QStringLiteral("run/tray-show"))));
}

void tst_singleinstance::requestsToADeadOneAreForgotten()
{
    m_home->write(QStringLiteral("run/tray-quit"), {});
    SingleInstance first(*m_paths);
    QSignalSpy requested(&first, &SingleInstance::requested);
    QVERIFY(first.acquire());
    QVERIFY(!QFile::exists(m_home->file(QStringLiteral("run/tray-quit"))));
    // A later one arrives, and it alone.
    m_home->write(QStringLiteral("run/tray-show"), {});
    QTRY_COMPARE(requested.count(), 1);
    QCOMPARE(requested.first().first().value<SingleInstance::Request>(), SingleInstance::Request::Show);
}

void tst_singleinstance::waitsForTheFirstToEnd()
{
    auto first = std::make_unique<SingleInstance>(*m_paths);
    QVERIFY(first->acquire());
    SingleInstance second(*m_paths);
    QVERIFY(!second.waitForEnd(10ms));
    first.reset();
    QVERIFY(second.waitForEnd(30s));
}

QTEST_GUILESS_MAIN(tst_singleinstance)
#include "tst_singleinstance.moc"
