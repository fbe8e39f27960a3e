// SPDX-License-Identifier: MIT
#include "gateway/config/configwatcher.h"

#include "gateway/base/atomicfile.h"
#include "gateway/base/logging.h"

#include <QDir>
#include <QFileInfo>
#include <QPointer>

#include <chrono>

namespace pasarela {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds debounce = 200ms;
constexpr std::chrono::milliseconds doubt = 300ms;
constexpr int mostLinks = 40; ///< As far as Linux follows a chain of symbolic links; a ring ends here.

/// The folder itself where it exists, else the nearest one above it.
QString existingFolder(QString path)
{
    while (!QFileInfo(path).isDir() && QFileInfo(path).path() != path)
        path = QFileInfo(path).path();
    return path;
}

/// What must be watched so that no change of `file` is missed.
QStringList watchedPaths(const QString &file)
{
    QStringList paths;
    const QString folder = QFileInfo(file).path();
    paths << existingFolder(folder) << existingFolder(QFileInfo(folder).path());
    QString target = file;
    for (int link = 0; link < mostLinks && QFileInfo(target).isSymLink(); ++link) {
        target = QFileInfo(target).symLinkTarget();
        paths << existingFolder(QFileInfo(target).path());
    }
    if (QFileInfo(target).isFile())
        paths << target;
    paths.removeDuplicates();
    return paths;
}

ConfigProblem wholeFile(const QString &what)
{
    return {{}, QString(), what};
}

bool same(const std::vector<ConfigProblem> &a, const std::vector<ConfigProblem> &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ConfigProblem &x, const ConfigProblem &y) {
        return x.what == y.what && x.pointer == y.pointer && x.position.line == y.position.line
            && x.position.column == y.position.column;
    });
}

} // namespace

/// What one look at the file gave.
struct ConfigWatcher::Reading {
    QByteArray bytes;
    QByteArray hash;
    std::optional<GatewayConfig> config; ///< Nothing: broken.
    std::vector<ConfigProblem> problems;
    std::vector<ConfigProblem> hints;
    bool isEmpty = false; ///< There is no file, or nothing in it.
};

ConfigWatcher::ConfigWatcher(const Paths &paths, QObject *parent)
    : QObject(parent)
    , m_paths(paths)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &ConfigWatcher::onTimeout);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &ConfigWatcher::onEvent);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &ConfigWatcher::onEvent);
}

void ConfigWatcher::start()
{
    watch(); // before reading: a change in between is an event
    Reading reading = read();
    Reading last = kept();
    m_keptHash = last.hash;
    // A file that somebody deleted begins anew; one that lost its content (a full disk, a power cut) is broken.
    if (reading.isEmpty && QFileInfo::exists(m_paths.configFile()) && last.config) {
        reading.config.reset();
        reading.problems = {wholeFile(QStringLiteral(
            "the file is empty, so the settings that were used last are; write {} into it to begin anew"))};
    }
    if (!reading.config && last.config) {
        last.problems = std::move(reading.problems);
        reading = std::move(last);
        qCWarning(lcConfig) << "the configuration cannot be used; the one that was used last is";
    }
    take(std::move(reading));
}

Result<void> ConfigWatcher::reload()
{
    setState(State::Settled);
    watch();
    Reading reading = read();
    Result<void> result;
    if (!reading.config)
        result = toError(m_paths.configFile(), reading.problems);
    take(std::move(reading));
    return result;
}

void ConfigWatcher::setState(State state)
{
    m_state = state;
    switch (state) {
    case State::Settled:
        m_timer.stop();
        break;
    case State::Waiting:
        m_timer.start(debounce);
        break;
    case State::Doubting:
        qCDebug(lcConfig) << "the configuration is broken or gone: it may be half written, so it is read once more";
        m_timer.start(doubt);
        break;
    }
}

void ConfigWatcher::onEvent()
{
    // A running timer goes on, or a file that changes all the time would never be read.
    if (m_state == State::Settled)
        setState(State::Waiting);
}

void ConfigWatcher::onTimeout()
{
    const bool doubting = m_state == State::Doubting;
    setState(State::Settled);
    watch();
    Reading reading = read();
    const bool vanished = reading.isEmpty && m_config != GatewayConfig();
    if ((!reading.config || vanished) && !doubting) {
        setState(State::Doubting);
        return;
    }
    if (vanished) {
        reading.config.reset();
        reading.problems = {
            wholeFile(QStringLiteral("the configuration is gone or empty, so the last one stays in use: put the "
                                     "file back, or reload to go on without any enclave"))};
    }
    take(std::move(reading));
}

void ConfigWatcher::warn(const std::vector<ConfigProblem> &findings) const
{
    for (const ConfigProblem &finding : findings)
        qCWarning(lcConfig).noquote() << toLine(m_paths.configFile(), finding);
}

ConfigWatcher::Reading ConfigWatcher::read() const
{
    Reading reading;
    const auto bytes = readWholeFile(m_paths.configFile());
    if (!bytes && bytes.error().code != Error::Code::NotFound) {
        reading.problems = {wholeFile(bytes.error().detail)};
        return reading;
    }
    reading.bytes = bytes ? *bytes : QByteArray();
    reading.hash = contentHash(reading.bytes);
    reading.isEmpty = reading.bytes.trimmed().isEmpty();
    auto parsed = parseConfig(reading.bytes);
    if (auto *config = std::get_if<GatewayConfig>(&parsed))
        reading.config = std::move(*config);
    else
        reading.problems = std::get<std::vector<ConfigProblem>>(std::move(parsed));
    if (reading.config)
        reading.hints = configHints(reading.bytes);
    return reading;
}

/// What an earlier gateway used last. No hash where it kept nothing.
ConfigWatcher::Reading ConfigWatcher::kept() const
{
    Reading reading;
    const auto bytes = readWholeFile(m_paths.goodConfigFile());
    if (!bytes)
        return reading;
    reading.bytes = *bytes;
    reading.hash = contentHash(reading.bytes);
    auto parsed = parseConfig(reading.bytes);
    if (auto *config = std::get_if<GatewayConfig>(&parsed))
        reading.config = std::move(*config);
    return reading;
}

/// Holds no secret, as the configuration holds none; readable for this user alone all the same.
void ConfigWatcher::keep(const QByteArray &bytes)
{
    if (const auto written = replaceFile(m_paths.goodConfigFile(), bytes); !written)
        qCWarning(lcConfig).noquote() << written.error().detail;
    else
        m_keptHash = contentHash(bytes);
}

void ConfigWatcher::take(Reading reading)
{
    const GatewayConfig before = m_config;
    const bool problemsDiffer = !same(m_problems, reading.problems);
    m_problems = std::move(reading.problems);
    if (problemsDiffer)
        warn(m_problems);
    if (reading.config) {
        if (m_hash != reading.hash)
            warn(reading.hints);
        m_config = std::move(*reading.config);
        m_hash = reading.hash;
        const bool neverAny = m_keptHash.isEmpty() && reading.isEmpty;
        if (m_keptHash != m_hash && !neverAny)
            keep(reading.bytes);
    }
    const bool configDiffers = before != m_config;
    const QPointer<ConfigWatcher> self(this);
    if (problemsDiffer)
        Q_EMIT problemsChanged();
    if (self && configDiffers)
        Q_EMIT changed(before);
}

void ConfigWatcher::watch()
{
    const QStringList wanted = watchedPaths(m_paths.configFile());
    // Anew each time: a path may now name another file or folder than the one that is watched.
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    if (!watched.isEmpty())
        m_watcher.removePaths(watched);
    m_watcher.addPaths(wanted);
}

} // namespace pasarela
