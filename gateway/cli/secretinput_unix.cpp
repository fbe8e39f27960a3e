// SPDX-License-Identifier: MIT
#include "gateway/base/systemerror.h"
#include "gateway/cli/secretinput.h"

#include <cerrno>
#include <cstdio>

#include <termios.h>
#include <unistd.h>

namespace pasarela {

namespace {

constexpr qsizetype longestLine = 64 * 1024;

/// The terminal shows nothing that is typed while this lives.
class SilentTerminal {
public:
    SilentTerminal()
        : m_changed(::tcgetattr(STDIN_FILENO, &m_before) == 0)
    {
        termios silent = m_before;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        m_changed = m_changed && ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0;
    }
    ~SilentTerminal()
    {
        if (m_changed)
            ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &m_before);
    }
    bool isSilent() const { return m_changed; }

private:
    termios m_before = {};
    bool m_changed;
};

} // namespace

bool isTerminalInput()
{
    return ::isatty(STDIN_FILENO) == 1;
}

Result<Secret> readHiddenLine(const QString &prompt)
{
    const SilentTerminal terminal;
    if (!terminal.isSilent())
        return systemError(QStringLiteral("The terminal cannot be kept from showing what is typed"), errno);
    std::fputs(prompt.toLocal8Bit().constData(), stderr);
    QByteArray line;
    line.reserve(longestLine); // so that no part of it stays behind
    for (char c = 0; line.size() < longestLine && !line.endsWith('\n') && ::read(STDIN_FILENO, &c, 1) == 1;)
        line.append(c);
    std::fputs("\n", stderr);
    return Secret(std::move(line));
}

} // namespace pasarela
