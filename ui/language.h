// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>
#include <QTranslator>

namespace pasarela {

/// The language of the windows: a translation of ours and Qt's own, installed in the application, and QLocale's default
/// for numbers and times. English needs one too: its plurals.
class Language {
public:
    Language() = default;
    ~Language();
    Q_DISABLE_COPY_MOVE(Language)

    /// Codes that can be used: "en", "es".
    static QStringList available();
    /// The person's first language that is available, else English.
    static QString ofSystem();

    /// Switches also while windows are open (they get LanguageChange). False: no such language; nothing changed.
    bool use(const QString &code);
    QString code() const { return m_code; }

private:
    QTranslator m_ours;
    QTranslator m_qt;
    QString m_code;
};

} // namespace pasarela
