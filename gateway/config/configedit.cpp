// SPDX-License-Identifier: MIT
#include "gateway/config/configedit.h"

#include "gateway/base/atomicfile.h"
#include "gateway/base/jsontext.h"
#include "gateway/base/logging.h"
#include "gateway/config/configfile.h"
#include "gateway/config/configschema.h"

#include <QDeadlineTimer>
#include <QLockFile>

#include <chrono>

namespace pasarela {

namespace {

using namespace std::chrono_literals;

constexpr auto lockWait = 5s;
constexpr auto lockPoll = 20ms;
constexpr char emptyConfiguration[] = "{\n  \"$schema\": \"pasarela.schema.json\"\n}\n";

Error noSuchEnclave(const EnclaveId &name)
{
    return {Error::Code::NotFound,
            QStringLiteral("There is no enclave \"%1\"; \"pasarela-gateway enclave list\" shows those there are.")
                .arg(name.text())};
}

/// QLockFile alone doubles its pauses up to seconds, by which a busy writer starves another.
bool lockWithin(QLockFile &lock, std::chrono::milliseconds within)
{
    const QDeadlineTimer deadline(within);
    while (!lock.tryLock(lockPoll.count())) {
        if (deadline.hasExpired() || lock.error() != QLockFile::LockFailedError)
            return false;
    }
    return true;
}

Error lockError(const QLockFile &lock)
{
    if (lock.error() == QLockFile::LockFailedError)
        return {Error::Code::Timeout,
                QStringLiteral(
                    "Another program is changing the configuration and does not finish: try again, or remove \"%1\" "
                    "if none is.")
                    .arg(lock.fileName())};
    return {
        lock.error() == QLockFile::PermissionError ? Error::Code::PermissionDenied : Error::Code::Io,
        QStringLiteral("The lock \"%1\" cannot be made: see whether its folder may be written and the disk has room.")
            .arg(lock.fileName())};
}

/// The outcome was made by us from a good file, so what is wrong with it is what was asked for.
Error refused(const std::vector<ConfigProblem> &problems)
{
    QStringList sentences;
    for (const ConfigProblem &problem : problems)
        sentences.append(problem.what);
    return {Error::Code::InvalidInput, sentences.join(u'\n')};
}

} // namespace

Result<ConfigEdit::Snapshot> ConfigEdit::read() const
{
    const auto bytes = readWholeFile(m_paths.configFile());
    if (!bytes && bytes.error().code != Error::Code::NotFound)
        return bytes.error();
    Snapshot snapshot;
    snapshot.bytes = bytes ? *bytes : QByteArray();
    snapshot.hash = contentHash(snapshot.bytes);
    auto parsed = parseConfig(snapshot.bytes);
    if (const auto *problems = std::get_if<std::vector<ConfigProblem>>(&parsed))
        return toError(m_paths.configFile(), *problems);
    snapshot.config = std::get<GatewayConfig>(std::move(parsed));
    return snapshot;
}

Result<QByteArray> ConfigEdit::addEnclave(const EnclaveId &name, const EnclaveConfig &enclave,
                                          const QByteArray &expectedHash)
{
    const auto add = [&](const Snapshot &before) -> Result<QByteArray> {
        if (before.config.enclaves.contains(name))
            return Error{Error::Code::AlreadyExists,
                         QStringLiteral("There is an enclave \"%1\" already: remove it first, or choose another name.")
                             .arg(name.text())};
        return withJsonMember(before.bytes, {QStringLiteral("enclaves"), name.text()}, enclaveToJson(enclave));
    };
    return change(add, expectedHash);
}

Result<QByteArray> ConfigEdit::removeEnclave(const EnclaveId &name, const QByteArray &expectedHash)
{
    const auto remove = [&](const Snapshot &before) -> Result<QByteArray> {
        if (!before.config.enclaves.contains(name))
            return noSuchEnclave(name);
        QByteArray bytes = withoutJsonMember(before.bytes, {QStringLiteral("enclaves"), name.text()});
        for (auto client = before.config.clients.begin(); client != before.config.clients.end(); ++client) {
            if (client->accounts.contains(name))
                bytes = withoutJsonMember(
                    bytes, {QStringLiteral("clients"), client.key().text(), QStringLiteral("accounts"), name.text()});
        }
        return bytes;
    };
    return change(remove, expectedHash);
}

Result<QByteArray> ConfigEdit::setEnclaveEnabled(const EnclaveId &name, bool enabled, const QByteArray &expectedHash)
{
    const auto set = [&](const Snapshot &before) -> Result<QByteArray> {
        const auto enclave = before.config.enclaves.find(name);
        if (enclave == before.config.enclaves.end())
            return noSuchEnclave(name);
        if (enclave->enabled == enabled)
            return before.bytes;
        return withJsonMember(before.bytes, {QStringLiteral("enclaves"), name.text(), QStringLiteral("enabled")},
                              enabled ? "true" : "false");
    };
    return change(set, expectedHash);
}

Result<QByteArray> ConfigEdit::change(const Edit &edit, const QByteArray &expectedHash)
{
    if (const auto made = m_paths.create(); !made)
        return made.error();
    QLockFile lock(m_paths.configFile() + QStringLiteral(".lock"));
    lock.setStaleLockTime(0); // a lock of a process that lives is never taken over, however old
    if (!lockWithin(lock, lockWait))
        return lockError(lock);
    return changeLocked(edit, expectedHash);
}

Result<QByteArray> ConfigEdit::changeLocked(const Edit &edit, const QByteArray &expectedHash)
{
    auto before = read();
    if (!before)
        return before.error();
    if (!expectedHash.isEmpty() && expectedHash != before->hash)
        return Error{Error::Code::Conflict,
                     QStringLiteral("\"%1\" was changed by someone else meanwhile: look at it again and repeat.")
                         .arg(m_paths.configFile())};
    if (before->bytes.trimmed().isEmpty())
        before->bytes = emptyConfiguration;
    const auto after = edit(*before);
    if (!after)
        return after.error();
    if (*after == before->bytes)
        return before->hash;
    auto parsed = parseConfig(*after);
    if (const auto *problems = std::get_if<std::vector<ConfigProblem>>(&parsed))
        return refused(*problems);
    removeLeftovers(m_paths.configFile()); // all writers are kept out by the lock
    removeLeftovers(m_paths.configFile() + QStringLiteral(".bak"));
    if (const auto written = replaceFile(m_paths.configFile(), *after, {.newFileMode = 0600, .keepBackup = true});
        !written)
        return written.error();
    if (const auto provided = provideConfigSchema(m_paths); !provided) // only a help for editors
        qCWarning(lcConfig).noquote() << provided.error().detail;
    return contentHash(*after);
}

} // namespace pasarela
