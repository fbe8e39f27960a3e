// SPDX-License-Identifier: MIT
#include "ui/language.h"
#include "ui/quitdialog.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;

/// What Quit asks while AI apps are connected (spec/ui.md, *Tray, pause, stop, quit*).
class tst_quitdialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksInTheWordsOfTheLanguage_data();
    void asksInTheWordsOfTheLanguage();
    void eachAnswerIsOneSignal();
    void returnKeepsServicesRunning();
    void escapeQuitsNothing();
    void remembersOnlyWhenAsked();

private:
    Language m_language;
};

namespace {

const std::vector<ConnectedApp> claude{{QStringLiteral("Claude"), 1, {}}};

} // namespace

void tst_quitdialog::asksInTheWordsOfTheLanguage_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("apps");
    QTest::addColumn<QString>("question");
    QTest::addColumn<QString>("buttons");
    const QString en = QStringLiteral("en");
    const QString es = QStringLiteral("es");
    const QString english = QStringLiteral("Keep services running/Stop them too/Do not ask again");
    const QString spanish = QStringLiteral("Mantener los servicios/Detenerlos también/No volver a preguntar");
    QTest::newRow("one app")
        << en << 1
        << QStringLiteral("Claude is using Pasarela. Close only this window's app, or stop your services too?")
        << english;
    QTest::newRow("two apps")
        << en << 2
        << QStringLiteral(
               "Claude and Cursor are using Pasarela. Close only this window's app, or stop your services too?")
        << english;
    QTest::newRow("una app")
        << es << 1
        << QStringLiteral("Claude está usando Pasarela. ¿Cierras solo esta app o detienes también tus servicios?")
        << spanish;
    QTest::newRow("dos apps")
        << es << 2
        << QStringLiteral(
               "Claude y Cursor están usando Pasarela. ¿Cierras solo esta app o detienes también tus servicios?")
        << spanish;
}

void tst_quitdialog::asksInTheWordsOfTheLanguage()
{
    QFETCH(QString, language);
    QFETCH(int, apps);
    QFETCH(QString, question);
    QFETCH(QString, buttons);
    QVERIFY(m_language.use(language));
    std::vector<ConnectedApp> connected = claude;
    if (apps == 2)
        connected.push_back({QStringLiteral("Cursor"), 1, {}});
    const QuitDialog dialog(connected);
    QCOMPARE(dialog.findChild<QLabel *>(QStringLiteral("question"))->text(), question);
    QStringList words;
    for (const QAbstractButton *button :
         {static_cast<QAbstractButton *>(dialog.findChild<QPushButton *>(QStringLiteral("keep"))),
          static_cast<QAbstractButton *>(dialog.findChild<QPushButton *>(QStringLiteral("stopToo"))),
          static_cast<QAbstractButton *>(dialog.findChild<QCheckBox *>())})
        words.append(button->text().remove(QLatin1Char('&')));
    QCOMPARE(words.join(QLatin1Char('/')), buttons);
}

void tst_quitdialog::eachAnswerIsOneSignal()
{
    for (const bool stop : {false, true}) {
        QuitDialog dialog(claude);
        QSignalSpy kept(&dialog, &QuitDialog::keepRequested);
        QSignalSpy stopped(&dialog, &QuitDialog::stopRequested);
        dialog.open();
        dialog.findChild<QPushButton *>(stop ? QStringLiteral("stopToo") : QStringLiteral("keep"))->click();
        QCOMPARE(kept.count(), stop ? 0 : 1);
        QCOMPARE(stopped.count(), stop ? 1 : 0);
        QVERIFY(!dialog.isVisible());
    }
}

void tst_quitdialog::returnKeepsServicesRunning()
{
    QuitDialog dialog(claude);
    QSignalSpy kept(&dialog, &QuitDialog::keepRequested);
    dialog.open();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    QTest::keyClick(&dialog, Qt::Key_Return);
    QCOMPARE(kept.count(), 1);
}

void tst_quitdialog::escapeQuitsNothing()
{
    QuitDialog dialog(claude);
    QSignalSpy kept(&dialog, &QuitDialog::keepRequested);
    QSignalSpy stopped(&dialog, &QuitDialog::stopRequested);
    dialog.open();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
    QCOMPARE(kept.count() + stopped.count(), 0);
}

void tst_quitdialog::remembersOnlyWhenAsked()
{
    QuitDialog dialog(claude);
    QVERIFY(!dialog.doNotAskAgain());
    dialog.findChild<QCheckBox *>()->setChecked(true);
    QVERIFY(dialog.doNotAskAgain());
}

QTEST_MAIN(tst_quitdialog)
#include "tst_quitdialog.moc"
