// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/control/snapshot.h"
#include "ui/gatewaystatus.h"

#include <QMenu>
#include <QObject>
#include <QSystemTrayIcon>

#include <memory>

namespace pasarela {

/// The icon in the system tray: shape and tooltip by state, and a menu whose entries are changed in place, so that an
/// open menu stays open.
class TrayController : public QObject {
    Q_OBJECT

public:
    explicit TrayController(QObject *parent = nullptr);
    ~TrayController() override;

    /// Where the desktop has no tray yet, the icon appears as soon as it has one.
    void show();
    static bool isAvailable();

    void update(const GatewayStatus &status, const Snapshot &snapshot);
    void retranslate();
    void applyTheme();

    /// For tests.
    QMenu &menu() { return *m_menu; }
    const QSystemTrayIcon &icon() const { return m_icon; }

Q_SIGNALS:
    void openRequested();
    void startRequested();
    void stopRequested();
    void restartRequested();
    void quitRequested();

private:
    void makeMenu();
    void updateTexts();
    void updateServices();
    QList<QAction *> serviceRows(int count);
    void onActivated(QSystemTrayIcon::ActivationReason reason);

    GatewayStatus m_status;
    Snapshot m_snapshot;
    QString m_shown; ///< Shape, dot and variant of the icon that is set.
    std::unique_ptr<QMenu> m_menu;
    QMenu *m_services;
    QAction *m_state;
    QAction *m_open;
    QAction *m_start;
    QAction *m_stop;
    QAction *m_restart;
    QAction *m_moreServices;
    QAction *m_quit;
    QSystemTrayIcon m_icon;
};

} // namespace pasarela
