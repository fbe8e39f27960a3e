// SPDX-License-Identifier: MIT
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <map>

/// The include table of the architecture: which folder may include which. Linking alone does not keep layers apart.
class tst_layering : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyIncludeIsInTheTable();
    void everyHeaderIsInATarget();
    void onlyPlatformBodiesHavePlatformBranches();
    void theTableHasNoCycle();

private:
    struct Source {
        QString path; ///< From the source folder.
        QString layer;
        QStringList includes;
    };
    static QString layerOf(const QString &path);
    QDir m_root;
    QList<Source> m_sources;
};

namespace {

// Arrows of architecture.md, *Layers*. A folder may always include itself.
const std::map<QString, QStringList> &table()
{
    static const auto list = [](const char *names) {
        return QString::fromLatin1(names).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    };
    static const std::map<QString, QStringList> arrows = {
        {QStringLiteral("app"), list("ui gateway/control gateway/launch gateway/config gateway/base")},
        {QStringLiteral("ui"), list("gateway/base")}, // and three headers of value types, see below
        {QStringLiteral("gateway/bridge"), list("gateway/launch gateway/ipc gateway/mcp gateway/base")},
        {QStringLiteral("gateway/cli"),
         list("gateway/control gateway/launch gateway/config gateway/audit gateway/base")},
        {QStringLiteral("gateway/router"),
         list("gateway/catalog gateway/session gateway/upstream gateway/audit gateway/mcp gateway/base")},
        {QStringLiteral("gateway/session"),
         list("gateway/oauth gateway/upstream gateway/credentials gateway/config gateway/mcp gateway/base")},
        {QStringLiteral("gateway/upstream"), list("gateway/mesh gateway/net gateway/config gateway/mcp gateway/base")},
        {QStringLiteral("gateway/downstream"), list("gateway/ipc gateway/net gateway/mcp gateway/base")},
        {QStringLiteral("gateway/relay"), list("gateway/catalog gateway/mcp gateway/base")},
        {QStringLiteral("gateway/control"), list("gateway/ipc gateway/config gateway/mcp gateway/base")},
        {QStringLiteral("gateway/oauth"), list("gateway/net gateway/credentials gateway/config gateway/base")},
        {QStringLiteral("gateway/launch"), list("gateway/ipc gateway/base")},
        {QStringLiteral("gateway/catalog"), list("gateway/mcp gateway/base")},
        {QStringLiteral("gateway/mesh"), list("gateway/mcp gateway/base")},
        {QStringLiteral("gateway/config"), list("gateway/base")},
        {QStringLiteral("gateway/credentials"), list("gateway/base")},
        {QStringLiteral("gateway/audit"), list("gateway/base")},
        {QStringLiteral("gateway/mcp"), list("gateway/base")},
        {QStringLiteral("gateway/net"), list("gateway/base")},
        {QStringLiteral("gateway/ipc"), list("gateway/base")},
        {QStringLiteral("gateway/base"), {}},
    };
    return arrows;
}

const QStringList uiValueTypes = {QStringLiteral("gateway/control/snapshot.h"),
                                  QStringLiteral("gateway/control/controlprotocol.h"),
                                  QStringLiteral("gateway/config/gatewayconfig.h")};

} // namespace

QString tst_layering::layerOf(const QString &path)
{
    const QStringList parts = path.split(QLatin1Char('/'));
    if (parts.first() != QLatin1String("gateway"))
        return parts.first();
    return parts.size() > 2 ? parts.mid(0, 2).join(QLatin1Char('/')) : QStringLiteral("gateway");
}

void tst_layering::initTestCase()
{
    m_root = QDir(qEnvironmentVariable("PASARELA_SOURCE_DIR"));
    static const QRegularExpression include(QStringLiteral("^#\\s*include \"([^\"]+)\""),
                                            QRegularExpression::MultilineOption);
    for (const QString &top : {QStringLiteral("app"), QStringLiteral("gateway"), QStringLiteral("ui")}) {
        QDirIterator files(m_root.filePath(top),
                           {QStringLiteral("*.h"), QStringLiteral("*.cpp"), QStringLiteral("*.mm")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            Source source;
            source.path = m_root.relativeFilePath(file.fileName());
            source.layer = layerOf(source.path);
            const QString text = QString::fromUtf8(file.readAll());
            for (auto match = include.globalMatch(text); match.hasNext();) {
                const QString name = match.next().captured(1);
                if (!name.endsWith(QLatin1String(".moc")))
                    source.includes.append(name);
            }
            m_sources.append(source);
        }
    }
    QVERIFY(m_sources.size() > 20);
}

void tst_layering::everyIncludeIsInTheTable()
{
    QStringList violations;
    for (const Source &source : std::as_const(m_sources)) {
        if (source.layer == QLatin1String("gateway"))
            continue; // composition roots may include every folder of the gateway
        for (const QString &name : source.includes) {
            const QString target = layerOf(name);
            const auto row = table().find(source.layer);
            const bool allowed = target == source.layer || (row != table().end() && row->second.contains(target))
                || (source.layer == QLatin1String("ui") && uiValueTypes.contains(name));
            if (!allowed)
                violations.append(source.path + QStringLiteral(" includes ") + name);
        }
    }
    QVERIFY2(violations.isEmpty(), qPrintable(violations.join(QLatin1Char('\n'))));
}

void tst_layering::everyHeaderIsInATarget()
{
    QString lists;
    for (const QString &top : {QStringLiteral("app"), QStringLiteral("gateway"), QStringLiteral("ui")}) {
        QFile file(m_root.filePath(top + QStringLiteral("/CMakeLists.txt")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        lists += QString::fromUtf8(file.readAll());
    }
    QStringList missing;
    for (const Source &source : std::as_const(m_sources)) {
        if (source.path.endsWith(QLatin1String(".h")) && !lists.contains(source.path.section(QLatin1Char('/'), 1)))
            missing.append(source.path);
    }
    QVERIFY2(missing.isEmpty(), qPrintable(QStringLiteral("in no target: ") + missing.join(QStringLiteral(", "))));
}

void tst_layering::onlyPlatformBodiesHavePlatformBranches()
{
    static const QRegularExpression branch(
        QStringLiteral("#\\s*(if|ifdef|ifndef|elif).*(Q_OS_|_WIN32|__linux__|__APPLE__)"));
    static const QRegularExpression body(QStringLiteral("_(unix|linux|mac|win)\\.(cpp|mm)$"));
    QStringList found;
    for (const Source &source : std::as_const(m_sources)) {
        QFile file(m_root.filePath(source.path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        if (!body.match(source.path).hasMatch() && branch.match(QString::fromUtf8(file.readAll())).hasMatch())
            found.append(source.path);
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(QStringLiteral(", "))));
}

void tst_layering::theTableHasNoCycle()
{
    // Take away folders that include nothing that is left, until none is; what remains would be a cycle.
    QSet<QString> left;
    for (const auto &[layer, targets] : table())
        left.insert(layer);
    for (bool progress = true; progress;) {
        progress = false;
        const QSet<QString> before = left;
        for (const QString &layer : before) {
            const QStringList targets = table().at(layer);
            const bool free =
                std::none_of(targets.begin(), targets.end(), [&left](const QString &t) { return left.contains(t); });
            if (free) {
                left.remove(layer);
                progress = true;
            }
        }
    }
    QVERIFY2(left.isEmpty(), qPrintable(QStringList(left.values()).join(QStringLiteral(", "))));
}

QTEST_GUILESS_MAIN(tst_layering)
#include "tst_layering.moc"
