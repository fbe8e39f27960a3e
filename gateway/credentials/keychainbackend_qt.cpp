// SPDX-License-Identifier: MIT
// Linux and macOS, by QtKeychain. Its jobs need GLib's event loop on Linux (never set QT_NO_GLIB), and one that hangs
// holds up the next; it is left to itself then, because QtKeychain answers to jobs that are gone.
#include "gateway/credentials/keychainbackend.h"
#include "gateway/credentials/keychainsession.h"

#include <QObject>

#include <qt6keychain/keychain.h>

namespace pasarela {

namespace {

using FaultKind = KeychainFault::Kind;

FaultKind kindOf(QKeychain::Error error)
{
    switch (error) {
    case QKeychain::EntryNotFound:
        return FaultKind::NotFound;
    case QKeychain::AccessDeniedByUser:
    case QKeychain::AccessDenied:
        return FaultKind::Denied;
    case QKeychain::NoBackendAvailable:
    case QKeychain::NotImplemented:
        return FaultKind::Absent;
    default:
        return FaultKind::Failed;
    }
}

class QtKeychainBackend final : public QObject, public KeychainBackend {
public:
    void identify(Identified done) override
    {
        askKeychainSession(this, [done = std::move(done)](const KeychainSession &session) {
            if (session.state == KeychainSession::State::Absent)
                done(KeychainFault{FaultKind::Absent, session.detail});
            else
                done(session.backend);
        });
    }

    void read(const QString &name, Read done) override
    {
        auto *job = new QKeychain::ReadPasswordJob(service());
        run(job, name, [this, job, done = std::move(done)] {
            if (job->error() == QKeychain::NoError)
                return done(Secret(job->binaryData()));
            explain(*job, [done](const KeychainFault &fault) { done(fault); });
        });
    }

    void write(const QString &name, Secret value, Done done) override
    {
        auto *job = new QKeychain::WritePasswordJob(service());
        job->setBinaryData(value.reveal().toByteArray());
        runToTheEnd(job, name, std::move(done));
    }

    void remove(const QString &name, Done done) override
    {
        // libsecret says that all went well where it could not even look into what is locked.
        runToTheEnd(new QKeychain::DeletePasswordJob(service()), name,
                    [this, done = std::move(done)](const std::optional<KeychainFault> &fault) {
                        if (fault)
                            return done(fault);
                        askKeychainSession(this, [done](const KeychainSession &session) {
                            const bool isLocked = session.state == KeychainSession::State::Locked;
                            done(isLocked ? std::optional(KeychainFault{FaultKind::Locked, {}}) : std::nullopt);
                        });
                    });
    }

    qsizetype largestValue() const override { return 0; }

private:
    static QString service() { return QStringLiteral("Pasarela"); }

    void run(QKeychain::Job *job, const QString &name, std::function<void()> finished)
    {
        job->setKey(name);
        connect(job, &QKeychain::Job::finished, this, std::move(finished));
        job->start(); // and deletes itself at the end
    }

    void runToTheEnd(QKeychain::Job *job, const QString &name, Done done)
    {
        run(job, name, [this, job, done = std::move(done)] {
            if (job->error() == QKeychain::NoError)
                return done(std::nullopt);
            explain(*job, [done](const KeychainFault &fault) { done(fault); });
        });
    }

    /// What QtKeychain says, and what is behind it.
    void explain(const QKeychain::Job &job, std::function<void(const KeychainFault &)> done)
    {
        const KeychainFault said{kindOf(job.error()),
                                 job.error() == QKeychain::EntryNotFound ? QString() : job.errorString()};
        askKeychainSession(this, [said, done = std::move(done)](const KeychainSession &session) {
            switch (session.state) {
            case KeychainSession::State::Absent:
                return done({FaultKind::Absent, session.detail});
            case KeychainSession::State::Locked:
                return done({FaultKind::Locked, {}});
            case KeychainSession::State::Open:
                return done(said);
            }
        });
    }
};

} // namespace

std::unique_ptr<KeychainBackend> systemKeychain()
{
    return std::make_unique<QtKeychainBackend>();
}

} // namespace pasarela
