// SPDX-License-Identifier: MIT
// Not compiled by us yet: there was no macOS to do it on.
#include "gateway/upstream/forkedchild.h"

#include <unistd.h>

// macOS has none of these: a child is ended by the record it leaves (childrecord.h).
namespace pasarela::forkedchild {

bool openPipe(std::array<int, 2> &ends)
{
    return ::pipe(ends.data()) == 0;
}

bool markCloseOnExecFrom(int)
{
    return false;
}

bool restrain(pid_t, bool, const std::optional<quint64> &)
{
    return true;
}

} // namespace pasarela::forkedchild
