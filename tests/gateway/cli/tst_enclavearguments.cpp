// SPDX-License-Identifier: MIT
#include "gateway/cli/enclavearguments.h"

#include <QTest>

using namespace pasarela;

Q_DECLARE_METATYPE(Launch)

namespace {

template<typename T> QString why(const Result<T> &result)
{
    return result ? QString() : result.error().detail;
}

} // namespace

class tst_enclavearguments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheWayToAServer_data();
    void readsTheWayToAServer();
    void leavesWhatFollowsTheDividerToTheProgram();
    void readsEveryOption();
    void saysWhatIsWrongWithTheCommandLine_data();
    void saysWhatIsWrongWithTheCommandLine();
    void givesHelp();
};

void tst_enclavearguments::readsTheWayToAServer_data()
{
    QTest::addColumn<QString>("args");
    QTest::addColumn<Launch>("launch");
    const QString address = QStringLiteral("https://x.org/mcp");
    QTest::newRow("stdio") << "e --stdio -- npx -y server"
                           << Launch(
                                  StdioLaunch{QStringLiteral("npx"), {QStringLiteral("-y"), QStringLiteral("server")}});
    QTest::newRow("way first") << "--http https://x.org/mcp e" << Launch(HttpLaunch{address});
    QTest::newRow("equals sign") << "e --http=https://x.org/mcp" << Launch(HttpLaunch{address});
    QTest::newRow("sse") << "e --sse https://x.org/mcp" << Launch(HttpLaunch{address, HttpLaunch::Era::Sse});
    QTest::newRow("grpc") << "e --grpc x.org:1" << Launch(GrpcLaunch{QStringLiteral("x.org:1")});
    QTest::newRow("mesh") << "e --mesh x.org:1/vault"
                          << Launch(MeshLaunch{QStringLiteral("x.org:1"), QStringLiteral("vault"), QString()});
    QTest::newRow("pinned mesh") << "e --mesh x.org:1/vault --fingerprint sha256:ab"
                                 << Launch(MeshLaunch{QStringLiteral("x.org:1"), QStringLiteral("vault"),
                                                      QStringLiteral("sha256:ab")});
}

void tst_enclavearguments::readsTheWayToAServer()
{
    QFETCH(QString, args);
    QFETCH(Launch, launch);
    const auto arguments = parseEnclaveArguments(args.split(u' '));
    QVERIFY2(arguments.ok(), qPrintable(why(arguments)));
    QCOMPARE(arguments->name, EnclaveId(QStringLiteral("e")));
    QCOMPARE(arguments->enclave.launch, launch);
}

void tst_enclavearguments::leavesWhatFollowsTheDividerToTheProgram()
{
    const QStringList program{QStringLiteral("run"), QStringLiteral("--env"),  QStringLiteral("a b"),
                              QStringLiteral("--"),  QStringLiteral("--help"), QString()};
    const auto arguments = parseEnclaveArguments(
        QStringList{QStringLiteral("e"), QStringLiteral("--stdio"), QStringLiteral("--")} + program);
    QVERIFY2(arguments.ok(), qPrintable(why(arguments)));
    QVERIFY(!arguments->help);
    QCOMPARE(arguments->enclave.launch, Launch(StdioLaunch{program.first(), program.mid(1)}));
}

void tst_enclavearguments::readsEveryOption()
{
    const auto arguments = parseEnclaveArguments(
        {QStringLiteral("e"), QStringLiteral("--env"), QStringLiteral("A=b=c"), QStringLiteral("--env"),
         QStringLiteral("EMPTY="), QStringLiteral("--pass-env"), QStringLiteral("HOME"), QStringLiteral("--pass-env"),
         QStringLiteral("USER"), QStringLiteral("--scope"), QStringLiteral("project"), QStringLiteral("--title"),
         QStringLiteral("My Files"), QStringLiteral("--stdio"), QStringLiteral("--"), QStringLiteral("run")});
    QVERIFY2(arguments.ok(), qPrintable(why(arguments)));
    EnclaveConfig expected;
    expected.launch = StdioLaunch{QStringLiteral("run"), {}};
    expected.env = {{QStringLiteral("A"), QStringLiteral("b=c")}, {QStringLiteral("EMPTY"), QString()}};
    expected.passEnv = QStringList{QStringLiteral("HOME"), QStringLiteral("USER")};
    expected.scope = Scope::Project;
    expected.title = QStringLiteral("My Files");
    QVERIFY(arguments->enclave == expected);
}

void tst_enclavearguments::saysWhatIsWrongWithTheCommandLine_data()
{
    QTest::addColumn<QString>("args");
    QTest::addColumn<QString>("words");
    QTest::newRow("nothing") << ""
                             << "name is missing";
    QTest::newRow("no name") << "--stdio -- run"
                             << "name is missing";
    QTest::newRow("two names") << "a b --stdio -- run"
                               << "One name only";
    QTest::newRow("no way") << "e"
                            << "exactly one of";
    QTest::newRow("two ways") << "e --http https://x.org --grpc x.org:1"
                              << "exactly one of";
    QTest::newRow("program without divider") << "e --stdio"
                                             << "after --";
    QTest::newRow("no program") << "e --stdio --"
                                << "after --";
    QTest::newRow("program of an address") << "e --http https://x.org -- run"
                                           << "Only --stdio";
    QTest::newRow("options of the program before the divider") << "e --stdio npx -y server"
                                                               << "stands after --";
    QTest::newRow("unknown option") << "e --docker x"
                                    << "docker";
    QTest::newRow("missing value") << "e --http"
                                   << "http";
    QTest::newRow("mesh without enclave") << "e --mesh x.org:1"
                                          << "HOST:PORT/ENCLAVE";
    QTest::newRow("mesh with empty enclave") << "e --mesh x.org:1/"
                                             << "HOST:PORT/ENCLAVE";
    QTest::newRow("fingerprint of something else") << "e --grpc x.org:1 --fingerprint sha256:ab"
                                                   << "belongs to --mesh";
    QTest::newRow("variable without value") << "e --env KEY --stdio -- run"
                                            << "NAME=VALUE";
    QTest::newRow("variable without name") << "e --env =x --stdio -- run"
                                           << "NAME=VALUE";
    QTest::newRow("scope") << "e --scope team --stdio -- run"
                           << "account, project or client";
}

void tst_enclavearguments::saysWhatIsWrongWithTheCommandLine()
{
    QFETCH(QString, args);
    QFETCH(QString, words);
    const auto arguments = parseEnclaveArguments(args.split(u' ', Qt::SkipEmptyParts));
    QVERIFY(!arguments.ok());
    QCOMPARE(arguments.error().code, Error::Code::InvalidInput);
    QVERIFY2(arguments.error().detail.contains(words), qPrintable(arguments.error().detail));
}

void tst_enclavearguments::givesHelp()
{
    QVERIFY(parseEnclaveArguments({QStringLiteral("--help")})->help);
    QVERIFY(parseEnclaveArguments({QStringLiteral("e"), QStringLiteral("-h")})->help);
    for (const char *option : {"--stdio", "--http", "--sse", "--grpc", "--mesh", "--env", "--pass-env", "--scope",
                               "--title", "--fingerprint"})
        QVERIFY2(enclaveAddUsage().contains(QString::fromLatin1(option)), option);
}

QTEST_GUILESS_MAIN(tst_enclavearguments)
#include "tst_enclavearguments.moc"
