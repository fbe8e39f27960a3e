// SPDX-License-Identifier: MIT
#include "gateway/credentials/keychainbackend.h"
#include "gateway/credentials/keychainsession.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QLibrary>

namespace pasarela {

namespace {

constexpr std::chrono::milliseconds busPatience{5000};
constexpr char secretServiceName[] = "secret-service";
constexpr char secretService[] = "org.freedesktop.secrets";
constexpr char bus[] = "org.freedesktop.DBus";

QString libsecret()
{
    return QStringLiteral("secret-1");
}

/// A connection of our own: Qt keeps the session bus as it was when it was first asked for, also where there was none
/// yet.
QDBusConnection sessionBus()
{
    const auto name = QStringLiteral("pasarela-keychain");
    QDBusConnection connection(name);
    if (!connection.isConnected()) {
        QDBusConnection::disconnectFromBus(name);
        connection = QDBusConnection::connectToBus(QDBusConnection::SessionBus, name);
    }
    return connection;
}

QDBusMessage method(const char *service, const QString &path, const char *interface, const char *name)
{
    return QDBusMessage::createMethodCall(QLatin1String(service), path, QLatin1String(interface), QLatin1String(name));
}

/// libsecret keeps its conversation with the Secret Service for good; one that was started anew does not know it ("The
/// session does not exist"). So it begins another where the service is another program than before.
void followService(const QString &owner)
{
    static QString last; // as long as libsecret's
    if (!last.isEmpty() && last != owner) {
        using Disconnect = void (*)();
        const auto disconnect =
            reinterpret_cast<Disconnect>(QLibrary(libsecret(), 0).resolve("secret_service_disconnect"));
        if (disconnect)
            disconnect();
    }
    last = owner;
}

/// One question to the session: the bus, its names, the Secret Service's default collection.
class Inquiry : public QObject {
public:
    Inquiry(QObject *context, std::function<void(const KeychainSession &)> done)
        : QObject(context)
        , m_done(std::move(done))
        , m_bus(sessionBus())
    {
    }

    void start()
    {
        if (!m_bus.isConnected())
            return finishSoon(absent(m_bus.lastError().message()));
        ask(method(bus, QStringLiteral("/org/freedesktop/DBus"), bus, "ListNames"),
            [this](const QDBusMessage &running) { onNames(running, "ListActivatableNames"); });
    }

private:
    using Answer = std::function<void(const QDBusMessage &)>;

    static KeychainSession absent(const QString &why) { return {KeychainSession::State::Absent, {}, why}; }

    void ask(const QDBusMessage &question, Answer then)
    {
        auto *watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(question, int(busPatience.count())), this);
        connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher, then = std::move(then)] {
            watcher->deleteLater();
            const QDBusMessage reply = watcher->reply();
            if (reply.type() != QDBusMessage::ErrorMessage)
                then(reply);
            else if (watcher->error().type() == QDBusError::NoReply && m_hasService)
                finish({KeychainSession::State::Open, QLatin1String(secretServiceName), {}}); // there, but slow
            else
                finish(absent(reply.errorMessage()));
        });
    }

    void onNames(const QDBusMessage &names, const char *next)
    {
        m_names += names.arguments().value(0).toStringList();
        if (next)
            return ask(method(bus, QStringLiteral("/org/freedesktop/DBus"), bus, next),
                       [this](const QDBusMessage &known) { onNames(known, nullptr); });
        const bool hasWallet = m_names.contains(QLatin1String("org.kde.kwalletd5"))
            || m_names.contains(QLatin1String("org.kde.kwalletd6"));
        const bool isKde = qEnvironmentVariable("XDG_CURRENT_DESKTOP").contains(QLatin1String("KDE"))
            || qEnvironmentVariableIsSet("KDE_FULL_SESSION");
        // As QtKeychain chooses: KWallet on KDE, else the Secret Service through libsecret, which it loads by itself.
        if (isKde && hasWallet)
            return finish({KeychainSession::State::Open, QStringLiteral("kwallet"), {}});
        if (!m_names.contains(QLatin1String(secretService)))
            return finish(absent(QStringLiteral("nothing offers %1").arg(QLatin1String(secretService))));
        if (!QLibrary(libsecret(), 0).load())
            return finish(absent(QStringLiteral("the library libsecret is missing")));
        m_hasService = true;
        QDBusMessage question = method(secretService, QStringLiteral("/org/freedesktop/secrets"),
                                       "org.freedesktop.Secret.Service", "ReadAlias");
        question << QStringLiteral("default");
        ask(question, [this](const QDBusMessage &alias) {
            followService(alias.service());
            onCollection(alias.arguments().value(0).value<QDBusObjectPath>().path());
        });
    }

    void onCollection(const QString &path)
    {
        // "/": no keyring yet. A first write makes one, which takes a person at a desktop.
        if (path.size() <= 1)
            return finish({KeychainSession::State::Locked, QLatin1String(secretServiceName), {}});
        QDBusMessage question = method(secretService, path, "org.freedesktop.DBus.Properties", "Get");
        question << QStringLiteral("org.freedesktop.Secret.Collection") << QStringLiteral("Locked");
        ask(question, [this](const QDBusMessage &value) {
            const bool isLocked = value.arguments().value(0).value<QDBusVariant>().variant().toBool();
            finish({isLocked ? KeychainSession::State::Locked : KeychainSession::State::Open,
                    QLatin1String(secretServiceName),
                    {}});
        });
    }

    void finishSoon(const KeychainSession &session)
    {
        QMetaObject::invokeMethod(
            this, [this, session] { finish(session); }, Qt::QueuedConnection);
    }

    void finish(const KeychainSession &session)
    {
        deleteLater();
        const auto done = std::exchange(m_done, nullptr);
        if (done)
            done(session);
    }

    std::function<void(const KeychainSession &)> m_done;
    QDBusConnection m_bus;
    QStringList m_names;
    bool m_hasService = false;
};

} // namespace

void askKeychainSession(QObject *context, std::function<void(const KeychainSession &)> done)
{
    (new Inquiry(context, std::move(done)))->start();
}

QString adviceWithoutKeychain()
{
    return QStringLiteral(
        "Install one and log in again (Debian, Ubuntu: gnome-keyring and libsecret-1-0; Fedora, Arch: "
        "gnome-keyring and libsecret; or KWallet). On a computer without a desktop name a file in "
        "PASARELA_CREDENTIALS_FILE (see README.md).");
}

QString adviceWhenLocked()
{
    return QStringLiteral(
        "Unlock it (\"Passwords and Keys\", KWalletManager, or log in to the desktop), then try again. "
        "On a computer without a desktop name a file in PASARELA_CREDENTIALS_FILE (see README.md).");
}

} // namespace pasarela
