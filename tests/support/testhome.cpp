// SPDX-License-Identifier: MIT
#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace pasarela::test {

TestHome::TestHome()
    : m_dir(QDir::tempPath() + QStringLiteral("/pt-XXXXXX")) // short: socket paths are limited to some 100 bytes
{
    Q_ASSERT(m_dir.isValid());
}

void TestHome::write(const QString &name, const QByteArray &bytes) const
{
    const QString path = file(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile out(path);
    const bool written = out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size();
    Q_ASSERT(written);
    Q_UNUSED(written);
}

QByteArray TestHome::read(const QString &name) const
{
    QFile in(file(name));
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

QString builtProgram(const QString &name)
{
    const QString folder = qEnvironmentVariable("PASARELA_BIN_DIR");
#ifdef Q_OS_WIN
    return QFileInfo(QDir(folder), name + QStringLiteral(".exe")).absoluteFilePath(); // with its drive
#else
    return QDir(folder).filePath(name);
#endif
}

} // namespace pasarela::test
