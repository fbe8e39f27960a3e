// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/credentials/credentialindex.h"
#include "gateway/credentials/credentialstore.h"
#include "gateway/credentials/keychainbackend.h"
#include "gateway/credentials/keychainparts.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace pasarela {

/// Secrets in the system's keychain, which is made at the first job. One job at a time, in the order they came.
///
///   identify ──another one than before──▶ NoKeychain
///      │  └──absent, in a login's first seconds──▶ identify again
///      ▼
///   read: head, parts       write: parts, head, old parts away       remove: head, parts
///
/// A job that takes longer than `Times::job` is answered with Timeout and the next begins; what its backend says later
/// is not heard.
class KeychainStore : public QObject, public CredentialStore {
    Q_OBJECT

public:
    struct Times {
        std::chrono::milliseconds job{60000}; ///< A person may have to type the keychain's password.
        std::chrono::milliseconds settling{10000}; ///< After this was made: a session that begins may still have none.
        std::chrono::milliseconds lookAgain{500};
    };
    using MakeBackend = std::function<std::unique_ptr<KeychainBackend>()>;
    static constexpr size_t mostJobs = 256;

    KeychainStore(CredentialIndex &index, MakeBackend makeBackend, QObject *parent = nullptr);
    KeychainStore(CredentialIndex &index, MakeBackend makeBackend, Times times, QObject *parent = nullptr);
    ~KeychainStore() override;

    void read(const CredentialKey &key, QObject *context, ReadDone done) override;
    void write(const CredentialKey &key, Secret value, QObject *context, Done done) override;
    void remove(const CredentialKey &key, QObject *context, Done done) override;
    std::vector<CredentialKey> stored() const override { return m_index.stored(); }

private:
    enum class Kind { Read, Write, Remove };
    struct Job {
        Kind kind;
        CredentialKey key;
        Secret value; ///< To write.
        QPointer<QObject> context;
        ReadDone done; ///< Of a write or removal with an empty secret.
    };
    struct Parts {
        PartsHead head;
        QStringList names;
        int next = 0;
        QByteArray bytes; ///< Read so far; reserved whole, so that no copy stays behind.
    };

    void enqueue(Job job);
    void next();
    void identify();
    void onIdentified(const std::variant<QString, KeychainFault> &found);
    void readHead();
    void readPart();
    void writeValue();
    void writePart();
    void writeHead(Secret head);
    void onWritten(const QString &set);
    void removeHead();
    void removeParts(QStringList names, std::function<void(bool all)> then);
    void removeSets(QStringList sets, const QString &kept, std::function<void()> then);
    void onFault(const KeychainFault &fault);
    void finish(Result<Secret> result);

    /// `then` where this job is still the one at work.
    template<typename Reply> std::function<void(Reply)> current(std::function<void(Reply)> then);

    CredentialIndex &m_index;
    MakeBackend m_makeBackend;
    Times m_times;
    std::unique_ptr<KeychainBackend> m_backend;
    QString m_backendName;
    QElapsedTimer m_age;
    std::deque<Job> m_waiting;
    std::optional<Job> m_job;
    std::optional<Parts> m_parts;
    quint64 m_serial = 0; ///< Of the job.
    QTimer m_deadline;
    QTimer m_lookAgain;
};

} // namespace pasarela
