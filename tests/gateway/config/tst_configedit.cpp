// SPDX-License-Identifier: MIT
#include "gateway/config/configedit.h"

#include "gateway/base/atomicfile.h"
#include "gateway/config/configschema.h"
#include "tests/support/testhome.h"

#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QProcess>
#include <QTest>

using namespace pasarela;

namespace {

template<typename T> QString why(const Result<T> &result)
{
    return result ? QString() : result.error().detail;
}

const QString configName = QStringLiteral("pasarela.json");

// Odd on purpose: what is not changed keeps its bytes.
const QByteArray oddText = "{ \"later\":1e400,\r\n\t\"enclaves\" : {\"files\": {\"stdio\":{\"command\":\"run\"} , "
                           "\"icon\": \"\\u0061\", \"accounts\":{ \"a\":{}}}},\n"
                           "  \"clients\": {\"k\": {\"accounts\": {\"mail\": \"w\", \"files\": \"a\"}}}\n}   \n";

EnclaveId enclave(const char *name)
{
    return EnclaveId(QString::fromUtf8(name));
}

EnclaveConfig running(const char *command)
{
    EnclaveConfig config;
    config.launch = StdioLaunch{QString::fromUtf8(command), {}};
    return config;
}

QFile::Permissions othersRights(const QString &path)
{
    return QFile::permissions(path) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther);
}

} // namespace

class tst_configedit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAMissingFileAsAnEmptyConfiguration();
    void makesFileAndFolderWhereThereAreNone();
    void letsNobodyElseReadTheFile();
    void keepsEveryByteThatIsNotChanged();
    void keepsOneBackup();
    void addsOnlyWhatIsNotThere();
    void refusesWhatWouldNotBeAGoodConfiguration_data();
    void refusesWhatWouldNotBeAGoodConfiguration();
    void removesAnEnclaveAndItsChoicesOfAccounts();
    void switchesAnEnclaveOffAndOn();
    void writesNothingWhereNothingChanges();
    void saysThatThereIsNoSuchEnclave();
    void refusesToChangeWhatSomebodyElseChanged();
    void neverOverwritesABrokenFile();
    void keepsALinkALink();
    void waitsForAnotherWriterAndGivesUpWithASentence();
    void losesNothingOfTwoProcessesThatWriteAtTheSameTime();
};

void tst_configedit::readsAMissingFileAsAnEmptyConfiguration()
{
    const test::TestHome home;
    const auto snapshot = ConfigEdit(*Paths::locate(home.path())).read();
    QVERIFY(snapshot.ok());
    QCOMPARE(snapshot->bytes, QByteArray());
    QCOMPARE(snapshot->hash, contentHash({}));
    QVERIFY(snapshot->config == GatewayConfig());
    QVERIFY(!QFile::exists(home.file(configName)));
}

void tst_configedit::makesFileAndFolderWhereThereAreNone()
{
    const test::TestHome home;
    const auto paths = Paths::locate(home.file(QStringLiteral("new")));
    QVERIFY(paths.ok());
    const auto hash = ConfigEdit(*paths).addEnclave(enclave("files"), running("run"));
    QVERIFY2(hash.ok(), qPrintable(why(hash)));
    const QByteArray text = home.read(QStringLiteral("new/pasarela.json"));
    QCOMPARE(*hash, contentHash(text));
    QVERIFY(text.startsWith("{\n  \"$schema\": \"pasarela.schema.json\""));
    QVERIFY(ConfigEdit(*paths).read()->config.enclaves.value(enclave("files")) == running("run"));
    QCOMPARE(home.read(QStringLiteral("new/pasarela.schema.json")), configSchema());
    QVERIFY(!QFile::exists(home.file(QStringLiteral("new/pasarela.json.bak"))));
    QVERIFY(!QFile::exists(home.file(QStringLiteral("new/pasarela.json.lock"))));
}

void tst_configedit::letsNobodyElseReadTheFile()
{
#ifdef Q_OS_WIN
    QSKIP("Windows folders hand down their access list");
#endif
    const test::TestHome home;
    const ConfigEdit edit(*Paths::locate(home.path()));
    ConfigEdit writer = edit;
    QVERIFY(writer.addEnclave(enclave("a"), running("run")).ok());
    QVERIFY(writer.addEnclave(enclave("b"), running("run")).ok());
    QCOMPARE(othersRights(home.file(configName)), QFile::Permissions());
    QCOMPARE(othersRights(home.file(configName + QStringLiteral(".bak"))), QFile::Permissions());
}

void tst_configedit::keepsEveryByteThatIsNotChanged()
{
    const test::TestHome home;
    home.write(configName, oddText);
    ConfigEdit edit(*Paths::locate(home.path()));
    QVERIFY(edit.addEnclave(enclave("new"), running("x")).ok());
    const QByteArray added = home.read(configName);
    QVERIFY(added != oddText);
    QVERIFY(added.startsWith("{ \"later\":1e400,\r\n\t\"enclaves\" : {\"files\": {\"stdio\":{\"command\":\"run\"} , "
                             "\"icon\": \"\\u0061\", \"accounts\":{ \"a\":{}}}"));
    QVERIFY(added.endsWith("\"clients\": {\"k\": {\"accounts\": {\"mail\": \"w\", \"files\": \"a\"}}}\n}   \n"));
    QVERIFY(edit.removeEnclave(enclave("new")).ok());
    QCOMPARE(home.read(configName), oddText);
}

void tst_configedit::keepsOneBackup()
{
    const test::TestHome home;
    home.write(configName, "{}");
    ConfigEdit edit(*Paths::locate(home.path()));
    QVERIFY(edit.addEnclave(enclave("a"), running("x")).ok());
    const QByteArray first = home.read(configName);
    QVERIFY(edit.addEnclave(enclave("b"), running("x")).ok());
    QCOMPARE(home.read(configName + QStringLiteral(".bak")), first);
}

void tst_configedit::addsOnlyWhatIsNotThere()
{
    const test::TestHome home;
    home.write(configName, oddText);
    ConfigEdit edit(*Paths::locate(home.path()));
    QCOMPARE(edit.addEnclave(enclave("files"), running("x")).error().code, Error::Code::AlreadyExists);
    QCOMPARE(home.read(configName), oddText);
}

void tst_configedit::refusesWhatWouldNotBeAGoodConfiguration_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("words");
    QTest::newRow("name") << "My Files"
                          << "run"
                          << "cannot be the name of an enclave";
    QTest::newRow("reserved name") << "pasarela"
                                   << "run"
                                   << "choose another";
    QTest::newRow("command") << "files"
                             << ""
                             << "\"command\" is empty";
}

void tst_configedit::refusesWhatWouldNotBeAGoodConfiguration()
{
    QFETCH(QString, name);
    QFETCH(QString, command);
    QFETCH(QString, words);
    const test::TestHome home;
    EnclaveConfig config;
    config.launch = StdioLaunch{command, {}};
    const auto hash = ConfigEdit(*Paths::locate(home.path())).addEnclave(EnclaveId(name), config);
    QVERIFY(!hash.ok());
    QCOMPARE(hash.error().code, Error::Code::InvalidInput);
    QVERIFY2(hash.error().detail.contains(words), qPrintable(hash.error().detail));
    QVERIFY(!QFile::exists(home.file(configName)));
}

void tst_configedit::removesAnEnclaveAndItsChoicesOfAccounts()
{
    const test::TestHome home;
    home.write(
        configName,
        R"({"enclaves": {"a": {"stdio": {"command": "x"}, "accounts": {"w": {}}}, "b": {"stdio": {"command": "y"}}},
 "clients": {"k": {"accounts": {"a": "w"}}, "*": {"readOnly": true}}})");
    ConfigEdit edit(*Paths::locate(home.path()));
    QVERIFY(edit.removeEnclave(enclave("a")).ok());
    const GatewayConfig config = edit.read()->config;
    QCOMPARE(config.enclaves.keys(), QList<EnclaveId>{enclave("b")});
    QVERIFY(config.clients[ClientId(QStringLiteral("k"))].accounts.isEmpty());
    QVERIFY(config.clients[ClientId(QStringLiteral("*"))].readOnly);
}

void tst_configedit::switchesAnEnclaveOffAndOn()
{
    const test::TestHome home;
    home.write(configName, oddText);
    ConfigEdit edit(*Paths::locate(home.path()));
    QVERIFY(edit.setEnclaveEnabled(enclave("files"), false).ok());
    QVERIFY(!edit.read()->config.enclaves[enclave("files")].enabled);
    QVERIFY(edit.setEnclaveEnabled(enclave("files"), true).ok());
    QVERIFY(edit.read()->config.enclaves[enclave("files")].enabled);
}

void tst_configedit::writesNothingWhereNothingChanges()
{
    const test::TestHome home;
    home.write(configName, oddText);
    ConfigEdit edit(*Paths::locate(home.path()));
    const auto hash = edit.setEnclaveEnabled(enclave("files"), true);
    QVERIFY(hash.ok());
    QCOMPARE(*hash, contentHash(oddText));
    QCOMPARE(home.read(configName), oddText);
    QVERIFY(!QFile::exists(home.file(configName + QStringLiteral(".bak"))));
}

void tst_configedit::saysThatThereIsNoSuchEnclave()
{
    const test::TestHome home;
    ConfigEdit edit(*Paths::locate(home.path()));
    QCOMPARE(edit.removeEnclave(enclave("gone")).error().code, Error::Code::NotFound);
    QCOMPARE(edit.setEnclaveEnabled(enclave("gone"), true).error().code, Error::Code::NotFound);
    QVERIFY(!QFile::exists(home.file(configName)));
}

void tst_configedit::refusesToChangeWhatSomebodyElseChanged()
{
    const test::TestHome home;
    home.write(configName, oddText);
    ConfigEdit edit(*Paths::locate(home.path()));
    const QByteArray hash = edit.read()->hash;
    home.write(configName, oddText + " ");
    QCOMPARE(edit.addEnclave(enclave("new"), running("x"), hash).error().code, Error::Code::Conflict);
    QCOMPARE(edit.removeEnclave(enclave("files"), hash).error().code, Error::Code::Conflict);
    QCOMPARE(edit.setEnclaveEnabled(enclave("files"), false, hash).error().code, Error::Code::Conflict);
    QCOMPARE(home.read(configName), oddText + " ");
    QVERIFY(edit.setEnclaveEnabled(enclave("files"), false, edit.read()->hash).ok());
}

void tst_configedit::neverOverwritesABrokenFile()
{
    const test::TestHome home;
    const QByteArray broken = "{\n  \"enclaves\": {},\n}";
    home.write(configName, broken);
    ConfigEdit edit(*Paths::locate(home.path()));
    const auto hash = edit.addEnclave(enclave("a"), running("x"));
    QVERIFY(!hash.ok());
    QCOMPARE(hash.error().code, Error::Code::InvalidInput);
    QVERIFY2(hash.error().detail.startsWith(Paths::locate(home.path())->configFile() + QStringLiteral(":3:1: ")),
             qPrintable(hash.error().detail));
    QCOMPARE(home.read(configName), broken);
    QVERIFY(!edit.read().ok());
}

void tst_configedit::keepsALinkALink()
{
#ifdef Q_OS_WIN
    QSKIP("links need a privilege on Windows");
#endif
    const test::TestHome home;
    home.write(QStringLiteral("dotfiles/p.json"), "{}");
    QVERIFY(QFile::link(home.file(QStringLiteral("dotfiles/p.json")), home.file(configName)));
    QVERIFY(ConfigEdit(*Paths::locate(home.path())).addEnclave(enclave("a"), running("x")).ok());
    QVERIFY(QFileInfo(home.file(configName)).isSymLink());
    QVERIFY(home.read(QStringLiteral("dotfiles/p.json")).contains("\"a\""));
}

void tst_configedit::waitsForAnotherWriterAndGivesUpWithASentence()
{
    const test::TestHome home;
    const Paths paths = *Paths::locate(home.path());
    QLockFile lock(paths.configFile() + QStringLiteral(".lock"));
    QVERIFY(lock.lock());
    const auto refused = ConfigEdit(paths).addEnclave(enclave("a"), running("x"));
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, Error::Code::Timeout);
    QVERIFY2(refused.error().detail.contains(QStringLiteral("try again")), qPrintable(refused.error().detail));
    lock.unlock();
    QVERIFY(ConfigEdit(paths).addEnclave(enclave("a"), running("x")).ok());
}

void tst_configedit::losesNothingOfTwoProcessesThatWriteAtTheSameTime()
{
    constexpr int each = 50;
    const test::TestHome home;
    QProcess writers[2];
    for (int i = 0; i < 2; ++i) {
        writers[i].setProcessChannelMode(QProcess::ForwardedChannels);
        writers[i].start(qApp->applicationFilePath(),
                         {QStringLiteral("--write"), home.path(), QString(QChar(u'a' + i)), QString::number(each)});
    }
    for (QProcess &writer : writers) {
        QVERIFY(writer.waitForFinished(100000));
        QCOMPARE(writer.exitStatus(), QProcess::NormalExit);
        QCOMPARE(writer.exitCode(), 0);
    }
    const auto snapshot = ConfigEdit(*Paths::locate(home.path())).read();
    QVERIFY(snapshot.ok());
    QCOMPARE(snapshot->config.enclaves.size(), 2 * each);
}

/// `--write HOME PREFIX COUNT`: the other process of losesNothingOfTwoProcessesThatWriteAtTheSameTime().
static int writeEnclaves(const QStringList &args)
{
    ConfigEdit edit(*Paths::locate(args.at(0)));
    for (int i = 0; i < args.at(2).toInt(); ++i) {
        const auto written = edit.addEnclave(EnclaveId(args.at(1) + QString::number(i)), running("x"));
        if (!written) {
            qWarning().noquote() << written.error().detail;
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList args = QCoreApplication::arguments();
    if (args.value(1) == QLatin1String("--write"))
        return writeEnclaves(args.mid(2));
    tst_configedit test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_configedit.moc"
