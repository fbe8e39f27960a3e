// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/jsonscanner.h"
#include "gateway/base/splice.h"

#include <QByteArray>
#include <QString>

#include <array>
#include <optional>
#include <variant>

namespace pasarela::mcp {

/// An id is a string or an integer that fits 64 bits (rule J1), at most this long as it stands.
inline constexpr qsizetype maxIdSize = 1024;
bool isMessageId(QByteArrayView id);

/// One key for all ways of writing one id: `"a"` and `"\u0061"` are the same, `"1"` and `1` are not. Empty where it is
/// no id. Also for progress tokens that are ids.
QByteArray idKey(QByteArrayView id);

/// Why bytes are no JSON-RPC message, with the code to answer (JSON-RPC 2.0, section 5.1).
struct MessageFault {
    int code = -32700; ///< -32700 not JSON; -32600 JSON, but no message we take.
    QByteArray id; ///< The request's id as it stood, where it could be read: for the answer.
    QByteArray what; ///< English, without payload: "a member stands twice, at byte 17".
    QByteArray batch{}; ///< The array, where the bytes are a batch: for the one revision that has them (readBatch()).
    bool isRequest = false; ///< It names a method, so that `id` is one of the sender's own.
    bool isMeant = false; ///< It has a member `jsonrpc`: meant as a message, not noise.
};

/// One JSON-RPC message: its bytes, and where the few members stand that a gateway reads. Copying is cheap (shared
/// bytes). Bodies are never parsed into a tree and travel untouched: numbers, key order and escapes stay as they were.
class Message {
public:
    enum class Kind { Request, Notification, Result, Error };

    /// Validates all of `bytes` (RFC 8259, UTF-8, depth), refuses duplicate keys in the top object, params,
    /// params._meta, result, result._meta and error, ids that are neither string nor integer (but an error may have the
    /// id null, or none), params that are no object, responses with both or neither of result/error, and batches. Raw
    /// CR and LF between tokens become spaces, so that the bytes are one line.
    static std::variant<Message, MessageFault> parse(QByteArray bytes);

    /// Messages of our own, without an id (composed() gives one); `params`, `result`, `data` are raw JSON (empty: left
    /// out).
    static Message request(QByteArrayView method, QByteArrayView params = {});
    static Message notification(QByteArrayView method, QByteArrayView params = {});
    static Message result(QByteArrayView result);
    static Message error(int code, const QString &text, QByteArrayView data = {});

    Kind kind() const { return m_kind; }
    bool isResponse() const { return m_kind == Kind::Result || m_kind == Kind::Error; }
    const QByteArray &bytes() const { return m_bytes; }
    qsizetype size() const { return m_bytes.size(); }

    // Values as they stand in bytes(), quotes included; empty where there is none.
    QByteArrayView id() const { return at(Field::Id); } ///< `null` only in an error.
    QByteArrayView params() const { return at(Field::Params); }
    QByteArrayView resultBody() const { return at(Field::Result); }
    QByteArrayView errorBody() const { return at(Field::Error); }
    QByteArray method() const { return m_method; } ///< Unescaped; empty for a response.

    /// The members a gateway reads, by place; the words after the first are the path.
    enum class Field {
        JsonRpc,
        Id,
        Method,
        Params,
        Result,
        Error,
        ParamsName,
        ParamsUri,
        ParamsCursor,
        ParamsLevel,
        ParamsRequestId,
        ParamsProgressToken,
        ParamsProgress,
        ParamsArguments,
        ParamsRef,
        ParamsRefType,
        ParamsRefName,
        ParamsRefUri,
        ParamsMeta,
        ParamsMetaProgressToken,
        ParamsProtocolVersion,
        ParamsCapabilities,
        ParamsClientInfo,
        ParamsLogger,
        ParamsMode,
        ResultMeta,
        ResultProtocolVersion,
        ResultCapabilities,
        ResultServerInfo,
        ResultInstructions,
        ResultNextCursor,
        ResultContents,
        ResultContent,
        ErrorCode,
        ErrorMessage,
        Count
    };
    JsonSpan span(Field field) const { return m_spans[static_cast<size_t>(field)]; }
    QByteArrayView at(Field field) const { return span(field).in(m_bytes); }
    /// A string member, unescaped; empty where it is not there or no string.
    QByteArray text(Field field) const;

private:
    friend QByteArray composed(const Message &, QByteArrayView, const Splice &);
    Message(QByteArray bytes, JsonScan scan, Kind kind);
    static Message made(Kind kind, QByteArrayView rest);

    QByteArray m_bytes;
    QByteArray m_method;
    std::array<JsonSpan, static_cast<size_t>(Field::Count)> m_spans{};
    QVarLengthArray<JsonMember, 8> m_members; ///< Of the top object, without jsonrpc, id and method.
    Kind m_kind = Kind::Notification;
};

/// The message as bytes to send: `jsonrpc`, `id` and `method` first (spec/link.md, *Cheap to route*), then every other
/// top-level member as it stood, with `edits` (positions in message.bytes(), inside those other members) applied.
/// `id` is raw JSON and replaces the message's own; empty: no id; `null`: the error of a request whose id could not be
/// read. One copy of the body.
QByteArray composed(const Message &message, QByteArrayView id, const Splice &edits = {});

} // namespace pasarela::mcp
