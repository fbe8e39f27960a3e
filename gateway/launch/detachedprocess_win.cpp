// SPDX-License-Identifier: MIT
#include "gateway/launch/detachedprocess.h"

#include "gateway/base/inheritedhandles.h"
#include "gateway/base/systemerror.h"
#include "gateway/base/windowscommandline.h"
#include "gateway/base/winhandle.h"

#include <QDir>

// appmodel.h, which mingw-w64 lacks; Windows 8 and later.
extern "C" LONG WINAPI GetPackageFullName(HANDLE process, UINT32 *size, PWSTR name);

namespace pasarela {

namespace {

constexpr DWORD creation = CREATE_SUSPENDED | DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP | CREATE_UNICODE_ENVIRONMENT
    | EXTENDED_STARTUPINFO_PRESENT; ///< No console of its own, and none of ours.
constexpr UINT notWanted = 1; ///< Exit code of a start that is taken back.

struct Started {
    WinHandle process;
    WinHandle thread;
};

const wchar_t *wide(const QString &text)
{
    return reinterpret_cast<const wchar_t *>(text.utf16());
}

QMap<QString, QString> variables(const QProcessEnvironment &environment)
{
    QMap<QString, QString> map;
    const QStringList names = environment.keys();
    for (const QString &name : names)
        map.insert(name, environment.value(name));
    return map;
}

/// The folder that no program's life keeps busy: of Windows' own drive.
QString rootFolder()
{
    return QDir::toNativeSeparators(QDir::rootPath());
}

/// A job that kills its processes when it is closed would take ours along with whoever started us. Of nested jobs only
/// the innermost can be asked.
bool ourJobKills()
{
    BOOL inJob = FALSE;
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {};
    ::IsProcessInJob(::GetCurrentProcess(), nullptr, &inJob);
    return inJob
        && (!::QueryInformationJobObject(nullptr, JobObjectExtendedLimitInformation, &limits, sizeof limits, nullptr)
            || (limits.BasicLimitInformation.LimitFlags & JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE));
}

/// Within a package (MSIX) a program sees redirected files, and ends when the package is updated.
bool isPackaged(HANDLE process)
{
    UINT32 size = 0;
    return ::GetPackageFullName(process, &size, nullptr) == ERROR_INSUFFICIENT_BUFFER;
}

bool create(const DetachedProgram &program, DWORD flags, InheritedHandles &streams, Started *started)
{
    const QString file = QDir::toNativeSeparators(program.program);
    QString line = windowsCommandLine(file, program.arguments);
    QString environment = windowsEnvironmentBlock(variables(program.environment));
    STARTUPINFOEXW startup = streams.startupInfo();
    PROCESS_INFORMATION process = {};
    if (!::CreateProcessW(wide(file), reinterpret_cast<wchar_t *>(line.data()), nullptr, nullptr, TRUE, flags,
                          environment.data(), wide(rootFolder()), &startup.StartupInfo, &process))
        return false;
    started->process = WinHandle(process.hProcess);
    started->thread = WinHandle(process.hThread);
    return true;
}

WinHandle nullDevice()
{
    return WinHandle(::CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                                   OPEN_EXISTING, 0, nullptr));
}

Error heldBack(const DetachedProgram &program, const QString &by)
{
    return {Error::Code::NeedsPerson,
            QStringLiteral("\"%1\" is not started from here, because it would end together with %2. Start Pasarela "
                           "yourself, from the Start menu.")
                .arg(program.program, by)};
}

} // namespace

Result<void> startDetached(const DetachedProgram &program)
{
    const QString what = QStringLiteral("\"%1\" cannot be started").arg(program.program);
    const WinHandle null = nullDevice();
    InheritedHandles streams(null.get(), null.get(), null.get());
    if (!null.isValid() || !streams.prepare(InheritedHandles::Package::Leave))
        return systemError(what, static_cast<int>(::GetLastError()));
    Started started;
    bool created = create(program, creation | CREATE_BREAKAWAY_FROM_JOB, streams, &started);
    if (!created && ::GetLastError() == ERROR_ACCESS_DENIED) {
        if (ourJobKills())
            return heldBack(program, QStringLiteral("the program that started this one"));
        created = create(program, creation, streams, &started);
    }
    if (!created)
        return systemError(what, static_cast<int>(::GetLastError()));
    // Whether it has left the package is seen before its first instruction, and not taken on trust.
    if (isPackaged(started.process.get()) && isPackaged(::GetCurrentProcess())) {
        ::TerminateProcess(started.process.get(), notWanted);
        return heldBack(program, QStringLiteral("the packaged app that started this one"));
    }
    if (::ResumeThread(started.thread.get()) == static_cast<DWORD>(-1)) {
        const DWORD failure = ::GetLastError();
        ::TerminateProcess(started.process.get(), notWanted);
        return systemError(what, static_cast<int>(failure));
    }
    return {};
}

} // namespace pasarela
