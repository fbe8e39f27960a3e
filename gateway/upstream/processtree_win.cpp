// SPDX-License-Identifier: MIT
#include "gateway/upstream/processtree.h"

#include "gateway/base/inheritedhandles.h"
#include "gateway/base/systemerror.h"
#include "gateway/base/windowscommandline.h"
#include "gateway/base/winwatch.h"

#include <QDir>

#include <utility>

#include <windows.h>

namespace pasarela {

namespace {

class Handle {
public:
    explicit Handle(HANDLE handle = nullptr)
        : m_handle(handle)
    {
    }
    ~Handle() { reset(); }
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;

    HANDLE get() const { return m_handle; }
    HANDLE *receive() { return &m_handle; }
    HANDLE release() { return std::exchange(m_handle, nullptr); }
    void reset(HANDLE handle = nullptr)
    {
        if (m_handle && m_handle != INVALID_HANDLE_VALUE)
            ::CloseHandle(m_handle);
        m_handle = handle;
    }

private:
    HANDLE m_handle;
};

struct Pipe {
    Handle read;
    Handle write;

    bool open() { return ::CreatePipe(read.receive(), write.receive(), nullptr, 64 * 1024); }
};

Error startFailed(const ChildLaunch &launch, DWORD code)
{
    const QString program = QDir::toNativeSeparators(launch.program);
    switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
        return {Error::Code::NotFound,
                QStringLiteral("The program \"%1\" could not be started: %2 was not found. Install it, or correct the "
                               "command.")
                    .arg(launch.name, program)};
    case ERROR_DIRECTORY:
        return {Error::Code::NotFound,
                QStringLiteral("The program \"%1\" could not be started, because its folder %2 cannot be entered.")
                    .arg(launch.name, QDir::toNativeSeparators(launch.workingDirectory))};
    case ERROR_ACCESS_DENIED:
        return {Error::Code::PermissionDenied,
                QStringLiteral("The program \"%1\" could not be started: %2 may not be executed. Allow it, or correct "
                               "the command.")
                    .arg(launch.name, program)};
    case ERROR_BAD_EXE_FORMAT:
    case ERROR_EXE_MACHINE_TYPE_MISMATCH:
        return {Error::Code::InvalidInput,
                QStringLiteral("The program \"%1\" could not be started: %2 is no program for this computer.")
                    .arg(launch.name, program)};
    default:
        return systemError(QStringLiteral("The program \"%1\" could not be started").arg(launch.name),
                           static_cast<int>(code));
    }
}

class WindowsProcessTree final : public ProcessTree {
public:
    ~WindowsProcessTree() override;

    Result<Pipes> start(const ChildLaunch &launch) override;
    qint64 leader() const override { return m_processId; }
    bool isEmpty() override;
    bool terminate() override { return false; } // a console program without a window cannot be asked
    void kill() override { ::TerminateJobObject(m_job.get(), killedExitCode); }

private:
    static constexpr UINT killedExitCode = 1;

    bool makeJob();
    bool create(const ChildLaunch &launch, const Pipe &input, const Pipe &output, const Pipe &errors);
    void onExited();

    Handle m_job; ///< Declared first, closed last: with it all of the tree ends.
    Handle m_process;
    qint64 m_processId = 0;
    WinWatch m_exit{[this] { onExited(); }};
};

WindowsProcessTree::~WindowsProcessTree()
{
    m_exit.setEnabled(false);
    if (m_job.get())
        kill();
}

Result<ProcessTree::Pipes> WindowsProcessTree::start(const ChildLaunch &launch)
{
    Q_ASSERT(!m_job.get());
    const auto holdsNul = [](const QString &text) { return text.contains(QChar(u'\0')); };
    if (holdsNul(launch.arguments.join(QString())) || holdsNul(launch.environment.values().join(QString())))
        return Error{Error::Code::InvalidInput,
                     QStringLiteral("The program \"%1\" is not started, because an argument or variable holds a NUL "
                                    "character. Remove it.")
                         .arg(launch.name)};
    Pipe input;
    Pipe output;
    Pipe errors;
    if (!input.open() || !output.open() || !errors.open() || !makeJob() || !create(launch, input, output, errors)) {
        const DWORD code = ::GetLastError();
        m_job.reset();
        return startFailed(launch, code);
    }
    m_exit.setHandle(m_process.get());
    m_exit.setEnabled(true);
    QMetaObject::invokeMethod(this, &ProcessTree::started, Qt::QueuedConnection);
    return Pipes{reinterpret_cast<NativeHandle>(input.write.release()),
                 reinterpret_cast<NativeHandle>(output.read.release()),
                 reinterpret_cast<NativeHandle>(errors.read.release())};
}

bool WindowsProcessTree::makeJob()
{
    m_job.reset(::CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    return m_job.get()
        && ::SetInformationJobObject(m_job.get(), JobObjectExtendedLimitInformation, &limits, sizeof(limits));
}

/// Suspended until it is in the job, so that nothing it starts can be outside.
bool WindowsProcessTree::create(const ChildLaunch &launch, const Pipe &input, const Pipe &output, const Pipe &errors)
{
    InheritedHandles inherited(input.read.get(), output.write.get(), errors.write.get());
    if (!inherited.prepare())
        return false;
    STARTUPINFOEXW startup = inherited.startupInfo();

    const QString program = QDir::toNativeSeparators(launch.program);
    const QString folder = QDir::toNativeSeparators(launch.workingDirectory);
    QString line = launch.commandLine.isEmpty() ? windowsCommandLine(program, launch.arguments) : launch.commandLine;
    QString environment = windowsEnvironmentBlock(launch.environment);
    const auto wide = [](const QString &text) { return reinterpret_cast<const wchar_t *>(text.utf16()); };
    PROCESS_INFORMATION process = {};
    if (!::CreateProcessW(
            wide(program), reinterpret_cast<wchar_t *>(line.data()), nullptr, nullptr, TRUE,
            CREATE_SUSPENDED | CREATE_NO_WINDOW | CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT,
            environment.data(), folder.isEmpty() ? nullptr : wide(folder), &startup.StartupInfo, &process))
        return false;
    m_process.reset(process.hProcess);
    m_processId = process.dwProcessId;
    const Handle thread(process.hThread);
    if (::AssignProcessToJobObject(m_job.get(), process.hProcess)
        && ::ResumeThread(process.hThread) != static_cast<DWORD>(-1))
        return true;
    const DWORD code = ::GetLastError();
    ::TerminateProcess(process.hProcess, killedExitCode);
    ::SetLastError(code);
    return false;
}

void WindowsProcessTree::onExited()
{
    m_exit.setEnabled(false);
    DWORD code = 0;
    ::GetExitCodeProcess(m_process.get(), &code);
    Q_EMIT leaderExited({static_cast<int>(code), 0});
}

bool WindowsProcessTree::isEmpty()
{
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION accounting = {};
    return !::QueryInformationJobObject(m_job.get(), JobObjectBasicAccountingInformation, &accounting,
                                        sizeof(accounting), nullptr)
        || accounting.ActiveProcesses == 0;
}

} // namespace

std::unique_ptr<ProcessTree> ProcessTree::make()
{
    return std::make_unique<WindowsProcessTree>();
}

} // namespace pasarela
