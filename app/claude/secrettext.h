// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

namespace pasarela {

// Keys and passwords in text that a person wrote: a command, an argument, what a program said. All pure, all linear in
// the text's length. Errs on the side of finding.

/// What stands in place of what is not shown.
inline const QString hiddenText = QStringLiteral("…");

/// Whether what has that name is a key: "API_KEY", "--apiKey", "Authorization".
bool isSecretName(const QString &name);

/// Whether an option takes the definition of a variable or a header behind it: "-e", "--env", "-H", "--header".
bool takesDefinition(const QString &option);

/// Whether a key seems to stand in a text: behind a name that says so, with a well-known beginning, as user
/// information or in the query of a URL. What only refers to a variable ("${TOKEN}") is none.
bool holdsSecret(const QString &text);

/// For showing: the same text with every key hidden, and of each URL the user information, every value of its query,
/// and what in its path looks random.
QString withoutSecrets(const QString &text);

/// For showing, one for each argument; what stands behind an option with a key's name is hidden too.
QStringList argumentsWithoutSecrets(const QStringList &arguments);

} // namespace pasarela
