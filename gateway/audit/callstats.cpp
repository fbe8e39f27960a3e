// SPDX-License-Identifier: MIT
#include "gateway/audit/callstats.h"

#include <algorithm>
#include <cmath>

namespace pasarela {

namespace {

constexpr double shortest = 0.1; // milliseconds
constexpr qint64 minutesKept = 60;

qint64 minuteOf(const QDateTime &time)
{
    return time.toSecsSinceEpoch() / 60;
}

} // namespace

size_t CallStats::binOf(std::chrono::microseconds duration)
{
    const double milliseconds = std::chrono::duration<double, std::milli>(duration).count();
    if (milliseconds <= shortest)
        return 0;
    return std::min(binCount - 1, size_t(std::log2(milliseconds / shortest) * binsPerOctave));
}

double CallStats::middleOf(size_t bin)
{
    return shortest * std::exp2((double(bin) + 0.5) / binsPerOctave);
}

void CallStats::record(const AuditEvent &event)
{
    if (event.outcome != CallOutcome::Answered && event.outcome != CallOutcome::ServerError)
        return;
    std::deque<Minute> &minutes = m_minutes[{event.enclave, event.account, event.scope}];
    const qint64 minute = minuteOf(event.time);
    if (minutes.empty() || minutes.back().number < minute) // an older one ended late, and counts where it ended
        minutes.push_back({minute});
    ++minutes.back().bins[binOf(event.duration)];
    while (minutes.front().number <= minutes.back().number - minutesKept)
        minutes.pop_front();
    if (m_minutes.size() > keyLimit)
        forgetTheOldest();
}

CallStats::Times CallStats::of(const EnclaveId &enclave, const AccountId &account, const QString &scope,
                               const QDateTime &now) const
{
    const auto found = m_minutes.find({enclave, account, scope});
    if (found == m_minutes.end())
        return {};
    std::array<quint64, binCount> sums{};
    Times times;
    for (const Minute &minute : found->second) {
        if (minute.number <= minuteOf(now) - minutesKept)
            continue;
        for (size_t bin = 0; bin < binCount; ++bin) {
            sums[bin] += minute.bins[bin];
            times.calls += minute.bins[bin];
        }
    }
    const auto below = [&](quint64 percent) {
        quint64 left = (times.calls * percent + 99) / 100; // the rank, from 1
        for (size_t bin = 0; bin < binCount; ++bin) {
            if (sums[bin] >= left)
                return middleOf(bin);
            left -= sums[bin];
        }
        return 0.0;
    };
    if (times.calls > 0) {
        times.p50 = below(50);
        times.p95 = below(95);
    }
    return times;
}

void CallStats::forgetTheOldest()
{
    const auto oldest = std::min_element(m_minutes.begin(), m_minutes.end(), [](const auto &a, const auto &b) {
        return a.second.back().number < b.second.back().number;
    });
    m_minutes.erase(oldest);
}

} // namespace pasarela
