// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

namespace pasarela {

/// Bytes that never print and are wiped on destruction. There is no way to QString, QDebug or QVariant on purpose.
class Secret {
public:
    Secret() = default;
    explicit Secret(QByteArray bytes);
    Secret(const Secret &) = delete;
    Secret &operator=(const Secret &) = delete;
    Secret(Secret &&other) noexcept;
    Secret &operator=(Secret &&other) noexcept;
    ~Secret();

    /// Another one of the same bytes; wiped by itself.
    Secret copy() const { return Secret(QByteArray(m_bytes.constData(), m_bytes.size())); }
    bool isEmpty() const { return m_bytes.isEmpty(); }
    /// For the one place that hands it on; do not keep a copy.
    QByteArrayView reveal() const { return m_bytes; }

private:
    void wipe();
    QByteArray m_bytes;
};

} // namespace pasarela
