// SPDX-License-Identifier: MIT
#include "app/traycontroller.h"

#include "app/desktophabits.h"
#include "app/trayicon.h"
#include "app/traytheme.h"
#include "ui/headline.h"
#include "ui/look.h"
#include "ui/statetext.h"

#include <QGuiApplication>

#include <algorithm>

namespace pasarela {
namespace {

// More do not fit on a screen; the window has them all.
constexpr int mostServices = 20;

QString menuText(const QString &text)
{
    return QString(text).replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace

TrayController::TrayController(QObject *parent)
    : QObject(parent)
    , m_menu(std::make_unique<QMenu>())
{
    makeMenu();
    m_icon.setContextMenu(m_menu.get());
    connect(&m_icon, &QSystemTrayIcon::activated, this, &TrayController::onActivated);
    applyTheme();
    retranslate();
}

TrayController::~TrayController() = default;

void TrayController::makeMenu()
{
    m_state = m_menu->addAction(QString());
    m_state->setEnabled(false);
    m_state->setObjectName(QStringLiteral("state"));
    m_menu->addSeparator();
    const auto add = [this](const char *name, void (TrayController::*intent)()) {
        QAction *action = m_menu->addAction(QString(), this, intent);
        action->setObjectName(QString::fromLatin1(name));
        return action;
    };
    m_open = add("open", &TrayController::openRequested);
    m_menu->setDefaultAction(m_open);
    m_start = add("start", &TrayController::startRequested);
    m_stop = add("stop", &TrayController::stopRequested);
    m_restart = add("restart", &TrayController::restartRequested);
    m_menu->addSeparator();
    m_services = m_menu->addMenu(QString());
    m_services->setObjectName(QStringLiteral("services"));
    m_moreServices = m_services->addAction(QString(), this, &TrayController::openRequested);
    m_menu->addSeparator();
    m_quit = add("quit", &TrayController::quitRequested);
    connect(m_menu.get(), &QMenu::aboutToShow, this, &TrayController::updateTexts); // seconds and days have passed
}

void TrayController::show()
{
    m_icon.show();
}

bool TrayController::isAvailable()
{
    return QSystemTrayIcon::isSystemTrayAvailable();
}

void TrayController::update(const GatewayStatus &status, const Snapshot &snapshot)
{
    m_status = status;
    m_snapshot = snapshot;
    applyTheme();
    updateTexts();
    updateServices();
}

void TrayController::applyTheme()
{
    const TrayShape shape = trayShape(m_status, m_snapshot);
    const TrayVariant variant = trayVariant(QGuiApplication::palette());
    const bool unread = m_snapshot.relay.unread > 0;
    const QString wanted = QStringLiteral("%1 %2 %3").arg(int(shape)).arg(int(variant)).arg(unread);
    if (wanted == m_shown)
        return;
    m_shown = wanted;
    m_icon.setIcon(trayIcon(shape, unread, variant));
}

void TrayController::updateTexts()
{
    using State = GatewayStatus::State;
    const QString state = Headline::tooltip(m_status, m_snapshot, QDateTime::currentDateTime());
    m_icon.setToolTip(state);
    m_state->setText(menuText(state));
    const bool canStart = m_status.state == State::Stopped || m_status.state == State::Failed;
    m_start->setVisible(canStart);
    m_stop->setVisible(!canStart);
    m_stop->setEnabled(m_status.state != State::Stopping);
    m_restart->setEnabled(m_status.state == State::Running || m_status.state == State::Waiting);
    m_restart->setText(m_status.updateWaiting ? tr("Restart to update") : tr("Restart"));
}

void TrayController::updateServices()
{
    // Those with problems first; among equals by name, as the snapshot has them.
    std::vector<const EnclaveView *> shown;
    for (const EnclaveView &enclave : m_snapshot.enclaves)
        shown.push_back(&enclave);
    std::stable_sort(shown.begin(), shown.end(), [](const EnclaveView *a, const EnclaveView *b) {
        return StateText::look(a->state).tone > StateText::look(b->state).tone;
    });
    const int more = std::max(0, int(shown.size()) - mostServices);
    shown.resize(std::min(shown.size(), size_t(mostServices)));

    const bool serving = m_status.state == GatewayStatus::State::Running;
    const QDateTime now = QDateTime::currentDateTime();
    const QList<QAction *> rows = serviceRows(int(shown.size()));
    for (size_t row = 0; row < shown.size(); ++row) {
        const EnclaveView &enclave = *shown[row];
        const bool own = serving || enclave.state == EnclaveState::Disabled;
        const QString word = own ? StateText::word(enclave, now) : StateText::stoppedWord();
        rows[int(row)]->setText(menuText(tr("%1: %2", "a service and its state").arg(titleOf(enclave), word)));
        rows[int(row)]->setIcon(
            stateIcon(own ? StateText::look(enclave.state) : StateText::stoppedLook(), m_services->palette()));
    }
    m_moreServices->setText(tr("and %n more", nullptr, more));
    m_moreServices->setVisible(more > 0);
    m_services->menuAction()->setVisible(!shown.empty());
}

QList<QAction *> TrayController::serviceRows(int count)
{
    QList<QAction *> rows = m_services->actions();
    rows.removeAll(m_moreServices);
    while (rows.size() > count)
        delete rows.takeLast();
    while (rows.size() < count) {
        rows.append(new QAction(m_services));
        connect(rows.last(), &QAction::triggered, this, &TrayController::openRequested);
        m_services->insertAction(m_moreServices, rows.last());
    }
    return rows;
}

void TrayController::retranslate()
{
    m_open->setText(tr("Open Pasarela"));
    m_start->setText(tr("Start"));
    m_stop->setText(tr("Stop"));
    m_services->setTitle(tr("Services"));
    m_quit->setText(tr("Quit"));
    updateTexts();
    updateServices();
}

void TrayController::onActivated(QSystemTrayIcon::ActivationReason reason)
{
    const bool isClick = reason == QSystemTrayIcon::Trigger || reason == QSystemTrayIcon::DoubleClick;
    if (isClick && !desktophabits::clickOpensMenu())
        Q_EMIT openRequested();
}

} // namespace pasarela
