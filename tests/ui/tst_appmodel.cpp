// SPDX-License-Identifier: MIT
#include "ui/appmodel.h"
#include "ui/language.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;

/// The list of AI apps connected.
class tst_appmodel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void saysSinceWhenAnAppIsConnected();
    void followsAppsThatComeAndGo();

private:
    Language m_language;
};

namespace {

std::vector<ConnectedApp> apps(std::initializer_list<const char *> titles)
{
    std::vector<ConnectedApp> result;
    for (const char *title : titles)
        result.push_back({QString::fromLatin1(title), 1, {}});
    return result;
}

QStringList shown(const AppModel &model)
{
    QStringList result;
    for (int row = 0; row < model.rowCount(); ++row)
        result.append(model.index(row).data().toString());
    return result;
}

} // namespace

void tst_appmodel::initTestCase()
{
    QVERIFY(m_language.use(QStringLiteral("en")));
}

void tst_appmodel::saysSinceWhenAnAppIsConnected()
{
    AppModel model;
    const QDateTime since = QDateTime::currentDateTime().addDays(-1);
    model.setApps({{QStringLiteral("Claude"), 2, since}});
    QCOMPARE(shown(model),
             QStringList(QStringLiteral("Claude: connected yesterday at ")
                         + QLocale().toString(since.time(), QLocale::ShortFormat)));
}

void tst_appmodel::followsAppsThatComeAndGo()
{
    AppModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy reset(&model, &AppModel::modelReset);
    model.setApps(apps({"Claude", "Zed"}));
    model.setApps(apps({"Claude", "Cursor", "Zed"}));
    model.setApps(apps({"Cursor"}));
    QCOMPARE(shown(model), QStringList(QStringLiteral("Cursor: connected")));
    QCOMPARE(reset.count(), 0);
}

QTEST_MAIN(tst_appmodel)
#include "tst_appmodel.moc"
