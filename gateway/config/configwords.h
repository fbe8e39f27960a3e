// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/gatewayconfig.h"

#include <algorithm>
#include <iterator>

namespace pasarela {

// How the choices of the configuration are written. Reading and writing share these tables.

template<typename Choice> struct ConfigWord {
    const char *text;
    Choice choice;
};

inline constexpr ConfigWord<HttpLaunch::Era> eraWords[] = {{"auto", HttpLaunch::Era::Auto},
                                                           {"modern", HttpLaunch::Era::Modern},
                                                           {"legacy", HttpLaunch::Era::Legacy},
                                                           {"sse", HttpLaunch::Era::Sse}};
inline constexpr ConfigWord<Scope> scopeWords[] = {
    {"account", Scope::Account}, {"project", Scope::Project}, {"client", Scope::Client}};
inline constexpr ConfigWord<NameStyle> nameWords[] = {{"qualified", NameStyle::Qualified}, {"plain", NameStyle::Plain}};
inline constexpr ConfigWord<ReversePolicy> reverseWords[] = {
    {"refuse", ReversePolicy::Refuse}, {"exclusive", ReversePolicy::Exclusive}, {"isolated", ReversePolicy::Isolated}};
inline constexpr ConfigWord<DefinitionPolicy> definitionWords[] = {
    {"hold", DefinitionPolicy::Hold}, {"notify", DefinitionPolicy::Notify}, {"accept", DefinitionPolicy::Accept}};
inline constexpr ConfigWord<CatalogueMode> catalogueWords[] = {{"list", CatalogueMode::List},
                                                               {"search", CatalogueMode::Search}};
inline constexpr ConfigWord<ExternalCommandPolicy> externalCommandWords[] = {{"notify", ExternalCommandPolicy::Notify},
                                                                             {"hold", ExternalCommandPolicy::Hold}};
inline constexpr ConfigWord<PeerPolicy> peerPolicyWords[] = {
    {"allow", PeerPolicy::Allow}, {"ask", PeerPolicy::Ask}, {"block", PeerPolicy::Block}};
inline constexpr ConfigWord<bool> httpAuthWords[] = {{"token", false}, {"none", true}};

/// The word of a choice.
template<typename Choice, size_t count>
constexpr const char *wordOf(const ConfigWord<Choice> (&words)[count], Choice choice)
{
    return std::find_if(std::begin(words), std::end(words),
                        [choice](const auto &word) { return word.choice == choice; })
        ->text;
}

} // namespace pasarela
