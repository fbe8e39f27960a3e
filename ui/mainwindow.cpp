// SPDX-License-Identifier: MIT
#include "ui/mainwindow.h"

#include "ui/look.h"
#include "ui/overviewpage.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace pasarela {
namespace {

constexpr int grid = 8;
constexpr int navigationWidth = 200;
constexpr int shapeRole = Qt::UserRole;

} // namespace

MainWindow::MainWindow(QWidget *parent)
    : QWidget(parent)
    , m_pages(new QStackedWidget(this))
    , m_overview(new OverviewPage(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeNavigation());
    layout->addWidget(m_pages, 1);
    addPage(m_overview, QStringLiteral("overview"));
    m_navigation->setCurrentRow(0);

    connect(m_navigation, &QListWidget::currentRowChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_overview, &OverviewPage::startRequested, this, &MainWindow::startRequested);
    connect(m_overview, &OverviewPage::stopRequested, this, &MainWindow::stopRequested);
    connect(m_overview, &OverviewPage::restartRequested, this, &MainWindow::restartRequested);
    connect(m_quit, &QPushButton::clicked, this, &MainWindow::quitRequested);
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q), this), &QShortcut::activated, this,
            &MainWindow::quitRequested);

    setWindowIcon(applicationIcon());
    setMinimumSize(1024, 640);
    resize(1100, 720);
    setTrayAvailable(true);
    applyPalette();
    retranslate();
}

QWidget *MainWindow::makeNavigation()
{
    auto *side = new QWidget(this);
    side->setObjectName(QStringLiteral("side"));
    side->setFixedWidth(navigationWidth);
    side->setAutoFillBackground(true);
    m_navigation = new QListWidget(side);
    m_navigation->setObjectName(QStringLiteral("navigation"));
    m_navigation->setFrameShape(QFrame::NoFrame);
    m_navigation->setIconSize(QSize(20, 20));
    m_navigation->setSpacing(2);
    m_navigation->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_noTray = new QLabel(side);
    m_noTray->setObjectName(QStringLiteral("noTray"));
    m_noTray->setWordWrap(true);
    m_quit = new QPushButton(side);
    m_quit->setObjectName(QStringLiteral("quit"));
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(grid, 2 * grid, grid, 2 * grid);
    layout->setSpacing(grid);
    layout->addWidget(m_navigation, 1);
    layout->addWidget(m_noTray);
    layout->addWidget(m_quit);
    return side;
}

void MainWindow::addPage(QWidget *page, const QString &shape)
{
    auto *item = new QListWidgetItem(m_navigation);
    item->setData(shapeRole, shape);
    item->setSizeHint(QSize(0, fontMetrics().height() + 2 * grid));
    const int number = m_pages->addWidget(page) + 1;
    Q_ASSERT(number <= 9);
    const auto key = Qt::Key(Qt::Key_0 + number);
    connect(new QShortcut(QKeySequence(Qt::CTRL | key), this), &QShortcut::activated, m_navigation,
            [this, number] { m_navigation->setCurrentRow(number - 1); });
}

void MainWindow::setStatus(const GatewayStatus &status)
{
    m_overview->setStatus(status);
}

void MainWindow::setSnapshot(const Snapshot &snapshot)
{
    m_overview->setSnapshot(snapshot);
}

void MainWindow::setTrayAvailable(bool available)
{
    m_noTray->setVisible(!available);
}

void MainWindow::bringForward()
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

void MainWindow::retranslate()
{
    setWindowTitle(tr("Pasarela"));
    m_navigation->setAccessibleName(tr("Pages"));
    m_navigation->item(0)->setText(tr("Overview"));
    m_noTray->setText(tr("This desktop shows no icon for Pasarela. Open it again from your apps."));
    m_quit->setText(tr("&Quit"));
    m_quit->setAccessibleName(tr("Quit Pasarela"));
}

void MainWindow::applyPalette()
{
    const QColor accent = accentColour(palette());
    const QColor onAccent = isDark(palette()) ? Qt::black : Qt::white;
    for (int row = 0; row < m_navigation->count(); ++row) {
        QListWidgetItem *item = m_navigation->item(row);
        QPalette icons = palette();
        icons.setColor(QPalette::HighlightedText, onAccent);
        item->setIcon(tintedIcon(item->data(shapeRole).toString(), palette().color(QPalette::WindowText), icons));
    }
    // The rest is the system's style; only the navigation has a look of its own.
    m_navigation->setStyleSheet(QStringLiteral("QListWidget { background: transparent; outline: none }"
                                               "QListWidget::item { border-radius: 8px; padding-left: 8px }"
                                               "QListWidget::item:selected { background: %1; color: %2 }"
                                               "QListWidget::item:selected:focus { border: 2px solid %3 }")
                                    .arg(accent.name(), onAccent.name(), palette().color(QPalette::WindowText).name()));
}

void MainWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        applyPalette();
    QWidget::changeEvent(event);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    event->accept();
    Q_EMIT closed();
}

} // namespace pasarela
