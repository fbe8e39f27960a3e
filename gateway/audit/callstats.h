// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/audit/auditevent.h"

#include <array>
#include <deque>
#include <map>
#include <tuple>

namespace pasarela {

/// How long calls took in the last hour, for each session's key: sixty buckets of a minute, each a histogram, so that
/// memory does not grow with calls. Counts calls that a server answered.
class CallStats {
public:
    struct Times {
        quint64 calls = 0;
        double p50 = 0; ///< Milliseconds, to within a tenth; 0: no calls.
        double p95 = 0;
    };

    void record(const AuditEvent &event);
    Times of(const EnclaveId &enclave, const AccountId &account, const QString &scope, const QDateTime &now) const;

    /// Keys with a scope come and go with projects and clients.
    static constexpr size_t keyLimit = 200;

private:
    static constexpr int binsPerOctave = 4;
    static constexpr size_t binCount = 96; ///< 0.1 ms to half an hour.
    using Bins = std::array<quint32, binCount>;
    struct Minute {
        qint64 number; ///< Since 1970.
        Bins bins{};
    };
    using Key = std::tuple<EnclaveId, AccountId, QString>;

    static size_t binOf(std::chrono::microseconds duration);
    static double middleOf(size_t bin);
    void forgetTheOldest();

    std::map<Key, std::deque<Minute>> m_minutes;
};

} // namespace pasarela
