// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>

#include <optional>

namespace pasarela {

/// The client's requests that the gateway has got and not answered, by their raw ids (`1` and `"1"` are two). Bounded:
/// what does not fit is counted, but cannot be answered by the bridge.
class OpenRequests {
public:
    static constexpr qsizetype limit = 16384;

    struct Request {
        QByteArray id;
        QByteArray line; ///< Where its answer decides whether it is kept for replay; else empty.
    };

    /// What is no id (rule J1), or cannot be told, the gateway answers without an id.
    void add(const QByteArray &id, const QByteArray &line = {});
    const Request *find(const QByteArray &id) const;
    /// An answer went to the client. Nothing: it was none of ours, so perhaps one of those without an id.
    std::optional<Request> answered(const QByteArray &id);
    /// The client wants no answer any more.
    void cancelled(const QByteArray &id);
    /// In the order in which they were made.
    QList<QByteArray> takeIds();
    bool isEmpty() const { return m_requests.isEmpty() && m_nameless == 0; }

private:
    struct Entry {
        Request request;
        quint64 number = 0;
    };
    QHash<QByteArray, Entry> m_requests;
    quint64 m_made = 0;
    qsizetype m_nameless = 0;
};

} // namespace pasarela
