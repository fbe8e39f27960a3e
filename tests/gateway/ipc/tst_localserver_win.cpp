// SPDX-License-Identifier: MIT
#include "gateway/ipc/localserver.h"

#include "gateway/base/paths.h"
#include "gateway/base/winaccess.h"
#include "gateway/base/winhandle.h"
#include "gateway/ipc/winpipe.h"
#include "tests/support/testhome.h"

#include <QTest>

#include <aclapi.h>

using namespace pasarela;
using namespace pasarela::test;

using namespace std::chrono_literals;

/// What only pipes have: names that anybody may take, access lists, instances.
class tst_localserver_win : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesANameThatAnotherProgramHas();
    void refusesToListenTwice();
    void letsInNobodyButThisUser();
    void aServerThatTakesNobodyIsATimeout();
    void aBusyPipeWhoseServerHasClosedIsNotFound();
};

namespace {

WinHandle rawPipe(const QString &name, DWORD instances = PIPE_UNLIMITED_INSTANCES, DWORD furtherAccess = 0)
{
    return WinHandle(::CreateNamedPipeW(
        reinterpret_cast<const wchar_t *>(name.utf16()), PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED | furtherAccess,
        PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT, instances, 4096, 4096, 0, nullptr));
}

WinHandle rawClient(const QString &name)
{
    return WinHandle(::CreateFileW(reinterpret_cast<const wchar_t *>(name.utf16()), GENERIC_READ | GENERIC_WRITE, 0,
                                   nullptr, OPEN_EXISTING, 0, nullptr));
}

QString pipeIn(const TestHome &home)
{
    return Paths::locate(home.path())->mcpSocket();
}

} // namespace

void tst_localserver_win::refusesANameThatAnotherProgramHas()
{
    const TestHome home;
    const WinHandle squatter = rawPipe(pipeIn(home));
    QVERIFY(squatter.isValid());
    if (rawPipe(pipeIn(home), PIPE_UNLIMITED_INSTANCES, FILE_FLAG_FIRST_PIPE_INSTANCE).isValid())
        QSKIP("This system (Wine) takes no notice of FILE_FLAG_FIRST_PIPE_INSTANCE.");
    LocalServer server;
    const auto listening = server.listen(pipeIn(home));
    QVERIFY(!listening.ok());
    QCOMPARE(listening.error().code, Error::Code::AlreadyExists);
}

void tst_localserver_win::refusesToListenTwice()
{
    const TestHome home;
    LocalServer first;
    QVERIFY(first.listen(pipeIn(home)).ok());
    LocalServer second;
    QVERIFY(!second.listen(pipeIn(home)).ok());
    QVERIFY(connectLocal(pipeIn(home)).ok());
}

void tst_localserver_win::letsInNobodyButThisUser()
{
    const TestHome home;
    LocalServer server;
    QVERIFY(server.listen(pipeIn(home)).ok());
    const WinHandle client = rawClient(pipeIn(home));
    QVERIFY(client.isValid());
    PSID owner = nullptr;
    PACL list = nullptr;
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    QCOMPARE(::GetSecurityInfo(client.get(), SE_KERNEL_OBJECT, OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION,
                               &owner, nullptr, &list, nullptr, &descriptor),
             DWORD(ERROR_SUCCESS));
    const auto us = WinSid::ofThisUser();
    const bool isOurs = WinSid(owner) == us;
    QVERIFY(list);
    const WORD entries = list->AceCount;
    void *entry = nullptr;
    QVERIFY(::GetAce(list, 0, &entry));
    auto *allowed = static_cast<ACCESS_ALLOWED_ACE *>(entry);
    const bool letsUsIn = allowed->Header.AceType == ACCESS_ALLOWED_ACE_TYPE && WinSid(&allowed->SidStart) == us;
    ::LocalFree(descriptor);
    QVERIFY(isOurs);
    QCOMPARE(entries, WORD(1));
    QVERIFY(letsUsIn);
}

void tst_localserver_win::aServerThatTakesNobodyIsATimeout()
{
    const TestHome home;
    const WinHandle only = rawPipe(pipeIn(home), 1);
    const WinHandle mark = rawPipe(listeningMark(pipeIn(home)), 1);
    const WinHandle first = rawClient(pipeIn(home));
    QVERIFY(only.isValid() && mark.isValid() && first.isValid());
    QCOMPARE(connectLocal(pipeIn(home), 100ms).error().code, Error::Code::Timeout);
}

void tst_localserver_win::aBusyPipeWhoseServerHasClosedIsNotFound()
{
    const TestHome home;
    const WinHandle only = rawPipe(pipeIn(home), 1);
    const WinHandle first = rawClient(pipeIn(home));
    QVERIFY(only.isValid() && first.isValid());
    QCOMPARE(connectLocal(pipeIn(home), 30s).error().code, Error::Code::NotFound);
}

QTEST_GUILESS_MAIN(tst_localserver_win)
#include "tst_localserver_win.moc"
