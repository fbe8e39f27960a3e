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
    static constexpr qsizetype cancelledLimit = 16;

    struct Request {
        QByteArray id;
        QByteArray line; ///< Where its answer decides whether it is kept for replay; else empty.
        bool isInitialize = false;
    };

    /// What is no id (rule J1), or cannot be told, the gateway answers without an id. An id that is open already is
    /// refused under that id, so the later of the two is answered first.
    void add(const QByteArray &id, const QByteArray &line = {}, bool isInitialize = false);
    const Request *find(const QByteArray &id) const;
    /// An answer went to the client. Nothing: it was none of ours, so perhaps one of those without an id. Also the
    /// answer to a cancelled request, if `line` is kept with it: what was cancelled too late has been done.
    std::optional<Request> answered(const QByteArray &id);
    /// The client wants no answer any more. Nothing where it is `initialize`, which cannot be cancelled (MCP
    /// 2025-11-25, Cancellation).
    void cancelled(const QByteArray &id);
    /// In the order in which they were made.
    QList<QByteArray> takeIds();
    bool isEmpty() const { return m_requests.isEmpty() && m_nameless == 0; }
    bool isInitializing() const;

private:
    struct Entry {
        Request request;
        quint64 number = 0;
    };
    QMultiHash<QByteArray, Entry> m_requests; ///< Finds the later of two with one id.
    QList<Request> m_cancelled; ///< The last ones that have a line: their answers may be on their way.
    quint64 m_made = 0;
    qsizetype m_nameless = 0;
};

} // namespace pasarela
