// SPDX-License-Identifier: MIT
#include "gateway/launch/startfailure.h"

#include <QDir>
#include <QFile>

namespace pasarela {

namespace {

constexpr qint64 longestSentence = 4096;

} // namespace

StartFailure::StartFailure()
    : m_file(QDir::tempPath() + QStringLiteral("/pasarela-start-XXXXXX"))
{
    if (m_file.open())
        m_file.close(); // the name stays
}

QString StartFailure::sentence() const
{
    QFile file(m_file.fileName());
    if (m_file.fileName().isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = file.read(longestSentence);
    return text.endsWith('\n') ? QString::fromUtf8(text).trimmed() : QString(); // else it is being written
}

void StartFailure::tell(const QString &file, const QString &sentence)
{
    QFile told(file);
    if (!file.isEmpty() && told.open(QIODevice::WriteOnly | QIODevice::ExistingOnly))
        told.write(sentence.toUtf8() + '\n');
}

} // namespace pasarela
