// SPDX-License-Identifier: MIT
#include "gateway/base/jsonduplicates.h"

#include "gateway/base/jsonbytes.h"
#include "gateway/base/jsonpointer.h"
#include "gateway/base/jsonstring.h"
#include "gateway/base/jsonview.h"

#include <algorithm>

namespace pasarela {

namespace {

/// An open bracket on the way to where the walk is.
struct Level {
    bool object = false;
    qsizetype firstKey = 0; ///< Its keys in Walk::m_keys, up to those of the next level.
    qsizetype items = 0; ///< Of an array: commas so far.
};

class Walk {
public:
    explicit Walk(QByteArrayView text)
        : m_text(text)
    {
    }
    std::vector<JsonDuplicate> run();

private:
    void string();
    void close();
    QString pointerTo(JsonSpan key) const;

    QByteArrayView m_text;
    qsizetype m_at = 0;
    std::vector<Level> m_levels;
    std::vector<JsonSpan> m_keys;
    std::vector<JsonDuplicate> m_found;
};

std::vector<JsonDuplicate> Walk::run()
{
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (c == '"') {
            string();
            continue;
        }
        if (c == '{' || c == '[')
            m_levels.push_back({c == '{', qsizetype(m_keys.size()), 0});
        else if ((c == '}' || c == ']') && !m_levels.empty())
            close();
        else if (c == ',' && !m_levels.empty())
            ++m_levels.back().items;
        ++m_at;
    }
    std::sort(m_found.begin(), m_found.end(),
              [](const JsonDuplicate &a, const JsonDuplicate &b) { return a.again.begin < b.again.begin; });
    return std::move(m_found);
}

void Walk::string()
{
    const char *end = m_text.data() + m_text.size();
    const char *after = skipJsonString(m_text.data() + m_at, end);
    const JsonSpan span{m_at, after - m_text.data()};
    m_at = span.end;
    // A string in an object is a key where a colon follows.
    const char *next = skipJsonSpace(after, end);
    if (next != end && *next == ':' && !m_levels.empty() && m_levels.back().object)
        m_keys.push_back(span);
}

void Walk::close()
{
    const Level level = m_levels.back();
    std::vector<JsonSpan> keys(m_keys.begin() + level.firstKey, m_keys.end());
    m_keys.resize(size_t(level.firstKey));
    const auto order = [this](JsonSpan a, JsonSpan b) { return compareJsonStrings(a.in(m_text), b.in(m_text)); };
    std::stable_sort(keys.begin(), keys.end(), [&order](JsonSpan a, JsonSpan b) { return order(a, b) < 0; });
    m_levels.pop_back();
    for (size_t first = 0, i = 1; i < keys.size(); ++i) {
        if (order(keys[first], keys[i]) == 0)
            m_found.push_back({pointerTo(keys[i]), keys[first], keys[i]});
        else
            first = i;
    }
}

QString Walk::pointerTo(JsonSpan key) const
{
    QStringList path;
    for (size_t i = 0; i < m_levels.size(); ++i) {
        // The key that is open on a level is the last before those of the next one.
        const qsizetype keys = i + 1 < m_levels.size() ? m_levels[i + 1].firstKey : qsizetype(m_keys.size());
        path.append(m_levels[i].object ? QString::fromUtf8(jsonStringValue(m_keys[size_t(keys - 1)].in(m_text)))
                                       : QString::number(m_levels[i].items));
    }
    path.append(QString::fromUtf8(jsonStringValue(key.in(m_text))));
    return jsonPointerOf(path);
}

} // namespace

std::vector<JsonDuplicate> jsonDuplicates(QByteArrayView text)
{
    return Walk(text).run();
}

} // namespace pasarela
