// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/journal.h"

#include <QCoreApplication>

namespace pasarela::test {

Journal::Journal(const QString &path)
    : m_file(path)
{
    if (!path.isEmpty() && !m_file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered))
        qFatal("fakemcpserver: cannot write the journal %s", qPrintable(path));
}

void Journal::add(const char *event, const std::string &detail)
{
    if (!m_file.isOpen())
        return;
    QByteArray line = QByteArray::number(QCoreApplication::applicationPid()) + ' ' + event;
    if (!detail.empty())
        line += ' ' + QByteArray::fromStdString(detail);
    m_file.write(line + '\n'); // one write: lines of several processes stay whole
}

} // namespace pasarela::test
