// SPDX-License-Identifier: MIT
#include "gateway/base/secret.h"

#include <QDebug>
#include <QFile>
#include <QTest>
#include <QVariant>

#include <optional>
#include <type_traits>

using namespace pasarela;

class tst_secret : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wipesItsBytes_data();
    void wipesItsBytes();
    void leavesTheCallersCopyAlone();
    void movesWithoutACopy();
    void aCopyIsWipedByItself();
    void hasNoWayToTextOrLog();
};

namespace {

template<typename T> constexpr bool canPrint = requires(QDebug debug, const T &value)
{
    debug << value;
};
static_assert(canPrint<QByteArray>); // or the question is asked wrongly

constexpr char letter = '\x5a';
constexpr qsizetype size = 2000;

/// How many bytes of the secret are still in memory at `where`, which is freed by now: the kernel may look, we may not.
std::optional<qsizetype> bytesLeft(const char *where)
{
    QFile memory(QStringLiteral("/proc/self/mem"));
    if (!memory.open(QIODevice::ReadOnly | QIODevice::Unbuffered) || !memory.seek(reinterpret_cast<qint64>(where)))
        return std::nullopt;
    return memory.read(size).count(letter);
}

} // namespace

void tst_secret::wipesItsBytes_data()
{
    QTest::addColumn<bool>("assignOver");
    QTest::newRow("on destruction") << false;
    QTest::newRow("when another is assigned") << true;
}

void tst_secret::wipesItsBytes()
{
#ifndef Q_OS_LINUX
    QSKIP("Freed memory can be looked at only through Linux' /proc/self/mem.");
#endif
    QFETCH(bool, assignOver);
    std::optional<Secret> secret(std::in_place, QByteArray(size, letter));
    const char *where = secret->reveal().data();
    QCOMPARE(bytesLeft(where), std::optional<qsizetype>(size));
    if (assignOver)
        *secret = Secret(QByteArray("other"));
    else
        secret.reset();
    QCOMPARE(bytesLeft(where), std::optional<qsizetype>(0));
}

void tst_secret::leavesTheCallersCopyAlone()
{
    const QByteArray kept("kept by the caller");
    {
        const Secret secret(kept);
        QCOMPARE(secret.reveal(), QByteArrayView(kept));
        QVERIFY(secret.reveal().data() != kept.constData());
    }
    QCOMPARE(kept, QByteArray("kept by the caller"));
}

void tst_secret::movesWithoutACopy()
{
    Secret first(QByteArray("moved"));
    const char *where = first.reveal().data();
    Secret second(std::move(first));
    QVERIFY(first.isEmpty());
    QCOMPARE(second.reveal().data(), where);
    Secret third;
    third = std::move(second);
    QVERIFY(second.isEmpty());
    QCOMPARE(third.reveal(), QByteArrayView("moved"));
}

void tst_secret::aCopyIsWipedByItself()
{
    std::optional<Secret> first(std::in_place, QByteArray("both"));
    const Secret second = first->copy();
    QVERIFY(second.reveal().data() != first->reveal().data());
    first.reset();
    QCOMPARE(second.reveal(), QByteArrayView("both"));
}

void tst_secret::hasNoWayToTextOrLog()
{
    QVERIFY(!canPrint<Secret>);
    QVERIFY(!(std::is_convertible_v<Secret, QVariant>));
    QVERIFY(!(std::is_convertible_v<Secret, QByteArray>));
    QVERIFY(!(std::is_convertible_v<Secret, QString>));
    QVERIFY(!std::is_copy_constructible_v<Secret>);
    QVERIFY(!std::is_copy_assignable_v<Secret>);
}

QTEST_GUILESS_MAIN(tst_secret)
#include "tst_secret.moc"
