// SPDX-License-Identifier: MIT
#include "gateway/base/jsonbytes.h"

#include <QByteArray>
#include <QTest>

using namespace pasarela;

class tst_jsonbytes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stopsAtTheSameByteWhereverItStands_data();
    void stopsAtTheSameByteWhereverItStands();
    void passesEveryOtherByte();
    void skipsOneValue_data();
    void skipsOneValue();
};

void tst_jsonbytes::stopsAtTheSameByteWhereverItStands_data()
{
    QTest::addColumn<char>("stop");
    QTest::newRow("quote") << '"';
    QTest::newRow("backslash") << '\\';
    QTest::newRow("null character") << '\0';
    QTest::newRow("line feed") << '\n';
    QTest::newRow("highest control character") << '\x1f';
}

// Words, blocks and the rest behind them take turns; each place in each of them must be looked at.
void tst_jsonbytes::stopsAtTheSameByteWhereverItStands()
{
    QFETCH(char, stop);
    for (qsizetype size = 0; size < 200; ++size) {
        QByteArray bytes(size, 'x');
        const char *end = bytes.constData() + size;
        QCOMPARE(findStringStop(bytes.constData(), end) - bytes.constData(), size);
        for (qsizetype at = 0; at < size; ++at) {
            QByteArray stopped = bytes;
            stopped[at] = stop;
            if (at + 1 < size)
                stopped[size - 1] = '"'; // the first one counts
            const char *begin = stopped.constData();
            QCOMPARE(findStringStop(begin, begin + size) - begin, at);
        }
    }
}

void tst_jsonbytes::passesEveryOtherByte()
{
    QByteArray others;
    for (int c = 0x20; c < 0x100; ++c) {
        if (c != '"' && c != '\\')
            others += char(c);
    }
    for (qsizetype from = 0; from < others.size(); ++from) {
        const char *end = others.constData() + others.size();
        QCOMPARE(findStringStop(others.constData() + from, end), end);
    }
}

void tst_jsonbytes::skipsOneValue_data()
{
    QTest::addColumn<QByteArray>("value");
    for (const char *value : {"0", "-1.5e+3", "true", "null", "\"\"", R"("a\"]}\\")", "{}", "[]", R"([1,{"a":"]"},[]])",
                              R"({"a}":{"b":[{},"}"]},"c":1})"})
        QTest::newRow(value) << QByteArray(value);
}

void tst_jsonbytes::skipsOneValue()
{
    QFETCH(QByteArray, value);
    for (const QByteArray behind : {"", ",1", "]", "}", " ", "\n,"}) {
        const QByteArray bytes = value + behind;
        const char *begin = bytes.constData();
        QCOMPARE(skipJsonValue(begin, begin + bytes.size()) - begin, value.size());
    }
}

QTEST_GUILESS_MAIN(tst_jsonbytes)
#include "tst_jsonbytes.moc"
