// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/secret.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <array>
#include <functional>
#include <map>
#include <vector>

namespace pasarela {

/// Hides secret values that are known in text that others wrote: stderr, errors, reports (sessions.md 13). A value is
/// found as it is, in base64 (both alphabets, wherever in the encoded bytes it stands), URL-encoded and as JSON writes
/// it; a value of several lines (a key file) also by each of its longer lines. Where several fit, the longest goes.
///
/// Short values are hidden with care, since text would become unreadable: under `shortestHidden` bytes not at all,
/// under `shortestAnywhere` only where the value stands alone, as a word, and in no encoding.
class SecretMask {
public:
    static constexpr qsizetype shortestHidden = 4;
    static constexpr qsizetype shortestAnywhere = 8;
    static constexpr char shown[] = "…"; ///< UTF-8, in place of a value.

    SecretMask();

    /// Hides `value` from now on. The two newest of each name are hidden: what was replaced may still be in use.
    void remember(const QString &name, const Secret &value);
    /// Called when there is more to hide.
    void onChanged(std::function<void()> changed) { m_changed = std::move(changed); }
    bool isEmpty() const { return m_forms.empty(); }

    QByteArray masked(QByteArrayView text) const;
    QString maskedText(const QString &text) const;
    /// What is hidden anywhere, for those that replace by themselves (LogSink).
    std::vector<Secret> forms() const;

private:
    friend class MaskedStream;
    struct Form {
        Secret bytes;
        bool asWord = false;
    };
    struct Find {
        enum class Kind { Nothing, Value, NotYetKnown };
        Kind kind = Kind::Nothing;
        qsizetype size = 0;
    };
    enum class End { Open, Closed, CutOff };

    Find at(QByteArrayView rest, char before, End end) const;
    QByteArray mask(QByteArrayView text, End end, char &before, qsizetype *held) const;
    void makeForms();
    void addForms(const Secret &value);
    void addForm(QByteArray bytes, bool asWord = false);

    std::map<QString, std::vector<Secret>> m_values; ///< By name, the newest last.
    std::vector<Form> m_forms; ///< Longest first.
    std::array<bool, 256> m_begins{}; ///< Whether a form begins with this byte.
    std::function<void()> m_changed;
};

/// Masks a text that comes in pieces: what may be the beginning of a value is held back until it is known.
class MaskedStream {
public:
    /// Null: nothing is hidden. Outlives this.
    explicit MaskedStream(const SecretMask *mask)
        : m_mask(mask)
    {
    }

    /// What is known to hold no secret now.
    QByteArray take(QByteArrayView bytes);
    /// What is held back, as it would be shown if nothing more came: the beginning of a value is hidden too.
    QByteArray rest() const;

private:
    const SecretMask *m_mask;
    QByteArray m_held;
    char m_before = 0; ///< The last byte given out.
};

} // namespace pasarela
