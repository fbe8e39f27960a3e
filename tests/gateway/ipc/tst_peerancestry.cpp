// SPDX-License-Identifier: MIT
#include "gateway/ipc/peerancestry.h"

#include "tests/support/waitingchild.h"

#include <QTest>

#include <map>

using namespace pasarela;
using pasarela::test::WaitingChild;

class tst_peerancestry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsDescendantsFromOthers_data();
    void tellsDescendantsFromOthers();
    void followsAProcessThatIsAdoptedWhileWeLook();
    void anAncestryWithoutEndIsRefused();
    void asksTheSystem();
};

namespace {

constexpr qint64 gateway = 100;

struct Process {
    qint64 parent;
    qint64 startTime;
};

// 1 init ─ 50 desktop ─┬ 100 gateway ─ 200 child ─ 300 grandchild
//                      └ 60 tray app
const std::map<qint64, Process> processes = {
    {1, {0, 1}},
    {50, {1, 10}},
    {60, {50, 15}},
    {100, {50, 20}},
    {200, {100, 30}},
    {300, {200, 30}},
    {400, {999, 5}}, // its parent has ended and nobody took its place, as on
                     // Windows
    {410, {100, 5}}, // older than the process that has its parent's number now
    {500, {500, 5}}, // its own parent
};

qint64 parentOf(qint64 processId)
{
    const auto found = processes.find(processId);
    return found == processes.end() ? 0 : found->second.parent;
}

qint64 startTimeOf(qint64 processId)
{
    const auto found = processes.find(processId);
    return found == processes.end() ? 0 : found->second.startTime;
}

} // namespace

void tst_peerancestry::tellsDescendantsFromOthers_data()
{
    QTest::addColumn<qint64>("peer");
    QTest::addColumn<bool>("refused");
    QTest::newRow("child") << qint64(200) << true;
    QTest::newRow("grandchild started in the same tick") << qint64(300) << true;
    QTest::newRow("not known") << qint64(0) << true;
    QTest::newRow("ended already") << qint64(777) << true;
    QTest::newRow("the gateway itself") << gateway << false;
    QTest::newRow("its parent") << qint64(50) << false;
    QTest::newRow("its sibling") << qint64(60) << false;
    QTest::newRow("first process") << qint64(1) << false;
    QTest::newRow("parent has ended") << qint64(400) << false;
    QTest::newRow("parent's number was used again") << qint64(410) << false;
    QTest::newRow("its own parent") << qint64(500) << false;
}

void tst_peerancestry::tellsDescendantsFromOthers()
{
    QFETCH(qint64, peer);
    QFETCH(bool, refused);
    QCOMPARE(mayDescendFrom(peer, gateway, {parentOf, startTimeOf}), refused);
}

void tst_peerancestry::followsAProcessThatIsAdoptedWhileWeLook()
{
    // The parent 250 ends between two looks; the gateway, a subreaper, becomes the parent.
    int looks = 0;
    const auto parent = [&looks](qint64 processId) {
        return processId == 300 ? (++looks == 1 ? 250 : gateway) : parentOf(processId);
    };
    QVERIFY(mayDescendFrom(300, gateway, {parent, startTimeOf}));
    QVERIFY(looks > 2);
}

void tst_peerancestry::anAncestryWithoutEndIsRefused()
{
    const ProcessLookup endless{[](qint64 processId) { return processId + 1; }, [](qint64) { return qint64(1); }};
    QVERIFY(mayDescendFrom(1000, gateway, endless));
}

void tst_peerancestry::asksTheSystem()
{
    const WaitingChild child;
    const qint64 self = QCoreApplication::applicationPid();
    QVERIFY(mayDescendFrom(child.processId(), self));
    QVERIFY(!mayDescendFrom(self, self));
    QVERIFY(!mayDescendFrom(self, child.processId()));
}

int main(int argc, char **argv)
{
    if (WaitingChild::isThis(argc, argv))
        return WaitingChild::wait(argv);
    QCoreApplication app(argc, argv);
    tst_peerancestry test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_peerancestry.moc"
