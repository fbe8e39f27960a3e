// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/error.h"

#include <QByteArray>
#include <QString>

namespace pasarela {

/// Why a request was not carried out, as the client's model and person read it: the words of spec/ui.md, and what to
/// do.
struct ClientError {
    QString code; ///< "P-502", or the gateway's own.
    QString sentence;

    /// The answer to the request `id` (raw JSON), with its newline.
    QByteArray lineFor(const QByteArray &id) const;

    static ClientError notRunning();
    static ClientError notAnswering();
    /// The gateway went away while it had the request.
    static ClientError lost();
    /// More waits than we keep.
    static ClientError tooMuchWaits();
    /// The new gateway has agreed on something else than the old one.
    static ClientError updated();
    /// There is no gateway, and starting or reaching one failed like this.
    static ClientError unreachable(const Error &error);
};

} // namespace pasarela
