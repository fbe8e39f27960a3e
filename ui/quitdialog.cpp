// SPDX-License-Identifier: MIT
#include "ui/quitdialog.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace pasarela {

QuitDialog::QuitDialog(const std::vector<ConnectedApp> &apps, QWidget *parent)
    : QDialog(parent)
    , m_doNotAsk(new QCheckBox(tr("&Do not ask again"), this))
    , m_keep(new QPushButton(tr("&Keep services running"), this))
    , m_stop(new QPushButton(tr("&Stop them too"), this))
{
    setWindowTitle(tr("Quit Pasarela"));
    auto *question = new QLabel(this);
    question->setObjectName(QStringLiteral("question"));
    question->setTextFormat(Qt::PlainText);
    question->setWordWrap(true);
    question->setMinimumWidth(400);
    question->setText(
        tr("%1 is using Pasarela. Close only this window's app, or stop your services too?", nullptr, int(apps.size()))
            .arg(AppText::list(apps)));
    m_keep->setObjectName(QStringLiteral("keep"));
    m_keep->setDefault(true);
    m_stop->setObjectName(QStringLiteral("stopToo"));
    m_stop->setAutoDefault(false);

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_doNotAsk);
    buttons->addStretch(1);
    buttons->addWidget(m_stop);
    buttons->addWidget(m_keep);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 16);
    layout->setSpacing(16);
    layout->addWidget(question);
    layout->addLayout(buttons);
    m_keep->setFocus();

    connect(m_keep, &QPushButton::clicked, this, [this] {
        accept();
        Q_EMIT keepRequested();
    });
    connect(m_stop, &QPushButton::clicked, this, [this] {
        accept();
        Q_EMIT stopRequested();
    });
}

bool QuitDialog::doNotAskAgain() const
{
    return m_doNotAsk->isChecked();
}

} // namespace pasarela
