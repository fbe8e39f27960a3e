// SPDX-License-Identifier: MIT
#include "gateway/catalog/toolcatalog.h"

#include "gateway/base/logging.h"

namespace pasarela {

ToolCatalog::ToolCatalog(CatalogueCache cache, QObject *parent)
    : QObject(parent)
    , m_cache(std::move(cache))
{
}

void ToolCatalog::setLaunch(const Key &key, const QByteArray &launchHash)
{
    QByteArray &known = m_launches[key];
    if (known == launchHash)
        return;
    known = launchHash;
    m_lists.erase(key);
    if (auto lists = m_cache.read(key.enclave, key.account, launchHash))
        m_lists.insert_or_assign(key, std::move(*lists));
}

void ToolCatalog::forget(const Key &key)
{
    m_launches.erase(key);
    m_lists.erase(key);
}

const ServerLists *ToolCatalog::find(const Key &key) const
{
    const auto found = m_lists.find(key);
    return found == m_lists.end() ? nullptr : &found->second;
}

void ToolCatalog::update(const Key &key, ServerLists lists)
{
    const auto launch = m_launches.find(key);
    if (launch == m_launches.end())
        return; // removed while it was asked
    QList<ListKind> kinds;
    const ServerLists *before = find(key);
    for (const ListKind kind : allListKinds) {
        if (!before || (*before)[kind] != lists[kind])
            kinds.append(kind);
    }
    const bool known = before != nullptr;
    const bool same = known && before->sameAs(lists);
    m_lists.insert_or_assign(key, lists);
    if (same)
        return;
    if (const auto written = m_cache.write(key.enclave, key.account, launch->second, lists); !written)
        qCWarning(lcCatalog) << "the list of" << key.enclave.text()
                             << "is not kept for the next start:" << written.error().detail;
    if (!known)
        Q_EMIT learned(key.enclave);
    else if (!kinds.isEmpty())
        Q_EMIT changed(key.enclave, kinds);
}

} // namespace pasarela
