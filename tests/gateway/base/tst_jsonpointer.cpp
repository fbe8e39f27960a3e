// SPDX-License-Identifier: MIT
#include "gateway/base/jsonpointer.h"

#include <QTest>

using namespace pasarela;

class tst_jsonpointer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesPointers_data();
    void writesPointers();
};

void tst_jsonpointer::writesPointers_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QStringList>("path");
    const auto row = [](const char *name, const char *pointer, const QStringList &path) {
        QTest::newRow(name) << QString::fromUtf8(pointer) << path;
    };
    row("root", "", {});
    row("empty key", "/", {QString()});
    row("one step", "/a", {QStringLiteral("a")});
    row("several", "/a/b/0", {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("0")});
    row("slash", "/a~1b", {QStringLiteral("a/b")});
    row("tilde", "/a~0b", {QStringLiteral("a~b")});
    row("tilde before a digit", "/~01", {QStringLiteral("~1")});
    row("not ASCII", "/é/😀", {QStringLiteral("é"), QStringLiteral("😀")});
    row("empty at the end", "/a/", {QStringLiteral("a"), QString()});
    row("percent is nothing special", "/a%20b", {QStringLiteral("a%20b")});
}

void tst_jsonpointer::writesPointers()
{
    QFETCH(QString, pointer);
    QFETCH(QStringList, path);
    QCOMPARE(jsonPointerOf(path), pointer);
}

QTEST_GUILESS_MAIN(tst_jsonpointer)
#include "tst_jsonpointer.moc"
