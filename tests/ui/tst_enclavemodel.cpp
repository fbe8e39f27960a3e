// SPDX-License-Identifier: MIT
#include "ui/enclavemodel.h"
#include "ui/language.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;

/// The list of services: only what differs changes, and every cell says something.
class tst_enclavemodel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void showsWhatAServiceIs();
    void changesOnlyRowsThatDiffer();
    void insertsAndRemovesInPlace_data();
    void insertsAndRemovesInPlace();
    void saysStoppedWhilePasarelaDoesNotServe();
    void countsDownOnlyWaitingRows();
    void sortsStatesByUrgency();
    void takesFiveHundredServices();

private:
    Language m_language;
};

namespace {

EnclaveView enclave(const QString &name, EnclaveState state = EnclaveState::Ready)
{
    EnclaveView view;
    view.name = name;
    view.state = state;
    return view;
}

std::vector<EnclaveView> named(const QString &names)
{
    std::vector<EnclaveView> result;
    for (const QChar name : names)
        result.push_back(enclave(QString(name)));
    return result;
}

QString shown(const EnclaveModel &model, int row, int column)
{
    return model.index(row, column).data().toString();
}

QString rows(const EnclaveModel &model)
{
    QString result;
    for (int row = 0; row < model.rowCount(); ++row)
        result += model.index(row, 0).data(EnclaveModel::NameRole).toString();
    return result;
}

} // namespace

void tst_enclavemodel::initTestCase()
{
    QVERIFY(m_language.use(QStringLiteral("en")));
}

void tst_enclavemodel::showsWhatAServiceIs()
{
    EnclaveModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    EnclaveView gmail = enclave(QStringLiteral("gmail"), EnclaveState::Failed);
    gmail.title = QStringLiteral("Gmail");
    gmail.tools = 12;
    gmail.accounts = QStringList{QStringLiteral("work")};
    gmail.lastError = {QStringLiteral("P-204"), QStringLiteral("exit code 1"), QStringLiteral("Traceback …")};
    model.setEnclaves({gmail});
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(shown(model, 0, EnclaveModel::Title), QStringLiteral("Gmail"));
    QCOMPARE(shown(model, 0, EnclaveModel::State), QStringLiteral("Not working"));
    QCOMPARE(shown(model, 0, EnclaveModel::Tools), QStringLiteral("12"));
    QCOMPARE(shown(model, 0, EnclaveModel::Problem), QStringLiteral("It ended unexpectedly. (P-204)"));
    QVERIFY(!model.index(0, EnclaveModel::State).data(Qt::DecorationRole).value<QIcon>().isNull());
    QCOMPARE(model.index(0, EnclaveModel::Title).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("Gmail: Not working, 12 tools, 1 account"));
    for (int column = 0; column < model.columnCount(); ++column)
        QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
}

void tst_enclavemodel::changesOnlyRowsThatDiffer()
{
    EnclaveModel model;
    model.setEnclaves(named(QStringLiteral("abc")));
    QSignalSpy changed(&model, &EnclaveModel::dataChanged);
    QSignalSpy reset(&model, &EnclaveModel::modelReset);
    QSignalSpy inserted(&model, &EnclaveModel::rowsInserted);
    model.setEnclaves(named(QStringLiteral("abc")));
    QCOMPARE(changed.count(), 0);
    std::vector<EnclaveView> next = named(QStringLiteral("abc"));
    next[1].tools = 3;
    model.setEnclaves(next);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.first().at(0).toModelIndex().row(), 1);
    QCOMPARE(changed.first().at(1).toModelIndex().row(), 1);
    QCOMPARE(reset.count() + inserted.count(), 0);
}

void tst_enclavemodel::insertsAndRemovesInPlace_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char *before, const char *after) {
        QTest::addRow("%s to %s", before, after) << QString::fromLatin1(before) << QString::fromLatin1(after);
    };
    row("", "abc");
    row("abc", "");
    row("ac", "abc");
    row("abc", "ac");
    row("bd", "abcde");
    row("abcde", "bd");
    row("abc", "xyz");
    row("ace", "bdf");
}

void tst_enclavemodel::insertsAndRemovesInPlace()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    EnclaveModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setEnclaves(named(before));
    QCOMPARE(rows(model), before);
    QSignalSpy reset(&model, &EnclaveModel::modelReset);
    model.setEnclaves(named(after));
    QCOMPARE(rows(model), after);
    QCOMPARE(reset.count(), 0);
}

void tst_enclavemodel::saysStoppedWhilePasarelaDoesNotServe()
{
    EnclaveModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setEnclaves({enclave(QStringLiteral("a")), enclave(QStringLiteral("b"), EnclaveState::Disabled)});
    model.setServing(false);
    QCOMPARE(shown(model, 0, EnclaveModel::State), QStringLiteral("Stopped"));
    QCOMPARE(shown(model, 1, EnclaveModel::State), QStringLiteral("Off"));
    model.setServing(true);
    QCOMPARE(shown(model, 0, EnclaveModel::State), QStringLiteral("Ready"));
}

void tst_enclavemodel::countsDownOnlyWaitingRows()
{
    EnclaveModel model;
    const QDateTime now = QDateTime::currentDateTime();
    model.setEnclaves({enclave(QStringLiteral("a")), enclave(QStringLiteral("b"), EnclaveState::Waiting)});
    QVERIFY(!model.hasCountdown()); // no time is known
    EnclaveView waiting = enclave(QStringLiteral("b"), EnclaveState::Waiting);
    waiting.retryAt = now.addSecs(30);
    model.setEnclaves({enclave(QStringLiteral("a")), waiting});
    QVERIFY(model.hasCountdown());
    QSignalSpy changed(&model, &EnclaveModel::dataChanged);
    model.setNow(now.addSecs(22));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.first().at(0).toModelIndex().row(), 1);
    QCOMPARE(shown(model, 1, EnclaveModel::State), QStringLiteral("Trying again in 8 s"));
    model.setServing(false);
    QVERIFY(!model.hasCountdown());
}

void tst_enclavemodel::sortsStatesByUrgency()
{
    EnclaveModel model;
    model.setEnclaves({enclave(QStringLiteral("a"), EnclaveState::Ready),
                       enclave(QStringLiteral("b"), EnclaveState::NeedsCredential),
                       enclave(QStringLiteral("c"), EnclaveState::Failed)});
    const auto key = [&model](int row) {
        return model.index(row, EnclaveModel::State).data(EnclaveModel::SortRole).toInt();
    };
    QVERIFY(key(2) < key(1));
    QVERIFY(key(1) < key(0));
}

void tst_enclavemodel::takesFiveHundredServices()
{
    EnclaveModel model;
    std::vector<EnclaveView> many;
    for (int i = 0; i < 500; ++i)
        many.push_back(enclave(QStringLiteral("service-%1").arg(i, 3, 10, QLatin1Char('0'))));
    model.setEnclaves(many);
    QCOMPARE(model.rowCount(), 500);
    QSignalSpy changed(&model, &EnclaveModel::dataChanged);
    many[250].tools = 7;
    model.setEnclaves(many);
    QCOMPARE(changed.count(), 1);
}

QTEST_MAIN(tst_enclavemodel)
#include "tst_enclavemodel.moc"
