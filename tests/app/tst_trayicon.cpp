// SPDX-License-Identifier: MIT
#include "app/trayicon.h"

#include <QTest>

using namespace pasarela;

/// The icon in the tray: each state has a shape of its own, in every size and colouring.
class tst_trayicon : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyStateHasItsShape_data();
    void everyStateHasItsShape();
    void shapesDifferWithoutColour_data();
    void shapesDifferWithoutColour();
    void unreadAddsADotAtTheLowerRight_data();
    void unreadAddsADotAtTheLowerRight();
    void colouringsSuitTheirBars();
};

namespace {

using State = GatewayStatus::State;

constexpr TrayShape shapes[] = {TrayShape::Running, TrayShape::Starting, TrayShape::Attention,
                                TrayShape::Stopped, TrayShape::Failed,   TrayShape::Paused};
constexpr TrayVariant variants[] = {TrayVariant::Light, TrayVariant::Dark, TrayVariant::White, TrayVariant::Mask};

QImage imageOf(TrayShape shape, bool unread, TrayVariant variant, int size)
{
    return trayIcon(shape, unread, variant)
        .pixmap(QSize(size, size), 1.0)
        .toImage()
        .convertToFormat(QImage::Format_ARGB32);
}

/// Which pixels are drawn at all, whatever their colour.
QByteArray outline(const QImage &image)
{
    QByteArray bits;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            bits.append(image.pixelColor(x, y).alpha() > 127 ? '#' : '.');
    }
    return bits;
}

int differences(const QByteArray &a, const QByteArray &b)
{
    int count = 0;
    for (int i = 0; i < a.size(); ++i)
        count += a[i] != b[i];
    return count;
}

} // namespace

void tst_trayicon::everyStateHasItsShape_data()
{
    QTest::addColumn<State>("state");
    QTest::addColumn<int>("needs");
    QTest::addColumn<QString>("paused");
    QTest::addColumn<int>("shape");
    QTest::newRow("Stopped") << State::Stopped << 1 << QString() << int(TrayShape::Stopped);
    QTest::newRow("Starting") << State::Starting << 0 << QString() << int(TrayShape::Starting);
    QTest::newRow("Running") << State::Running << 0 << QString() << int(TrayShape::Running);
    QTest::newRow("Running, needs someone") << State::Running << 1 << QString() << int(TrayShape::Attention);
    QTest::newRow("Running, paused") << State::Running << 1 << QStringLiteral("on") << int(TrayShape::Paused);
    QTest::newRow("Stopping") << State::Stopping << 0 << QString() << int(TrayShape::Starting);
    QTest::newRow("Waiting") << State::Waiting << 0 << QString() << int(TrayShape::Starting);
    QTest::newRow("Failed") << State::Failed << 0 << QString() << int(TrayShape::Failed);
}

void tst_trayicon::everyStateHasItsShape()
{
    QFETCH(State, state);
    QFETCH(int, needs);
    QFETCH(QString, paused);
    QFETCH(int, shape);
    GatewayStatus status;
    status.state = state;
    Snapshot snapshot;
    snapshot.gateway.paused = paused;
    snapshot.enclaves.resize(size_t(needs));
    for (EnclaveView &enclave : snapshot.enclaves)
        enclave.state = EnclaveState::Failed;
    QCOMPARE(int(trayShape(status, snapshot)), shape);
}

void tst_trayicon::shapesDifferWithoutColour_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {16, 22, 24, 32, 48, 64})
        QTest::addRow("%d px", size) << size;
}

void tst_trayicon::shapesDifferWithoutColour()
{
    QFETCH(int, size);
    for (const TrayVariant variant : variants) {
        for (const TrayShape a : shapes) {
            const QByteArray first = outline(imageOf(a, false, variant, size));
            QCOMPARE(first.size(), size * size);
            for (const TrayShape b : shapes) {
                if (a == b)
                    continue;
                // An eye needs more than a few pixels.
                const int apart = differences(first, outline(imageOf(b, false, variant, size)));
                QVERIFY2(apart * 100 >= size * size * 3,
                         qPrintable(QStringLiteral("%1 and %2: %3").arg(int(a)).arg(int(b)).arg(apart)));
            }
        }
    }
}

void tst_trayicon::unreadAddsADotAtTheLowerRight_data()
{
    QTest::addColumn<int>("variant");
    for (const TrayVariant variant : variants)
        QTest::addRow("variant %d", int(variant)) << int(variant);
}

void tst_trayicon::unreadAddsADotAtTheLowerRight()
{
    QFETCH(int, variant);
    for (const TrayShape shape : shapes) {
        const QImage without = imageOf(shape, false, TrayVariant(variant), 64);
        const QImage with = imageOf(shape, true, TrayVariant(variant), 64);
        QVERIFY(with.pixelColor(50, 50).alpha() > 250); // the dot
        QCOMPARE(with.pixelColor(50, 35).alpha(), 0); // the gap around it
        QCOMPARE(with.copy(0, 0, 64, 32), without.copy(0, 0, 64, 32));
    }
}

void tst_trayicon::colouringsSuitTheirBars()
{
    const auto ink = [](TrayVariant variant) {
        return imageOf(TrayShape::Running, false, variant, 64).pixelColor(32, 44);
    };
    QVERIFY(ink(TrayVariant::Light).lightness() < 100);
    QVERIFY(ink(TrayVariant::Dark).lightness() > 120);
    QVERIFY(ink(TrayVariant::White).lightness() > 230);
    QVERIFY(trayIcon(TrayShape::Running, false, TrayVariant::Mask).isMask());
    QVERIFY(!trayIcon(TrayShape::Running, false, TrayVariant::Light).isMask());
}

QTEST_MAIN(tst_trayicon)
#include "tst_trayicon.moc"
