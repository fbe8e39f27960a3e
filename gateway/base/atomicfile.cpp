// SPDX-License-Identifier: MIT
#include "gateway/base/atomicfile.h"

#include "gateway/base/atomicwrite.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace pasarela {

namespace {

constexpr int longestLinkChain = 40; ///< As Linux follows.

/// What a chain of links ends in, which need not be there yet.
Result<QString> withoutLinks(const QString &path)
{
    QString target = path;
    for (int i = 0; i < longestLinkChain; ++i) {
        const QFileInfo info(target);
        if (!info.isSymbolicLink())
            return target;
        target = info.symLinkTarget();
    }
    return Error{Error::Code::InvalidInput,
                 QStringLiteral("The links at \"%1\" lead in a circle; remove them.").arg(path)};
}

} // namespace

QByteArray temporaryNameFor(const QString &target)
{
    constexpr qsizetype longest = 100; // leaves room in any file system's 255 bytes
    const QByteArray name = QFile::encodeName(QFileInfo(target).fileName());
    return '.' + name.first(std::min(longest, name.size())) + '.';
}

Result<QByteArray> readWholeFile(const QString &path, qint64 limit)
{
    const QFileInfo info(path);
    if (!info.exists())
        return Error{Error::Code::NotFound, QStringLiteral("There is no file \"%1\".").arg(path)};
    if (!info.isFile())
        return Error{Error::Code::InvalidInput, QStringLiteral("\"%1\" is not a regular file; give a file.").arg(path)};
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        const bool gone = !QFileInfo::exists(path);
        return Error{gone ? Error::Code::NotFound : Error::Code::PermissionDenied,
                     QStringLiteral("The file \"%1\" cannot be read: %2.").arg(path, file.errorString())};
    }
    QByteArray bytes = file.read(limit + 1);
    if (file.error() != QFileDevice::NoError)
        return Error{Error::Code::Io, QStringLiteral("Reading \"%1\" failed: %2.").arg(path, file.errorString())};
    if (bytes.size() > limit)
        return Error{Error::Code::TooLarge,
                     QStringLiteral("The file \"%1\" is over the limit of %2 bytes.").arg(path).arg(limit)};
    return bytes;
}

Result<void> replaceFile(const QString &path, QByteArrayView bytes, const ReplaceOptions &options)
{
    const Result<QString> target = withoutLinks(path);
    if (!target)
        return target.error();
    if (options.keepBackup && QFileInfo::exists(*target)) {
        const Result<QByteArray> old = readWholeFile(*target);
        if (!old)
            return old.error();
        const Result<void> kept = writeAtomically(*target + QStringLiteral(".bak"), *old, 0600, ExistingMode::Overrule);
        if (!kept)
            return kept;
    }
    return writeAtomically(*target, bytes, options.newFileMode, ExistingMode::Keep);
}

int removeLeftovers(const QString &path)
{
    const Result<QString> target = withoutLinks(path);
    if (!target)
        return 0;
    const QDir folder = QFileInfo(*target).dir();
    const QByteArray beginning = temporaryNameFor(*target);
    const QStringList names = folder.entryList({QStringLiteral(".*")}, QDir::Files | QDir::Hidden | QDir::NoSymLinks);
    int removed = 0;
    for (const QString &name : names) {
        const QByteArray encoded = QFile::encodeName(name);
        const bool ours = encoded.startsWith(beginning) && encoded.size() == beginning.size() + temporaryEnd
            && !encoded.mid(beginning.size()).contains('.');
        if (ours && QFile::remove(folder.filePath(name)))
            ++removed;
    }
    return removed;
}

QByteArray contentHash(QByteArrayView bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(bytes);
    return hash.result().toHex();
}

} // namespace pasarela
