// SPDX-License-Identifier: MIT
#include "gateway/router/subscriptions.h"

#include <QTest>

using namespace pasarela;

class tst_subscriptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyTheFirstAndTheLastSubscriberConcernTheServer();
    void aClientThatGoesLeavesWhatNobodyElseWants();
    void remembersWhatAServerMustBeAskedForAgain();

private:
    const SessionKey m_files{EnclaveId(QStringLiteral("files")), {}, {}};
    const SessionKey m_other{EnclaveId(QStringLiteral("other")), {}, {}};
};

void tst_subscriptions::onlyTheFirstAndTheLastSubscriberConcernTheServer()
{
    Subscriptions subscriptions;
    QVERIFY(!subscriptions.isWanted({m_files, "a"}));
    subscriptions.add({m_files, "a"}, 1);
    QVERIFY(subscriptions.isWanted({m_files, "a"}));
    QVERIFY(!subscriptions.isWanted({m_other, "a"}));
    subscriptions.add({m_files, "a"}, 2);
    subscriptions.add({m_other, "a"}, 2);
    QCOMPARE(subscriptions.subscribers({m_files, "a"}), (std::set<quint64>{1, 2}));
    QVERIFY(!subscriptions.remove({m_files, "a"}, 1));
    QVERIFY(!subscriptions.remove({m_files, "a"}, 1));
    QVERIFY(!subscriptions.remove({m_files, "b"}, 2));
    QVERIFY(subscriptions.remove({m_files, "a"}, 2));
    QVERIFY(subscriptions.subscribers({m_files, "a"}).empty());
    QVERIFY(!subscriptions.isWanted({m_files, "a"}));
}

void tst_subscriptions::aClientThatGoesLeavesWhatNobodyElseWants()
{
    Subscriptions subscriptions;
    subscriptions.add({m_files, "shared"}, 1);
    subscriptions.add({m_files, "shared"}, 2);
    subscriptions.add({m_files, "own"}, 1);
    const auto unwanted = subscriptions.removeClient(1);
    QCOMPARE(unwanted.size(), size_t(1));
    QCOMPARE(unwanted.front().uri, QByteArray("own"));
    QCOMPARE(subscriptions.subscribers({m_files, "shared"}), (std::set<quint64>{2}));
}

void tst_subscriptions::remembersWhatAServerMustBeAskedForAgain()
{
    Subscriptions subscriptions;
    subscriptions.add({m_files, "b"}, 1);
    subscriptions.add({m_files, "a"}, 2);
    subscriptions.add({m_other, "c"}, 2);
    QCOMPARE(subscriptions.urisOf(m_files), (std::vector<QByteArray>{"a", "b"}));
    subscriptions.removeClient(2);
    QCOMPARE(subscriptions.urisOf(m_files), (std::vector<QByteArray>{"b"}));
}

QTEST_GUILESS_MAIN(tst_subscriptions)
#include "tst_subscriptions.moc"
