// SPDX-License-Identifier: MIT
#include "ui/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace pasarela {

Language::~Language()
{
    if (QCoreApplication::instance()) {
        QCoreApplication::removeTranslator(&m_ours);
        QCoreApplication::removeTranslator(&m_qt);
    }
}

QStringList Language::available()
{
    return {QStringLiteral("en"), QStringLiteral("es")};
}

QString Language::ofSystem()
{
    const QStringList wanted = QLocale::system().uiLanguages();
    for (const QString &name : wanted) {
        const QString code = name.section(QLatin1Char('-'), 0, 0).section(QLatin1Char('_'), 0, 0).toLower();
        if (available().contains(code))
            return code;
    }
    return QStringLiteral("en");
}

bool Language::use(const QString &code)
{
    if (!available().contains(code))
        return false;
    // The system's own locale where it speaks this language: a Mexican's times stay Mexican.
    const QLocale system = QLocale::system();
    const QLocale wanted(code);
    QLocale::setDefault(system.language() == wanted.language() ? system : wanted);
    QCoreApplication::removeTranslator(&m_qt);
    QCoreApplication::removeTranslator(&m_ours);
    const bool loaded = m_ours.load(QStringLiteral(":/i18n/pasarela_%1.qm").arg(code));
    Q_ASSERT(loaded);
    // Where Qt's own translations are not installed its few words stay English.
    if (m_qt.load(QStringLiteral("qtbase_") + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    if (loaded)
        QCoreApplication::installTranslator(&m_ours);
    m_code = code;
    return loaded;
}

} // namespace pasarela
