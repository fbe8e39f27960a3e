// SPDX-License-Identifier: MIT
#include "gateway/launch/systemdenvironment.h"

#include "gateway/base/processinfo.h"
#include "gateway/launch/commandoutput.h"
#include "gateway/launch/processcontrol.h"
#include "tests/support/testhome.h"

#include <QFile>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;

namespace {

QProcessEnvironment systemPath()
{
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin"));
    return environment;
}

} // namespace

class tst_systemdenvironment : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsValuesAsSystemctlPrintsThem_data();
    void readsValuesAsSystemctlPrintsThem();
    void skipsWhatIsNoVariable();
    void asksOnlyWhereThereIsAUserSystemd();
    void aCommandThatHangsIsEndedWithItsChildren();
    void aCommandThatPrintsTooMuchIsEnded_data();
    void aCommandThatPrintsTooMuchIsEnded();
    void aCommandThatIsNotThereGivesNothing();
};

void tst_systemdenvironment::readsValuesAsSystemctlPrintsThem_data()
{
    QTest::addColumn<QByteArray>("printed");
    QTest::addColumn<QString>("value");
    QTest::newRow("plain") << QByteArray(":0") << QStringLiteral(":0");
    QTest::newRow("empty") << QByteArray() << QString();
    QTest::newRow("equals sign") << QByteArray("unix:path=/run/user/1/bus")
                                 << QStringLiteral("unix:path=/run/user/1/bus");
    QTest::newRow("C quotes") << QByteArray("$'a b\\'c\\\\d'") << QStringLiteral("a b'c\\d");
    QTest::newRow("C escapes") << QByteArray("$'1\\n2\\t3\\x41\\101\\e'") << QStringLiteral("1\n2\t3AA\x1b");
    QTest::newRow("a digit after an escape") << QByteArray("$'\\x419\\1019'") << QStringLiteral("A9A9");
    QTest::newRow("UTF-8 by bytes") << QByteArray("$'\\303\\261'") << QString::fromLocal8Bit("\303\261");
    QTest::newRow("double quotes") << QByteArray("\"a \\\"b\\\" \\$HOME\"") << QStringLiteral("a \"b\" $HOME");
    QTest::newRow("only a dollar") << QByteArray("$'") << QStringLiteral("$'");
    QTest::newRow("an escape cut off") << QByteArray("$'a\\'") << QStringLiteral("a\\");
}

void tst_systemdenvironment::readsValuesAsSystemctlPrintsThem()
{
    QFETCH(QByteArray, printed);
    QFETCH(QString, value);
    const auto environment = parsedEnvironment("BEFORE=1\nNAME=" + printed + "\nAFTER=2\n");
    QCOMPARE(environment.value(QStringLiteral("NAME")), value);
    QCOMPARE(environment.value(QStringLiteral("BEFORE")), QStringLiteral("1"));
    QCOMPARE(environment.value(QStringLiteral("AFTER")), QStringLiteral("2"));
}

void tst_systemdenvironment::skipsWhatIsNoVariable()
{
    QCOMPARE(parsedEnvironment("no variable\n=nameless\n\nA=1").toStringList(), {QStringLiteral("A=1")});
    QVERIFY(parsedEnvironment("").isEmpty());
}

void tst_systemdenvironment::asksOnlyWhereThereIsAUserSystemd()
{
    const TestHome runtime;
    const QString systemctl = runtime.file(QStringLiteral("systemctl"));
    runtime.write(QStringLiteral("systemctl"),
                  "#!/bin/sh\necho \"DISPLAY=:7\"\necho \"ASKED=$* in $XDG_RUNTIME_DIR\"\n");
    QVERIFY(QFile::setPermissions(systemctl, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QVERIFY(systemdUserEnvironment(runtime.path(), systemctl).isEmpty());
    runtime.write(QStringLiteral("systemd/private"), {});
    const auto environment = systemdUserEnvironment(runtime.path(), systemctl);
    QCOMPARE(environment.value(QStringLiteral("DISPLAY")), QStringLiteral(":7"));
    QCOMPARE(environment.value(QStringLiteral("ASKED")),
             QStringLiteral("--user show-environment in ") + runtime.path());
    QVERIFY(systemdUserEnvironment(runtime.path(), runtime.file(QStringLiteral("none"))).isEmpty());
    QVERIFY(systemdUserEnvironment(QString(), systemctl).isEmpty());
}

void tst_systemdenvironment::aCommandThatHangsIsEndedWithItsChildren()
{
    const TestHome home;
    const QString pidFile = home.file(QStringLiteral("pid"));
    const QString script = QStringLiteral("sleep 1000 & echo $! > '%1'; sleep 1000").arg(pidFile);
    QVERIFY(!commandOutput(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), script}, systemPath(), 500ms));
    const qint64 child = home.read(QStringLiteral("pid")).trimmed().toLongLong();
    QVERIFY(child > 0);
    QTRY_VERIFY(!isRunning({child, processStartTime(child)}));
}

void tst_systemdenvironment::aCommandThatPrintsTooMuchIsEnded_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<int>("milliseconds");
    QTest::newRow("over the limit") << QStringLiteral("head -c 300000 /dev/zero") << 60'000;
    QTest::newRow("without an end") << QStringLiteral("while :; do echo; done") << 200;
}

void tst_systemdenvironment::aCommandThatPrintsTooMuchIsEnded()
{
    QFETCH(QString, script);
    QFETCH(int, milliseconds);
    const std::chrono::milliseconds deadline(milliseconds);
    QVERIFY(!commandOutput(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), script}, systemPath(), deadline));
}

void tst_systemdenvironment::aCommandThatIsNotThereGivesNothing()
{
    QVERIFY(!commandOutput(QStringLiteral("/no/such/program"), {}, {}, 1s));
    const auto output =
        commandOutput(QStringLiteral("/bin/sh"),
                      {QStringLiteral("-c"), QStringLiteral("cat; echo ok; echo hidden >&2")}, systemPath(), 60s);
    QCOMPARE(output.value_or(QByteArray()), QByteArray("ok\n"));
}

QTEST_GUILESS_MAIN(tst_systemdenvironment)
#include "tst_systemdenvironment.moc"
