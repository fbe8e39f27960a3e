// SPDX-License-Identifier: MIT
#pragma once

#include "ui/gatewaystatus.h"

#include "gateway/control/snapshot.h"

#include <QSortFilterProxyModel>
#include <QTimer>
#include <QWidget>

class QLabel;
class QListView;
class QPushButton;
class QTableView;

namespace pasarela {

class AppModel;
class EnclaveModel;

/// The first page: one sentence, the buttons that apply, the services with their states, the AI apps connected.
class OverviewPage : public QWidget {
    Q_OBJECT

public:
    explicit OverviewPage(QWidget *parent = nullptr);
    ~OverviewPage() override;

    void setStatus(const GatewayStatus &status);
    /// The last one known; it may be older than the status.
    void setSnapshot(const Snapshot &snapshot);

Q_SIGNALS:
    void startRequested();
    void stopRequested();
    void restartRequested();

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QLayout *makeButtons();
    QWidget *makeServices();
    QWidget *makeApps();
    void retranslate();
    void applyPalette();
    void applyFonts();
    void fitColumns();
    void update();
    void updateButtons();
    void updateSections();
    void updateCountdown();
    void onTick();

    GatewayStatus m_status;
    Snapshot m_snapshot;
    EnclaveModel *m_enclaves;
    AppModel *m_apps;
    QSortFilterProxyModel *m_sorted;
    QTimer m_tick;

    QLabel *m_headline;
    QLabel *m_quiet;
    QPushButton *m_start;
    QPushButton *m_stop;
    QPushButton *m_restart;
    QLabel *m_servicesTitle;
    QTableView *m_services;
    QLabel *m_appsTitle;
    QListView *m_appList;
    QLabel *m_noApps;
    QWidget *m_servicesPart;
    QWidget *m_appsPart;
};

} // namespace pasarela
