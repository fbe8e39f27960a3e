// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/control/controlhandler.h"

#include <QCoreApplication>
#include <QStringList>
#include <QTimer>

#include <algorithm>
#include <deque>
#include <optional>

namespace pasarela::test {

/// A gateway that does nothing but remember what it was asked and answer as told.
class FakeControlHandler : public ControlHandler {
public:
    struct Call {
        QString client;
        QString account;
        QString tool;
        Json arguments;
        std::chrono::seconds timeout{0};
    };

    Snapshot snapshot() const override
    {
        ++snapshotsTaken;
        return state;
    }
    void shutdown(const QString &reason) override
    {
        shutdowns.append(reason);
        if (onShutdown)
            onShutdown();
    }
    Result<QByteArray> reload() override
    {
        ++reloads;
        return reloadAnswer;
    }
    void listTools(const QString &client, Done done) override
    {
        clientsThatListed.append(client);
        answerLater(std::move(done), toolsAnswer);
    }
    void callTool(const QString &client, const QString &account, const QString &tool, const Json &arguments,
                  std::chrono::seconds timeout, Done done) override
    {
        calls.push_back({client, account, tool, arguments, timeout});
        if (holdCalls) {
            held.push_back(std::move(done));
            mostHeld = std::max(mostHeld, held.size());
        } else {
            answerLater(std::move(done), callAnswer ? *callAnswer : Result<Json>(arguments));
        }
    }
    Result<void> restartEnclave(const QString &name) override
    {
        restarted.append(name);
        return restartAnswer;
    }
    Json accounts() const override { return accountsAnswer; }
    void setCredential(const QString &enclave, const QString &account, const QString &field, Secret value,
                       Done done) override
    {
        credentialsSet.append(
            QStringList{enclave, account, field, QString::fromUtf8(value.reveal())}.join(QLatin1Char('|')));
        answerLater(std::move(done), setAnswer);
    }
    void removeCredentials(const QString &enclave, const QString &account, Done done) override
    {
        credentialsRemoved.append(enclave + QLatin1Char('|') + account);
        answerLater(std::move(done), removeAnswer);
    }
    void tryEnclave(const Json &definition, const Json &secrets, std::chrono::seconds timeout, Done done) override
    {
        trials.push_back({{}, {}, {}, definition + ' ' + secrets, timeout});
        if (holdTrials)
            heldTrials.push_back(std::move(done));
        else
            answerLater(std::move(done), trialAnswer);
    }

    Snapshot state;
    mutable int snapshotsTaken = 0;
    QStringList shutdowns;
    std::function<void()> onShutdown;
    int reloads = 0;
    Result<QByteArray> reloadAnswer = QByteArray("hash");
    QStringList clientsThatListed;
    Result<Json> toolsAnswer = Json(R"({"tools":[]})");
    std::deque<Call> calls;
    std::optional<Result<Json>> callAnswer; ///< Nothing: the arguments come back.
    bool holdCalls = false; ///< Until the test answers those in `held`.
    std::deque<Done> held;
    size_t mostHeld = 0;
    QStringList restarted;
    Result<void> restartAnswer;
    Json accountsAnswer = R"({"accounts":[],"orphans":[]})";
    QStringList credentialsSet; ///< "github|work||the secret"
    Result<Json> setAnswer = Json(R"({"field":"token","sameAs":[]})");
    QStringList credentialsRemoved; ///< "github|work"
    Result<Json> removeAnswer = Json("{}");
    std::deque<Call> trials;
    bool holdTrials = false; ///< Until the test answers those in `heldTrials`.
    std::deque<Done> heldTrials;
    Result<Json> trialAnswer = Json(R"({"tools":[]})");

private:
    static void answerLater(Done done, Result<Json> answer)
    {
        QTimer::singleShot(0, QCoreApplication::instance(), [done = std::move(done), answer] { done(answer); });
    }
};

} // namespace pasarela::test
