// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/credentials/credentialstore.h"

#include <QPointer>
#include <QStringList>

#include <deque>
#include <map>
#include <optional>

namespace pasarela::test {

/// Secrets in memory, with scripted failures.
class MemoryCredentialStore : public QObject, public CredentialStore {
public:
    void put(const QString &name, const QByteArray &value) { values[name] = value; }

    void read(const CredentialKey &key, QObject *context, ReadDone done) override
    {
        reads.append(key.name());
        answer(context, [this, key, done = std::move(done)] {
            const auto found = values.find(key.name());
            if (failure)
                done(*failure);
            else if (found == values.end())
                done(Error{Error::Code::NotFound, QStringLiteral("none")});
            else
                done(Secret(found->second));
        });
    }
    void write(const CredentialKey &key, Secret value, QObject *context, Done done) override
    {
        if (!failure)
            values[key.name()] = value.reveal().toByteArray();
        answer(context, [done = std::move(done), result = outcome()] { done(result); });
    }
    void remove(const CredentialKey &key, QObject *context, Done done) override
    {
        if (!failure)
            values.erase(key.name());
        answer(context, [done = std::move(done), result = outcome()] { done(result); });
    }
    std::vector<CredentialKey> stored() const override
    {
        std::vector<CredentialKey> keys;
        for (const auto &entry : values)
            keys.push_back(*CredentialKey::fromName(entry.first));
        return keys;
    }

    /// Answers what `hold` kept back.
    void release()
    {
        hold = false;
        for (const auto &waiting : std::exchange(m_held, {}))
            answer(waiting.context, waiting.what);
    }

    std::map<QString, QByteArray> values; ///< By name: "files/work/token".
    std::optional<Error> failure; ///< Of everything.
    bool hold = false; ///< Answers nothing until release().
    QStringList reads;

private:
    struct Held {
        QPointer<QObject> context;
        std::function<void()> what;
    };

    Result<void> outcome() const { return failure ? Result<void>(*failure) : Result<void>(); }
    void answer(const QPointer<QObject> &context, std::function<void()> what)
    {
        if (hold)
            m_held.push_back({context, std::move(what)});
        else if (context)
            QMetaObject::invokeMethod(context, std::move(what), Qt::QueuedConnection);
    }

    std::deque<Held> m_held;
};

} // namespace pasarela::test
