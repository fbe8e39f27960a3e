// SPDX-License-Identifier: MIT
#include "app/guisettings.h"

#include <QDir>

namespace pasarela {
namespace {

const QString languageKey = QStringLiteral("language");
const QString geometryKey = QStringLiteral("window/geometry");
const QString quitKey = QStringLiteral("quit/answer");
const QString comeBackKey = QStringLiteral("window/saidHowToComeBack");
const QString keep = QStringLiteral("keep");
const QString stop = QStringLiteral("stop");

} // namespace

GuiSettings::GuiSettings(const Paths &paths)
    : m_settings(QDir(paths.dataDir()).filePath(QStringLiteral("tray.ini")), QSettings::IniFormat)
{
}

QString GuiSettings::language() const
{
    return m_settings.value(languageKey).toString();
}

QByteArray GuiSettings::windowGeometry() const
{
    return m_settings.value(geometryKey).toByteArray();
}

void GuiSettings::setWindowGeometry(const QByteArray &geometry)
{
    m_settings.setValue(geometryKey, geometry);
}

std::optional<GuiSettings::QuitAnswer> GuiSettings::quitAnswer() const
{
    const QString answer = m_settings.value(quitKey).toString();
    if (answer == keep)
        return QuitAnswer::Keep;
    if (answer == stop)
        return QuitAnswer::Stop;
    return std::nullopt;
}

void GuiSettings::setQuitAnswer(QuitAnswer answer)
{
    m_settings.setValue(quitKey, answer == QuitAnswer::Keep ? keep : stop);
}

bool GuiSettings::saidHowToComeBack() const
{
    return m_settings.value(comeBackKey).toBool();
}

void GuiSettings::setSaidHowToComeBack()
{
    m_settings.setValue(comeBackKey, true);
}

} // namespace pasarela
