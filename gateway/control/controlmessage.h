// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/error.h"

#include <QByteArray>
#include <QByteArrayView>

#include <variant>

namespace pasarela {

/// One line of the control socket (JSON-RPC 2.0). Bodies stay raw JSON: what a tool answered arrives untouched.
struct ControlMessage {
    enum class Kind { Request, Event, Result, Failure };

    Kind kind = Kind::Event;
    QByteArray
        id; ///< Raw JSON, a string or a number; empty for an event, and for a failure that belongs to no request.
    QByteArray method; ///< Of a request or event.
    QByteArray body; ///< params or result; empty: none.
    Error error; ///< Of a failure.
};

/// Why a line is no message: the JSON-RPC code, the id to answer (empty: null), and what is wrong.
struct ControlFault {
    int code = 0;
    QByteArray id;
    Error error;
};

namespace rpc {
inline constexpr int parseError = -32700;
inline constexpr int invalidRequest = -32600;
inline constexpr int noSuchMethod = -32601;
inline constexpr int failed = -32000; ///< `data.code` says more.
} // namespace rpc

std::variant<ControlMessage, ControlFault> decodeControl(QByteArrayView line);

// Lines to send, with their end. `id`, `params` and `result` are raw JSON; line breaks between tokens become spaces.
QByteArray encodeRequest(qint64 id, QByteArrayView method, QByteArrayView params);
QByteArray encodeEvent(QByteArrayView method, QByteArrayView params);
QByteArray encodeResult(QByteArrayView id, QByteArrayView result);
/// An empty `id` is null.
QByteArray encodeFailure(QByteArrayView id, const Error &error, int code = rpc::failed);

} // namespace pasarela
