// SPDX-License-Identifier: MIT
#include "gateway/base/jsonscanner.h"
#include "gateway/base/jsonview.h"

#include <QRandomGenerator>
#include <QTest>

#include <map>

using namespace pasarela;

namespace {

/// Random texts, valid by construction.
class Generator {
public:
    explicit Generator(quint32 seed)
        : m_random(seed)
    {
    }

    QByteArray text(int depth) { return space() + value(depth) + space(); }
    QByteArray object(int depth)
    {
        QByteArray out = "{" + space();
        const int count = below(depth > 0 ? 6 : 1);
        for (int i = 0; i < count; ++i) {
            out += i > 0 ? "," + space() : QByteArray();
            out += key() + space() + ":" + space() + value(depth - 1) + space();
        }
        return out + "}";
    }
    int below(int bound) { return int(m_random.bounded(bound)); }

private:
    QByteArray space()
    {
        static const QByteArrayList spaces{"", "", "", " ", "\n", "\r\n  ", "\t"};
        return spaces[below(int(spaces.size()))];
    }
    QByteArray key()
    {
        static const QByteArrayList keys{R"("a")",  R"("b")",      R"("c")",        R"("\u0061")", R"("\u0062")",
                                         R"("aa")", R"("\uD83D")", R"("\"a\":1,")", R"("é")",      R"("\u00e9")"};
        return keys[below(int(keys.size()))];
    }
    QByteArray value(int depth)
    {
        switch (below(depth > 0 ? 8 : 4)) {
        case 0:
            return string();
        case 1:
            return number();
        case 2:
            return below(2) ? "true" : "false";
        case 3:
            return "null";
        case 4:
            return array(depth);
        default:
            return object(depth);
        }
    }
    QByteArray array(int depth)
    {
        QByteArray out = "[" + space();
        const int count = below(4);
        for (int i = 0; i < count; ++i)
            out += (i > 0 ? "," + space() : QByteArray()) + value(depth - 1) + space();
        return out + "]";
    }
    QByteArray string()
    {
        static const QByteArrayList parts{"x",
                                          "}",
                                          "]",
                                          ",",
                                          ":",
                                          "\\\"",
                                          "\\\\",
                                          "\\n",
                                          "\\u005c",
                                          "\\ud800",
                                          "é",
                                          "😀",
                                          "some longer run of plain text, over sixteen bytes"};
        QByteArray out;
        for (int i = below(6); i > 0; --i)
            out += parts[below(int(parts.size()))];
        return '"' + out + '"';
    }
    QByteArray number()
    {
        static const QByteArrayList numbers{"0", "-0", "12", "-3.25", "1e400", "0.5E-7", "98765432109876543210"};
        return numbers[below(int(numbers.size()))];
    }

    QRandomGenerator m_random;
};

/// What a simple parser sees, written without anything of the scanner's: recursive, byte by byte, and it trusts its
/// text.
class SimpleParser {
public:
    struct Object {
        std::multimap<QString, JsonSpan> members;
        QList<JsonSpan> values; ///< In order.
    };
    explicit SimpleParser(const QByteArray &text)
        : m_text(text)
    {
    }

    JsonSpan root()
    {
        space();
        return value(QStringList());
    }
    /// By path, joined with '\1'.
    std::map<QString, Object> objects;

private:
    void space()
    {
        while (m_at < m_text.size() && QByteArray(" \t\r\n").contains(m_text[m_at]))
            ++m_at;
    }
    JsonSpan value(const QStringList &path)
    {
        const qsizetype begin = m_at;
        if (m_text[m_at] == '{')
            object(path);
        else if (m_text[m_at] == '[')
            array(path);
        else if (m_text[m_at] == '"')
            string();
        else
            while (m_at < m_text.size() && !QByteArray(" \t\r\n,]}").contains(m_text[m_at]))
                ++m_at;
        return {begin, m_at};
    }
    void object(const QStringList &path)
    {
        Object found;
        ++m_at;
        for (space(); m_text[m_at] != '}'; space()) {
            if (m_text[m_at] == ',')
                ++m_at;
            space();
            const QString key = string();
            space();
            ++m_at; // colon
            space();
            const JsonSpan span = value(path + QStringList{key});
            found.members.emplace(key, span);
            found.values.append(span);
        }
        ++m_at;
        objects[path.join(QChar(1))] = found;
    }
    void array(const QStringList &path)
    {
        ++m_at;
        for (space(); m_text[m_at] != ']'; space()) {
            if (m_text[m_at] == ',')
                ++m_at;
            space();
            value(path + QStringList{QStringLiteral("[]")});
        }
        ++m_at;
    }
    QString string()
    {
        QString out; // UTF-16 as it comes: lone surrogates stay what they are
        QByteArray raw;
        const auto flush = [&] {
            out += QString::fromUtf8(raw);
            raw.clear();
        };
        for (++m_at; m_text[m_at] != '"'; ++m_at) {
            if (m_text[m_at] != '\\') {
                raw += m_text[m_at];
                continue;
            }
            flush();
            const char escape = m_text[++m_at];
            if (escape == 'u') {
                out += QChar(m_text.mid(m_at + 1, 4).toUShort(nullptr, 16));
                m_at += 4;
            } else {
                out += escape == 'n' ? QChar(u'\n') : QChar(QLatin1Char(escape));
            }
        }
        ++m_at;
        flush();
        return out;
    }

    QByteArray m_text;
    qsizetype m_at = 0;
};

bool hasRepeatedKey(const SimpleParser::Object &object)
{
    for (auto it = object.members.begin(); it != object.members.end(); ++it) {
        if (object.members.count(it->first) > 1)
            return true;
    }
    return false;
}

} // namespace

/// Random texts through the scanner and through a simple parser of the test's own; both must see the same.
class tst_jsonproperty : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatASimpleParserFinds();
    void seesTheDuplicatesASimpleParserSees();
    void refusesATextWithOneByteChanged();
};

void tst_jsonproperty::findsWhatASimpleParserFinds()
{
    const JsonPaths paths{{"a"}, {"b"}, {"a", "b"}, {"b", "a", "c"}, {"é"}};
    const QStringList wanted{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("a\1b"),
                             QStringLiteral("b\1a\1c"), QStringLiteral("é")};
    int compared = 0;
    for (quint32 seed = 0; seed < 20000; ++seed) {
        Generator generator(seed);
        const QByteArray text = generator.text(4);
        const JsonScan scan = scanJson(text, paths);
        QVERIFY2(scan.ok() || scan.fault->kind == JsonFault::Kind::DuplicateKey, text.constData());
        if (!scan.ok())
            continue;
        SimpleParser parser(text);
        const JsonSpan root = parser.root();
        QCOMPARE(scan.root.begin, root.begin);
        QCOMPARE(scan.root.end, root.end);
        for (qsizetype i = 0; i < wanted.size(); ++i) {
            const QString parent = wanted[i].contains(QChar(1)) ? wanted[i].section(QChar(1), 0, -2) : QString();
            const auto object = parser.objects.find(parent);
            // A scalar or array root has no object of the empty path.
            const bool isObject = object != parser.objects.end() && (!parent.isEmpty() || text[root.begin] == '{');
            const auto member = isObject ? object->second.members.find(wanted[i].section(QChar(1), -1))
                                         : std::multimap<QString, JsonSpan>::iterator();
            const bool exists = isObject && member != object->second.members.end();
            QVERIFY2(scan.values[i].exists() == exists, text.constData());
            if (!exists)
                continue;
            QCOMPARE(scan.values[i].begin, member->second.begin);
            QCOMPARE(scan.values[i].end, member->second.end);
            ++compared;
        }
        if (text[root.begin] != '{')
            continue;
        const QList<JsonSpan> rootValues = parser.objects.at(QString()).values;
        QCOMPARE(scan.rootMembers.size(), rootValues.size());
        JsonObjectReader reader(text, scan.root);
        for (qsizetype i = 0; i < rootValues.size(); ++i) {
            QCOMPARE(scan.rootMembers[i].value.begin, rootValues[i].begin);
            QCOMPARE(scan.rootMembers[i].value.end, rootValues[i].end);
            const auto read = reader.next();
            QVERIFY(read);
            QCOMPARE(read->value.begin, rootValues[i].begin);
            QCOMPARE(read->value.end, rootValues[i].end);
        }
        QVERIFY(!reader.next());
    }
    QVERIFY2(compared > 3000, QByteArray::number(compared).constData());
}

void tst_jsonproperty::seesTheDuplicatesASimpleParserSees()
{
    const JsonPaths paths{{"a"}};
    int duplicates = 0;
    for (quint32 seed = 0; seed < 20000; ++seed) {
        Generator generator(seed);
        const QByteArray text = generator.object(2);
        const JsonScan scan = scanJson(text, paths);
        SimpleParser parser(text);
        parser.root();
        const bool expected = hasRepeatedKey(parser.objects.at(QString()));
        QVERIFY2(scan.ok() != expected, text.constData());
        duplicates += expected ? 1 : 0;
    }
    QVERIFY2(duplicates > 3000, QByteArray::number(duplicates).constData());
}

// Not every change breaks a text; one in which a bracket, quote or colon became a null character is broken for sure.
void tst_jsonproperty::refusesATextWithOneByteChanged()
{
    for (quint32 seed = 0; seed < 2000; ++seed) {
        Generator generator(seed);
        const QByteArray text = generator.object(4);
        for (qsizetype i = 0; i < text.size(); ++i) {
            QByteArray broken = text;
            broken[i] = '\0';
            const auto fault = validateJson(broken);
            QVERIFY2(fault, text.constData());
            // Without its lead the rest of a character is what is wrong.
            QVERIFY2(fault->offset <= i + (fault->kind == JsonFault::Kind::Utf8 ? 1 : 0), broken.constData());
        }
    }
}

QTEST_GUILESS_MAIN(tst_jsonproperty)
#include "tst_jsonproperty.moc"
