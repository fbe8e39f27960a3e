// SPDX-License-Identifier: MIT
// Windows: the Credential Manager (wincred.h). QtKeychain would keep its values in the same place; it stops at 2560
// bytes and knows no service names there.
#include "gateway/base/systemerror.h"
#include "gateway/credentials/keychainbackend.h"

#include <QObject>

#include <windows.h>

#include <wincred.h>

namespace pasarela {

namespace {

using FaultKind = KeychainFault::Kind;

/// CRED_MAX_CREDENTIAL_BLOB_SIZE as Microsoft documents it (CREDENTIALW); mingw's header still has an older one.
constexpr qsizetype blobLimit = 5 * 512;

QString windowsSays(DWORD error)
{
    return systemError(QStringLiteral("Windows says"), static_cast<int>(error)).detail;
}

std::wstring targetOf(const QString &name)
{
    return (QStringLiteral("Pasarela/") + name).toStdWString();
}

KeychainFault faultOf(DWORD error)
{
    switch (error) {
    case ERROR_NOT_FOUND:
        return {FaultKind::NotFound, {}};
    case ERROR_NO_SUCH_LOGON_SESSION: // a service, a remote shell: no credentials are kept for it
        return {FaultKind::Absent, windowsSays(error)};
    case ERROR_ACCESS_DENIED:
        return {FaultKind::Denied, windowsSays(error)};
    default:
        return {FaultKind::Failed, windowsSays(error)};
    }
}

class CredentialManager final : public QObject, public KeychainBackend {
public:
    void identify(Identified done) override
    {
        later([done = std::move(done)] { done(QStringLiteral("windows")); });
    }

    void read(const QString &name, Read done) override
    {
        later([name, done = std::move(done)] {
            CREDENTIALW *found = nullptr;
            if (!::CredReadW(targetOf(name).c_str(), CRED_TYPE_GENERIC, 0, &found))
                return done(faultOf(::GetLastError()));
            Secret value(QByteArray(reinterpret_cast<const char *>(found->CredentialBlob),
                                    static_cast<qsizetype>(found->CredentialBlobSize)));
            if (found->CredentialBlob)
                ::SecureZeroMemory(found->CredentialBlob, found->CredentialBlobSize);
            ::CredFree(found);
            done(std::move(value));
        });
    }

    void write(const QString &name, Secret value, Done done) override
    {
        std::wstring target = targetOf(name);
        std::wstring user = L"Pasarela";
        CREDENTIALW credential = {};
        credential.Type = CRED_TYPE_GENERIC;
        credential.TargetName = target.data();
        credential.UserName = user.data();
        credential.Persist = CRED_PERSIST_LOCAL_MACHINE; // of this user, on this computer
        credential.CredentialBlobSize = static_cast<DWORD>(value.reveal().size());
        credential.CredentialBlob = reinterpret_cast<LPBYTE>(const_cast<char *>(value.reveal().data()));
        answer(::CredWriteW(&credential, 0), std::move(done));
    }

    void remove(const QString &name, Done done) override
    {
        answer(::CredDeleteW(targetOf(name).c_str(), CRED_TYPE_GENERIC, 0), std::move(done));
    }

    qsizetype largestValue() const override { return blobLimit; }

private:
    void later(std::function<void()> then) { QMetaObject::invokeMethod(this, std::move(then), Qt::QueuedConnection); }

    void answer(BOOL worked, Done done)
    {
        const auto fault = worked ? std::nullopt : std::optional(faultOf(::GetLastError()));
        later([fault, done = std::move(done)] { done(fault); });
    }
};

} // namespace

std::unique_ptr<KeychainBackend> systemKeychain()
{
    return std::make_unique<CredentialManager>();
}

QString adviceWithoutKeychain()
{
    return QStringLiteral("Windows keeps none for services and remote shells: log in to the desktop, or name a file in "
                          "PASARELA_CREDENTIALS_FILE (see README.md).");
}

QString adviceWhenLocked()
{
    return QStringLiteral("Log in to the desktop, then try again.");
}

} // namespace pasarela
