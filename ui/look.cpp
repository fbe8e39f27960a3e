// SPDX-License-Identifier: MIT
#include "ui/look.h"

#include <QPainter>
#include <QPixmap>

namespace pasarela {
namespace {

QPixmap tinted(const QString &file, const QColor &colour)
{
    QPixmap mask(file);
    Q_ASSERT(!mask.isNull());
    QPainter painter(&mask);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(mask.rect(), colour);
    return mask;
}

} // namespace

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

QColor accentColour(const QPalette &palette)
{
    return isDark(palette) ? QColor(0x3F, 0xC1, 0xB8) : QColor(0x0B, 0x7A, 0x75);
}

QColor toneColour(StateLook::Tone tone, const QPalette &palette)
{
    const bool dark = isDark(palette);
    switch (tone) {
    case StateLook::Tone::Quiet:
        return dark ? QColor(0xB8, 0xBC, 0xC0) : QColor(0x5F, 0x63, 0x68);
    case StateLook::Tone::Good:
        return accentColour(palette);
    case StateLook::Tone::Attention:
        return dark ? QColor(0xF0, 0xB4, 0x29) : QColor(0xB2, 0x6A, 0x00);
    case StateLook::Tone::Failure:
        return dark ? QColor(0xFF, 0x8A, 0x80) : QColor(0xB3, 0x26, 0x1E);
    }
    Q_UNREACHABLE();
}

QIcon tintedIcon(const QString &shape, const QColor &colour, const QPalette &palette)
{
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64}) {
        const QString file = QStringLiteral(":/icons/state/%1-%2.png").arg(shape).arg(size);
        icon.addPixmap(tinted(file, colour), QIcon::Normal);
        icon.addPixmap(tinted(file, palette.color(QPalette::HighlightedText)), QIcon::Selected);
        icon.addPixmap(tinted(file, palette.color(QPalette::Disabled, QPalette::Text)), QIcon::Disabled);
    }
    return icon;
}

QIcon stateIcon(const StateLook &look, const QPalette &palette)
{
    return tintedIcon(look.shape, toneColour(look.tone, palette), palette);
}

QIcon applicationIcon()
{
    QIcon icon;
    for (const int size : {16, 22, 24, 32, 48, 64, 128, 256})
        icon.addFile(QStringLiteral(":/icons/app/app-%1.png").arg(size), QSize(size, size));
    return icon;
}

} // namespace pasarela
