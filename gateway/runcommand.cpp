// SPDX-License-Identifier: MIT
#include "gateway/runcommand.h"

#include "gateway/base/logging.h"
#include "gateway/base/logsink.h"
#include "gateway/base/paths.h"
#include "gateway/base/stopsignal.h"
#include "gateway/control/controlclient.h"
#include "gateway/gateway.h"
#include "gateway/launch/instancelock.h"
#include "gateway/launch/startfailure.h"
#include "gateway/launch/stopwish.h"
#include "gateway/upstream/childrecord.h"
#include "gateway/upstream/enclavetransports.h"
#include "gateway/upstream/orphanreaper.h"
#include "gateway/upstream/strays.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTextStream>
#include <QTimer>

#include <algorithm>
#include <optional>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr auto holderMayTake = 3s;
constexpr auto goodbyeMayTake = 10s;

/// Says why there will be no gateway: to who reads stderr, and to who launched it.
class Failure {
public:
    void setFile(const QString &file) { m_file = file; }
    /// Gives the exit code.
    int say(const QString &sentence) const
    {
        QTextStream(stderr) << "pasarela-gateway: " << sentence << Qt::endl;
        StartFailure::tell(m_file, sentence);
        return 1;
    }

private:
    QString m_file;
};

/// Another process holds the lock: is it a gateway that answers? One that just starts does not listen yet, so this asks
/// again; one that says goodbye is waited for, and the lock then taken over.
///
///   Asking ──answers──▶ "already running"
///     │ ▲ └── 3 s of silence ──▶ failed
///     │ └──── the lock is free ──▶ taken
///     └── says that it leaves ──▶ Leaving: the same, for 10 s
class HolderMeeting : public QObject {
public:
    HolderMeeting(const Paths &paths, qint64 holder, const Failure &failure)
        : m_paths(paths)
        , m_client(paths)
        , m_holder(holder)
        , m_failure(failure)
    {
    }

    /// Nothing where the program is to end with `exitCode`.
    std::unique_ptr<InstanceLock> meet(QCoreApplication &application, int *exitCode)
    {
        ask();
        *exitCode = application.exec();
        return std::move(m_lock);
    }

private:
    void ask()
    {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_deadline.remainingTimeAsDuration());
        m_client.connectToGateway(std::max(left, askAgainAfter),
                                  [this](const Result<GatewayIdentity> &identity) { onAnswer(identity); });
    }

    void onAnswer(const Result<GatewayIdentity> &identity)
    {
        if (identity && !identity->leaving) {
            QTextStream(stdout) << "pasarela-gateway: already running, pid " << identity->processId << Qt::endl;
            QCoreApplication::exit(0);
            return;
        }
        if (identity && !std::exchange(m_leaves, true))
            m_deadline.setRemainingTime(goodbyeMayTake);
        auto lock = InstanceLock::tryAcquire(m_paths, &m_holder);
        if (!lock || *lock || m_deadline.hasExpired()) {
            m_lock = lock ? std::move(*lock) : nullptr;
            const QString why = lock ? sentence() : lock.error().detail;
            QCoreApplication::exit(m_lock ? 0 : m_failure.say(why));
            return;
        }
        QTimer::singleShot(askAgainAfter, this, &HolderMeeting::ask);
    }

    QString sentence() const
    {
        return (m_leaves ? QStringLiteral(
                    "process %1 says that it stops, but still holds the lock %2; end it, then start again")
                         : QStringLiteral("process %1 holds the lock %2 and does not answer; end it, then start again"))
            .arg(QString::number(m_holder), m_paths.lockFile());
    }

    static constexpr std::chrono::milliseconds askAgainAfter{50};
    Paths m_paths;
    ControlClient m_client;
    std::unique_ptr<InstanceLock> m_lock;
    qint64 m_holder = 0;
    const Failure &m_failure;
    QDeadlineTimer m_deadline{holderMayTake};
    bool m_leaves = false;
};

/// What `run` makes of the person's wish that no gateway runs: who types `run` takes it back, a launcher obeys it, even
/// one that was on its way already.
enum class Wish { TakeBack, Obey };

/// Whether the gateway may run; logged.
bool mayRun(const Paths &paths, Wish rule)
{
    const auto wish = StopWish::read(paths);
    if (!wish)
        return true;
    if (rule == Wish::Obey) {
        qCInfo(lcGateway).noquote() << "ends at once: the person stopped it at" << wish->since.toString(Qt::ISODate)
                                    << "by" << wish->by << "and only a person starts it again";
        return false;
    }
    if (const auto cleared = StopWish::remove(paths); !cleared)
        qCWarning(lcGateway).noquote() << cleared.error().detail;
    return true;
}

int runWith(QCoreApplication &application, const Paths &paths, std::unique_ptr<InstanceLock> lock, Wish rule,
            const Failure &failure, LogSink &log)
{
    if (!mayRun(paths, rule))
        return 0;
    if (const int swept = sweepLeftovers(childRecordFolder(paths.runDir())); swept > 0)
        qCWarning(lcGateway) << swept << "programs of an earlier run that ended badly were still there and were ended";

    Gateway gateway(paths, std::move(lock));
    gateway.mask().onChanged([&] { log.setRedactions(gateway.mask().forms()); });
    QObject::connect(&gateway, &Gateway::stopped, &application, [&application] { application.exit(0); });
    StopSignal signal;
    QObject::connect(&signal, &StopSignal::received, &gateway,
                     [&gateway] { gateway.shutdown(QStringLiteral("signal")); });
    if (const auto started = gateway.start(); !started) {
        qCCritical(lcGateway).noquote() << "cannot start:" << started.error().detail;
        return failure.say(started.error().detail);
    }
    // Again, now that `stop` finds us: a wish that came between found nobody to tell.
    if (rule == Wish::Obey && !mayRun(paths, rule))
        gateway.shutdown(QStringLiteral("user"));
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
    QCommandLineOption failureFile(QStringLiteral("failure-file"), {}, QStringLiteral("FILE"));
    failureFile.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOptions({verbose, startedBy, failureFile});
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

    Failure failure;
    failure.setFile(parser.value(failureFile));
    const auto paths = Paths::locate(home);
    if (!paths)
        return failure.say(paths.error().detail);
    if (const auto made = paths->create(); !made)
        return failure.say(made.error().detail);
    qint64 holder = 0;
    auto acquired = InstanceLock::tryAcquire(*paths, &holder);
    if (!acquired)
        return failure.say(acquired.error().detail);
    std::unique_ptr<InstanceLock> lock = std::move(*acquired);
    if (!lock) {
        int exitCode = 0;
        lock = HolderMeeting(*paths, holder, failure).meet(application, &exitCode);
        if (!lock)
            return exitCode;
    }

    const auto log = LogSink::install({paths->logFile(), parser.isSet(verbose)});
    if (!log)
        return failure.say(log.error().detail);
    qCInfo(lcGateway).noquote() << "started by" << parser.value(startedBy);
    std::optional<OrphanReaper> reaper;
    if (strays::adopt())
        reaper.emplace();
    const bool isLaunched = parser.value(startedBy) == QLatin1String("launcher");
    const int exitCode =
        runWith(application, *paths, std::move(lock), isLaunched ? Wish::Obey : Wish::TakeBack, failure, **log);
    strays::endAll();
    return exitCode;
}

} // namespace pasarela
