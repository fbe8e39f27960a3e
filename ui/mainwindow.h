// SPDX-License-Identifier: MIT
#pragma once

#include "ui/gatewaystatus.h"

#include "gateway/control/snapshot.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;
class QStackedWidget;

namespace pasarela {

class OverviewPage;

/// The window: navigation at the left, one page at the right. It decides nothing: values in, wishes out.
class MainWindow : public QWidget {
    Q_OBJECT

public:
    explicit MainWindow(QWidget *parent = nullptr);

    void setStatus(const GatewayStatus &status);
    void setSnapshot(const Snapshot &snapshot);
    /// Without a tray icon the window says how to come back.
    void setTrayAvailable(bool available);
    /// Shows it in front of the others, whatever it was before.
    void bringForward();

Q_SIGNALS:
    void startRequested();
    void stopRequested();
    void restartRequested();
    void quitRequested();
    /// It was closed by the person; the program goes on.
    void closed();

protected:
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    QWidget *makeNavigation();
    void addPage(QWidget *page, const QString &shape);
    void retranslate();
    void applyPalette();

    QListWidget *m_navigation;
    QStackedWidget *m_pages;
    OverviewPage *m_overview;
    QLabel *m_noTray;
    QPushButton *m_quit;
};

} // namespace pasarela
