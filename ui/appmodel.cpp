// SPDX-License-Identifier: MIT
#include "ui/appmodel.h"

#include "ui/datetext.h"
#include "ui/look.h"

#include <algorithm>

namespace pasarela {

int AppModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_apps.size());
}

QVariant AppModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ConnectedApp &app = m_apps[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return app.since.isValid()
            ? tr("%1: connected %2", "an app, since when")
                  .arg(app.title, DateText::inSentence(app.since, QDateTime::currentDateTime(), QLocale()))
            : tr("%1: connected").arg(app.title);
    case Qt::DecorationRole:
        return m_icon;
    default:
        return {};
    }
}

void AppModel::setApps(const std::vector<ConnectedApp> &apps)
{
    const auto byTitle = [](const ConnectedApp &a, const ConnectedApp &b) { return a.title < b.title; };
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (!std::binary_search(apps.begin(), apps.end(), m_apps[size_t(row)], byTitle)) {
            beginRemoveRows({}, row, row);
            m_apps.erase(m_apps.begin() + row);
            endRemoveRows();
        }
    }
    for (int row = 0; row < int(apps.size()); ++row) {
        const ConnectedApp &next = apps[size_t(row)];
        if (row >= rowCount() || m_apps[size_t(row)].title != next.title) {
            beginInsertRows({}, row, row);
            m_apps.insert(m_apps.begin() + row, next);
            endInsertRows();
        } else if (m_apps[size_t(row)] != next) {
            m_apps[size_t(row)] = next;
            Q_EMIT dataChanged(index(row), index(row));
        }
    }
}

void AppModel::setPalette(const QPalette &palette)
{
    m_icon = tintedIcon(QStringLiteral("app"), toneColour(StateLook::Tone::Quiet, palette), palette);
    allChanged();
}

void AppModel::retranslate()
{
    allChanged();
}

void AppModel::allChanged()
{
    if (!m_apps.empty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

} // namespace pasarela
