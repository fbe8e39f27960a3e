// SPDX-License-Identifier: MIT
#include "gateway/enclavetrial.h"

#include "gateway/router/listfetch.h"

namespace pasarela {

EnclaveTrial::EnclaveTrial(QObject *parent, Done done)
    : QObject(parent)
    , m_done(std::move(done))
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        const QString words = QString::fromUtf8(m_session->lastWords()).trimmed();
        QString text = QStringLiteral("It did not answer in time");
        text += words.isEmpty() ? QStringLiteral(".") : QStringLiteral(". It said last: ") + words;
        finish(Error{Error::Code::Timeout, text});
    });
}

void EnclaveTrial::start(TransportFactory &factory, const EnclaveConfig &enclave, const LaunchContext &context,
                         std::chrono::milliseconds timeout, QObject *parent, Done done)
{
    auto *trial = new EnclaveTrial(parent, std::move(done));
    auto transport = factory.make(enclave, context);
    if (transport)
        return trial->begin(std::move(*transport), timeout);
    QTimer::singleShot(0, trial, [trial, error = transport.error()] { trial->finish(error); });
}

namespace {

/// A trial shows what there is: one list that did not come makes it fail.
Result<ServerLists> listsOf(Result<FetchedLists> fetched)
{
    if (!fetched)
        return fetched.error();
    if (!fetched->failed.empty())
        return Error{Error::Code::ProtocolViolation,
                     QStringLiteral("The server starts, but refuses %1.")
                         .arg(QString::fromLatin1(wordsOf(fetched->failed.front()).method))};
    return std::move(fetched->lists);
}

} // namespace

void EnclaveTrial::begin(std::unique_ptr<mcp::Transport> transport, std::chrono::milliseconds timeout)
{
    m_timeout = timeout;
    m_deadline.start(timeout);
    UpstreamSession::Options options;
    options.initializeTimeout = timeout;
    options.idPrefix = "trial";
    m_session = std::make_unique<UpstreamSession>(std::move(transport), options);
    connect(m_session.get(), &UpstreamSession::stateChanged, this, &EnclaveTrial::onStateChanged, Qt::QueuedConnection);
    m_session->start();
}

void EnclaveTrial::onStateChanged(UpstreamSession::State state)
{
    if (state == UpstreamSession::State::Closed)
        return finish(m_session->closeReason());
    if (state == UpstreamSession::State::Ready)
        ListFetch::start(*m_session, {allListKinds.begin(), allListKinds.end()}, m_timeout, this,
                         [this](Result<FetchedLists> fetched) { finish(listsOf(std::move(fetched))); });
}

void EnclaveTrial::finish(Result<ServerLists> result)
{
    if (!m_done)
        return;
    const Done done = std::exchange(m_done, nullptr);
    m_deadline.stop();
    if (m_session)
        m_session->close({Error::Code::Cancelled, QStringLiteral("the trial is over")});
    deleteLater(); // and with it the session, whose child ends in good order
    done(std::move(result));
}

} // namespace pasarela
