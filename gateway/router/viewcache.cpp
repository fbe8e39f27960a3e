// SPDX-License-Identifier: MIT
#include "gateway/router/viewcache.h"

#include "gateway/base/logging.h"

#include <algorithm>

namespace pasarela {

void ViewCache::invalidate()
{
    m_ofClient.clear();
    m_views.clear();
}

ViewSpec ViewCache::specOf(const Caller &caller, const ClientProfile &profile) const
{
    ViewSpec spec;
    spec.nameLimit = profile.nameLimit;
    spec.strictSchemas = profile.strictSchemas;
    for (const EnclaveId &id : m_policy.visibleTo(caller.client)) {
        const bool plain = m_policy.enclave(id)->names == NameStyle::Plain;
        spec.enclaves.push_back({id, m_policy.accountsFor(caller, id), plain});
    }
    for (const QString &name : m_policy.config().policyOf(caller.client).hiddenTools)
        spec.hiddenTools.insert(name.toUtf8());
    for (const LocalToolProvider *provider : m_local) {
        for (LocalToolProvider::Tool &tool : provider->tools(caller.client))
            spec.localTools.push_back(std::move(tool));
    }
    return spec;
}

const CatalogueView &ViewCache::viewOf(quint64 client, const Caller &caller, const ClientProfile &profile)
{
    if (const auto known = m_ofClient.find(client); known != m_ofClient.end())
        return *known->second;
    ViewSpec spec = specOf(caller, profile);
    auto shared =
        std::find_if(m_views.begin(), m_views.end(), [&spec](const Shared &view) { return view.spec == spec; });
    if (shared == m_views.end()) {
        CatalogueView view(m_catalog, spec);
        for (const QString &sentence : view.withheld())
            qCInfo(lcCatalog).noquote() << sentence;
        m_views.push_front({std::move(spec), std::move(view)});
        shared = m_views.begin();
    }
    return *m_ofClient.insert_or_assign(client, &shared->view).first->second;
}

} // namespace pasarela
