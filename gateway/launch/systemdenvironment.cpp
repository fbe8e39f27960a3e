// SPDX-License-Identifier: MIT
#include "gateway/launch/systemdenvironment.h"

#include "gateway/launch/commandoutput.h"

#include <QFileInfo>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr auto patience = 500ms;

/// The number that up to `most` digits of `base` at the start of `text` make; `text` loses them.
char takeNumber(QByteArrayView &text, int base, qsizetype most)
{
    qsizetype digits = 0;
    int value = 0;
    for (; digits < most && digits < text.size(); ++digits) {
        const char c = text.at(digits);
        const int digit = c >= '0' && c <= '9'       ? c - '0'
            : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                     : 99;
        if (digit >= base)
            break;
        value = value * base + digit;
    }
    text = text.sliced(digits);
    return static_cast<char>(value);
}

/// One escape of a shell's $'…'; `text` begins after the backslash and loses what was read.
char takeEscape(QByteArrayView &text)
{
    const char c = text.front();
    if (c >= '0' && c <= '7')
        return takeNumber(text, 8, 3);
    text = text.sliced(1);
    switch (c) {
    case 'x':
        return takeNumber(text, 16, 2);
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'a':
        return '\a';
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'v':
        return '\v';
    case 'e':
        return '\x1b';
    default:
        return c;
    }
}

QByteArray unquoted(QByteArrayView text)
{
    const bool isC = text.startsWith("$'") && text.endsWith('\'') && text.size() >= 3;
    const bool isPlain = text.startsWith('"') && text.endsWith('"') && text.size() >= 2;
    if (!isC && !isPlain)
        return text.toByteArray();
    text = text.sliced(isC ? 2 : 1).chopped(1);
    QByteArray value;
    while (!text.isEmpty()) {
        const char c = text.front();
        text = text.sliced(1);
        if (c != '\\' || text.isEmpty()) {
            value.append(c);
        } else if (isC) {
            value.append(takeEscape(text));
        } else {
            value.append(text.front());
            text = text.sliced(1);
        }
    }
    return value;
}

} // namespace

QProcessEnvironment parsedEnvironment(QByteArrayView lines)
{
    QProcessEnvironment environment;
    const QByteArrayList all = lines.toByteArray().split('\n');
    for (const QByteArray &line : all) {
        const qsizetype equals = line.indexOf('=');
        if (equals > 0)
            environment.insert(QString::fromLocal8Bit(line.first(equals)),
                               QString::fromLocal8Bit(unquoted(QByteArrayView(line).sliced(equals + 1))));
    }
    return environment;
}

QProcessEnvironment systemdUserEnvironment(const QString &runtime, const QString &systemctl)
{
    if (runtime.isEmpty() || !QFileInfo::exists(runtime + QStringLiteral("/systemd/private"))
        || !QFileInfo(systemctl).isExecutable())
        return {};
    QProcessEnvironment asking;
    asking.insert(QStringLiteral("XDG_RUNTIME_DIR"), runtime);
    const auto lines =
        commandOutput(systemctl, {QStringLiteral("--user"), QStringLiteral("show-environment")}, asking, patience);
    return lines ? parsedEnvironment(*lines) : QProcessEnvironment();
}

} // namespace pasarela
