// SPDX-License-Identifier: MIT
#pragma once

#include "ui/apptext.h"

#include <QAbstractListModel>
#include <QIcon>
#include <QPalette>

#include <vector>

namespace pasarela {

/// The AI apps that are connected, by title.
class AppModel : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    void setApps(const std::vector<ConnectedApp> &apps);
    void setPalette(const QPalette &palette);
    void retranslate();

private:
    void allChanged();

    std::vector<ConnectedApp> m_apps;
    QIcon m_icon;
};

} // namespace pasarela
