// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"
#include "gateway/catalog/localtool.h"
#include "gateway/catalog/serverlists.h"
#include "gateway/catalog/toolcatalog.h"
#include "gateway/catalog/toolname.h"

#include <QHash>
#include <QSet>

#include <map>
#include <optional>
#include <vector>

namespace pasarela {

/// An enclave as one client sees it.
struct ViewEnclave {
    EnclaveId id;
    std::vector<AccountId> accounts; ///< The one in use; several where the choice is still open: their lists united.
    bool plainNames = false;
    bool operator==(const ViewEnclave &) const = default;
};

/// What decides a client's view; clients with equal ones share it.
struct ViewSpec {
    int nameLimit = defaultNameLimit;
    bool strictSchemas = false; ///< The client refuses a whole list for one old schema dialect.
    std::vector<ViewEnclave> enclaves; ///< By name.
    QSet<QByteArray> hiddenTools; ///< Canonical names.
    std::vector<LocalToolProvider::Tool> localTools;
    bool operator==(const ViewSpec &) const = default;
};

/// The one list of tools, prompts, resources and templates that a client gets, and the way back from what it names
/// (spec/catalogue.md 1, 2, 8, 9). Built whole from catalogue and spec; same input, same bytes.
class CatalogueView {
public:
    CatalogueView(const ToolCatalog &catalog, const ViewSpec &spec);

    /// The result of the list's method: `{"tools":[…]}`.
    const QByteArray &list(ListKind kind) const { return m_lists[size_t(kind)]; }

    struct Target {
        EnclaveId enclave; ///< Empty: a local tool.
        QByteArray key; ///< What the server calls it.
    };
    /// By the name that the client uses; null: not in this view.
    const Target *tool(const QByteArray &exposed) const { return find(ListKind::Tools, exposed); }
    const Target *prompt(const QByteArray &exposed) const { return find(ListKind::Prompts, exposed); }
    /// By list, by wrapper, by template, else the only enclave that offers resources; nothing: nobody can have it.
    std::optional<Target> resource(const QByteArray &uri) const;
    /// What the client calls a resource of this enclave.
    QByteArray exposedUri(const EnclaveId &enclave, const QByteArray &uri) const;
    /// A template, by what the client calls it; null: not in this view.
    const Target *uriTemplate(const QByteArray &exposed) const { return find(ListKind::Templates, exposed); }

    /// What `initialize` tells the model: ours, then those of each enclave as far as there is room.
    const QString &instructions() const { return m_instructions; }

    /// Things that were left out, one sentence each, for the log and the person.
    const std::vector<QString> &withheld() const { return m_withheld; }

private:
    struct Entry {
        EnclaveId enclave;
        const ListItem *item;
        QByteArray exposed;
    };
    using Entries = std::vector<Entry>;

    const Target *find(ListKind kind, const QByteArray &exposed) const;
    Entries collect(const ToolCatalog &catalog, const ViewSpec &spec, ListKind kind);
    bool isOffered(const ViewSpec &spec, const EnclaveId &enclave, const ListItem &item, ListKind kind);
    void nameEntries(const ViewSpec &spec, Entries &entries) const;
    void wrapClashingUris(Entries &entries) const;
    void write(const ViewSpec &spec, ListKind kind, Entries &entries);
    void gatherInstructions(const ToolCatalog &catalog, const ViewSpec &spec);

    std::array<QByteArray, allListKinds.size()> m_lists;
    std::array<QHash<QByteArray, Target>, allListKinds.size()> m_targets;
    QHash<QByteArray, QByteArray> m_wrapped; ///< `enclave NUL uri` → what the client calls it.
    std::vector<EnclaveId> m_resourceEnclaves;
    QString m_instructions;
    std::vector<QString> m_withheld;
};

} // namespace pasarela
