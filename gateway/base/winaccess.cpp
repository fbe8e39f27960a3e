// SPDX-License-Identifier: MIT
#include "gateway/base/winaccess.h"

#include "gateway/base/winhandle.h"

#include <QDir>

#include <array>

#include <aclapi.h>
#include <sddl.h>

namespace pasarela {

namespace {

WinSid userOfToken(HANDLE process)
{
    HANDLE opened = nullptr;
    if (!::OpenProcessToken(process, TOKEN_QUERY, &opened))
        return {};
    const WinHandle token(opened);
    alignas(TOKEN_USER) std::array<unsigned char, sizeof(TOKEN_USER) + SECURITY_MAX_SID_SIZE> buffer;
    DWORD size = 0;
    if (!::GetTokenInformation(token.get(), TokenUser, buffer.data(), DWORD(buffer.size()), &size))
        return {};
    return WinSid(reinterpret_cast<const TOKEN_USER *>(buffer.data())->User.Sid);
}

const wchar_t *wide(const QString &text)
{
    return reinterpret_cast<const wchar_t *>(text.utf16());
}

} // namespace

WinSid::WinSid(PSID sid)
{
    if (!sid || !::IsValidSid(sid))
        return;
    const auto *bytes = static_cast<const unsigned char *>(sid);
    m_bytes.assign(bytes, bytes + ::GetLengthSid(sid));
}

WinSid WinSid::ofThisUser()
{
    return userOfToken(::GetCurrentProcess());
}

WinSid WinSid::wellKnown(WELL_KNOWN_SID_TYPE type)
{
    std::array<unsigned char, SECURITY_MAX_SID_SIZE> buffer;
    DWORD size = DWORD(buffer.size());
    return ::CreateWellKnownSid(type, nullptr, buffer.data(), &size) ? WinSid(buffer.data()) : WinSid();
}

WinSid WinSid::ofProcess(qint64 processId)
{
    const WinHandle process(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(processId)));
    return process.isValid() ? userOfToken(process.get()) : WinSid();
}

bool WinSid::operator==(const WinSid &other) const
{
    return isValid() && other.isValid() && ::EqualSid(get(), other.get());
}

QString WinSid::text() const
{
    wchar_t *text = nullptr;
    if (!isValid() || !::ConvertSidToStringSidW(get(), &text))
        return {};
    const QString result = QString::fromWCharArray(text);
    ::LocalFree(text);
    return result;
}

QString WinSid::accountName() const
{
    std::array<wchar_t, 256> name;
    std::array<wchar_t, 256> domain;
    DWORD nameSize = DWORD(name.size());
    DWORD domainSize = DWORD(domain.size());
    SID_NAME_USE use = SidTypeUnknown;
    if (!isValid() || !::LookupAccountSidW(nullptr, get(), name.data(), &nameSize, domain.data(), &domainSize, &use))
        return text();
    return QString::fromWCharArray(domain.data()) + QLatin1Char('\\') + QString::fromWCharArray(name.data());
}

WinDescriptor::WinDescriptor(const QString &text)
{
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    if (::ConvertStringSecurityDescriptorToSecurityDescriptorW(wide(text), SDDL_REVISION_1, &descriptor, nullptr))
        m_descriptor.reset(descriptor);
    m_attributes.nLength = sizeof m_attributes;
    m_attributes.lpSecurityDescriptor = m_descriptor.get();
}

WinDescriptor WinDescriptor::privateFile(bool isFolder)
{
    const QString flags = isFolder ? QStringLiteral("OICI") : QString();
    return WinDescriptor(
        QStringLiteral("O:%1D:P(A;%2;FA;;;%1)(A;%2;FA;;;SY)(A;%2;FA;;;BA)").arg(WinSid::ofThisUser().text(), flags));
}

WinDescriptor WinDescriptor::privatePipe()
{
    return WinDescriptor(QStringLiteral("O:%1D:P(A;;GA;;;%1)").arg(WinSid::ofThisUser().text()));
}

PACL WinDescriptor::accessList() const
{
    BOOL present = FALSE;
    BOOL defaulted = FALSE;
    PACL list = nullptr;
    return isValid() && ::GetSecurityDescriptorDacl(m_descriptor.get(), &present, &list, &defaulted) && present
        ? list
        : nullptr;
}

std::optional<WinFileSecurity> WinFileSecurity::of(const QString &path, DWORD *failure)
{
    WinFileSecurity security;
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    const QString native = QDir::toNativeSeparators(path);
    *failure = ::GetNamedSecurityInfoW(const_cast<wchar_t *>(wide(native)), SE_FILE_OBJECT,
                                       OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION, &security.m_owner,
                                       nullptr, &security.m_list, nullptr, &descriptor);
    if (*failure != ERROR_SUCCESS)
        return std::nullopt;
    security.m_descriptor.reset(descriptor);
    return security;
}

bool WinFileSecurity::letsOthers(DWORD rights) const
{
    if (!m_list)
        return true;
    const std::array trusted{WinSid::ofThisUser(), WinSid::wellKnown(WinLocalSystemSid),
                             WinSid::wellKnown(WinBuiltinAdministratorsSid), WinSid::wellKnown(WinCreatorOwnerSid),
                             WinSid::wellKnown(WinCreatorOwnerRightsSid)};
    GENERIC_MAPPING mapping = {FILE_GENERIC_READ, FILE_GENERIC_WRITE, FILE_GENERIC_EXECUTE, FILE_ALL_ACCESS};
    for (DWORD i = 0; i < m_list->AceCount; ++i) {
        void *entry = nullptr;
        if (!::GetAce(m_list, i, &entry))
            return true;
        const auto *header = static_cast<const ACE_HEADER *>(entry);
        if (header->AceType != ACCESS_ALLOWED_ACE_TYPE || (header->AceFlags & INHERIT_ONLY_ACE))
            continue;
        const auto *allowed = static_cast<const ACCESS_ALLOWED_ACE *>(entry);
        DWORD mask = allowed->Mask;
        ::MapGenericMask(&mask, &mapping);
        const WinSid who(const_cast<DWORD *>(&allowed->SidStart));
        const bool isTrusted = std::find(trusted.begin(), trusted.end(), who) != trusted.end();
        if (!isTrusted && (mask & rights))
            return true;
    }
    return false;
}

} // namespace pasarela
