// SPDX-License-Identifier: MIT
#include "ui/overviewpage.h"

#include "ui/appmodel.h"
#include "ui/enclavemodel.h"
#include "ui/headline.h"
#include "ui/look.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace pasarela {
namespace {

constexpr int grid = 8;
constexpr int readingWidth = 900;
constexpr int mostAppRows = 5;

QLabel *sentenceLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText); // names of apps are self-declared
    label->setWordWrap(true);
    label->setMaximumWidth(readingWidth);
    return label;
}

void scaleFont(QWidget *widget, const QFont &base, qreal factor)
{
    QFont font = base;
    font.setPointSizeF(base.pointSizeF() * factor);
    widget->setFont(font);
}

} // namespace

OverviewPage::OverviewPage(QWidget *parent)
    : QWidget(parent)
    , m_enclaves(new EnclaveModel(this))
    , m_apps(new AppModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
{
    m_sorted->setSourceModel(m_enclaves);
    m_sorted->setSortRole(EnclaveModel::SortRole);
    m_sorted->setSortLocaleAware(true);
    m_tick.setInterval(std::chrono::seconds(1));
    connect(&m_tick, &QTimer::timeout, this, &OverviewPage::onTick);

    m_headline = sentenceLabel(this);
    m_headline->setObjectName(QStringLiteral("headline"));
    m_quiet = sentenceLabel(this);
    m_quiet->setObjectName(QStringLiteral("quiet"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(3 * grid, 3 * grid, 3 * grid, 2 * grid);
    layout->setSpacing(grid);
    layout->addWidget(m_headline);
    layout->addWidget(m_quiet);
    layout->addSpacing(grid);
    layout->addLayout(makeButtons());
    layout->addSpacing(2 * grid);
    m_servicesPart = makeServices();
    layout->addWidget(m_servicesPart, 1);
    m_appsPart = makeApps();
    layout->addWidget(m_appsPart);
    layout->addStretch(0);
    applyFonts();
    applyPalette();
    retranslate();
}

OverviewPage::~OverviewPage() = default;

QLayout *OverviewPage::makeButtons()
{
    m_start = new QPushButton(this);
    m_start->setObjectName(QStringLiteral("start"));
    m_stop = new QPushButton(this);
    m_stop->setObjectName(QStringLiteral("stop"));
    m_restart = new QPushButton(this);
    m_restart->setObjectName(QStringLiteral("restart"));
    connect(m_start, &QPushButton::clicked, this, &OverviewPage::startRequested);
    connect(m_stop, &QPushButton::clicked, this, &OverviewPage::stopRequested);
    connect(m_restart, &QPushButton::clicked, this, &OverviewPage::restartRequested);
    auto *row = new QHBoxLayout;
    row->setSpacing(grid);
    for (QPushButton *button : {m_start, m_stop, m_restart}) {
        button->setAutoDefault(true);
        row->addWidget(button);
    }
    row->addStretch(1);
    return row;
}

QWidget *OverviewPage::makeServices()
{
    auto *part = new QWidget(this);
    m_servicesTitle = new QLabel(part);
    m_services = new QTableView(part);
    m_services->setObjectName(QStringLiteral("services"));
    m_services->setModel(m_sorted);
    m_services->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_services->setSelectionMode(QAbstractItemView::SingleSelection);
    m_services->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_services->setShowGrid(false);
    m_services->setTabKeyNavigation(false); // Tab leaves the table
    m_services->setWordWrap(false);
    m_services->setFrameShape(QFrame::NoFrame);
    m_services->setSortingEnabled(true);
    m_services->sortByColumn(EnclaveModel::Title, Qt::AscendingOrder);
    m_services->verticalHeader()->hide();
    m_services->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    QHeaderView *header = m_services->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionResizeMode(EnclaveModel::Problem, QHeaderView::Stretch);
    m_servicesTitle->setBuddy(m_services);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins({});
    layout->addWidget(m_servicesTitle);
    layout->addWidget(m_services, 1);
    return part;
}

QWidget *OverviewPage::makeApps()
{
    auto *part = new QWidget(this);
    m_appsTitle = new QLabel(part);
    m_appList = new QListView(part);
    m_appList->setObjectName(QStringLiteral("apps"));
    m_appList->setModel(m_apps);
    m_appList->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_appList->setFrameShape(QFrame::NoFrame);
    m_appList->setUniformItemSizes(true);
    m_appList->setIconSize(QSize(16, 16));
    m_noApps = sentenceLabel(part);
    m_noApps->setObjectName(QStringLiteral("noApps"));
    m_appsTitle->setBuddy(m_appList);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, grid, 0, 0);
    layout->addWidget(m_appsTitle);
    layout->addWidget(m_appList);
    layout->addWidget(m_noApps);
    return part;
}

void OverviewPage::setStatus(const GatewayStatus &status)
{
    if (status == m_status)
        return;
    m_status = status;
    update();
}

void OverviewPage::setSnapshot(const Snapshot &snapshot)
{
    m_snapshot = snapshot;
    m_enclaves->setEnclaves(snapshot.enclaves);
    m_apps->setApps(AppText::connected(snapshot));
    update();
}

void OverviewPage::update()
{
    m_enclaves->setServing(m_status.state == GatewayStatus::State::Running);
    const Headline headline = Headline::of(m_status, m_snapshot, QDateTime::currentDateTime(), QLocale());
    m_headline->setText(headline.sentence);
    m_quiet->setText(headline.quiet);
    m_quiet->setVisible(!headline.quiet.isEmpty());
    updateButtons();
    updateSections();
    updateCountdown();
}

void OverviewPage::updateButtons()
{
    using State = GatewayStatus::State;
    const State state = m_status.state;
    const bool canStart = state == State::Stopped || state == State::Failed;
    QWidget *const focus = focusWidget();
    m_start->setVisible(canStart);
    m_start->setDefault(canStart);
    m_stop->setVisible(!canStart);
    m_stop->setEnabled(state != State::Stopping);
    m_restart->setVisible(!canStart);
    m_restart->setEnabled(state == State::Running || state == State::Waiting);
    m_restart->setText(m_status.updateWaiting ? tr("&Restart to update") : tr("&Restart"));
    // The button that was pressed makes room for its opposite, which takes its place under the keyboard.
    if (focus == m_start || focus == m_stop)
        (canStart ? m_start : m_stop)->setFocus();
}

void OverviewPage::updateSections()
{
    const bool running = m_status.state == GatewayStatus::State::Running;
    const int apps = running ? m_apps->rowCount() : 0;
    m_servicesPart->setVisible(m_enclaves->rowCount() > 0);
    m_appsPart->setVisible(running && (apps > 0 || m_enclaves->rowCount() > 0));
    m_appList->setVisible(apps > 0);
    m_noApps->setVisible(apps == 0);
    if (apps > 0) {
        const int row = std::max(m_appList->sizeHintForRow(0), m_appList->fontMetrics().height());
        m_appList->setFixedHeight(row * std::min(apps, mostAppRows) + 2 * m_appList->frameWidth());
    }
}

void OverviewPage::updateCountdown()
{
    const bool waiting = m_status.state == GatewayStatus::State::Waiting || m_enclaves->hasCountdown();
    if (!waiting || !isVisible())
        m_tick.stop();
    else if (!m_tick.isActive())
        m_tick.start();
}

void OverviewPage::onTick()
{
    m_enclaves->setNow(QDateTime::currentDateTime());
    if (m_status.state == GatewayStatus::State::Waiting)
        update();
}

void OverviewPage::retranslate()
{
    m_start->setText(tr("&Start"));
    m_stop->setText(tr("S&top"));
    m_start->setAccessibleName(tr("Start Pasarela"));
    m_stop->setAccessibleName(tr("Stop Pasarela"));
    m_restart->setAccessibleName(tr("Restart Pasarela"));
    m_servicesTitle->setText(tr("Ser&vices"));
    m_services->setAccessibleName(tr("Services and their states"));
    m_appsTitle->setText(tr("&AI apps connected"));
    m_appList->setAccessibleName(tr("AI apps connected"));
    m_noApps->setText(tr("No AI app is connected yet."));
    m_enclaves->retranslate();
    m_apps->retranslate();
    fitColumns();
    update();
}

void OverviewPage::applyFonts()
{
    scaleFont(m_headline, font(), 1.6);
    scaleFont(m_servicesTitle, font(), 1.3);
    scaleFont(m_appsTitle, font(), 1.3);
    m_services->verticalHeader()->setDefaultSectionSize(m_services->fontMetrics().height() + 2 * grid);
    fitColumns();
}

void OverviewPage::fitColumns()
{
    const QFontMetrics metrics = m_services->fontMetrics();
    const auto widest = [&metrics](const QStringList &texts) {
        int width = 0;
        for (const QString &text : texts)
            width = std::max(width, metrics.horizontalAdvance(text));
        return width;
    };
    constexpr int icon = 24;
    m_services->setColumnWidth(EnclaveModel::Title, metrics.averageCharWidth() * 32);
    m_services->setColumnWidth(EnclaveModel::State, widest(StateText::allWords()) + icon + 3 * grid);
    const QString tools = m_enclaves->headerData(EnclaveModel::Tools, Qt::Horizontal).toString();
    m_services->setColumnWidth(EnclaveModel::Tools, widest({tools, QStringLiteral("10000")}) + icon + 2 * grid);
}

void OverviewPage::applyPalette()
{
    m_enclaves->setPalette(palette());
    m_apps->setPalette(palette());
    QPalette quiet = palette();
    const QColor colour = toneColour(StateLook::Tone::Quiet, palette());
    quiet.setColor(QPalette::WindowText, colour);
    m_quiet->setPalette(quiet);
    m_noApps->setPalette(quiet);
}

void OverviewPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        applyPalette();
    QWidget::changeEvent(event);
}

void OverviewPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_enclaves->setNow(QDateTime::currentDateTime());
    update(); // days may have passed
}

void OverviewPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    updateCountdown();
}

} // namespace pasarela
