// SPDX-License-Identifier: MIT
#include "gateway/audit/auditevent.h"

#include "gateway/base/jsonscanner.h"
#include "gateway/base/jsonview.h"

#include <array>
#include <utility>

namespace pasarela {

namespace {

// What clients and servers chose themselves is cut: one control character is six characters in JSON.
constexpr qsizetype nameLimit = 200;
constexpr qsizetype projectLimit = 1000;

constexpr std::array<std::pair<CallOutcome, const char *>, 7> outcomeNames = {{
    {CallOutcome::Answered, "answered"},
    {CallOutcome::ServerError, "serverError"},
    {CallOutcome::Failed, "failed"},
    {CallOutcome::TimedOut, "timedOut"},
    {CallOutcome::Cancelled, "cancelled"},
    {CallOutcome::ClientLeft, "clientLeft"},
    {CallOutcome::Stopped, "stopped"},
}};

QByteArray name(const QString &text)
{
    return jsonQuoted(QStringView(text).left(nameLimit));
}

} // namespace

QString toName(CallOutcome outcome)
{
    for (const auto &[value, word] : outcomeNames) {
        if (value == outcome)
            return QLatin1String(word);
    }
    Q_UNREACHABLE();
    return {};
}

std::optional<CallOutcome> callOutcomeFrom(QByteArrayView name)
{
    for (const auto &[value, word] : outcomeNames) {
        if (name == word)
            return value;
    }
    return std::nullopt;
}

QByteArray toAuditLine(const AuditEvent &event)
{
    const auto milliseconds = std::chrono::duration<double, std::milli>(event.duration).count();
    return "{\"time\":\"" + event.time.toUTC().toString(Qt::ISODateWithMs).toLatin1()
        + "\",\"client\":" + name(event.client.text()) + ",\"via\":" + name(event.via) + ",\"project\":"
        + jsonQuoted(QStringView(event.project).left(projectLimit)) + ",\"enclave\":" + name(event.enclave.text())
        + ",\"account\":" + name(event.account.text()) + ",\"tool\":" + name(QString::fromUtf8(event.tool))
        + ",\"outcome\":" + name(toName(event.outcome)) + ",\"ms\":" + QByteArray::number(milliseconds, 'f', 3)
        + ",\"requestBytes\":" + QByteArray::number(event.requestBytes)
        + ",\"answerBytes\":" + QByteArray::number(event.answerBytes) + '}';
}

std::optional<AuditEvent> auditEventFrom(QByteArrayView line)
{
    enum { Time, Client, Via, Project, Enclave, Account, Tool, Outcome, Milliseconds, RequestBytes, AnswerBytes };
    static const JsonPaths paths{{"time"}, {"client"},  {"via"}, {"project"},      {"enclave"},    {"account"},
                                 {"tool"}, {"outcome"}, {"ms"},  {"requestBytes"}, {"answerBytes"}};
    const JsonScan scan = scanJson(line, paths);
    if (!scan.ok())
        return std::nullopt;
    const auto raw = [&](int member) { return scan.values[member].in(line); };
    const auto text = [&](int member) { return jsonStringValue(raw(member)); };
    AuditEvent event;
    event.time = QDateTime::fromString(QString::fromLatin1(text(Time)), Qt::ISODateWithMs);
    event.tool = text(Tool);
    if (!event.time.isValid() || jsonTypeOf(raw(Tool)) != JsonType::String)
        return std::nullopt;
    event.client = ClientId(QString::fromUtf8(text(Client)));
    event.via = QString::fromUtf8(text(Via));
    event.project = QString::fromUtf8(text(Project));
    event.enclave = EnclaveId(QString::fromUtf8(text(Enclave)));
    event.account = AccountId(QString::fromUtf8(text(Account)));
    event.outcome = callOutcomeFrom(text(Outcome)).value_or(CallOutcome::Failed);
    event.duration = std::chrono::microseconds(qRound64(raw(Milliseconds).toByteArray().toDouble() * 1000));
    event.requestBytes = jsonInteger(raw(RequestBytes)).value_or(0);
    event.answerBytes = jsonInteger(raw(AnswerBytes)).value_or(0);
    return event;
}

} // namespace pasarela
