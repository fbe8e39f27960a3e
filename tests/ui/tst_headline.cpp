// SPDX-License-Identifier: MIT
#include "ui/headline.h"
#include "ui/language.h"

#include <QTest>

using namespace pasarela;

/// The overview's sentences, word for word as spec/ui.md has them, in both languages.
class tst_headline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatIsSo_data();
    void saysWhatIsSo();
    void whatMendsItselfIsAQuietLine();
    void aBrokenSettingsFileCountsAsOneThing();
    void anUpdateThatWaitsIsAQuietLine();
    void aFailureSaysWhatToDo_data();
    void aFailureSaysWhatToDo();
    void theTooltipCountsServicesAndApps_data();
    void theTooltipCountsServicesAndApps();

private:
    Language m_language;
};

namespace {

using State = GatewayStatus::State;

const QDateTime now(QDate(2026, 5, 7), QTime(12, 0));

GatewayStatus status(State state)
{
    GatewayStatus result;
    result.state = state;
    return result;
}

GatewayStatus stopped()
{
    GatewayStatus result = status(State::Stopped);
    result.wanted = false;
    result.stoppedSince = QDateTime(QDate(2026, 5, 4), QTime(18, 10));
    return result;
}

Snapshot snapshot(std::initializer_list<EnclaveState> states, std::initializer_list<const char *> apps = {})
{
    Snapshot result;
    for (const EnclaveState state : states) {
        EnclaveView enclave;
        enclave.name = QString::number(result.enclaves.size());
        enclave.state = state;
        result.enclaves.push_back(enclave);
    }
    for (const char *app : apps) {
        ClientView client;
        client.name = QString::fromLatin1(app);
        client.transport = QStringLiteral("bridge");
        result.clients.push_back(client);
    }
    return result;
}

constexpr EnclaveState ready = EnclaveState::Ready;
constexpr EnclaveState off = EnclaveState::Disabled;

} // namespace

void tst_headline::saysWhatIsSo_data()
{
    QTest::addColumn<GatewayStatus>("so");
    QTest::addColumn<Snapshot>("known");
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("spanish");
    QTest::newRow("all well, one app") << status(State::Running)
                                       << snapshot({ready, ready, ready, ready, EnclaveState::Idle}, {"claude-desktop"})
                                       << QStringLiteral("Everything works. Claude can use 5 services.")
                                       << QStringLiteral("Todo funciona. Claude puede usar 5 servicios.");
    QTest::newRow("two apps, one service")
        << status(State::Running) << snapshot({ready, off}, {"claude-desktop", "cursor"})
        << QStringLiteral("Everything works. Claude and Cursor can use 1 service.")
        << QStringLiteral("Todo funciona. Claude y Cursor pueden usar 1 servicio.");
    QTest::newRow("no app") << status(State::Running) << snapshot({ready, ready})
                            << QStringLiteral("Everything works. 2 services are ready.")
                            << QStringLiteral("Todo funciona. 2 servicios están listos.");
    QTest::newRow("nothing at all")
        << status(State::Running) << snapshot({})
        << QStringLiteral("Nothing is set up yet. Pasarela lets Claude and other AI apps use the services you choose.")
        << QStringLiteral("Aún no hay nada configurado. Con Pasarela, Claude y otras apps de IA usan los servicios que "
                          "tú elijas.");
    QTest::newRow("an app and no service")
        << status(State::Running) << snapshot({}, {"claude-desktop"})
        << QStringLiteral("Claude is connected and has nothing to use yet.")
        << QStringLiteral("La conexión con Claude está lista, pero aún no tiene nada que usar.");
    QTest::newRow("things for a person") << status(
        State::Running) << snapshot({ready, EnclaveState::NeedsCredential, EnclaveState::Failed, EnclaveState::Waiting})
                                         << QStringLiteral("2 things need you")
                                         << QStringLiteral("2 cosas necesitan tu atención");
    QTest::newRow("all off") << status(State::Running) << snapshot({off, off})
                             << QStringLiteral("All services are off.")
                             << QStringLiteral("Todos los servicios están desactivados.");
    QTest::newRow("stopped by the person")
        << stopped() << snapshot({ready})
        << QStringLiteral("You stopped Pasarela on Monday at 18:10. AI apps cannot use your services.")
        << QStringLiteral("Detuviste Pasarela el lunes a las 18:10. Las apps de IA no pueden usar tus servicios.");
    QTest::newRow("stopped, nobody knows when")
        << status(State::Stopped) << snapshot({})
        << QStringLiteral("Pasarela is stopped. AI apps cannot use your services.")
        << QStringLiteral("Pasarela está detenida. Las apps de IA no pueden usar tus servicios.");
    QTest::newRow("starting") << status(State::Starting) << snapshot({}) << QStringLiteral("Pasarela is starting.")
                              << QStringLiteral("Pasarela se está iniciando.");
    QTest::newRow("stopping") << status(State::Stopping) << snapshot({}) << QStringLiteral("Pasarela is stopping.")
                              << QStringLiteral("Pasarela se está deteniendo.");
    QTest::newRow("ended by itself")
        << status(State::Waiting) << snapshot({})
        << QStringLiteral("Pasarela ended unexpectedly and starts again by itself.")
        << QStringLiteral("Pasarela se ha cerrado de forma inesperada y volverá a iniciarse por su cuenta.");
}

void tst_headline::saysWhatIsSo()
{
    QFETCH(GatewayStatus, so);
    QFETCH(Snapshot, known);
    QFETCH(QString, english);
    QFETCH(QString, spanish);
    QVERIFY(m_language.use(QStringLiteral("en")));
    QCOMPARE(Headline::of(so, known, now, QLocale(QLocale::English, QLocale::UnitedKingdom)).sentence, english);
    QVERIFY(m_language.use(QStringLiteral("es")));
    QCOMPARE(Headline::of(so, known, now, QLocale(QLocale::Spanish, QLocale::Spain)).sentence, spanish);
}

void tst_headline::whatMendsItselfIsAQuietLine()
{
    QVERIFY(m_language.use(QStringLiteral("en")));
    const Headline headline = Headline::of(
        status(State::Running),
        snapshot({ready, EnclaveState::Waiting, EnclaveState::Waiting, EnclaveState::Degraded}, {"claude-desktop"}),
        now, QLocale::c());
    QCOMPARE(headline.sentence, QStringLiteral("Everything works. Claude can use 4 services."));
    QCOMPARE(headline.quiet,
             QStringLiteral("2 services did not start and will be tried again. 1 service works with problems."));
}

void tst_headline::aBrokenSettingsFileCountsAsOneThing()
{
    QVERIFY(m_language.use(QStringLiteral("en")));
    Snapshot broken = snapshot({ready}, {"claude-desktop"});
    broken.gateway.problems =
        QStringList{QStringLiteral("pasarela.json:3:7: expected a comma"), QStringLiteral("pasarela.json:9:1: …")};
    broken.gateway.configHash = QStringLiteral("abc");
    const Headline headline = Headline::of(status(State::Running), broken, now, QLocale::c());
    QCOMPARE(headline.sentence, QStringLiteral("1 thing needs you"));
    QVERIFY(headline.quiet.startsWith(QLatin1String("The settings file has a mistake. Pasarela goes on")));
    broken.gateway.configHash.clear();
    QVERIFY(Headline::of(status(State::Running), broken, now, QLocale::c())
                .quiet.endsWith(QLatin1String("nothing is connected.")));
}

void tst_headline::anUpdateThatWaitsIsAQuietLine()
{
    QVERIFY(m_language.use(QStringLiteral("en")));
    GatewayStatus old = status(State::Running);
    old.updateWaiting = true;
    const Headline headline = Headline::of(old, snapshot({ready}, {"cursor"}), now, QLocale::c());
    QCOMPARE(headline.quiet, QStringLiteral("A new version is ready. Restart Pasarela to use it."));
}

void tst_headline::aFailureSaysWhatToDo_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("quiet");
    QTest::newRow("no program") << int(Error::Code::NotFound)
                                << QStringLiteral("Install Pasarela again, then press Start.");
    QTest::newRow("no answer") << int(Error::Code::Timeout)
                               << QStringLiteral("Sign out of this computer and in again, then press Start.");
    QTest::newRow("ends each time") << int(Error::Code::Closed) << QStringLiteral("Press Start to try again.");
}

void tst_headline::aFailureSaysWhatToDo()
{
    QFETCH(int, code);
    QFETCH(QString, quiet);
    QVERIFY(m_language.use(QStringLiteral("en")));
    GatewayStatus failed = status(State::Failed);
    failed.error = Error{Error::Code(code), QStringLiteral("for the log")};
    const Headline headline = Headline::of(failed, {}, now, QLocale::c());
    QVERIFY(headline.sentence.endsWith(QLatin1String("Your settings and keys are safe.")));
    QCOMPARE(headline.quiet, quiet);
}

void tst_headline::theTooltipCountsServicesAndApps_data()
{
    QTest::addColumn<GatewayStatus>("so");
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("spanish");
    QTest::newRow("running") << status(State::Running)
                             << QStringLiteral("Pasarela: running, 5 services, 2 apps connected")
                             << QStringLiteral("Pasarela: en marcha, 5 servicios, 2 apps conectadas");
    QTest::newRow("stopped") << stopped() << QStringLiteral("Pasarela: stopped")
                             << QStringLiteral("Pasarela: detenida");
}

void tst_headline::theTooltipCountsServicesAndApps()
{
    QFETCH(GatewayStatus, so);
    QFETCH(QString, english);
    QFETCH(QString, spanish);
    const Snapshot known = snapshot({ready, ready, ready, ready, ready, off}, {"claude-desktop", "cursor"});
    QVERIFY(m_language.use(QStringLiteral("en")));
    QCOMPARE(Headline::tooltip(so, known, now), english);
    QVERIFY(m_language.use(QStringLiteral("es")));
    QCOMPARE(Headline::tooltip(so, known, now), spanish);
}

QTEST_MAIN(tst_headline)
#include "tst_headline.moc"
