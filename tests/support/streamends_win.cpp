// SPDX-License-Identifier: MIT
#include "tests/support/streamends.h"

#include <QDir>
#include <QUuid>

#include <windows.h>

namespace pasarela::test {

namespace {

NativeHandle native(HANDLE handle)
{
    return reinterpret_cast<NativeHandle>(handle);
}

const wchar_t *wide(const QString &text)
{
    return reinterpret_cast<const wchar_t *>(text.utf16());
}

} // namespace

std::pair<StreamEnd, StreamEnd> socketEnds()
{
    const QString name =
        QStringLiteral("\\\\.\\pipe\\pasarela-test-") + QUuid::createUuid().toString(QUuid::WithoutBraces);
    const HANDLE server =
        ::CreateNamedPipeW(wide(name), PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                           PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT, 1, 64 * 1024, 64 * 1024, 0, nullptr);
    const HANDLE client = ::CreateFileW(wide(name), GENERIC_READ | GENERIC_WRITE, 0, nullptr, OPEN_EXISTING,
                                        FILE_FLAG_OVERLAPPED, nullptr);
    Q_ASSERT(server != INVALID_HANDLE_VALUE && client != INVALID_HANDLE_VALUE);
    return {{native(server), native(server)}, {native(client), native(client)}};
}

std::pair<StreamEnd, StreamEnd> pipeEnds()
{
    HANDLE there[2] = {};
    HANDLE back[2] = {};
    const bool made =
        ::CreatePipe(&there[0], &there[1], nullptr, 64 * 1024) && ::CreatePipe(&back[0], &back[1], nullptr, 64 * 1024);
    Q_ASSERT(made);
    Q_UNUSED(made);
    return {{native(back[0]), native(there[1])}, {native(there[0]), native(back[1])}};
}

NativeHandle openForReading(const QString &path)
{
    return native(::CreateFileW(wide(QDir::toNativeSeparators(path)), GENERIC_READ, FILE_SHARE_READ, nullptr,
                                OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
}

NativeHandle openForWriting(const QString &path)
{
    return native(::CreateFileW(wide(QDir::toNativeSeparators(path)), GENERIC_WRITE, FILE_SHARE_READ, nullptr,
                                OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr));
}

} // namespace pasarela::test
