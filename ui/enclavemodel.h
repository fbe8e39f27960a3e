// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/control/snapshot.h"
#include "ui/statetext.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QIcon>
#include <QPalette>

#include <vector>

namespace pasarela {

/// The services of a snapshot, one row each in the order of their names. A new snapshot changes only the rows that
/// differ, so selection and scroll position stay.
class EnclaveModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Title, State, Problem, Tools, ColumnCount };
    enum Role {
        NameRole = Qt::UserRole, ///< The configuration's key.
        SortRole, ///< What a column is sorted by.
    };

    explicit EnclaveModel(QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    void setEnclaves(const std::vector<EnclaveView> &enclaves);
    /// While Pasarela does not serve, every row says "Stopped", whatever it was before.
    void setServing(bool serving);
    /// Colours of the shapes.
    void setPalette(const QPalette &palette);
    /// Rows that count down to their next try; while there are any, call setNow() each second that somebody looks.
    bool hasCountdown() const;
    void setNow(const QDateTime &now);
    /// The words of another language.
    void retranslate();

private:
    QString stateWord(const EnclaveView &enclave) const;
    StateLook stateLook(const EnclaveView &enclave) const;
    QVariant text(const EnclaveView &enclave, int column) const;
    QVariant sortKey(const EnclaveView &enclave, int column) const;
    QIcon icon(const StateLook &look) const;
    void allChanged(Column from, Column to);

    std::vector<EnclaveView> m_enclaves;
    bool m_serving = true;
    QDateTime m_now;
    QPalette m_palette;
    mutable QHash<QString, QIcon> m_icons;
};

} // namespace pasarela
