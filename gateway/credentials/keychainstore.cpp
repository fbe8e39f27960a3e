// SPDX-License-Identifier: MIT
#include "gateway/credentials/keychainstore.h"

#include "gateway/base/logging.h"
#include "gateway/credentials/keychainerror.h"

namespace pasarela {

namespace {

using FaultKind = KeychainFault::Kind;

Error damaged(const CredentialKey &key)
{
    return {Error::Code::Io,
            QStringLiteral("The key \"%1\" in the password store is damaged. Enter it again.").arg(key.name())};
}

} // namespace

KeychainStore::KeychainStore(CredentialIndex &index, MakeBackend makeBackend, QObject *parent)
    : KeychainStore(index, std::move(makeBackend), Times(), parent)
{
}

KeychainStore::KeychainStore(CredentialIndex &index, MakeBackend makeBackend, Times times, QObject *parent)
    : QObject(parent)
    , m_index(index)
    , m_makeBackend(std::move(makeBackend))
    , m_times(times)
{
    m_age.start();
    m_deadline.setSingleShot(true);
    m_lookAgain.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] { finish(keychainTooSlow(m_job->key)); });
    connect(&m_lookAgain, &QTimer::timeout, this, &KeychainStore::identify);
}

KeychainStore::~KeychainStore() = default;

void KeychainStore::read(const CredentialKey &key, QObject *context, ReadDone done)
{
    enqueue({Kind::Read, key, {}, context, std::move(done)});
}

void KeychainStore::write(const CredentialKey &key, Secret value, QObject *context, Done done)
{
    enqueue({Kind::Write, key, std::move(value), context, [done = std::move(done)](const Result<Secret> &result) {
                 done(result ? Result<void>() : result.error());
             }});
}

void KeychainStore::remove(const CredentialKey &key, QObject *context, Done done)
{
    enqueue({Kind::Remove, key, {}, context, [done = std::move(done)](const Result<Secret> &result) {
                 done(result ? Result<void>() : result.error());
             }});
}

void KeychainStore::enqueue(Job job)
{
    Result<void> taken;
    if (!job.key.isValid())
        taken =
            Error{Error::Code::InvalidInput, QStringLiteral("\"%1\" is no name for a credential.").arg(job.key.name())};
    else if (job.kind == Kind::Write)
        taken = checkCredential(job.value);
    if (taken.ok() && m_waiting.size() >= mostJobs)
        taken = Error{Error::Code::Unavailable,
                      QStringLiteral("The password store is busy: %1 requests wait for it. Try again.").arg(mostJobs)};
    if (taken.ok()) {
        m_waiting.push_back(std::move(job));
        QMetaObject::invokeMethod(this, &KeychainStore::next, Qt::QueuedConnection);
        return;
    }
    QMetaObject::invokeMethod(
        this,
        [context = job.context, done = std::move(job.done), error = taken.error()] {
            if (context)
                done(error);
        },
        Qt::QueuedConnection);
}

void KeychainStore::next()
{
    while (!m_job && !m_waiting.empty()) {
        m_job = std::move(m_waiting.front());
        m_waiting.pop_front();
        // A removal is done even if nobody waits to hear of it.
        if (!m_job->context && m_job->kind == Kind::Read)
            m_job.reset();
    }
    if (!m_job || m_deadline.isActive())
        return;
    ++m_serial;
    m_deadline.start(m_times.job);
    identify();
}

template<typename Reply> std::function<void(Reply)> KeychainStore::current(std::function<void(Reply)> then)
{
    return [self = QPointer(this), serial = m_serial, then = std::move(then)](Reply reply) {
        if (self && self->m_job && self->m_serial == serial)
            then(std::move(reply));
    };
}

void KeychainStore::identify()
{
    if (!m_backend)
        m_backend = m_makeBackend();
    using Found = std::variant<QString, KeychainFault>;
    m_backend->identify(current<Found>([this](const Found &found) { onIdentified(found); }));
}

void KeychainStore::onIdentified(const std::variant<QString, KeychainFault> &found)
{
    if (const auto *fault = std::get_if<KeychainFault>(&found)) {
        const bool mayCome =
            fault->kind == FaultKind::Absent && std::chrono::milliseconds(m_age.elapsed()) < m_times.settling;
        return mayCome ? m_lookAgain.start(m_times.lookAgain) : onFault(*fault);
    }
    m_backendName = std::get<QString>(found);
    if (!m_index.backend().isEmpty() && m_index.backend() != m_backendName)
        return finish(otherKeychain(m_index.backend(), m_backendName, m_index.file()));
    switch (m_job->kind) {
    case Kind::Read:
        return readHead();
    case Kind::Write:
        return writeValue();
    case Kind::Remove:
        return removeHead();
    }
}

void KeychainStore::readHead()
{
    using Reply = std::variant<Secret, KeychainFault>;
    m_backend->read(m_job->key.name(), current<Reply>([this](Reply reply) {
                        if (const auto *fault = std::get_if<KeychainFault>(&reply))
                            return onFault(*fault);
                        auto &value = std::get<Secret>(reply);
                        const auto head = PartsHead::parse(value.reveal());
                        if (!head)
                            return finish(std::move(value));
                        m_parts.emplace();
                        m_parts->head = *head;
                        m_parts->names = partNames(m_job->key.name(), head->set());
                        m_parts->bytes.reserve(head->size);
                        readPart();
                    }));
}

void KeychainStore::readPart()
{
    if (m_parts->next == m_parts->names.size()) {
        Secret whole(std::move(m_parts->bytes));
        const bool isWhole = m_parts->head.isHeadOf(whole);
        return isWhole ? finish(std::move(whole)) : finish(damaged(m_job->key));
    }
    using Reply = std::variant<Secret, KeychainFault>;
    m_backend->read(m_parts->names.at(m_parts->next), current<Reply>([this](const Reply &reply) {
                        if (const auto *fault = std::get_if<KeychainFault>(&reply))
                            return fault->kind == FaultKind::NotFound ? finish(damaged(m_job->key)) : onFault(*fault);
                        const QByteArrayView part = std::get<Secret>(reply).reveal();
                        if (m_parts->bytes.size() + part.size() > m_parts->head.size)
                            return finish(damaged(m_job->key));
                        m_parts->bytes.append(part);
                        ++m_parts->next;
                        readPart();
                    }));
}

void KeychainStore::writeValue()
{
    const qsizetype most = m_backend->largestValue();
    const bool fits = most == 0 || m_job->value.reveal().size() <= most;
    if (fits && !PartsHead::parse(m_job->value.reveal()))
        return writeHead(m_job->value.copy());
    m_parts.emplace();
    m_parts->head = PartsHead::of(m_job->value, most == 0 ? credentialLimit : most);
    m_parts->names = partNames(m_job->key.name(), m_parts->head.set());
    // Noted first: whatever happens, these can be found and removed.
    if (const auto noted = m_index.addParts(m_job->key, m_parts->head.set()); !noted)
        return finish(noted.error());
    writePart();
}

void KeychainStore::writePart()
{
    if (m_parts->next == m_parts->names.size())
        return writeHead(Secret(m_parts->head.toBytes()));
    using Reply = std::optional<KeychainFault>;
    const qsizetype most = m_backend->largestValue();
    m_backend->write(m_parts->names.at(m_parts->next),
                     partOf(m_job->value, most == 0 ? credentialLimit : most, m_parts->next),
                     current<Reply>([this](const Reply &fault) {
                         if (fault)
                             return onFault(*fault);
                         ++m_parts->next;
                         writePart();
                     }));
}

void KeychainStore::writeHead(Secret head)
{
    using Reply = std::optional<KeychainFault>;
    const QString set = m_parts ? m_parts->head.set() : QString();
    m_backend->write(m_job->key.name(), std::move(head), current<Reply>([this, set](const Reply &fault) {
                         return fault ? onFault(*fault) : onWritten(set);
                     }));
}

void KeychainStore::onWritten(const QString &set)
{
    if (const auto noted = m_index.setStored(m_job->key, m_backendName); !noted)
        return finish(noted.error());
    removeSets(m_index.parts(m_job->key), set, [this] { finish(Secret()); });
}

void KeychainStore::removeHead()
{
    using Reply = std::optional<KeychainFault>;
    m_backend->remove(m_job->key.name(), current<Reply>([this](const Reply &fault) {
                          if (fault && fault->kind != FaultKind::NotFound)
                              return onFault(*fault);
                          removeSets(m_index.parts(m_job->key), {}, [this] {
                              const auto forgotten = m_index.forget(m_job->key);
                              return forgotten ? finish(Secret()) : finish(forgotten.error());
                          });
                      }));
}

/// Sets of parts that no head leads to any more. One that cannot be removed now stays in the index for the next time.
void KeychainStore::removeSets(QStringList sets, const QString &kept, std::function<void()> then)
{
    sets.removeAll(kept);
    if (sets.isEmpty())
        return then();
    const QString set = sets.takeFirst();
    removeParts(partNames(m_job->key.name(), set), [this, set, sets, kept, then = std::move(then)](bool all) {
        if (all) {
            if (const auto noted = m_index.removeParts(m_job->key, set); !noted)
                qCWarning(lcCredentials).noquote() << noted.error().detail;
        }
        removeSets(sets, kept, then);
    });
}

void KeychainStore::removeParts(QStringList names, std::function<void(bool all)> then)
{
    if (names.isEmpty())
        return then(true);
    using Reply = std::optional<KeychainFault>;
    const QString name = names.takeFirst();
    m_backend->remove(name, current<Reply>([this, names, then = std::move(then)](const Reply &fault) {
                          if (fault && fault->kind != FaultKind::NotFound)
                              return then(false);
                          removeParts(names, then);
                      }));
}

void KeychainStore::onFault(const KeychainFault &fault)
{
    if (fault.kind != FaultKind::NotFound)
        qCWarning(lcCredentials).noquote() << keychainError(fault, m_job->key).detail;
    finish(keychainError(fault, m_job->key));
}

void KeychainStore::finish(Result<Secret> result)
{
    if (result && m_job->kind == Kind::Read) {
        if (const auto fine = checkCredential(*result); !fine) {
            result = fine.error();
        } else if (const auto noted = m_index.setStored(m_job->key, m_backendName); !noted) {
            qCWarning(lcCredentials).noquote() << noted.error().detail;
        }
    }
    m_deadline.stop();
    m_lookAgain.stop();
    const Job job = std::move(*m_job);
    m_job.reset();
    m_parts.reset();
    QMetaObject::invokeMethod(this, &KeychainStore::next, Qt::QueuedConnection);
    if (job.context)
        job.done(std::move(result));
}

} // namespace pasarela
