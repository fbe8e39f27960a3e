// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace pasarela::mcp {

/// Finds what must be known of one JSON-RPC line while its bytes stream by: `id`, `method`, and whether it answers.
/// Takes the members in any order, at any size, in constant memory. It judges nothing: what is no message is found out
/// by Message::parse(). For the bridge, which holds no whole line, and for lines over a limit.
class MessageScanner {
public:
    static constexpr qsizetype idLimit = 1024; ///< A longer id is seen but not kept.

    enum class Kind { Unknown, Request, Notification, Response };

    void reset() { *this = MessageScanner(); }
    /// The next part of the line, without its end.
    void feed(QByteArrayView bytes);

    /// Of what has been read so far; final at the end of the line.
    Kind kind() const;
    /// Raw, with quotes where it is a string; empty where there is none, it is over the limit, there is another one, or
    /// what stands there is no JSON. It need not be an id of rule J1.
    QByteArray id() const;
    /// Of the id as far as it was read.
    qsizetype idSize() const { return m_id.size(); }
    /// Unescaped; empty where there is none or it is longer than any method we know.
    const QByteArray &method() const { return m_method; }
    bool hasMethod() const { return m_hasMethod; }
    bool isError() const { return m_hasError; }
    bool isEmpty() const { return m_depth == 0 && !m_rootEnded && !m_sawOther; }

    /// Nothing that follows can change what is known.
    bool isDecided() const { return m_hasId && m_idEnded && (m_hasMethod || m_hasResult || m_hasError); }
    /// The same for a sender that puts `id` and `method` first (spec/link.md, *Cheap to route*): a line with a method
    /// and no id before it has none.
    bool isDecidedInOrder() const { return m_hasMethod || m_hasResult || m_hasError || m_sawOther; }

private:
    enum class Member { None, Id, Method, Result, Error };

    const char *skipString(const char *at, const char *end);
    void take(char c);
    void takeInString(const char *from, const char *to);
    void beginString();
    void endString();
    void nest(char c);
    void closeNest();
    void endMember();

    QByteArray m_id;
    QByteArray m_method;
    QByteArray m_text; ///< Raw key or value of `method`, with quotes, while it is read.
    qsizetype m_depth = 0;
    Member m_member = Member::None; ///< Of the root object; whose value is being read.
    bool m_inString = false;
    bool m_escaped = false;
    bool m_expectKey = false;
    bool m_rootIsObject = false;
    bool m_rootEnded = false;
    bool m_sawOther = false; ///< Something that begins no object: no message.
    bool m_hasId = false;
    bool m_idEnded = false;
    bool m_idUnusable = false;
    bool m_hasMethod = false;
    bool m_hasResult = false;
    bool m_hasError = false;
};

} // namespace pasarela::mcp
