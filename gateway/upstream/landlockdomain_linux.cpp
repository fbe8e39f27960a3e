// SPDX-License-Identifier: MIT
#include "gateway/upstream/landlockdomain.h"

#include <cstddef>
#include <cstdint>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace pasarela::landlock {

namespace {

// As in <linux/landlock.h>, which older systems lack. The numbers are the same on every architecture.
constexpr long createRuleset = 444;
constexpr long addRule = 445;
constexpr long restrictSelf = 446;
constexpr unsigned askVersion = 1U << 0;
constexpr int pathBeneath = 1;
constexpr uint64_t moveBetweenFolders = 1ULL << 13; // LANDLOCK_ACCESS_FS_REFER
constexpr long firstWithMoves = 2;

struct RulesetAttributes {
    uint64_t handledFileAccess;
};
struct [[gnu::packed]] PathBeneath {
    uint64_t allowedAccess;
    int32_t folder;
};

/// A domain must handle some kind of access: this one, which is then allowed everywhere.
bool allowMoves(int ruleset)
{
    const int root = ::open("/", O_PATH | O_CLOEXEC);
    const PathBeneath rule{moveBetweenFolders, root};
    const bool isAdded = root >= 0 && ::syscall(addRule, ruleset, pathBeneath, &rule, 0U) == 0;
    if (root >= 0)
        ::close(root);
    return isAdded;
}

} // namespace

bool isAvailable()
{
    return ::syscall(createRuleset, nullptr, size_t{0}, askVersion) >= firstWithMoves;
}

bool enterOwnDomain()
{
    if (!isAvailable())
        return false;
    const RulesetAttributes attributes{moveBetweenFolders};
    const auto ruleset = static_cast<int>(::syscall(createRuleset, &attributes, sizeof attributes, 0U));
    if (ruleset < 0)
        return false;
    const bool isEntered = allowMoves(ruleset) && ::syscall(restrictSelf, ruleset, 0U) == 0;
    ::close(ruleset);
    return isEntered;
}

} // namespace pasarela::landlock
