// SPDX-License-Identifier: MIT
#pragma once

#include "ui/apptext.h"

#include <QDialog>

class QCheckBox;
class QPushButton;

namespace pasarela {

/// Asked at Quit while AI apps are connected: does the gateway go on, or end too? Escape and the close button quit
/// nothing.
class QuitDialog : public QDialog {
    Q_OBJECT

public:
    explicit QuitDialog(const std::vector<ConnectedApp> &apps, QWidget *parent = nullptr);

    bool doNotAskAgain() const;

Q_SIGNALS:
    void keepRequested();
    void stopRequested();

private:
    QCheckBox *m_doNotAsk;
    QPushButton *m_keep;
    QPushButton *m_stop;
};

} // namespace pasarela
