// SPDX-License-Identifier: MIT
#include "gateway/cli/statustext.h"

#include "gateway/base/printable.h"
#include "gateway/cli/texttable.h"

#include <array>
#include <utility>

namespace pasarela {

namespace {

constexpr qsizetype errorWidth = 72; ///< The remedy stands at the end of it.

QString memory(qint64 bytes)
{
    return bytes <= 0 ? QStringLiteral("-") : QStringLiteral("%1 MB").arg(double(bytes) / 1e6, 0, 'f', 1);
}

QString milliseconds(double value)
{
    return value <= 0 ? QStringLiteral("-") : QStringLiteral("%1 ms").arg(value, 0, 'f', value < 10 ? 1 : 0);
}

QString number(qint64 value)
{
    return value == 0 ? QStringLiteral("-") : QString::number(value);
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? QStringLiteral("-") : printableLine(text, 80);
}

/// The two largest units: "2 h 3 min".
QString duration(qint64 seconds)
{
    constexpr std::array<std::pair<const char *, qint64>, 4> units = {
        {{"d", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}}};
    QStringList parts;
    for (const auto &[name, size] : units) {
        const qint64 count = seconds / size;
        seconds %= size;
        if (count > 0 && parts.size() < 2)
            parts.append(QStringLiteral("%1 %2").arg(count).arg(QLatin1String(name)));
        else if (!parts.isEmpty())
            break;
    }
    return parts.isEmpty() ? QStringLiteral("0 s") : parts.join(QLatin1Char(' '));
}

/// Text from elsewhere, whole up to a length that no sentence of ours has.
QString whole(const QString &text)
{
    return printableLine(text, 2000);
}

/// The lines of a text, broken between words.
QStringList wrapped(const QString &text, qsizetype width)
{
    QStringList lines(QString{});
    for (const QString &word : text.split(QLatin1Char(' '))) {
        QString &line = lines.last();
        if (line.isEmpty())
            line = word;
        else if (line.size() + 1 + word.size() <= width)
            line += QLatin1Char(' ') + word;
        else
            lines.append(word);
    }
    return lines;
}

QString gatewayText(const GatewayView &gateway, const QDateTime &now)
{
    QString text = QStringLiteral("Gateway: running, pid %1, version %2").arg(gateway.processId).arg(gateway.version);
    if (gateway.since.isValid())
        text += QStringLiteral(", up %1").arg(duration(std::max<qint64>(0, gateway.since.secsTo(now))));
    if (gateway.rss > 0)
        text += QStringLiteral(", %1").arg(memory(gateway.rss));
    text += QLatin1Char('\n');
    if (!gateway.paused.isEmpty())
        text += gateway.paused == QLatin1String("on") ? QStringLiteral("Paused until resumed\n")
                                                      : QStringLiteral("Paused until %1\n").arg(gateway.paused);
    if (!gateway.problems.isEmpty()) {
        text += gateway.configHash.isEmpty()
            ? QStringLiteral("No settings could be read; nothing is connected:\n")
            : QStringLiteral("The configuration has problems; the last good one is in use:\n");
        for (const QString &problem : gateway.problems)
            text += QStringLiteral("  %1\n").arg(whole(problem));
    }
    return text;
}

QString errorText(const EnclaveView &enclave, const QDateTime &now)
{
    QStringList parts;
    if (enclave.state == EnclaveState::Waiting && enclave.retryAt.isValid())
        parts.append(QStringLiteral("again in %1;").arg(duration(std::max<qint64>(0, now.secsTo(enclave.retryAt)))));
    if (!enclave.lastError.code.isEmpty())
        parts.append(enclave.lastError.code);
    parts.append(enclave.lastError.text);
    return whole(parts.join(QLatin1Char(' ')));
}

QString accountsText(const QMap<QString, QString> &accounts)
{
    QStringList pairs;
    for (auto entry = accounts.cbegin(); entry != accounts.cend(); ++entry)
        pairs.append(entry.key() + QLatin1Char('=') + entry.value());
    return orDash(pairs.join(QLatin1Char(' ')));
}

QStringList headings(const char *names)
{
    return QString::fromLatin1(names).split(QLatin1Char('|'));
}

QString section(const char *name, const TextTable &table)
{
    const QString title = QLatin1String(name);
    return table.isEmpty() ? QStringLiteral("\n%1: none\n").arg(title)
                           : QStringLiteral("\n%1\n").arg(title) + table.text(2);
}

} // namespace

QString statusText(const Snapshot &snapshot, const QDateTime &now)
{
    TextTable enclaves(headings("NAME|STATE|KIND|TOOLS|LAST ERROR"));
    for (const EnclaveView &row : snapshot.enclaves) {
        QStringList error = wrapped(errorText(row, now), errorWidth);
        enclaves.add(
            {orDash(row.name), toName(row.state), orDash(row.kind), QString::number(row.tools), error.takeFirst()});
        for (const QString &line : error)
            enclaves.add({{}, {}, {}, {}, line});
    }

    TextTable sessions(headings("ENCLAVE|ACCOUNT|SCOPE|STATE|PID|MEMORY|CALLS|P50|P95"));
    for (const SessionView &row : snapshot.sessions) {
        sessions.add({orDash(row.enclave), orDash(row.account), orDash(row.scope), orDash(row.state),
                      number(row.processId), memory(row.rss), QString::number(row.calls), milliseconds(row.p50),
                      milliseconds(row.p95)});
    }

    TextTable clients(headings("NAME|PROGRAM|TRANSPORT|PID|PROJECT|ACCOUNTS"));
    for (const ClientView &row : snapshot.clients) {
        clients.add({orDash(row.name), orDash(row.title), orDash(row.transport), number(row.processId),
                     orDash(row.project), accountsText(row.accounts)});
    }

    QString text = gatewayText(snapshot.gateway, now) + section("Enclaves", enclaves) + section("Sessions", sessions)
        + section("Clients", clients);
    if (snapshot.relay != RelayView())
        text += QStringLiteral("\nRelay: %1 unread, peers: %2\n")
                    .arg(snapshot.relay.unread)
                    .arg(orDash(snapshot.relay.peers.join(QStringLiteral(", "))));
    return text;
}

} // namespace pasarela
