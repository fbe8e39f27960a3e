// SPDX-License-Identifier: MIT
#include "gateway/runcommand.h"

#include "gateway/base/logging.h"
#include "gateway/base/logsink.h"
#include "gateway/base/paths.h"
#include "gateway/base/stopsignal.h"
#include "gateway/control/controlclient.h"
#include "gateway/gateway.h"
#include "gateway/launch/instancelock.h"
#include "gateway/launch/stopwish.h"
#include "gateway/upstream/childrecord.h"
#include "gateway/upstream/enclavetransports.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTextStream>
#include <QTimer>

#include <algorithm>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr auto holderMayTake = 3s;

int fail(const QString &sentence)
{
    QTextStream(stderr) << "pasarela-gateway: " << sentence << Qt::endl;
    return 1;
}

/// Another process holds the lock: is it a gateway that answers? One that just starts does not listen yet, so this asks again.
class HolderMeeting : public QObject {
public:
    HolderMeeting(const Paths &paths, qint64 holder)
        : m_client(paths)
        , m_sentence(QStringLiteral("process %1 holds the lock %2 and does not answer; end it, then start again")
                         .arg(QString::number(holder), paths.lockFile()))
    {
    }

    void ask()
    {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_deadline.remainingTimeAsDuration());
        m_client.connectToGateway(std::max(left, askAgainAfter),
                                  [this](const Result<GatewayIdentity> &identity) { onAnswer(identity); });
    }

private:
    void onAnswer(const Result<GatewayIdentity> &identity)
    {
        if (identity) {
            QTextStream(stdout) << "pasarela-gateway: already running, pid " << identity->processId << Qt::endl;
            QCoreApplication::exit(0);
        } else if (m_deadline.hasExpired()) {
            QCoreApplication::exit(fail(m_sentence));
        } else {
            QTimer::singleShot(askAgainAfter, this, &HolderMeeting::ask);
        }
    }

    static constexpr std::chrono::milliseconds askAgainAfter{50};
    ControlClient m_client;
    QString m_sentence;
    QDeadlineTimer m_deadline{holderMayTake};
};

int meetHolder(QCoreApplication &application, const Paths &paths, qint64 holder)
{
    HolderMeeting meeting(paths, holder);
    meeting.ask();
    return application.exec();
}

} // namespace

int runGateway(QCoreApplication &application, const QString &home, const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Runs the gateway in the foreground until it is told to stop."));
    const QCommandLineOption verbose(QStringLiteral("verbose"), QStringLiteral("Logs on stderr, too."));
    const QCommandLineOption startedBy(QStringLiteral("started-by"), QStringLiteral("Who started it, for the log."),
                                       QStringLiteral("WHO"), QStringLiteral("command"));
    parser.addOptions({verbose, startedBy});
    parser.addHelpOption();
    const QStringList words = QStringList(QStringLiteral("pasarela-gateway run"))
        + (arguments.value(0) == QLatin1String("run") ? arguments.mid(1) : arguments);
    if (!parser.parse(words) || !parser.positionalArguments().isEmpty()) {
        QTextStream(stderr) << "pasarela-gateway run: wrong usage; --help says how" << Qt::endl;
        return 2;
    }
    if (parser.isSet(QStringLiteral("help"))) {
        QTextStream(stdout) << parser.helpText();
        return 0;
    }

    const auto paths = Paths::locate(home);
    if (!paths)
        return fail(paths.error().detail);
    if (const auto made = paths->create(); !made)
        return fail(made.error().detail);
    qint64 holder = 0;
    auto lock = InstanceLock::tryAcquire(*paths, &holder);
    if (!lock)
        return fail(lock.error().detail);
    if (!*lock)
        return meetHolder(application, *paths, holder);

    const auto log = LogSink::install({paths->logFile(), parser.isSet(verbose)});
    if (!log)
        return fail(log.error().detail);
    qCInfo(lcGateway).noquote() << "started by" << parser.value(startedBy);
    if (const auto cleared = StopWish::remove(*paths); !cleared)
        qCWarning(lcGateway).noquote() << cleared.error().detail;
    if (const int swept = sweepLeftovers(childRecordFolder(paths->runDir())); swept > 0)
        qCWarning(lcGateway) << swept << "programs of an earlier run that ended badly were still there and were ended";

    Gateway gateway(*paths, std::move(*lock));
    QObject::connect(&gateway, &Gateway::stopped, &application, [&application] { application.exit(0); });
    StopSignal signal;
    QObject::connect(&signal, &StopSignal::received, &gateway, [&gateway] { gateway.shutdown(QStringLiteral("signal")); });
    if (const auto started = gateway.start(); !started)
        return fail(started.error().detail);
    return application.exec();
}

} // namespace pasarela
