// SPDX-License-Identifier: MIT
#pragma once

#include "ui/statetext.h"

#include <QColor>
#include <QIcon>
#include <QPalette>

namespace pasarela {

// The few colours that are ours; everything else is the system palette's. Each reaches WCAG AA on the palette's base.
bool isDark(const QPalette &palette);
QColor accentColour(const QPalette &palette);
QColor toneColour(StateLook::Tone tone, const QPalette &palette);

/// A mask of resources/icons/state in one colour, and in the palette's highlighted text where its row is selected.
QIcon tintedIcon(const QString &shape, const QColor &colour, const QPalette &palette);
QIcon stateIcon(const StateLook &look, const QPalette &palette);
QIcon applicationIcon();

} // namespace pasarela
