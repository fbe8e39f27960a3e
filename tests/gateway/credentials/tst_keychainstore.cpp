// SPDX-License-Identifier: MIT
#include "gateway/credentials/keychainerror.h"
#include "gateway/credentials/keychainstore.h"
#include "tests/gateway/credentials/fakekeychain.h"
#include "tests/support/testhome.h"

#include <QEventLoop>
#include <QTest>
#include <QTimer>

using namespace pasarela;
using namespace pasarela::test;
using FaultKind = KeychainFault::Kind;

class tst_keychainstore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void makesNoKeychainBeforeTheFirstJob();
    void givesBackWhatWasWritten();
    void nothingOfThisNameIsNotFound();
    void oneJobAtATimeInOrder();
    void whatCannotBeStoredIsRefused_data();
    void whatCannotBeStoredIsRefused();
    void whatAKeychainHoldsIsCheckedToo_data();
    void whatAKeychainHoldsIsCheckedToo();
    void eachFaultHasItsOwnCodeAndSaysWhatToDo_data();
    void eachFaultHasItsOwnCodeAndSaysWhatToDo();
    void aKeychainThatHangsIsTimedOutAndTheNextJobRuns();
    void aLateAnswerIsNotTakenForThatOfTheNextJob();
    void aSessionThatBeginsIsWaitedFor();
    void aKeychainThatStaysAwayIsAnError();
    void anotherKeychainIsAnErrorAndNotAnEmptyOne();
    void withoutKeysAnotherKeychainMayBeUsed();
    void aReadHealsALostIndex();
    void aGoneContextHearsNothingAndTheNextJobRuns();
    void tooManyJobsAreRefused();
    void longSecretsGoInParts_data();
    void longSecretsGoInParts();
    void aSecretThatLooksLikeAHeadComesBackAsItWas();
    void partsThatAreMissingOrChangedAreNeverASecret_data();
    void partsThatAreMissingOrChangedAreNeverASecret();
    void aWriteThatBreaksOffLeavesTheOldOrTheNewSecret();
    void removalTakesThePartsAlong();

private:
    void makeStore(KeychainStore::Times times = {std::chrono::hours(1), std::chrono::milliseconds(0),
                                                 std::chrono::milliseconds(1)});
    Result<Secret> read(const char *name = "github/work/token");
    Result<void> write(const QByteArray &value, const char *name = "github/work/token");
    Result<void> remove(const char *name = "github/work/token");

    FakeKeychainState m_keychain;
    std::unique_ptr<TestHome> m_home;
    std::unique_ptr<CredentialIndex> m_index;
    std::unique_ptr<KeychainStore> m_store;
};

namespace {

CredentialKey keyOf(const char *name)
{
    return *CredentialKey::fromName(QString::fromLatin1(name));
}

QByteArray textOf(const Result<Secret> &result)
{
    return result ? result.value().reveal().toByteArray() : "error: " + result.error().detail.toUtf8();
}

QByteArray longText(char first, qsizetype size)
{
    QByteArray text(size, first);
    for (qsizetype i = 1; i < size; ++i)
        text[i] = static_cast<char>('a' + i % 26);
    return text;
}

} // namespace

void tst_keychainstore::init()
{
    m_keychain = {};
    m_home = std::make_unique<TestHome>();
    makeStore();
}

void tst_keychainstore::cleanup()
{
    m_store.reset();
    m_index.reset();
}

/// Another run of the gateway on the same keychain.
void tst_keychainstore::makeStore(KeychainStore::Times times)
{
    m_store.reset();
    m_index = std::make_unique<CredentialIndex>(m_home->file(QStringLiteral("credentials.json")));
    m_store = std::make_unique<KeychainStore>(
        *m_index, [this] { return std::make_unique<FakeKeychain>(m_keychain); }, times);
}

/// What the store says, waited for.
template<typename Outcome, typename Ask> Outcome answered(Ask ask)
{
    QEventLoop loop;
    Outcome outcome = Error{Error::Code::Internal, QStringLiteral("never answered")};
    ask(&loop, [&](Outcome result) {
        outcome = std::move(result);
        loop.quit();
    });
    QTimer::singleShot(std::chrono::seconds(10), &loop, &QEventLoop::quit);
    loop.exec();
    return outcome;
}

Result<Secret> tst_keychainstore::read(const char *name)
{
    return answered<Result<Secret>>(
        [&](QObject *context, const auto &done) { m_store->read(keyOf(name), context, done); });
}

Result<void> tst_keychainstore::write(const QByteArray &value, const char *name)
{
    return answered<Result<void>>(
        [&](QObject *context, const auto &done) { m_store->write(keyOf(name), Secret(value), context, done); });
}

Result<void> tst_keychainstore::remove(const char *name)
{
    return answered<Result<void>>(
        [&](QObject *context, const auto &done) { m_store->remove(keyOf(name), context, done); });
}

void tst_keychainstore::makesNoKeychainBeforeTheFirstJob()
{
    QCoreApplication::processEvents();
    QVERIFY(m_store->stored().empty());
    QCOMPARE(m_keychain.made, 0);
    QVERIFY(!read());
    QCOMPARE(m_keychain.made, 1);
}

void tst_keychainstore::givesBackWhatWasWritten()
{
    const QByteArray value = "p\xc3\xa1ss \"w\\rd\" \n";
    QVERIFY(write(value));
    QCOMPARE(textOf(read()), value);
    QCOMPARE(m_keychain.values.at(QStringLiteral("github/work/token")), value); // the name that sessions.md 9 says
    QVERIFY(write("second"));
    QCOMPARE(textOf(read()), QByteArray("second"));
    makeStore();
    QCOMPARE(m_store->stored(), std::vector{keyOf("github/work/token")});
    QCOMPARE(m_index->backend(), QStringLiteral("fake"));
    QVERIFY(remove());
    QVERIFY(m_store->stored().empty());
    QVERIFY(m_keychain.values.empty());
    QVERIFY(remove()); // none is no error
}

void tst_keychainstore::nothingOfThisNameIsNotFound()
{
    QCOMPARE(read().error().code, Error::Code::NotFound);
    QVERIFY(m_store->stored().empty());
}

void tst_keychainstore::oneJobAtATimeInOrder()
{
    QByteArrayList order;
    m_store->write(keyOf("a/b/c"), Secret(QByteArray("1")), this, [&](const Result<void> &) { order += "write"; });
    m_store->read(keyOf("a/b/c"), this, [&](const Result<Secret> &result) { order += "read " + textOf(result); });
    m_store->remove(keyOf("a/b/c"), this, [&](const Result<void> &) { order += "remove"; });
    m_store->read(keyOf("a/b/c"), this,
                  [&](const Result<Secret> &result) { order += result.ok() ? "read" : "nothing"; });
    QVERIFY(order.isEmpty());
    QTRY_COMPARE(order, (QByteArrayList{"write", "read 1", "remove", "nothing"}));
}

void tst_keychainstore::whatCannotBeStoredIsRefused_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<int>("code");
    QTest::newRow("nothing") << QByteArray() << int(Error::Code::InvalidInput);
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << int(Error::Code::InvalidInput);
    QTest::newRow("no UTF-8") << QByteArray("a\xff") << int(Error::Code::InvalidInput);
    QTest::newRow("1 MiB") << QByteArray(1024 * 1024, 'x') << int(Error::Code::TooLarge);
}

void tst_keychainstore::whatCannotBeStoredIsRefused()
{
    QFETCH(QByteArray, value);
    QFETCH(int, code);
    QCOMPARE(int(write(value).error().code), code);
    QVERIFY(m_keychain.asked.isEmpty());
    QVERIFY(write(QByteArray(1024 * 1024 - 1, 'x')));
}

void tst_keychainstore::whatAKeychainHoldsIsCheckedToo_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("nothing") << QByteArray("");
    QTest::newRow("NUL") << QByteArray("a\0b", 3);
    QTest::newRow("1 MiB") << QByteArray(1024 * 1024, 'x');
}

void tst_keychainstore::whatAKeychainHoldsIsCheckedToo()
{
    QFETCH(QByteArray, value);
    m_keychain.values[QStringLiteral("github/work/token")] = value;
    QVERIFY(!read());
    QVERIFY(m_store->stored().empty());
}

void tst_keychainstore::eachFaultHasItsOwnCodeAndSaysWhatToDo_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("code");
    QTest::newRow("absent") << int(FaultKind::Absent) << int(Error::Code::NoKeychain);
    QTest::newRow("locked") << int(FaultKind::Locked) << int(Error::Code::KeychainLocked);
    QTest::newRow("denied") << int(FaultKind::Denied) << int(Error::Code::KeychainRefused);
    QTest::newRow("other") << int(FaultKind::Failed) << int(Error::Code::Io);
}

void tst_keychainstore::eachFaultHasItsOwnCodeAndSaysWhatToDo()
{
    QFETCH(int, kind);
    QFETCH(int, code);
    m_keychain.fault = KeychainFault{FaultKind(kind), QStringLiteral("its own words.")};
    const std::vector<Error> errors = {read().error(), write("value").error(), remove().error()};
    for (const Error &error : errors) {
        QCOMPARE(int(error.code), code);
        QVERIFY2(error.detail.contains(QLatin1String("(its own words)")), qPrintable(error.detail));
        QVERIFY2(error.detail.endsWith(QLatin1Char('.')), qPrintable(error.detail));
        QVERIFY2(error.detail.count(QLatin1String(". ")) >= 1,
                 qPrintable(error.detail)); // a second sentence: what to do
    }
    QVERIFY(m_store->stored().empty());
}

void tst_keychainstore::aKeychainThatHangsIsTimedOutAndTheNextJobRuns()
{
    makeStore({std::chrono::milliseconds(30), std::chrono::milliseconds(0), std::chrono::milliseconds(1)});
    m_keychain.answers = 0;
    QCOMPARE(read().error().code, Error::Code::Timeout);
    m_keychain.answers = -1;
    QVERIFY(write("later"));
    QCOMPARE(textOf(read()), QByteArray("later"));
}

void tst_keychainstore::aLateAnswerIsNotTakenForThatOfTheNextJob()
{
    makeStore({std::chrono::milliseconds(500), std::chrono::milliseconds(0), std::chrono::milliseconds(1)});
    m_keychain.values[QStringLiteral("a/b/first")] = "first";
    m_keychain.values[QStringLiteral("a/b/second")] = "second";
    m_keychain.holds = 2;
    QCOMPARE(read("a/b/first").error().code, Error::Code::Timeout);
    QByteArray outcome;
    m_store->read(keyOf("a/b/second"), this, [&](const Result<Secret> &result) { outcome = textOf(result); });
    QTRY_COMPARE(m_keychain.held.size(), size_t(2));
    m_keychain.held[0]();
    QCOMPARE(outcome, QByteArray());
    m_keychain.held[1]();
    QCOMPARE(outcome, QByteArray("second"));
}

void tst_keychainstore::aSessionThatBeginsIsWaitedFor()
{
    makeStore({std::chrono::hours(1), std::chrono::hours(1), std::chrono::milliseconds(1)});
    m_keychain.values[QStringLiteral("github/work/token")] = "there all the time";
    m_keychain.absent = KeychainFault{FaultKind::Absent, {}};
    std::optional<Result<Secret>> outcome;
    m_store->read(keyOf("github/work/token"), this, [&](Result<Secret> result) { outcome = std::move(result); });
    QTRY_VERIFY(m_keychain.asked.count(QStringLiteral("identify")) >= 3);
    QVERIFY(!outcome);
    m_keychain.absent.reset();
    QTRY_VERIFY(outcome);
    QCOMPARE(textOf(*outcome), QByteArray("there all the time"));
}

void tst_keychainstore::aKeychainThatStaysAwayIsAnError()
{
    m_keychain.absent = KeychainFault{FaultKind::Absent, {}};
    QCOMPARE(read().error().code, Error::Code::NoKeychain);
    QCOMPARE(m_keychain.asked, QStringList(QStringLiteral("identify")));
}

void tst_keychainstore::anotherKeychainIsAnErrorAndNotAnEmptyOne()
{
    QVERIFY(write("value"));
    makeStore();
    m_keychain.name = QStringLiteral("kwallet");
    m_keychain.values.clear();
    const std::vector<Error> errors = {read().error(), write("new").error(), remove().error()};
    for (const Error &error : errors) {
        QCOMPARE(error.code, Error::Code::NoKeychain);
        QVERIFY2(error.detail.contains(QLatin1String("\"fake\"")), qPrintable(error.detail));
        QVERIFY2(error.detail.contains(QLatin1String("KWallet")), qPrintable(error.detail));
        QVERIFY2(error.detail.contains(m_index->file()), qPrintable(error.detail));
    }
    QVERIFY(m_keychain.values.empty());
    QCOMPARE(m_store->stored().size(), size_t(1));
}

void tst_keychainstore::withoutKeysAnotherKeychainMayBeUsed()
{
    QVERIFY(write("value"));
    QVERIFY(remove());
    m_keychain.name = QStringLiteral("kwallet");
    QVERIFY(write("value"));
    QCOMPARE(m_index->backend(), QStringLiteral("kwallet"));
}

void tst_keychainstore::aReadHealsALostIndex()
{
    m_keychain.values[QStringLiteral("github/work/token")] = "kept";
    QVERIFY(m_store->stored().empty());
    QVERIFY(read());
    makeStore();
    QCOMPARE(m_store->stored(), std::vector{keyOf("github/work/token")});
}

void tst_keychainstore::aGoneContextHearsNothingAndTheNextJobRuns()
{
    auto context = std::make_unique<QObject>();
    bool heard = false;
    m_store->write(keyOf("a/b/c"), Secret(QByteArray("written all the same")), context.get(),
                   [&heard](const Result<void> &) { heard = true; });
    context.reset();
    QCOMPARE(textOf(read("a/b/c")), QByteArray("written all the same"));
    QVERIFY(!heard);
}

void tst_keychainstore::tooManyJobsAreRefused()
{
    int refused = 0;
    int done = 0;
    for (size_t i = 0; i < KeychainStore::mostJobs + 3; ++i)
        m_store->read(keyOf("a/b/c"), this, [&](const Result<Secret> &result) {
            ++done;
            refused += result.error().code == Error::Code::Unavailable ? 1 : 0;
        });
    QTRY_COMPARE(done, int(KeychainStore::mostJobs) + 3);
    QCOMPARE(refused, 3);
}

void tst_keychainstore::longSecretsGoInParts_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {2560, 2561, 5120, 5121, 100000})
        QTest::addRow("%d bytes", size) << size;
}

void tst_keychainstore::longSecretsGoInParts()
{
    QFETCH(int, size);
    m_keychain.largest = 2560;
    const QByteArray first = longText('1', size);
    QVERIFY(write(first));
    QCOMPARE(textOf(read()), first);
    const QByteArray second = longText('2', size);
    QVERIFY(write(second));
    makeStore();
    QCOMPARE(textOf(read()), second);
    const size_t parts = size <= 2560 ? 0 : size_t((size + 2559) / 2560);
    QCOMPARE(m_keychain.values.size(), parts + 1); // those of the first are gone
    QVERIFY(write("short"));
    QCOMPARE(m_keychain.values.size(), size_t(1));
    QCOMPARE(textOf(read()), QByteArray("short"));
}

void tst_keychainstore::aSecretThatLooksLikeAHeadComesBackAsItWas()
{
    const QByteArray value = PartsHead::of(Secret(QByteArray("x")), 10).toBytes();
    for (const qsizetype largest : {0, 2560}) {
        m_keychain.largest = largest;
        QVERIFY(write(value));
        QCOMPARE(textOf(read()), value);
    }
}

void tst_keychainstore::partsThatAreMissingOrChangedAreNeverASecret_data()
{
    QTest::addColumn<int>("what");
    QTest::newRow("a part is missing") << 0;
    QTest::newRow("a part is another") << 1;
    QTest::newRow("a part is longer") << 2;
}

void tst_keychainstore::partsThatAreMissingOrChangedAreNeverASecret()
{
    QFETCH(int, what);
    m_keychain.largest = 2560;
    QVERIFY(write(longText('1', 6000)));
    const auto part = m_keychain.values.rbegin(); // names of parts come after the head's
    if (what == 0)
        m_keychain.values.erase(part->first);
    else
        part->second = what == 1 ? QByteArray(part->second.size(), 'z') : part->second + "more";
    const auto result = read();
    QCOMPARE(result.error().code, Error::Code::Io);
    QVERIFY2(result.error().detail.contains(QLatin1String("Enter it again")), qPrintable(result.error().detail));
}

void tst_keychainstore::aWriteThatBreaksOffLeavesTheOldOrTheNewSecret()
{
    m_keychain.largest = 2560;
    const QByteArray before = longText('1', 6000);
    const QByteArray after = longText('2', 6000);
    int sawOld = 0;
    int sawNew = 0;
    for (int steps = 0; steps < 9; ++steps) {
        m_keychain.answers = -1;
        makeStore();
        QVERIFY(write(before));
        m_keychain.answers = steps;
        m_keychain.asked.clear();
        m_store->write(keyOf("github/work/token"), Secret(after), this, [](const Result<void> &) {});
        // identify, three parts, the head, three old parts away; what comes after the last answered one is asked only.
        QTRY_COMPARE(m_keychain.asked.size(), 1 + qMin(steps + 1, 7));
        m_keychain.answers = -1;
        makeStore(); // the gateway after a crash
        const QByteArray found = textOf(read());
        QVERIFY2(found == before || found == after, found.left(80).constData());
        (found == before ? sawOld : sawNew) += 1;
        // And the next write leaves nothing of the broken one.
        QVERIFY(write("short"));
        QCOMPARE(m_keychain.values.size(), size_t(1));
    }
    QVERIFY(sawOld > 0);
    QVERIFY(sawNew > 0);
}

void tst_keychainstore::removalTakesThePartsAlong()
{
    m_keychain.largest = 2560;
    QVERIFY(write(longText('1', 6000)));
    QVERIFY(m_keychain.values.size() > 1);
    QVERIFY(remove());
    QVERIFY(m_keychain.values.empty());
    QVERIFY(m_index->isEmpty());
}

QTEST_GUILESS_MAIN(tst_keychainstore)
#include "tst_keychainstore.moc"
