// SPDX-License-Identifier: MIT
#include "gateway/base/paths.h"
#include "gateway/base/winaccess.h"

#include "tests/support/testhome.h"

#include <QDir>
#include <QTest>

#include <aclapi.h>

using namespace pasarela;
using namespace pasarela::test;

/// Owners and access lists.
class tst_paths_win : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void makesFoldersThatOnlyTheUserMayEnter();
    void closesAFolderThatEverybodyMayEnter();
    void refusesAHomeThatEverybodyMayWrite();
    void onePipeForAHomeInUpperAndLowerCase();
    void namesPipesAfterTheUser();
};

namespace {

void makeOpenFolder(const QString &path)
{
    const WinDescriptor everybody(QStringLiteral("D:P(A;OICI;FA;;;WD)"));
    QString native = QDir::toNativeSeparators(path);
    auto *const name = reinterpret_cast<wchar_t *>(native.data());
    QVERIFY(::CreateDirectoryW(name, nullptr));
    QCOMPARE(::SetNamedSecurityInfoW(name, SE_FILE_OBJECT,
                                     DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION, nullptr, nullptr,
                                     everybody.accessList(), nullptr),
             DWORD(ERROR_SUCCESS));
}

bool letsOthersIn(const QString &path)
{
    DWORD failure = 0;
    const auto security = WinFileSecurity::of(path, &failure);
    return !security || security->letsOthers(FILE_ALL_ACCESS);
}

} // namespace

void tst_paths_win::makesFoldersThatOnlyTheUserMayEnter()
{
    const TestHome home;
    QVERIFY(makePrivateDirectory(home.file(QStringLiteral("a/b"))).ok());
    QVERIFY(!letsOthersIn(home.file(QStringLiteral("a"))));
    QVERIFY(!letsOthersIn(home.file(QStringLiteral("a/b"))));
}

void tst_paths_win::closesAFolderThatEverybodyMayEnter()
{
    const TestHome home;
    const QString folder = home.file(QStringLiteral("data"));
    makeOpenFolder(folder);
    QVERIFY(letsOthersIn(folder));
    QVERIFY(Paths::locate(home.path())->create().ok());
    QVERIFY(!letsOthersIn(folder));
}

void tst_paths_win::refusesAHomeThatEverybodyMayWrite()
{
    const TestHome outer;
    const QString home = outer.file(QStringLiteral("open"));
    makeOpenFolder(home);
    const auto paths = Paths::locate(home);
    QVERIFY(!paths.ok());
    QCOMPARE(paths.error().code, Error::Code::PermissionDenied);
}

void tst_paths_win::onePipeForAHomeInUpperAndLowerCase()
{
    const TestHome home;
    QCOMPARE(Paths::locate(home.path().toUpper())->mcpSocket(), Paths::locate(home.path().toLower())->mcpSocket());
}

void tst_paths_win::namesPipesAfterTheUser()
{
    const QString name = Paths::locate()->mcpSocket();
    QCOMPARE(name, QStringLiteral("\\\\.\\pipe\\pasarela-%1-mcp").arg(WinSid::ofThisUser().text()));
}

QTEST_GUILESS_MAIN(tst_paths_win)
#include "tst_paths_win.moc"
