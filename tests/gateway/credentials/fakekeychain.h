// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/credentials/keychainbackend.h"

#include <QObject>
#include <QStringList>

#include <map>
#include <vector>

namespace pasarela::test {

/// What a fake keychain holds and does; outlives the backends that are made of it.
struct FakeKeychainState {
    std::map<QString, QByteArray> values;
    QString name = QStringLiteral("fake");
    qsizetype largest = 0;
    std::optional<KeychainFault> absent; ///< Said by identify().
    std::optional<KeychainFault> fault; ///< Said by everything else.
    QString faultOnlyOf; ///< Where not empty: the one operation that fails, "write github/work/token".
    int answers = -1; ///< So many operations are done and answered, then nothing ever is; -1: all.
    int holds = 0; ///< So many answers are kept in `held` first.
    std::vector<std::function<void()>> held;
    QStringList asked; ///< "read github/work/token" …
    int made = 0;
};

class FakeKeychain : public QObject, public KeychainBackend {
public:
    explicit FakeKeychain(FakeKeychainState &state)
        : m_state(state)
    {
        ++state.made;
    }

    void identify(Identified done) override
    {
        later([this, done = std::move(done)] {
            m_state.asked.append(QStringLiteral("identify"));
            if (m_state.absent)
                done(*m_state.absent);
            else
                done(m_state.name);
        });
    }
    void read(const QString &name, Read done) override
    {
        ask(QStringLiteral("read ") + name, [this, name, done = std::move(done)](const auto &fault) {
            const auto found = m_state.values.find(name);
            if (fault)
                done(*fault);
            else if (found == m_state.values.end())
                done(KeychainFault{KeychainFault::Kind::NotFound, {}});
            else
                done(Secret(found->second));
        });
    }
    void write(const QString &name, Secret value, Done done) override
    {
        Q_ASSERT(m_state.largest == 0 || value.reveal().size() <= m_state.largest);
        ask(QStringLiteral("write ") + name,
            [this, name, bytes = value.reveal().toByteArray(), done = std::move(done)](const auto &fault) {
                if (!fault)
                    m_state.values[name] = bytes;
                done(fault);
            });
    }
    void remove(const QString &name, Done done) override
    {
        ask(QStringLiteral("remove ") + name, [this, name, done = std::move(done)](const auto &fault) {
            if (!fault && m_state.values.erase(name) == 0)
                return done(KeychainFault{KeychainFault::Kind::NotFound, {}});
            done(fault);
        });
    }
    qsizetype largestValue() const override { return m_state.largest; }

private:
    void later(std::function<void()> what) { QMetaObject::invokeMethod(this, std::move(what), Qt::QueuedConnection); }
    void ask(const QString &what, std::function<void(const std::optional<KeychainFault> &)> then)
    {
        later([this, what, then = std::move(then)] {
            m_state.asked.append(what);
            if (m_state.answers == 0)
                return; // as a process that was killed
            if (m_state.answers > 0)
                --m_state.answers;
            const bool fails = m_state.fault && (m_state.faultOnlyOf.isEmpty() || m_state.faultOnlyOf == what);
            const auto answer = [then, fault = fails ? m_state.fault : std::nullopt] { then(fault); };
            if (m_state.holds > 0) {
                --m_state.holds;
                m_state.held.push_back(answer);
            } else {
                answer();
            }
        });
    }

    FakeKeychainState &m_state;
};

} // namespace pasarela::test
