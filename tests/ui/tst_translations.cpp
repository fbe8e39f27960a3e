// SPDX-License-Identifier: MIT
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

/// What people read: everything is translated, and no internal word is in it (spec/ui.md, *Words people read*).
class tst_translations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyTextIsTranslated_data();
    void everyTextIsTranslated();
    void everyTextHasItsPlaceholders();
    void noTextIsWrittenOutsideTheFile();
    void noInternalWordIsShown_data();
    void noInternalWordIsShown();
    void eachButtonHasOneKeyInEachLanguage();

private:
    struct Message {
        QString where;
        QString source;
        QStringList translations; ///< Plural forms, or one.
        bool finished = true;
        bool plural = false;
    };
    static QList<Message> read(const QString &path);

    QList<Message> m_english; ///< Plurals only.
    QList<Message> m_spanish; ///< Everything.
};

void tst_translations::initTestCase()
{
    const QDir folder(qEnvironmentVariable("PASARELA_SOURCE_DIR") + QStringLiteral("/resources/translations"));
    m_english = read(folder.filePath(QStringLiteral("pasarela_en.ts")));
    m_spanish = read(folder.filePath(QStringLiteral("pasarela_es.ts")));
    QVERIFY(!m_english.isEmpty());
    QVERIFY(m_spanish.size() > m_english.size());
}

QList<tst_translations::Message> tst_translations::read(const QString &path)
{
    QFile file(path);
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QString context;
    Message message;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement()) {
            const QString name = xml.name().toString();
            if (name == QLatin1String("name")) {
                context = xml.readElementText();
            } else if (name == QLatin1String("message")) {
                message = {
                    context, {}, {}, true, xml.attributes().value(QStringLiteral("numerus")) == QLatin1String("yes")};
            } else if (name == QLatin1String("source")) {
                message.source = xml.readElementText();
            } else if (name == QLatin1String("translation")) {
                message.finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
                if (!message.plural)
                    message.translations = QStringList(xml.readElementText());
            } else if (name == QLatin1String("numerusform")) {
                message.translations.append(xml.readElementText());
            }
        } else if (xml.isEndElement() && xml.name() == QLatin1String("message")) {
            messages.append(message);
        }
    }
    return xml.hasError() ? QList<Message>() : messages;
}

void tst_translations::everyTextIsTranslated_data()
{
    QTest::addColumn<bool>("spanish");
    QTest::newRow("English") << false;
    QTest::newRow("Spanish") << true;
}

void tst_translations::everyTextIsTranslated()
{
    QFETCH(bool, spanish);
    for (const Message &message : spanish ? m_spanish : m_english) {
        const QString what = message.where + QStringLiteral(": ") + message.source;
        QVERIFY2(message.finished, qPrintable(what));
        QCOMPARE(message.translations.size(), message.plural ? 2 : 1);
        for (const QString &translation : message.translations)
            QVERIFY2(!translation.trimmed().isEmpty(), qPrintable(what));
    }
}

void tst_translations::everyTextHasItsPlaceholders()
{
    static const QRegularExpression placeholder(QStringLiteral("%[0-9n]"));
    const auto placeholders = [](const QString &text) {
        QStringList found;
        for (auto match = placeholder.globalMatch(text); match.hasNext();)
            found.append(match.next().captured());
        found.sort();
        return found;
    };
    for (const Message &message : m_english + m_spanish) {
        for (const QString &translation : message.translations)
            QCOMPARE(placeholders(translation), placeholders(message.source));
    }
}

void tst_translations::noTextIsWrittenOutsideTheFile()
{
    // A text that was added to the sources and not taken over (target update_translations) would stay English.
    static const QRegularExpression call(QStringLiteral(R"re(\btr\("((?:[^"\\]|\\.)*)")re"));
    QSet<QString> known;
    for (const Message &message : std::as_const(m_spanish))
        known.insert(message.source);
    const QDir root(qEnvironmentVariable("PASARELA_SOURCE_DIR"));
    int seen = 0;
    for (const QString &folder : {QStringLiteral("app"), QStringLiteral("ui")}) {
        const QFileInfoList files = QDir(root.filePath(folder)).entryInfoList({QStringLiteral("*.cpp")}, QDir::Files);
        for (const QFileInfo &info : files) {
            QFile file(info.filePath());
            QVERIFY(file.open(QIODevice::ReadOnly));
            for (auto match = call.globalMatch(QString::fromUtf8(file.readAll())); match.hasNext();) {
                QString text = match.next().captured(1);
                text.replace(QStringLiteral("\\\""), QStringLiteral("\""));
                QVERIFY2(known.contains(text), qPrintable(info.fileName() + QStringLiteral(": ") + text));
                ++seen;
            }
        }
    }
    QVERIFY(seen > 50);
}

void tst_translations::noInternalWordIsShown_data()
{
    QTest::addColumn<QString>("word");
    for (const char *word :
         {"enclave", "bridge",      "gateway",  "daemon",    "upstream",   "handshake", "stdio",    "json",
          "schema",  "token",       "peer",     "relay",     "mesh",       "mcp",       "wiped",    "fatal",
          "invalid", "killed",      "client",   "server",    "credential", "oauth",     "keychain", "session",
          "audit",   "elicitation", "stderr",   "migrate",   "cliente",    "servidor",  "sesiones", "puente",
          "demonio", "inválido",    "inválida", "credencial"})
        QTest::addRow("%s", word) << QString::fromUtf8(word);
}

void tst_translations::noInternalWordIsShown()
{
    QFETCH(QString, word);
    const QRegularExpression whole(QStringLiteral("\\b%1s?\\b").arg(word),
                                   QRegularExpression::CaseInsensitiveOption
                                       | QRegularExpression::UseUnicodePropertiesOption);
    for (const Message &message : m_english + m_spanish) {
        QVERIFY2(!whole.match(message.source).hasMatch(), qPrintable(message.source));
        for (const QString &translation : message.translations)
            QVERIFY2(!whole.match(translation).hasMatch(), qPrintable(translation));
    }
}

void tst_translations::eachButtonHasOneKeyInEachLanguage()
{
    static const QRegularExpression mnemonic(QStringLiteral("&(.)"));
    for (const Message &message : std::as_const(m_spanish)) {
        const auto english = mnemonic.match(message.source);
        const auto spanish = mnemonic.match(message.translations.value(0));
        QVERIFY2(english.hasMatch() == spanish.hasMatch(), qPrintable(message.source));
    }
}

QTEST_GUILESS_MAIN(tst_translations)
#include "tst_translations.moc"
