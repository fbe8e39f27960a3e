// SPDX-License-Identifier: MIT
#include "gateway/mcp/messagescanner.h"

#include "gateway/base/jsonview.h"

namespace pasarela::mcp {

namespace {

constexpr qsizetype textLimit = 256; ///< Of a key or method; all that mean something to us are far shorter.

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

} // namespace

MessageScanner::Kind MessageScanner::kind() const
{
    if (m_hasMethod)
        return m_hasId ? Kind::Request : Kind::Notification;
    return m_hasResult || m_hasError ? Kind::Response : Kind::Unknown;
}

QByteArray MessageScanner::id() const
{
    return m_idUnusable || validateJson(m_id) ? QByteArray() : m_id;
}

void MessageScanner::feed(QByteArrayView bytes)
{
    const char *at = bytes.begin();
    const char *const end = bytes.end();
    while (at < end && !isDecided()) {
        if (m_inString)
            at = skipString(at, end);
        else
            take(*at++);
    }
}

/// Most bytes of a large message stand in a string; returns the first one that was not taken.
const char *MessageScanner::skipString(const char *at, const char *end)
{
    const char *const from = at;
    if (m_escaped) {
        m_escaped = false;
        ++at;
    }
    while (at < end && *at != '"' && *at != '\\')
        ++at;
    if (at < end) {
        m_escaped = *at == '\\';
        m_inString = m_escaped;
        ++at;
    }
    takeInString(from, at);
    if (!m_inString)
        endString();
    return at;
}

void MessageScanner::takeInString(const char *from, const char *to)
{
    if (m_depth != 1 || !m_rootIsObject)
        return;
    const qsizetype size = to - from;
    if (m_member == Member::Id) {
        m_idUnusable = m_idUnusable || m_id.size() + size > idLimit;
        if (!m_idUnusable)
            m_id.append(from, size);
    } else if (m_expectKey || m_member == Member::Method) {
        // One byte over the limit is enough to be no text that we know.
        m_text.append(from, qMin(size, textLimit + 1 - m_text.size()));
    }
}

void MessageScanner::take(char c)
{
    if (c == '"') {
        beginString();
    } else if (c == '{' || c == '[') {
        nest(c);
    } else if (c == '}' || c == ']') {
        closeNest();
    } else if (m_depth == 1 && c == ',') {
        endMember();
        m_expectKey = true;
    } else if (m_depth == 1 && c == ':') {
        m_expectKey = false;
    } else if (m_depth == 0 && !isSpace(c)) {
        m_sawOther = true;
    } else if (m_depth == 1 && m_member == Member::Id && !isSpace(c)) {
        m_hasId = true;
        takeInString(&c, &c + 1);
    }
}

void MessageScanner::beginString()
{
    m_inString = true;
    m_sawOther = m_sawOther || m_depth == 0;
    if (m_depth != 1)
        return;
    if (m_expectKey || m_member == Member::Method)
        m_text.clear();
    m_hasId = m_hasId || m_member == Member::Id;
    const char quote = '"';
    takeInString(&quote, &quote + 1);
}

void MessageScanner::endString()
{
    if (m_depth != 1 || !m_rootIsObject)
        return;
    const bool known = m_text.size() <= textLimit;
    if (m_member == Member::Id) {
        m_idEnded = true;
    } else if (m_member == Member::Method) {
        m_hasMethod = true;
        m_method = known ? jsonStringValue(m_text) : QByteArray();
    } else if (m_expectKey) {
        const QByteArray key = known ? jsonStringValue(m_text) : QByteArray();
        m_member = key == "id" ? Member::Id
            : key == "method"  ? Member::Method
            : key == "result"  ? Member::Result
            : key == "error"   ? Member::Error
                               : Member::None;
        m_idUnusable = m_idUnusable || (m_member == Member::Id && m_hasId);
        m_hasResult = m_hasResult || m_member == Member::Result;
        m_hasError = m_hasError || m_member == Member::Error;
        m_expectKey = false;
    }
}

void MessageScanner::nest(char c)
{
    if (m_depth == 0) {
        m_rootIsObject = c == '{' && !m_rootEnded && !m_sawOther;
        m_sawOther = m_sawOther || c != '{';
        m_expectKey = m_rootIsObject;
    }
    ++m_depth;
}

void MessageScanner::closeNest()
{
    if (m_depth == 0) {
        m_sawOther = true;
        return;
    }
    if (m_depth == 1)
        endMember();
    --m_depth;
    m_rootEnded = m_depth == 0;
}

void MessageScanner::endMember()
{
    m_idEnded = m_idEnded || m_hasId;
    m_member = Member::None;
    m_expectKey = false;
}

} // namespace pasarela::mcp
