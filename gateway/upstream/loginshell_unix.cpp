// SPDX-License-Identifier: MIT
#include "gateway/upstream/loginshellpath.h"

#include <array>

#include <pwd.h>
#include <unistd.h>

namespace pasarela {

QString loginShell()
{
    std::array<char, 4096> buffer{};
    passwd entry = {};
    passwd *found = nullptr;
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found && found->pw_shell
        && found->pw_shell[0] == '/')
        return QString::fromLocal8Bit(found->pw_shell);
    return qEnvironmentVariable("SHELL");
}

} // namespace pasarela
