// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"

#include <QByteArray>
#include <QSettings>
#include <QString>

#include <optional>

namespace pasarela {

/// What the tray app remembers about itself, in a file beside the other data; nothing of the gateway's.
class GuiSettings {
public:
    explicit GuiSettings(const Paths &paths);

    /// Empty: the system's.
    QString language() const;

    QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray &geometry);

    /// Quit with AI apps connected: the answer given with *Do not ask again*; nothing: ask.
    enum class QuitAnswer { Keep, Stop };
    std::optional<QuitAnswer> quitAnswer() const;
    void setQuitAnswer(QuitAnswer answer);

    /// Whether the person was told once that the program goes on without a window and an icon.
    bool saidHowToComeBack() const;
    void setSaidHowToComeBack();

private:
    QSettings m_settings;
};

} // namespace pasarela
