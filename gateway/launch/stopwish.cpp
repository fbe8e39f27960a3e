// SPDX-License-Identifier: MIT
#include "gateway/launch/stopwish.h"

#include "gateway/base/atomicfile.h"
#include "gateway/base/jsonview.h"

#include <QFile>
#include <QFileInfo>

#include <chrono>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr qint64 largestWish = 4096;
constexpr std::chrono::seconds longestHold = 120s;

QString now()
{
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs);
}

/// A member of a small file of ours; empty where file or member is not as written.
QString member(QByteArrayView json, const char *key)
{
    const JsonScan scan = scanJson(json, JsonPaths{{key}});
    return scan.ok() && scan.values[0].exists() ? QString::fromUtf8(jsonStringValue(scan.values[0].in(json)))
                                                : QString();
}

Result<void> writeSmallFile(const QString &path, const QByteArray &bytes)
{
    const Result<void> folder = makePrivateDirectory(QFileInfo(path).path());
    return folder ? replaceFile(path, bytes) : folder;
}

} // namespace

std::optional<StopWish> StopWish::read(const Paths &paths)
{
    const Result<QByteArray> bytes = readWholeFile(paths.stopWishFile(), largestWish);
    if (!bytes && bytes.error().code == Error::Code::NotFound)
        return std::nullopt;
    // Whatever the file holds, that it is there means that somebody pressed Stop.
    StopWish wish;
    if (bytes) {
        wish.since = QDateTime::fromString(member(*bytes, "since"), Qt::ISODateWithMs);
        wish.by = member(*bytes, "by");
    }
    if (!wish.since.isValid())
        wish.since = QFileInfo(paths.stopWishFile()).lastModified();
    return wish;
}

Result<void> StopWish::record(const Paths &paths, const QString &by)
{
    return writeSmallFile(paths.stopWishFile(),
                          "{\"since\":" + jsonQuoted(now()) + ",\"by\":" + jsonQuoted(by) + "}\n");
}

Result<void> StopWish::remove(const Paths &paths)
{
    QFile file(paths.stopWishFile());
    if (file.remove() || !file.exists())
        return {};
    return Error{Error::Code::Io,
                 QStringLiteral("The file \"%1\" cannot be removed (%2); remove it by hand.")
                     .arg(file.fileName(), file.errorString())};
}

std::optional<QDateTime> upgradeHoldUntil(const Paths &paths)
{
    const Result<QByteArray> bytes = readWholeFile(paths.upgradeHoldFile(), largestWish);
    if (!bytes)
        return std::nullopt;
    const QDateTime until = QDateTime::fromString(member(*bytes, "until"), Qt::ISODateWithMs);
    const QDateTime time = QDateTime::currentDateTimeUtc();
    // A hold that ends later than any can was written by a clock that has been set back since.
    const bool holds = until.isValid() && until > time && until <= time.addDuration(longestHold);
    return holds ? std::optional(until) : std::nullopt;
}

Result<void> recordUpgradeHold(const Paths &paths)
{
    const QString until = QDateTime::currentDateTimeUtc().addDuration(longestHold).toString(Qt::ISODateWithMs);
    return writeSmallFile(paths.upgradeHoldFile(), "{\"until\":" + jsonQuoted(until) + "}\n");
}

} // namespace pasarela
