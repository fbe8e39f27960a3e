// SPDX-License-Identifier: MIT
#include "app/application.h"

#include "app/desktophabits.h"
#include "gateway/base/logging.h"
#include "gateway/launch/stopwish.h"
#include "ui/apptext.h"
#include "ui/look.h"
#include "ui/quitdialog.h"

#include <QApplication>
#include <QEvent>
#include <QMessageBox>

#include <utility>

namespace pasarela {

using State = GatewayStatus::State;

Application::Application(const Paths &paths, SingleInstance &instance, const QString &language, QObject *parent)
    : QObject(parent)
    , m_paths(paths)
    , m_settings(paths)
    , m_gateway(paths)
    , m_mirror(m_gateway)
    , m_supervisor(m_gateway, QStringLiteral(PASARELA_VERSION))
{
    if (!m_language.use(language) && !m_language.use(m_settings.language()))
        m_language.use(Language::ofSystem());
    qApp->setWindowIcon(applicationIcon());
    qApp->setQuitOnLastWindowClosed(false);
    qApp->installEventFilter(this);
    m_window.restoreGeometry(m_settings.windowGeometry());
    wire();
    connect(&instance, &SingleInstance::requested, this, [this](SingleInstance::Request request) {
        request == SingleInstance::Request::Show ? showWindow() : finish();
    });
}

Application::~Application()
{
    // Taking the language down tells the application, when the tray is gone already.
    qApp->removeEventFilter(this);
}

void Application::wire()
{
    connect(&m_supervisor, &GatewaySupervisor::statusChanged, &m_mirror, &GatewayMirror::setStatus);
    connect(&m_mirror, &GatewayMirror::changed, this, &Application::onChanged);

    connect(&m_window, &MainWindow::startRequested, &m_supervisor, &GatewaySupervisor::requestStart);
    connect(&m_window, &MainWindow::stopRequested, &m_supervisor, &GatewaySupervisor::requestStop);
    connect(&m_window, &MainWindow::restartRequested, &m_supervisor, &GatewaySupervisor::requestRestart);
    connect(&m_window, &MainWindow::quitRequested, this, &Application::requestQuit);
    connect(&m_window, &MainWindow::closed, this, &Application::onWindowClosed);

    connect(&m_tray, &TrayController::openRequested, this, &Application::showWindow);
    connect(&m_tray, &TrayController::startRequested, &m_supervisor, &GatewaySupervisor::requestStart);
    connect(&m_tray, &TrayController::stopRequested, &m_supervisor, &GatewaySupervisor::requestStop);
    connect(&m_tray, &TrayController::restartRequested, &m_supervisor, &GatewaySupervisor::requestRestart);
    connect(&m_tray, &TrayController::quitRequested, this, &Application::requestQuit);
}

void Application::begin(bool minimized)
{
    // A stop holds until the next login (decisions.md, *Stop wish*), and the login item is what starts us minimised. An
    // upgrade that starts us again is no login.
    const bool upgrading = upgradeHoldUntil(m_paths).value_or(QDateTime()) > QDateTime::currentDateTime();
    if (minimized && !upgrading) {
        if (const Result<void> removed = StopWish::remove(m_paths); !removed)
            qCWarning(lcApp, "%s", qUtf8Printable(removed.error().detail));
    }
    onChanged();
    m_tray.show();
    m_supervisor.begin();
    if (!minimized)
        showWindow();
}

void Application::onChanged()
{
    const GatewayStatus &status = m_mirror.status();
    m_window.setStatus(status);
    m_window.setSnapshot(m_mirror.snapshot());
    m_tray.update(status, m_mirror.snapshot());
    const bool ended = status.state == State::Stopped || status.state == State::Failed;
    if (m_quitOnceStopped && ended)
        finish();
}

void Application::showWindow()
{
    m_window.setTrayAvailable(TrayController::isAvailable());
    m_window.bringForward();
    if (m_quitDialog)
        m_quitDialog->raise();
}

void Application::onWindowClosed()
{
    m_settings.setWindowGeometry(m_window.saveGeometry());
    if (!TrayController::isAvailable() && !m_settings.saidHowToComeBack())
        sayHowToComeBack();
}

void Application::sayHowToComeBack()
{
    m_settings.setSaidHowToComeBack();
    auto *message =
        new QMessageBox(QMessageBox::Information, tr("Pasarela"),
                        tr("Pasarela goes on in the background. Open it again from your apps."), QMessageBox::NoButton);
    message->setAttribute(Qt::WA_DeleteOnClose);
    message->addButton(tr("Close"), QMessageBox::AcceptRole);
    message->open();
}

void Application::requestQuit()
{
    const bool used = m_mirror.status().state == State::Running && !AppText::connected(m_mirror.snapshot()).empty();
    if (!used) {
        finish();
        return;
    }
    const auto answer = m_settings.quitAnswer();
    if (!answer)
        askAboutQuit();
    else if (*answer == GuiSettings::QuitAnswer::Keep)
        finish();
    else
        quitStopping();
}

void Application::askAboutQuit()
{
    if (!m_quitDialog) {
        m_quitDialog =
            new QuitDialog(AppText::connected(m_mirror.snapshot()), m_window.isVisible() ? &m_window : nullptr);
        m_quitDialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_quitDialog, &QuitDialog::keepRequested, this, [this] {
            if (m_quitDialog->doNotAskAgain())
                m_settings.setQuitAnswer(GuiSettings::QuitAnswer::Keep);
            finish();
        });
        connect(m_quitDialog, &QuitDialog::stopRequested, this, [this] {
            if (m_quitDialog->doNotAskAgain())
                m_settings.setQuitAnswer(GuiSettings::QuitAnswer::Stop);
            quitStopping();
        });
    }
    m_quitDialog->open();
    m_quitDialog->raise();
    m_quitDialog->activateWindow();
}

void Application::quitStopping()
{
    m_quitOnceStopped = true;
    m_supervisor.requestStop();
    onChanged(); // it may have ended meanwhile
}

void Application::finish()
{
    if (std::exchange(m_finished, true))
        return;
    if (m_window.isVisible())
        m_settings.setWindowGeometry(m_window.saveGeometry());
    Q_EMIT finished();
}

bool Application::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == qApp) {
        switch (event->type()) {
        case QEvent::LanguageChange:
            m_tray.retranslate();
            break;
        case QEvent::ApplicationPaletteChange:
            m_tray.applyTheme();
            break;
        case QEvent::ApplicationActivate:
            // A tray that came or went meanwhile.
            m_window.setTrayAvailable(TrayController::isAvailable());
            if (desktophabits::openingAgainActivates() && !m_window.isVisible() && !m_quitDialog)
                showWindow();
            break;
        default:
            break;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace pasarela
