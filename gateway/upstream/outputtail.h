// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace pasarela {

/// The last bytes of an output that may have no end.
class OutputTail {
public:
    explicit OutputTail(qsizetype limit)
        : m_limit(limit)
    {
    }

    void append(QByteArrayView bytes);
    const QByteArray &bytes() const { return m_bytes; }

private:
    QByteArray m_bytes;
    qsizetype m_limit;
};

} // namespace pasarela
