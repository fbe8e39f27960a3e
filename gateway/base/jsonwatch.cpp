// SPDX-License-Identifier: MIT
#include "gateway/base/jsonwatch.h"

#include "gateway/base/jsonstring.h"

#include <QHashFunctions>

namespace pasarela {

JsonWatch::JsonWatch(QByteArrayView text, const JsonPaths *paths, JsonScan &out)
    : m_text(text)
    , m_paths(paths)
    , m_out(out)
{
    if (m_paths)
        m_out.values.resize(m_paths->count());
}

void JsonWatch::objectOpens(int depth)
{
    if (!m_paths)
        return;
    int node = depth == 1 ? 0 : -1;
    if (isAt(depth - 1)) {
        node = m_open.back().child;
        if (node >= 0 && m_paths->nodes()[size_t(node)].children.empty())
            node = -1;
    }
    if (node >= 0)
        m_open.append({depth, node, -1, {}, m_keys.size()});
}

void JsonWatch::key(JsonSpan key, bool escaped)
{
    QByteArrayView plain = jsonStringBody(key.in(m_text));
    if (escaped) {
        m_unescaped.resize(0);
        appendUnescaped(m_unescaped, key.in(m_text));
        plain = m_unescaped;
    }
    if (m_paths->count() > 0)
        m_keys.append({qHashBits(plain.data(), size_t(plain.size())), key.begin});
    WatchedObject &object = m_open.back();
    object.member.key = key;
    object.child = -1;
    for (const int child : m_paths->nodes()[size_t(object.node)].children) {
        if (plain == m_paths->nodes()[size_t(child)].key)
            object.child = child;
    }
}

void JsonWatch::valueEnds(qsizetype offset)
{
    WatchedObject &object = m_open.back();
    object.member.value.end = offset;
    if (object.depth == 1)
        m_out.rootMembers.append(object.member);
    if (object.child < 0)
        return;
    const int index = m_paths->nodes()[size_t(object.child)].valueIndex;
    if (index >= 0)
        m_out.values[index] = object.member.value;
}

void JsonWatch::objectEnds()
{
    const WatchedObject &object = m_open.back();
    const std::span keys(m_keys.begin() + object.firstKey, m_keys.end());
    const qsizetype again = firstRepeatedKey(m_text, keys);
    if (again >= 0 && (m_duplicate < 0 || again < m_duplicate))
        m_duplicate = again;
    m_keys.resize(object.firstKey);
    m_open.removeLast();
}

JsonPaths::JsonPaths(std::initializer_list<Path> paths)
    : m_nodes(1)
{
    for (const Path &path : paths) {
        int at = 0;
        for (const char *key : path) {
            int next = -1;
            for (const int child : m_nodes[size_t(at)].children) {
                if (m_nodes[size_t(child)].key == key)
                    next = child;
            }
            if (next < 0) {
                next = int(m_nodes.size());
                m_nodes[size_t(at)].children.push_back(next);
                m_nodes.push_back({key, -1, {}});
            }
            at = next;
        }
        m_nodes[size_t(at)].valueIndex = int(m_count++);
    }
}

} // namespace pasarela
