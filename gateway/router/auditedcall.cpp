// SPDX-License-Identifier: MIT
#include "gateway/router/auditedcall.h"

#include "gateway/base/jsonview.h"
#include "gateway/catalog/toolname.h"
#include "gateway/router/clientsession.h"

#include <utility>

namespace pasarela {

using Field = mcp::Message::Field;
using Clock = std::chrono::steady_clock;

AuditedCall::AuditedCall(const ClientSession &client, const mcp::Message &call, const EnclaveId &named, Tell tell)
    : m_began(Clock::now())
    , m_tell(std::move(tell))
{
    m_event.time = QDateTime::currentDateTimeUtc();
    m_event.client = client.caller().client;
    m_event.project = client.caller().project;
    m_event.via = client.info().transport;
    m_event.enclave = named;
    m_event.tool = call.text(Field::ParamsName);
    m_event.requestBytes = call.size();
}

void AuditedCall::isFor(const EnclaveId &enclave, const QByteArray &tool)
{
    m_event.enclave = enclave.isEmpty() ? EnclaveId(QStringLiteral("pasarela")) : enclave;
    m_event.tool = enclave.isEmpty() ? tool : canonicalName(enclave.bytes(), tool);
}

void AuditedCall::goesTo(const SessionKey &key)
{
    m_event.account = key.account;
    m_event.scope = key.scope;
}

void AuditedCall::ended(CallOutcome outcome, qint64 answerBytes)
{
    const Tell tell = std::exchange(m_tell, nullptr);
    if (!tell)
        return;
    m_event.outcome = outcome;
    m_event.answerBytes = answerBytes;
    m_event.duration = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - m_began);
    tell(m_event);
}

CallOutcome outcomeOf(const mcp::Message &answer)
{
    if (answer.kind() == mcp::Message::Kind::Error)
        return CallOutcome::ServerError;
    // What is large is left out, so that it is not walked through again.
    const JsonSpan all = answer.span(Field::Result);
    const JsonSpan content = answer.span(Field::ResultContent);
    const QByteArray result = content.exists() ? answer.bytes().sliced(all.begin, content.begin - all.begin) + "[]"
            + answer.bytes().sliced(content.end, all.end - content.end)
                                               : answer.resultBody().toByteArray();
    const auto isError = findMember(result, {0, result.size()}, "isError");
    return isError && jsonTypeOf(isError->value.in(result)) == JsonType::True ? CallOutcome::ServerError
                                                                              : CallOutcome::Answered;
}

} // namespace pasarela
