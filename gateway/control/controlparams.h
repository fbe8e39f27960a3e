// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/error.h"
#include "gateway/base/secret.h"

#include <QByteArray>
#include <QStringList>

#include <chrono>
#include <optional>

namespace pasarela {

/// Reads the params of a control request without making a tree of them: a tool's arguments pass as they stand. The
/// first member that is missing or of another type is the problem(); null counts as missing.
class ControlParams {
public:
    /// A valid JSON object, or empty.
    explicit ControlParams(QByteArray object);

    QString text(const char *name);
    QString requiredText(const char *name);
    Secret requiredSecret(const char *name);
    QStringList texts(const char *name);
    /// A number of seconds from 1 to `most`; `fallback` where there is none.
    std::chrono::seconds seconds(const char *name, std::chrono::seconds fallback, std::chrono::seconds most);
    /// An object as raw JSON; "{}" where there is none.
    QByteArray object(const char *name);
    QByteArray requiredObject(const char *name);
    /// One of `allowed`; the first where there is none.
    QString oneOf(const char *name, const QStringList &allowed);

    const std::optional<Error> &problem() const { return m_problem; }

private:
    QByteArrayView raw(const char *name) const;
    void wrong(const char *name, const QString &expected);

    QByteArray m_object;
    std::optional<Error> m_problem;
};

} // namespace pasarela
