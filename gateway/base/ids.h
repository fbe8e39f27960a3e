// SPDX-License-Identifier: MIT
#pragma once

#include <QHash>
#include <QString>

#include <compare>

namespace pasarela {

/// A name that cannot be taken for another kind of name.
template<typename Tag> class Name {
public:
    Name() = default;
    explicit Name(QString text)
        : m_text(std::move(text))
    {
    }

    const QString &text() const { return m_text; }
    QByteArray bytes() const { return m_text.toUtf8(); }
    bool isEmpty() const { return m_text.isEmpty(); }

    friend bool operator==(const Name &a, const Name &b) { return a.m_text == b.m_text; }
    friend std::strong_ordering operator<=>(const Name &a, const Name &b)
    {
        const int order = a.m_text.compare(b.m_text);
        return order < 0 ? std::strong_ordering::less
            : order > 0  ? std::strong_ordering::greater
                         : std::strong_ordering::equal;
    }
    friend size_t qHash(const Name &name, size_t seed = 0) { return ::qHash(name.m_text, seed); }

private:
    QString m_text;
};

using EnclaveId = Name<struct EnclaveTag>; ///< The configuration's key of an enclave; immutable.
using AccountId = Name<struct AccountTag>; ///< An account inside one enclave; empty where the enclave has none.
using ClientId = Name<struct ClientTag>; ///< A client's profile name ("claude-desktop"), self-declared over the bridge.

} // namespace pasarela
