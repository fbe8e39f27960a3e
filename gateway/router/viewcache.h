// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/catalog/catalogueview.h"
#include "gateway/catalog/localtool.h"
#include "gateway/catalog/toolcatalog.h"
#include "gateway/router/clientprofile.h"
#include "gateway/session/routingpolicy.h"

#include <list>
#include <map>
#include <vector>

namespace pasarela {

/// The view of each client, built when first asked for and kept until something changes; clients that see the same
/// share one.
class ViewCache {
public:
    ViewCache(const ToolCatalog &catalog, const RoutingPolicy &policy)
        : m_catalog(catalog)
        , m_policy(policy)
    {
    }

    void addLocalTools(const LocalToolProvider &provider) { m_local.push_back(&provider); }
    /// Catalogue, configuration or local tools changed.
    void invalidate();
    void forgetClient(quint64 client) { m_ofClient.erase(client); }

    /// Valid until the next invalidate().
    const CatalogueView &viewOf(quint64 client, const Caller &caller, const ClientProfile &profile);

private:
    ViewSpec specOf(const Caller &caller, const ClientProfile &profile) const;

    struct Shared {
        ViewSpec spec;
        CatalogueView view;
    };
    const ToolCatalog &m_catalog;
    const RoutingPolicy &m_policy;
    std::vector<const LocalToolProvider *> m_local;
    std::list<Shared> m_views; // a list: references stay valid
    std::map<quint64, const CatalogueView *> m_ofClient;
};

} // namespace pasarela
