// SPDX-License-Identifier: MIT
#include "app/trayicon.h"

#include "ui/headline.h"

#include <QPainter>
#include <QPixmap>

namespace pasarela {
namespace {

QString nameOf(TrayShape shape)
{
    switch (shape) {
    case TrayShape::Running:
        return QStringLiteral("running");
    case TrayShape::Starting:
        return QStringLiteral("starting");
    case TrayShape::Attention:
        return QStringLiteral("attention");
    case TrayShape::Stopped:
        return QStringLiteral("stopped");
    case TrayShape::Failed:
        return QStringLiteral("failed");
    case TrayShape::Paused:
        return QStringLiteral("paused");
    }
    Q_UNREACHABLE();
}

QString folderOf(TrayVariant variant)
{
    switch (variant) {
    case TrayVariant::Light:
        return QStringLiteral("tray-light");
    case TrayVariant::Dark:
        return QStringLiteral("tray-dark");
    case TrayVariant::White:
    case TrayVariant::Mask:
        return QStringLiteral("tray-mono");
    }
    Q_UNREACHABLE();
}

void addDot(QPixmap &pixmap, const QPixmap &dot)
{
    // The dot lies in a gap of the mark, so that it is a shape of its own also in one colour.
    const qreal unit = pixmap.width() / 32.0;
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setCompositionMode(QPainter::CompositionMode_Clear);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Qt::black);
    painter.drawEllipse(QPointF(25 * unit, 25 * unit), 8.5 * unit, 8.5 * unit);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    painter.drawPixmap(0, 0, dot);
}

} // namespace

TrayShape trayShape(const GatewayStatus &status, const Snapshot &snapshot)
{
    switch (status.state) {
    case GatewayStatus::State::Stopped:
        return TrayShape::Stopped;
    case GatewayStatus::State::Starting:
    case GatewayStatus::State::Stopping:
    case GatewayStatus::State::Waiting:
        return TrayShape::Starting;
    case GatewayStatus::State::Failed:
        return TrayShape::Failed;
    case GatewayStatus::State::Running:
        break;
    }
    if (!snapshot.gateway.paused.isEmpty())
        return TrayShape::Paused;
    return Headline::waitingForPerson(snapshot) > 0 ? TrayShape::Attention : TrayShape::Running;
}

QIcon trayIcon(TrayShape shape, bool unread, TrayVariant variant)
{
    QIcon icon;
    for (const int size : {16, 22, 24, 32, 48, 64}) {
        const QString file = QStringLiteral(":/icons/%1/%2-%3.png").arg(folderOf(variant));
        QPixmap pixmap(file.arg(nameOf(shape)).arg(size));
        Q_ASSERT(!pixmap.isNull());
        if (unread)
            addDot(pixmap, QPixmap(file.arg(QStringLiteral("unread")).arg(size)));
        if (variant == TrayVariant::White) {
            QPainter painter(&pixmap);
            painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
            painter.fillRect(pixmap.rect(), QColor(0xF2, 0xF2, 0xF2));
        }
        icon.addPixmap(pixmap);
    }
    icon.setIsMask(variant == TrayVariant::Mask);
    return icon;
}

} // namespace pasarela
