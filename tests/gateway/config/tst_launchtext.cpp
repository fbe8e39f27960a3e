// SPDX-License-Identifier: MIT
#include "gateway/config/launchtext.h"

#include <QTest>

using namespace pasarela;

Q_DECLARE_METATYPE(Launch)

class tst_launchtext : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheWayToAServer_data();
    void showsTheWayToAServer();
};

void tst_launchtext::showsTheWayToAServer_data()
{
    QTest::addColumn<Launch>("launch");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("text");
    const auto program = [](const QStringList &args) { return Launch(StdioLaunch{QStringLiteral("npx"), args}); };
    const QString npx = QStringLiteral("npx ");
    QTest::newRow("plain words") << program(
        {QStringLiteral("-y"), QStringLiteral("@scope/server@1.2"), QStringLiteral("~/Documents")})
                                 << "stdio" << npx + QStringLiteral("-y @scope/server@1.2 ~/Documents");
    QTest::newRow("spaces and quotes") << program({QStringLiteral("a b"), QStringLiteral("c\"d\\e")}) << "stdio"
                                       << npx + QStringLiteral("\"a b\" \"c\\\"d\\\\e\"");
    QTest::newRow("empty argument") << program({QString()}) << "stdio" << npx + QStringLiteral("\"\"");
    QTest::newRow("shell's signs") << program({QStringLiteral("a;b")}) << "stdio" << npx + QStringLiteral("\"a;b\"");
    QTest::newRow("line break") << program({QStringLiteral("a\nb")}) << "stdio" << npx + QStringLiteral("\"a\\u{a}b\"");
    QTest::newRow("direction") << program({QString::fromUtf8("a\xE2\x80\xAE"
                                                             "b")})
                               << "stdio" << npx + QStringLiteral("\"a\\u{202e}b\"");
    QTest::newRow("other plane") << program({QString::fromUtf8("\xF0\x9F\x8C\x89\xF3\xA0\x80\xA1")}) << "stdio"
                                 << npx + QString::fromUtf8("\"\xF0\x9F\x8C\x89\\u{e0021}\"");
    QTest::newRow("long") << program({QString(5000, u'a')}) << "stdio" << npx + QString(5000, u'a');
    QTest::newRow("address") << Launch(HttpLaunch{QStringLiteral("https://x.org/mcp")}) << "http"
                             << "https://x.org/mcp";
    QTest::newRow("address with a key") << Launch(HttpLaunch{QStringLiteral("https://x.org/mcp?key=abc")}) << "http"
                                        << QString::fromUtf8("https://x.org/mcp?…");
    QTest::newRow("sse") << Launch(HttpLaunch{QStringLiteral("https://x.org/"), HttpLaunch::Era::Sse}) << "sse"
                         << "https://x.org/";
    QTest::newRow("grpc") << Launch(GrpcLaunch{QStringLiteral("x.org:1")}) << "grpc"
                          << "x.org:1";
    QTest::newRow("mesh") << Launch(MeshLaunch{QStringLiteral("x.org:1"), QStringLiteral("vault"), QString()}) << "mesh"
                          << "x.org:1/vault";
}

void tst_launchtext::showsTheWayToAServer()
{
    QFETCH(Launch, launch);
    QFETCH(QString, kind);
    QFETCH(QString, text);
    QCOMPARE(launchKind(launch), kind);
    QCOMPARE(launchText(launch), text);
}

QTEST_GUILESS_MAIN(tst_launchtext)
#include "tst_launchtext.moc"
