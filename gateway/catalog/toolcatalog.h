// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"
#include "gateway/catalog/cataloguecache.h"
#include "gateway/catalog/serverlists.h"

#include <QList>
#include <QObject>

#include <map>

namespace pasarela {

/// The lists of all enclaves, by (enclave, account), from disk or from live sessions. Knows nothing of clients: what
/// one of them sees is a CatalogueView.
class ToolCatalog : public QObject {
    Q_OBJECT

public:
    struct Key {
        EnclaveId enclave;
        AccountId account;
        auto operator<=>(const Key &) const = default;
    };

    explicit ToolCatalog(CatalogueCache cache, QObject *parent = nullptr);

    /// What an enclave is started with; lists of another launch are forgotten, those of this one read from disk.
    void setLaunch(const Key &key, const QByteArray &launchHash);
    /// The enclave or account is no more.
    void forget(const Key &key);

    /// Null: not known yet, the server must be asked.
    const ServerLists *find(const Key &key) const;
    /// Fresh lists from a session; stored on disk. Emits changed() where the offer is another one, learned() where it
    /// is the first that is known.
    void update(const Key &key, ServerLists lists);
    /// Those that are known.
    const std::map<Key, ServerLists> &all() const { return m_lists; }

Q_SIGNALS:
    /// This enclave's first lists.
    void learned(const pasarela::EnclaveId &enclave);
    /// Which lists of this enclave are other ones now.
    void changed(const pasarela::EnclaveId &enclave, const QList<pasarela::ListKind> &kinds);

private:
    CatalogueCache m_cache;
    std::map<Key, QByteArray> m_launches;
    std::map<Key, ServerLists> m_lists;
};

} // namespace pasarela
