// SPDX-License-Identifier: MIT
#include "gateway/config/configreading.h"

#include "gateway/base/jsonscanner.h"

#include <algorithm>

namespace pasarela {

void ConfigReading::addProblem(qsizetype at, const QString &pointer, const QString &what)
{
    m_problems.push_back({at, pointer, what});
}

void ConfigReading::addHint(qsizetype at, const QString &pointer, const QString &what)
{
    m_hints.push_back({at, pointer, what});
}

std::vector<ConfigProblem> ConfigReading::inOrder(std::vector<Finding> findings) const
{
    std::stable_sort(findings.begin(), findings.end(), [](const Finding &a, const Finding &b) { return a.at < b.at; });
    // A member that is read twice, for its value and for a further check, says the same twice.
    const auto same = [](const Finding &a, const Finding &b) { return a.at == b.at && a.what == b.what; };
    findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
    std::vector<ConfigProblem> problems;
    TextPositions positions(m_text);
    for (const Finding &finding : findings)
        problems.push_back({positions.at(finding.at), finding.pointer, finding.what});
    return problems;
}

} // namespace pasarela
