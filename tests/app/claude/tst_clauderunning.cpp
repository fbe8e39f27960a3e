// SPDX-License-Identifier: MIT
#include "app/claude/clauderunning.h"

#include <QTest>

using namespace pasarela;

class tst_clauderunning : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsClaudeDesktopOnWindows_data();
    void knowsClaudeDesktopOnWindows();
};

void tst_clauderunning::knowsClaudeDesktopOnWindows_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<bool>("desktop");
    const auto row = [](const char *name, const char *program, bool desktop) {
        QTest::newRow(name) << QString::fromLatin1(program) << desktop;
    };
    row("installed", "C:\\Users\\Ann\\AppData\\Local\\AnthropicClaude\\app-0.14.10\\claude.exe", true);
    row("its starter", "C:\\Users\\Ann\\AppData\\Local\\AnthropicClaude\\claude.exe", true);
    row("a package", "C:\\Program Files\\WindowsApps\\Claude_1.0.0.0_x64__pzs8sxrjxfjjc\\app\\Claude.exe", true);
    row("in other letters", "d:/users/ann/appdata/local/ANTHROPICCLAUDE/CLAUDE.EXE", true);
    row("Claude Code", "C:\\Users\\Ann\\.local\\bin\\claude.exe", false);
    row("Claude Code by npm", "C:\\Users\\Ann\\AppData\\Roaming\\npm\\claude.exe", false);
    row("another program there", "C:\\Users\\Ann\\AppData\\Local\\AnthropicClaude\\Update.exe", false);
    row("another package", "C:\\Program Files\\WindowsApps\\Other_1.0_x64__a\\claude.exe", false);
    row("a folder of the package's name", "C:\\Claude_1.0\\claude.exe", false);
    row("a name alone", "claude.exe", false);
    row("nothing", "", false);
}

void tst_clauderunning::knowsClaudeDesktopOnWindows()
{
    QFETCH(QString, program);
    QFETCH(bool, desktop);
    QCOMPARE(isClaudeDesktopOnWindows(program), desktop);
}

QTEST_GUILESS_MAIN(tst_clauderunning)
#include "tst_clauderunning.moc"
