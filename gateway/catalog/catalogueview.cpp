// SPDX-License-Identifier: MIT
#include "gateway/catalog/catalogueview.h"

#include "gateway/base/jsonview.h"
#include "gateway/base/splice.h"
#include "gateway/catalog/schemadialect.h"
#include "gateway/catalog/uritemplate.h"

#include <QUrl>

#include <algorithm>

namespace pasarela {

namespace {

// Codex reads the first 512 characters, and a model reads all of it at every start.
constexpr qsizetype instructionsLimit = 8000;

const QString ownInstructions = QStringLiteral("Pasarela gives you the tools of several services through one "
                                               "connection. The part of a tool's name before \"__\" is the "
                                               "service it belongs to. If something does not work, call "
                                               "pasarela__status: it says what is connected and what needs the "
                                               "person's attention.");

QByteArray pairKey(const EnclaveId &enclave, const QByteArray &uri)
{
    return enclave.bytes() + '\0' + uri;
}

QByteArray wrapper(const EnclaveId &enclave, const QByteArray &uri)
{
    return "pasarela://" + enclave.bytes() + '/' + QUrl::toPercentEncoding(QString::fromUtf8(uri), "{}");
}

bool needsTasks(const ListItem &tool)
{
    const JsonSpan whole{0, tool.definition.size()};
    const auto execution = findMember(tool.definition, whole, "execution");
    if (!execution)
        return false;
    const auto support = findMember(tool.definition, execution->value, "taskSupport");
    return support && jsonStringEquals(support->value.in(tool.definition), "required");
}

} // namespace

CatalogueView::CatalogueView(const ToolCatalog &catalog, const ViewSpec &spec)
{
    for (const ListKind kind : allListKinds) {
        Entries entries = collect(catalog, spec, kind);
        if (kind == ListKind::Tools || kind == ListKind::Prompts)
            nameEntries(spec, entries);
        else
            wrapClashingUris(entries);
        write(spec, kind, entries);
    }
    gatherInstructions(catalog, spec);
}

CatalogueView::Entries CatalogueView::collect(const ToolCatalog &catalog, const ViewSpec &spec, ListKind kind)
{
    Entries entries;
    for (const ViewEnclave &enclave : spec.enclaves) {
        QSet<QByteArray> seen;
        bool offersResources = false;
        for (const AccountId &account : enclave.accounts) {
            const ServerLists *lists = catalog.find({enclave.id, account});
            if (!lists)
                continue;
            offersResources = offersResources || lists->hasResources;
            for (const ListItem &item : (*lists)[kind]) {
                if (!isOffered(spec, enclave.id, item, kind))
                    continue;
                if (seen.contains(item.key)) {
                    if (enclave.accounts.size() == 1)
                        m_withheld.push_back(QStringLiteral("%1 offers \"%2\" twice; the second is left out")
                                                 .arg(enclave.id.text(), QString::fromUtf8(item.key)));
                    continue;
                }
                seen.insert(item.key);
                entries.push_back({enclave.id, &item, item.key});
            }
        }
        if (offersResources && kind == ListKind::Resources)
            m_resourceEnclaves.push_back(enclave.id);
    }
    return entries;
}

bool CatalogueView::isOffered(const ViewSpec &spec, const EnclaveId &enclave, const ListItem &item, ListKind kind)
{
    if (kind != ListKind::Tools)
        return true;
    if (spec.hiddenTools.contains(canonicalName(enclave.bytes(), item.key)))
        return false;
    if (needsTasks(item)) {
        m_withheld.push_back(QStringLiteral("%1 offers \"%2\" only as a task, which is not spoken here; it is left out")
                                 .arg(enclave.text(), QString::fromUtf8(item.key)));
        return false;
    }
    return true;
}

void CatalogueView::nameEntries(const ViewSpec &spec, Entries &entries) const
{
    QHash<EnclaveId, bool> plain;
    for (const ViewEnclave &enclave : spec.enclaves)
        plain.insert(enclave.id, enclave.plainNames);

    QHash<QByteArray, int> plainUses;
    for (const Entry &entry : entries) {
        if (plain.value(entry.enclave))
            ++plainUses[entry.item->key];
    }
    QHash<QByteArray, int> uses;
    for (Entry &entry : entries) {
        const QByteArray &key = entry.item->key;
        const bool staysPlain =
            plain.value(entry.enclave) && plainUses.value(key) == 1 && mayStayPlain(key, spec.nameLimit);
        entry.exposed = staysPlain ? key : exposedName(entry.enclave.bytes(), key, spec.nameLimit);
        ++uses[entry.exposed];
    }
    for (Entry &entry : entries) {
        if (uses.value(entry.exposed) > 1)
            entry.exposed = exposedNameWithHash(entry.enclave.bytes(), entry.item->key, spec.nameLimit);
    }
}

void CatalogueView::wrapClashingUris(Entries &entries) const
{
    QHash<QByteArray, int> uses;
    for (const Entry &entry : entries)
        ++uses[entry.item->key];
    for (Entry &entry : entries) {
        if (uses.value(entry.item->key) > 1)
            entry.exposed = wrapper(entry.enclave, entry.item->key);
    }
}

void CatalogueView::write(const ViewSpec &spec, ListKind kind, Entries &entries)
{
    struct Row {
        QByteArray enclave;
        QByteArray exposed;
        QByteArray definition;
    };
    std::vector<Row> rows;
    auto &targets = m_targets[size_t(kind)];
    if (kind == ListKind::Tools) {
        for (const LocalToolProvider::Tool &tool : spec.localTools) {
            rows.push_back({QByteArrayLiteral("pasarela"), tool.name, tool.definition});
            targets.insert(tool.name, Target{{}, tool.name});
        }
    }
    for (const Entry &entry : entries) {
        if (targets.contains(entry.exposed))
            continue; // ours wins
        Splice edits;
        if (entry.exposed != entry.item->key)
            edits.replace(entry.item->keyValue, jsonQuoted(QByteArrayView(entry.exposed)));
        QByteArray definition = edits.isEmpty() ? entry.item->definition : edits.applied(entry.item->definition);
        if (kind == ListKind::Tools && spec.strictSchemas)
            definition = inCurrentDialect(definition);
        targets.insert(entry.exposed, Target{entry.enclave, entry.item->key});
        if (entry.exposed != entry.item->key && kind == ListKind::Resources)
            m_wrapped.insert(pairKey(entry.enclave, entry.item->key), entry.exposed);
        rows.push_back({entry.enclave.bytes(), entry.exposed, std::move(definition)});
    }
    std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
        return a.enclave != b.enclave ? a.enclave < b.enclave : a.exposed < b.exposed;
    });

    QByteArray &out = m_lists[size_t(kind)];
    out = QByteArray("{\"") + wordsOf(kind).items + "\":[";
    for (size_t i = 0; i < rows.size(); ++i) {
        if (i > 0)
            out += ',';
        out += rows[i].definition;
    }
    out += "]}";
}

void CatalogueView::gatherInstructions(const ToolCatalog &catalog, const ViewSpec &spec)
{
    m_instructions = ownInstructions;
    for (const ViewEnclave &enclave : spec.enclaves) {
        if (enclave.accounts.empty())
            continue;
        const ServerLists *lists = catalog.find({enclave.id, enclave.accounts.front()});
        if (!lists || lists->instructions.isEmpty())
            continue;
        const QString section = QStringLiteral("\n\n## %1\n%2").arg(enclave.id.text(), lists->instructions);
        if (m_instructions.size() + section.size() <= instructionsLimit)
            m_instructions += section;
    }
}

const CatalogueView::Target *CatalogueView::find(ListKind kind, const QByteArray &exposed) const
{
    const auto &targets = m_targets[size_t(kind)];
    const auto found = targets.constFind(exposed);
    return found == targets.cend() ? nullptr : &*found;
}

std::optional<CatalogueView::Target> CatalogueView::resource(const QByteArray &uri) const
{
    if (const Target *listed = find(ListKind::Resources, uri))
        return *listed;
    // Deterministic although a hash is walked: of several owners the first by name.
    std::optional<Target> owner;
    const auto &templates = m_targets[size_t(ListKind::Templates)];
    for (auto it = templates.cbegin(); it != templates.cend(); ++it) {
        const bool wrapped = it.key() != it->key;
        if (!matchesUriTemplate(it.key(), uri) || (owner && owner->enclave < it->enclave))
            continue;
        const QByteArray prefix = "pasarela://" + it->enclave.bytes() + '/';
        owner = Target{it->enclave, wrapped ? QByteArray::fromPercentEncoding(uri.sliced(prefix.size())) : uri};
    }
    if (!owner && m_resourceEnclaves.size() == 1)
        owner = Target{m_resourceEnclaves.front(), uri};
    return owner;
}

QByteArray CatalogueView::exposedUri(const EnclaveId &enclave, const QByteArray &uri) const
{
    return m_wrapped.value(pairKey(enclave, uri), uri);
}

} // namespace pasarela
