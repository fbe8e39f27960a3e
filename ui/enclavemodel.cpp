// SPDX-License-Identifier: MIT
#include "ui/enclavemodel.h"

#include "ui/errortext.h"
#include "ui/look.h"

#include <algorithm>

namespace pasarela {

EnclaveModel::EnclaveModel(QObject *parent)
    : QAbstractTableModel(parent)
    , m_now(QDateTime::currentDateTime())
{
}

int EnclaveModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_enclaves.size());
}

int EnclaveModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString EnclaveModel::stateWord(const EnclaveView &enclave) const
{
    const bool shown = m_serving || enclave.state == EnclaveState::Disabled;
    return shown ? StateText::word(enclave, m_now) : StateText::stoppedWord();
}

StateLook EnclaveModel::stateLook(const EnclaveView &enclave) const
{
    const bool shown = m_serving || enclave.state == EnclaveState::Disabled;
    return shown ? StateText::look(enclave.state) : StateText::stoppedLook();
}

QVariant EnclaveModel::text(const EnclaveView &enclave, int column) const
{
    switch (column) {
    case Title:
        return titleOf(enclave);
    case State:
        return stateWord(enclave);
    case Tools: // before its first start nobody knows
        return enclave.tools > 0 || enclave.state == EnclaveState::Ready ? QVariant(enclave.tools) : QVariant();
    case Problem:
        return ErrorText::sentence(enclave.lastError);
    default:
        return {};
    }
}

QVariant EnclaveModel::sortKey(const EnclaveView &enclave, int column) const
{
    // By urgency, not by the alphabet: what needs a person comes first.
    if (column == State)
        return -int(stateLook(enclave).tone);
    return column == Tools ? QVariant(enclave.tools) : text(enclave, column);
}

QIcon EnclaveModel::icon(const StateLook &look) const
{
    QIcon &cached = m_icons[look.shape];
    if (cached.isNull())
        cached = stateIcon(look, m_palette);
    return cached;
}

QVariant EnclaveModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const EnclaveView &enclave = m_enclaves[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(enclave, index.column());
    case Qt::DecorationRole:
        return index.column() == State ? QVariant(icon(stateLook(enclave))) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(index.column() == Tools ? Qt::AlignRight | Qt::AlignVCenter
                                                           : Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return index.column() == Problem ? ErrorText::remedy(enclave.lastError) : QString();
    case Qt::AccessibleTextRole:
        if (index.column() == Title)
            return m_serving ? StateText::spoken(enclave, m_now) : QVariant(titleOf(enclave));
        return index.column() == Tools ? StateText::tools(enclave.tools) : text(enclave, index.column());
    case NameRole:
        return enclave.name;
    case SortRole:
        return sortKey(enclave, index.column());
    default:
        return {};
    }
}

QVariant EnclaveModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(section == Tools ? Qt::AlignRight | Qt::AlignVCenter
                                                    : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Title:
        return tr("Service");
    case State:
        return tr("State");
    case Tools:
        return tr("Tools");
    case Problem:
        return tr("Last problem");
    default:
        return {};
    }
}

void EnclaveModel::setEnclaves(const std::vector<EnclaveView> &enclaves)
{
    const auto byName = [](const EnclaveView &a, const EnclaveView &b) { return a.name < b.name; };
    std::vector<EnclaveView> wanted = enclaves;
    std::sort(wanted.begin(), wanted.end(), byName);

    for (int row = rowCount() - 1; row >= 0; --row) {
        if (!std::binary_search(wanted.begin(), wanted.end(), m_enclaves[size_t(row)], byName)) {
            beginRemoveRows({}, row, row);
            m_enclaves.erase(m_enclaves.begin() + row);
            endRemoveRows();
        }
    }
    // What is left is a part of what is wanted, in the same order.
    for (int row = 0; row < int(wanted.size()); ++row) {
        const EnclaveView &next = wanted[size_t(row)];
        if (row >= rowCount() || m_enclaves[size_t(row)].name != next.name) {
            beginInsertRows({}, row, row);
            m_enclaves.insert(m_enclaves.begin() + row, next);
            endInsertRows();
        } else if (m_enclaves[size_t(row)] != next) {
            m_enclaves[size_t(row)] = next;
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        }
    }
}

void EnclaveModel::allChanged(Column from, Column to)
{
    if (!m_enclaves.empty())
        Q_EMIT dataChanged(index(0, from), index(rowCount() - 1, to));
}

void EnclaveModel::setServing(bool serving)
{
    if (m_serving == serving)
        return;
    m_serving = serving;
    allChanged(Title, State);
}

void EnclaveModel::setPalette(const QPalette &palette)
{
    m_palette = palette;
    m_icons.clear();
    allChanged(State, State);
}

bool EnclaveModel::hasCountdown() const
{
    return m_serving && std::any_of(m_enclaves.begin(), m_enclaves.end(), [](const EnclaveView &enclave) {
               return enclave.state == EnclaveState::Waiting && enclave.retryAt.isValid();
           });
}

void EnclaveModel::setNow(const QDateTime &now)
{
    m_now = now;
    for (int row = 0; row < rowCount(); ++row) {
        if (m_enclaves[size_t(row)].state == EnclaveState::Waiting)
            Q_EMIT dataChanged(index(row, Title), index(row, State));
    }
}

void EnclaveModel::retranslate()
{
    allChanged(Title, Tools);
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

} // namespace pasarela
