// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/audit/auditevent.h"
#include "gateway/base/result.h"

#include <functional>

namespace pasarela {

struct AuditFilter {
    QDateTime since; ///< Invalid: from the beginning.
    EnclaveId enclave; ///< Empty: all.
};

/// Gives each call that is wanted, in the order of the files and lines, with its line as it stands; `each` says whether
/// to go on. One line is held at a time. What is no line of an audit is passed over, also a last line that is still
/// being written. No audit yet: nothing is given, and that is no error.
using AuditVisitor = std::function<bool(const AuditEvent &event, const QByteArray &line)>;
Result<void> readAudit(const QString &folder, const AuditFilter &filter, const AuditVisitor &each);

} // namespace pasarela
