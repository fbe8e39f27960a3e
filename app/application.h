// SPDX-License-Identifier: MIT
#pragma once

#include "app/gatewaymirror.h"
#include "app/gatewaysupervisor.h"
#include "app/guisettings.h"
#include "app/localgateway.h"
#include "app/singleinstance.h"
#include "app/traycontroller.h"

#include "ui/language.h"
#include "ui/mainwindow.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace pasarela {

class QuitDialog;

/// Composition root of the tray app: owns every part, wires them, and ends the program. It decides only when to show
/// and when to quit.
class Application : public QObject {
    Q_OBJECT

public:
    /// `language` overrides the remembered and the system's one; empty: it does not.
    Application(const Paths &paths, SingleInstance &instance, const QString &language, QObject *parent = nullptr);
    ~Application() override;

    /// `minimized` is how the login item starts it: no window, and the stop wish of an earlier session ends.
    void begin(bool minimized);

Q_SIGNALS:
    /// Everything is done; the program may end.
    void finished();

private:
    void wire();
    void showWindow();
    void requestQuit();
    void askAboutQuit();
    void quitStopping();
    void finish();
    void sayHowToComeBack();
    void onChanged();
    void onWindowClosed();
    bool eventFilter(QObject *watched, QEvent *event) override;

    Paths m_paths;
    GuiSettings m_settings;
    Language m_language;
    LocalGateway m_gateway;
    GatewayMirror m_mirror;
    GatewaySupervisor m_supervisor;
    MainWindow m_window;
    TrayController m_tray;
    QPointer<QuitDialog> m_quitDialog;
    bool m_quitOnceStopped = false;
    bool m_finished = false;
};

} // namespace pasarela
