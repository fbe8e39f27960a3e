// SPDX-License-Identifier: MIT
#include "gateway/cli/globaloptions.h"

#include <QTest>

using namespace pasarela;

class tst_globaloptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesThemFromAnywhereBeforeTheDashes_data();
    void takesThemFromAnywhereBeforeTheDashes();
    void aHomeNeedsAFolder_data();
    void aHomeNeedsAFolder();
    void tellsTheGatewayFromItsCommands_data();
    void tellsTheGatewayFromItsCommands();
};

namespace {

QStringList words(const char *line)
{
    return QString::fromLatin1(line).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

} // namespace

void tst_globaloptions::takesThemFromAnywhereBeforeTheDashes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("home");
    QTest::addColumn<bool>("json");
    QTest::addColumn<bool>("version");
    QTest::addColumn<QStringList>("rest");
    QTest::newRow("none") << words("status --watch") << QString() << false << false << words("status --watch");
    QTest::newRow("before") << words("--home /h --json status") << QStringLiteral("/h") << true << false
                            << words("status");
    QTest::newRow("after") << words("status --json --home /h") << QStringLiteral("/h") << true << false
                           << words("status");
    QTest::newRow("with =") << words("--home=/h=i status") << QStringLiteral("/h=i") << false << false
                            << words("status");
    QTest::newRow("help is the command's")
        << words("call --help") << QString() << false << false << words("call --help");
    QTest::newRow("version") << words("call --version") << QString() << false << true << words("call");
    QTest::newRow("behind the dashes") << words("enclave add x --json -- run --json --home y --") << QString() << true
                                       << false << words("enclave add x -- run --json --home y --");
}

void tst_globaloptions::takesThemFromAnywhereBeforeTheDashes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, home);
    QFETCH(bool, json);
    QFETCH(bool, version);
    QFETCH(QStringList, rest);
    const auto options = takeGlobalOptions(arguments);
    QVERIFY(options.ok());
    QCOMPARE(options->home, home);
    QCOMPARE(options->json, json);
    QCOMPARE(options->version, version);
    QCOMPARE(options->rest, rest);
}

void tst_globaloptions::aHomeNeedsAFolder_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("at the end") << words("status --home");
    QTest::newRow("empty") << words("--home= status");
    QTest::newRow("empty argument") << QStringList{QStringLiteral("--home"), QString(), QStringLiteral("status")};
}

void tst_globaloptions::aHomeNeedsAFolder()
{
    QFETCH(QStringList, arguments);
    QCOMPARE(takeGlobalOptions(arguments).error().code, Error::Code::InvalidInput);
}

void tst_globaloptions::tellsTheGatewayFromItsCommands_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<bool>("run");
    QTest::newRow("nothing") << QStringList() << true;
    QTest::newRow("run") << words("run") << true;
    QTest::newRow("run in a home") << words("--home /h run") << true;
    QTest::newRow("only a home") << words("--home /h") << true;
    QTest::newRow("version") << words("--version") << false;
    QTest::newRow("version of run") << words("run --version") << false;
    QTest::newRow("help") << words("--help") << false;
    QTest::newRow("help of run") << words("run --help") << true;
    QTest::newRow("run with its own options") << words("run --started-by launcher") << true;
    QTest::newRow("an option alone") << words("--started-by launcher") << false;
    QTest::newRow("another") << words("status") << false;
}

void tst_globaloptions::tellsTheGatewayFromItsCommands()
{
    QFETCH(QStringList, arguments);
    QFETCH(bool, run);
    QCOMPARE(takeGlobalOptions(arguments)->isRun(), run);
}

QTEST_GUILESS_MAIN(tst_globaloptions)
#include "tst_globaloptions.moc"
