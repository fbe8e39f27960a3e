// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace pasarela {

/// While it lives, a QApplication that can show no window ends the program with exit code 1, a sentence and Qt's
/// reasons; Qt by itself would abort. Whoever mistyped an option needs no display to be told so: `wrongUsage`, where
/// there is one, is said instead, with exit code 2. Lives no longer than the constructor of that one: what goes wrong
/// later is no matter of displays.
class DisplayCheck {
public:
    explicit DisplayCheck(const QString &wrongUsage = {});
    ~DisplayCheck();
    DisplayCheck(const DisplayCheck &) = delete;
    DisplayCheck &operator=(const DisplayCheck &) = delete;

private:
    QtMessageHandler m_before;
};

} // namespace pasarela
