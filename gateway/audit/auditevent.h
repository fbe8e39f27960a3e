// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>

namespace pasarela {

/// How a tool call ended.
enum class CallOutcome {
    Answered, ///< The result went to the client.
    ServerError, ///< The server refused or failed: a JSON-RPC error, or a result that says `isError`.
    Failed, ///< The gateway could not have it done: unknown tool, no account chosen, no server to ask, server lost.
    TimedOut, ///< No answer in time; what became of it is not known.
    Cancelled, ///< The client took it back.
    ClientLeft, ///< The client went away before there was an answer.
    Stopped, ///< The gateway went down meanwhile.
};

/// As in the audit: "answered", "serverError" …
QString toName(CallOutcome outcome);
std::optional<CallOutcome> callOutcomeFrom(QByteArrayView name);

/// One tool call as the audit keeps it. Whom and what it concerned and how it went, never what was said: there is no
/// place for arguments, results or texts of errors.
struct AuditEvent {
    QDateTime time; ///< When the call came; UTC.
    ClientId client;
    QString via; ///< "bridge", "http", "control"
    QString project; ///< The client's folder; empty: none.
    EnclaveId enclave; ///< "pasarela": a tool of the gateway's own. Empty: the name was of no enclave.
    AccountId account; ///< Whose credential was used; empty: none, or not decided when the call ended.
    QString scope; ///< Of the session (SessionKey); not written.
    QByteArray tool; ///< Canonical name, else as the client asked for it.
    CallOutcome outcome = CallOutcome::Failed;
    std::chrono::microseconds duration{0};
    qint64 requestBytes = 0;
    qint64 answerBytes = 0; ///< 0: there was none.

    bool operator==(const AuditEvent &) const = default;
};

/// One JSON object, without a line's end and never longer than auditLineLimit: long names are cut.
QByteArray toAuditLine(const AuditEvent &event);
/// Nothing where it is no such line. Members that this version does not know do not matter; an outcome that it does not
/// know counts as Failed.
std::optional<AuditEvent> auditEventFrom(QByteArrayView line);

inline constexpr qsizetype auditLineLimit = 16 * 1024;

} // namespace pasarela
