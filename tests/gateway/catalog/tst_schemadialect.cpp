// SPDX-License-Identifier: MIT
#include "gateway/catalog/schemadialect.h"

#include <QTest>

using namespace pasarela;

class tst_schemadialect : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesAwayAnOldDialectThatMeansTheSame_data();
    void takesAwayAnOldDialectThatMeansTheSame();
};

void tst_schemadialect::takesAwayAnOldDialectThatMeansTheSame_data()
{
    const QByteArray old = R"("$schema":"http://json-schema.org/draft-07/schema#")";
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("last member") << QByteArray(R"({"name":"a","inputSchema":{"type":"object",)" + old + "}}")
                                 << QByteArray(R"({"name":"a","inputSchema":{"type":"object"}})");
    QTest::newRow("first member") << QByteArray(R"({"inputSchema":{)" + old + R"(,"type":"object"}})")
                                  << QByteArray(R"({"inputSchema":{"type":"object"}})");
    QTest::newRow("only member") << QByteArray(R"({"inputSchema":{)" + old + "}}")
                                 << QByteArray(R"({"inputSchema":{}})");
    QTest::newRow("both schemas") << QByteArray(R"({"inputSchema":{"a":1,)" + old + R"(},"outputSchema":{"b":2, )" + old
                                                + " }}")
                                  << QByteArray(R"({"inputSchema":{"a":1},"outputSchema":{"b":2 }})");
    const QByteArray current =
        R"({"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}})";
    QTest::newRow("current dialect") << current << current;
    const QByteArray tuple = R"({"inputSchema":{"properties":{"p":{"items":[{"type":"string"}]}},)" + old + "}}";
    QTest::newRow("item arrays mean something else now") << tuple << tuple;
    const QByteArray bounds =
        R"({"inputSchema":{"properties":{"p":{"minimum":1,"exclusiveMinimum":true}},)" + old + "}}";
    QTest::newRow("boolean bounds mean something else now") << bounds << bounds;
    const QByteArray none = R"({"name":"a"})";
    QTest::newRow("no schema") << none << none;
}

void tst_schemadialect::takesAwayAnOldDialectThatMeansTheSame()
{
    QFETCH(QByteArray, before);
    QTEST(inCurrentDialect(before), "after");
}

QTEST_GUILESS_MAIN(tst_schemadialect)
#include "tst_schemadialect.moc"
