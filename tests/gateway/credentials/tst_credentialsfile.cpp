// SPDX-License-Identifier: MIT
#include "gateway/base/atomicfile.h"
#include "gateway/credentials/credentialsfile.h"
#include "tests/support/testhome.h"

#include <QFile>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

class tst_credentialsfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<TestHome>(); }
    void readsWhatAPersonWrote();
    void writesReplacesAndRemovesOneNameOnly();
    void makesAFileThatOthersCannotRead();
    void aFileThatOthersCanReadIsRefused_data();
    void aFileThatOthersCanReadIsRefused();
    void aBrokenFileSaysWhereAndNeverWhat_data();
    void aBrokenFileSaysWhereAndNeverWhat();
    void noFileIsNotFound();
    void aRelativePathIsRefused();
    void whatCannotBeStoredIsRefused();
    void seesAChangedFileAtOnce();

private:
    void put(const QByteArray &bytes, QFileDevice::Permissions mode = QFileDevice::ReadOwner | QFileDevice::WriteOwner)
    {
        QVERIFY(replaceFile(path(), bytes)); // closed to others on every platform
        if (mode != (QFileDevice::ReadOwner | QFileDevice::WriteOwner))
            QVERIFY(QFile::setPermissions(path(), mode));
    }
    QString path() const { return m_home->file(QStringLiteral("credentials.json")); }
    QByteArray bytes() const { return m_home->read(QStringLiteral("credentials.json")); }
    Result<Secret> read(const char *name);
    Result<void> change(const char *name, const std::optional<QByteArray> &value);

    std::unique_ptr<TestHome> m_home;
};

namespace {

CredentialKey keyOf(const char *name)
{
    return *CredentialKey::fromName(QString::fromLatin1(name));
}

} // namespace

Result<Secret> tst_credentialsfile::read(const char *name)
{
    CredentialsFile file(path());
    std::optional<Result<Secret>> outcome;
    file.read(keyOf(name), this, [&outcome](Result<Secret> result) { outcome = std::move(result); });
    Q_ASSERT(!outcome);
    const bool answered = QTest::qWaitFor([&outcome] { return outcome.has_value(); });
    return answered ? std::move(*outcome) : Error{Error::Code::Internal, QStringLiteral("never answered")};
}

/// Nothing: removes it.
Result<void> tst_credentialsfile::change(const char *name, const std::optional<QByteArray> &value)
{
    CredentialsFile file(path());
    std::optional<Result<void>> outcome;
    const auto done = [&outcome](const Result<void> &result) { outcome = result; };
    if (value)
        file.write(keyOf(name), Secret(*value), this, done);
    else
        file.remove(keyOf(name), this, done);
    const bool answered = QTest::qWaitFor([&outcome] { return outcome.has_value(); });
    return answered ? *outcome : Error{Error::Code::Internal, QStringLiteral("never answered")};
}

void tst_credentialsfile::readsWhatAPersonWrote()
{
    put("{\n  \"github/work/token\": \"ghp_\\u00e1\",\n  \"wiki/me/token\": \"two\"\n}\n");
    QCOMPARE(read("github/work/token").value().reveal(), QByteArrayView("ghp_\xc3\xa1"));
    QCOMPARE(read("wiki/me/token").value().reveal(), QByteArrayView("two"));
    QCOMPARE(read("wiki/other/token").error().code, Error::Code::NotFound);
    QCOMPARE(CredentialsFile(path()).stored(), (std::vector{keyOf("github/work/token"), keyOf("wiki/me/token")}));
}

void tst_credentialsfile::writesReplacesAndRemovesOneNameOnly()
{
    put("{ \"a/b/c\" : \"kept as it is\" }");
    QVERIFY(change("github/work/token", QByteArray("one \"quoted\"")));
    QCOMPARE(read("github/work/token").value().reveal(), QByteArrayView("one \"quoted\""));
    QVERIFY(change("github/work/token", QByteArray("two")));
    QCOMPARE(read("github/work/token").value().reveal(), QByteArrayView("two"));
    QVERIFY(bytes().contains("\"a/b/c\" : \"kept as it is\""));
    QVERIFY(change("github/work/token", std::nullopt));
    QCOMPARE(bytes(), QByteArray("{ \"a/b/c\" : \"kept as it is\" }"));
    QVERIFY(change("github/work/token", std::nullopt));
}

void tst_credentialsfile::makesAFileThatOthersCannotRead()
{
    QVERIFY(change("github/work/token", QByteArray("one")));
    QVERIFY(checkOnlyOursToRead(path()));
    QCOMPARE(read("github/work/token").value().reveal(), QByteArrayView("one"));
}

void tst_credentialsfile::aFileThatOthersCanReadIsRefused_data()
{
    QTest::addColumn<int>("others");
    QTest::newRow("the group reads") << int(QFileDevice::ReadGroup);
    QTest::newRow("everybody reads") << int(QFileDevice::ReadOther);
    QTest::newRow("the group writes") << int(QFileDevice::WriteGroup);
}

void tst_credentialsfile::aFileThatOthersCanReadIsRefused()
{
#ifdef Q_OS_WIN
    QSKIP("Qt's permissions change no access list on Windows.");
#endif
    QFETCH(int, others);
    put(R"({"a/b/c":"secret-value"})",
        QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::Permissions(others));
    const std::vector<Error> errors = {read("a/b/c").error(), change("a/b/d", QByteArray("new")).error()};
    for (const Error &error : errors) {
        QCOMPARE(error.code, Error::Code::PermissionDenied);
        QVERIFY2(error.detail.contains(QLatin1String("chmod 600")), qPrintable(error.detail));
    }
    QVERIFY(CredentialsFile(path()).stored().empty());
    QCOMPARE(bytes(), QByteArray(R"({"a/b/c":"secret-value"})"));
}

void tst_credentialsfile::aBrokenFileSaysWhereAndNeverWhat_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("where");
    QTest::newRow("no JSON") << QByteArray("{\n \"a/b/c\": \"secret-value\" \"more\"}") << QStringLiteral("line 2");
    QTest::newRow("no object") << QByteArray("[\"secret-value\"]") << QStringLiteral("no JSON object");
    QTest::newRow("no text") << QByteArray(R"({"a/b/c":["secret-value"]})") << QStringLiteral("\"a/b/c\"");
    QTest::newRow("an empty text") << QByteArray(R"({"a/b/c":"","d":"secret-value"})") << QStringLiteral("\"a/b/c\"");
    QTest::newRow("NUL") << QByteArray(R"({"a/b/c":"secret-value\u0000"})") << QStringLiteral("\"a/b/c\"");
    QTest::newRow("a name twice") << QByteArray(R"({"a/b/c":"x","a/b/c":"secret-value"})") << QStringLiteral("line 1");
}

void tst_credentialsfile::aBrokenFileSaysWhereAndNeverWhat()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, where);
    put(content);
    const Error error = read("a/b/c").error();
    QCOMPARE(error.code, Error::Code::InvalidInput);
    QVERIFY2(error.detail.contains(where), qPrintable(error.detail));
    QVERIFY2(!error.detail.contains(QLatin1String("secret-value")), qPrintable(error.detail));
}

void tst_credentialsfile::noFileIsNotFound()
{
    const Error error = read("a/b/c").error();
    QCOMPARE(error.code, Error::Code::NotFound);
    QVERIFY2(error.detail.contains(path()), qPrintable(error.detail));
    QVERIFY(change("a/b/c", std::nullopt));
    QVERIFY(!QFile::exists(path()));
}

void tst_credentialsfile::aRelativePathIsRefused()
{
    CredentialsFile file(QStringLiteral("secrets.json"));
    Error error;
    file.write(keyOf("a/b/c"), Secret(QByteArray("x")), this,
               [&error](const Result<void> &result) { error = result.error(); });
    QTRY_COMPARE(error.code, Error::Code::InvalidInput);
    QVERIFY(!QFile::exists(QStringLiteral("secrets.json")));
}

void tst_credentialsfile::whatCannotBeStoredIsRefused()
{
    QCOMPARE(change("a/b/c", QByteArray("a\0b", 3)).error().code, Error::Code::InvalidInput);
    QVERIFY(!QFile::exists(path()));
}

void tst_credentialsfile::seesAChangedFileAtOnce()
{
    put(R"({"a/b/c":"x"})");
    CredentialsFile file(path());
    QCOMPARE(file.stored().size(), size_t(1));
    put(R"({"a/b/c":"x","a/b/d":"x"})");
    QCOMPARE(file.stored().size(), size_t(2));
}

QTEST_GUILESS_MAIN(tst_credentialsfile)
#include "tst_credentialsfile.moc"
