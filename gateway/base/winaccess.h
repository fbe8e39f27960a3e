// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <memory>
#include <optional>
#include <vector>

#include <windows.h>

namespace pasarela {

/// A security identifier: whom a Windows object belongs to, whom it lets in.
class WinSid {
public:
    WinSid() = default; ///< Nobody.
    /// A copy of `sid`, which may be null.
    explicit WinSid(PSID sid);

    static WinSid ofThisUser();
    static WinSid wellKnown(WELL_KNOWN_SID_TYPE type);
    /// The user a process runs as; nobody where that may not be known.
    static WinSid ofProcess(qint64 processId);

    bool isValid() const { return !m_bytes.empty(); }
    PSID get() const { return const_cast<unsigned char *>(m_bytes.data()); }
    bool operator==(const WinSid &other) const;
    QString text() const; ///< "S-1-5-…"
    QString accountName() const; ///< "DOMAIN\name", or the text where it has none.

private:
    std::vector<unsigned char> m_bytes;
};

/// A security descriptor made from its text (Security Descriptor Definition Language).
class WinDescriptor {
public:
    explicit WinDescriptor(const QString &text);
    /// Owned by this user; nobody gets in but this user and, for files, the system and administrators, who could anyway
    /// and whose backups must work.
    static WinDescriptor privateFile(bool isFolder);
    static WinDescriptor privatePipe();

    bool isValid() const { return m_descriptor != nullptr; }
    PSECURITY_DESCRIPTOR get() const { return m_descriptor.get(); }
    PACL accessList() const;
    /// What the system's creating functions take; valid as long as this object.
    SECURITY_ATTRIBUTES *attributes() { return &m_attributes; }

private:
    struct Free {
        void operator()(void *memory) const { ::LocalFree(memory); }
    };
    std::unique_ptr<void, Free> m_descriptor;
    SECURITY_ATTRIBUTES m_attributes = {};
};

/// Owner and access list of a file or folder.
class WinFileSecurity {
public:
    /// A GetLastError() number where they cannot be read.
    static std::optional<WinFileSecurity> of(const QString &path, DWORD *failure);

    WinSid owner() const { return WinSid(m_owner); }
    /// Whether anybody has any of `rights` besides this user, the system and administrators. A file system without
    /// access lists lets everybody in.
    bool letsOthers(DWORD rights) const;

private:
    struct Free {
        void operator()(void *memory) const { ::LocalFree(memory); }
    };
    std::unique_ptr<void, Free> m_descriptor;
    PSID m_owner = nullptr;
    PACL m_list = nullptr;
};

} // namespace pasarela
