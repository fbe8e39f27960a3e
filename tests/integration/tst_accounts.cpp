// SPDX-License-Identifier: MIT
#include "tests/integration/gatewayhome.h"

#include <QDir>
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

namespace {

const QByteArray workToken = "ghp_w0rk/+A\"b c";
const QByteArray homeToken = "ghp_h0me/+D\"e f";
const QByteArray newToken = "ghp_n3w/+G\"h i";

QStringList words(const char *line)
{
    return QString::fromLatin1(line).split(u' ');
}

} // namespace

/// Two accounts on one real server, by the command line, with a file in place of a keychain. The server prints its
/// secret on stderr and stdout as it starts.
class tst_accounts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void eachCallIsAnsweredByTheProcessWithTheRightSecret();
    void aServerSeesItsSecretAndPathAndNothingElse();
    void anAccountWithoutASecretIsAStateWithASentence();
    void whereNoneIsChosenTheCallIsRefused();
    void aReplacedSecretReachesTheNextCall();
    void aRemovedAccountIsGone();
    void whatNobodyMayReadIsRefused();
    void noFileAndNoAnswerHoldsASecret();

private:
    GatewayHome::Outcome command(const char *line, const QByteArray &input = {}) const
    {
        auto outcome = m_home->command(words(line), input);
        m_printed += outcome.out + outcome.err;
        return outcome;
    }
    QByteArray envOf(const char *account, const char *variable = "GITHUB_TOKEN") const;
    void configure(const QJsonObject &accounts) const;
    void setBoth();
    QJsonObject session(const QString &account) const;

    QString m_credentials;
    std::unique_ptr<GatewayHome> m_home;
    mutable QByteArray m_printed; ///< By all commands.
};

void tst_accounts::init()
{
    m_printed.clear();
    m_home = std::make_unique<GatewayHome>();
    m_credentials = m_home->home().file(QStringLiteral("secrets.json"));
    qputenv("PASARELA_CREDENTIALS_FILE", QFile::encodeName(m_credentials));
    qputenv("TELLTALE_TOKEN", "of the gateway");
    qputenv("QT_LOGGING_RULES", "pasarela.*.debug=true");
    configure({});
    QVERIFY(m_home->start());
}

void tst_accounts::configure(const QJsonObject &accounts) const
{
    const QJsonObject launch{
        {QStringLiteral("command"), GatewayHome::fakeServer()},
        {QStringLiteral("args"),
         QJsonArray{QStringLiteral("--say-env"), QStringLiteral("GITHUB_TOKEN"), QStringLiteral("--noise")}}};
    const QJsonObject github{
        {QStringLiteral("stdio"), launch},
        {QStringLiteral("accounts"), accounts},
        {QStringLiteral("credentialEnv"), QJsonObject{{QStringLiteral("GITHUB_TOKEN"), QStringLiteral("token")}}}};
    m_home->home().write(
        QStringLiteral("pasarela.json"),
        QJsonDocument(QJsonObject{{QStringLiteral("enclaves"), QJsonObject{{QStringLiteral("github"), github}}}})
            .toJson());
}

void tst_accounts::cleanup()
{
    m_home.reset();
    qunsetenv("PASARELA_CREDENTIALS_FILE");
    qunsetenv("TELLTALE_TOKEN");
    qunsetenv("QT_LOGGING_RULES");
}

void tst_accounts::setBoth()
{
    QCOMPARE(command("account set github work", workToken + '\n').exitCode, 0);
    QCOMPARE(command("account set github home", homeToken).exitCode, 0);
}

/// Of the server that answers a call with this account.
QByteArray tst_accounts::envOf(const char *account, const char *variable) const
{
    const auto outcome =
        m_home->command({QStringLiteral("call"), QStringLiteral("github__env"), QStringLiteral("--account"),
                         QLatin1String(account), QStringLiteral("{\"name\":\"%1\"}").arg(QLatin1String(variable))});
    return outcome.exitCode == 0 ? outcome.out.trimmed() : "failed: " + outcome.err;
}

QJsonObject tst_accounts::session(const QString &account) const
{
    const QJsonArray sessions = m_home->status().value(QLatin1String("sessions")).toArray();
    for (const QJsonValue &value : sessions) {
        if (value.toObject().value(QLatin1String("account")).toString() == account)
            return value.toObject();
    }
    return {};
}

void tst_accounts::eachCallIsAnsweredByTheProcessWithTheRightSecret()
{
    setBoth();
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(envOf("work"), workToken);
        QCOMPARE(envOf("home"), homeToken);
        QCOMPARE(envOf("home", "MCP_UPSTREAM_CREDENTIAL"), homeToken);
    }
    const auto processId = [this](const char *account) {
        return session(QLatin1String(account)).value(QLatin1String("pid")).toInteger();
    };
    QVERIFY(processId("work") > 0);
    QVERIFY(processId("work") != processId("home"));
}

void tst_accounts::aServerSeesItsSecretAndPathAndNothingElse()
{
    setBoth();
    const auto outcome = m_home->command(
        {QStringLiteral("call"), QStringLiteral("github__env"), QStringLiteral("--account"), QStringLiteral("work")});
    QByteArrayList names = outcome.out.trimmed().split('\n');
#ifdef Q_OS_WIN
    names.removeIf([](const QByteArray &name) {
        const QByteArray known = name.trimmed().toUpper(); // the platform's list, and what Wine adds
        return QByteArrayList{"SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP", "PATHEXT", "COMSPEC"}.contains(known)
            || known.startsWith("WINE");
    });
#endif
    QCOMPARE(names.join(' ').replace("\r", ""), QByteArray("GITHUB_TOKEN MCP_UPSTREAM_CREDENTIAL PATH"));
}

void tst_accounts::anAccountWithoutASecretIsAStateWithASentence()
{
    configure({{QStringLiteral("work"), QJsonObject()}, {QStringLiteral("home"), QJsonObject()}});
    QCOMPARE(command("reload").exitCode, 0);
    QTRY_COMPARE(m_home->enclave(QStringLiteral("github")).value(QLatin1String("state")).toString(),
                 QStringLiteral("needsCredential"));
    const QString sentence = m_home->enclave(QStringLiteral("github"))
                                 .value(QLatin1String("lastError"))
                                 .toObject()
                                 .value(QLatin1String("text"))
                                 .toString();
    QVERIFY2(sentence.contains(QLatin1String("account set github")), qPrintable(sentence));
    QVERIFY(envOf("work").contains("has no key for the account \"work\""));
    QCOMPARE(command("account set github work", workToken).exitCode, 0);
    QTRY_COMPARE(m_home->enclave(QStringLiteral("github")).value(QLatin1String("state")).toString(),
                 QStringLiteral("degraded")); // the other still lacks its own
    QCOMPARE(envOf("work"), workToken);
}

void tst_accounts::whereNoneIsChosenTheCallIsRefused()
{
    setBoth();
    const auto refused = command("call github__env");
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.err.contains("home, work"), refused.err.constData());
    QCOMPARE(command("account use github work").exitCode, 0);
    QCOMPARE(command("call github__env").exitCode, 0);
    QCOMPARE(command("account use github home --client claude-desktop").exitCode, 0);
    const auto asDesktop =
        m_home->command({QStringLiteral("call"), QStringLiteral("github__env"), QStringLiteral("--client"),
                         QStringLiteral("claude-desktop"), QStringLiteral("{\"name\":\"GITHUB_TOKEN\"}")});
    QCOMPARE(asDesktop.out.trimmed(), homeToken);
}

void tst_accounts::aReplacedSecretReachesTheNextCall()
{
    setBoth();
    QCOMPARE(envOf("work"), workToken);
    const qint64 before = session(QStringLiteral("work")).value(QLatin1String("pid")).toInteger();
    QCOMPARE(command("account set github work", newToken).exitCode, 0);
    QCOMPARE(envOf("work"), newToken);
    QVERIFY(session(QStringLiteral("work")).value(QLatin1String("pid")).toInteger() != before);
    const auto same = command("account set github home", newToken);
    QVERIFY2(same.err.contains("same secret as that of work"), same.err.constData());
}

void tst_accounts::aRemovedAccountIsGone()
{
    setBoth();
    QCOMPARE(envOf("work"), workToken);
    QCOMPARE(command("account remove github work").exitCode, 0);
    QTRY_VERIFY(session(QStringLiteral("work")).isEmpty());
    QVERIFY(envOf("work").contains("no account \"work\""));
    QVERIFY(!m_home->home().read(QStringLiteral("secrets.json")).contains("w0rk"));
    QVERIFY(!m_home->home().read(QStringLiteral("pasarela.json")).contains("\"work\""));
    QCOMPARE(envOf("home"), homeToken);
}

void tst_accounts::whatNobodyMayReadIsRefused()
{
#ifdef Q_OS_WIN
    QSKIP("Qt's permissions change no access list on Windows.");
#endif
    setBoth();
    QVERIFY(QFile::setPermissions(m_credentials, QFile::permissions(m_credentials) | QFileDevice::ReadOther));
    QCOMPARE(command("enclave restart github").exitCode, 0);
    const QByteArray refused = envOf("work");
    QVERIFY2(refused.contains("chmod 600"), refused.constData());
}

void tst_accounts::noFileAndNoAnswerHoldsASecret()
{
    setBoth();
    QCOMPARE(envOf("work"), workToken); // the server prints it on stderr, too
    QCOMPARE(command("account set github work", newToken).exitCode, 0);
    QCOMPARE(envOf("work"), newToken);
    for (const char *line : {"status --json", "status", "account list --json", "tools --json", "audit --json",
                             "enclave list --json", "call github__exit", "call github__no-such-tool"})
        command(line);
    QVERIFY(m_printed.contains("github"));
    QByteArrayList written{m_printed};
    QDirIterator files(m_home->home().path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.fileName() != m_credentials && file.open(QIODevice::ReadOnly))
            written.append(file.fileName().toUtf8() + '\n' + file.readAll());
    }
    QVERIFY(written.size() > 3);
    // The argument lists of all processes (Linux; elsewhere there is no such folder).
    for (const QString &process : QDir(QStringLiteral("/proc")).entryList({QStringLiteral("[0-9]*")}, QDir::Dirs)) {
        QFile arguments(QStringLiteral("/proc/%1/cmdline").arg(process));
        if (arguments.open(QIODevice::ReadOnly))
            written.append(arguments.readAll());
    }
    for (const QByteArray &token : {workToken, homeToken, newToken}) {
        for (const QByteArray &form :
             {token, token.toBase64(), token.toPercentEncoding(), QByteArray(token).replace('"', "\\\"")}) {
            for (const QByteArray &text : std::as_const(written))
                QVERIFY2(!text.contains(form), (form + " is in " + text.left(200)).constData());
        }
    }
}

QTEST_GUILESS_MAIN(tst_accounts)
#include "tst_accounts.moc"
