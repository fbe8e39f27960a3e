// SPDX-License-Identifier: MIT
#include "gateway/upstream/stdiotransport.h"

#include "gateway/base/logging.h"

#include <QPointer>

namespace pasarela {

namespace {

constexpr qsizetype noiseShown = 200; ///< Bytes of a line.
constexpr quint64 noiseLinesShown = 50; ///< Of one program; a chatty one must not fill the log.

// A program that prints faster than that what is no message takes the time of all others.
constexpr quint64 noiseFlood = 10000;
constexpr std::chrono::seconds noiseSpan{10};

} // namespace

/// The lines of a program. Closing it would close both pipes at once, so only its stdin is ended here.
class StdioTransport::Lines final : public mcp::LineTransport {
public:
    explicit Lines(std::unique_ptr<ByteStream> stream)
        : LineTransport(std::move(stream))
    {
        ignoreByteOrderMarks();
    }
    void endInput() { stream().finishWriting(); }
    /// Of the line at hand, so that noise can be shown.
    const QByteArray &beginning() const { return m_beginning; }

protected:
    bool takeLine(QByteArrayView line) override
    {
        if (lcUpstream().isDebugEnabled())
            m_beginning = line.first(qMin(line.size(), noiseShown)).toByteArray();
        return false;
    }

private:
    QByteArray m_beginning;
};

StdioTransport::StdioTransport(Prepare prepare, ChildKeeper *keeper, ChildProcess::Patience patience, QObject *parent)
    : Transport(parent)
    , m_prepare(std::move(prepare))
    , m_keeper(keeper)
    , m_patience(patience)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(patience.output);
    connect(&m_rest, &QTimer::timeout, this, &StdioTransport::onOutputEnded);
}

StdioTransport::~StdioTransport()
{
    m_lines.reset(); // first, so that the program sees the end of its stdin
    if (m_child && m_keeper)
        m_keeper->take(std::move(m_child));
}

void StdioTransport::start()
{
    m_prepare(this, [this](Result<ChildLaunch> launch) { onPrepared(launch); });
}

void StdioTransport::onPrepared(const Result<ChildLaunch> &launch)
{
    if (m_ended || m_closing)
        return;
    if (!launch) {
        end(launch.error());
        return;
    }
    m_child = std::make_unique<ChildProcess>(*launch, m_patience);
    connect(m_child.get(), &ChildProcess::failed, this, &StdioTransport::end);
    connect(m_child.get(), &ChildProcess::exited, this, &StdioTransport::onExited);
    connect(m_child.get(), &ChildProcess::ended, this, &StdioTransport::onGone);
    if (const auto started = m_child->start(); !started) {
        end(started.error());
        return;
    }
    connectLines();
}

void StdioTransport::connectLines()
{
    m_lines = std::make_unique<Lines>(m_child->takeStream());
    connect(m_lines.get(), &Transport::received, this, [this](const mcp::Message &message) {
        m_child->noteDescendants();
        Q_EMIT received(message);
    });
    connect(m_lines.get(), &Transport::unreadable, this, &StdioTransport::onUnreadable);
    connect(m_lines.get(), &Transport::drained, this, &Transport::drained);
    connect(m_lines.get(), &Transport::finished, this, &StdioTransport::onOutputEnded);
    connect(m_lines.get(), &Transport::closed, this, &StdioTransport::onOutputEnded);
    m_lines->start();
    if (m_paused)
        m_lines->pause();
    for (QByteArray &line : m_early)
        m_lines->send(std::move(line));
    m_early.clear();
}

void StdioTransport::send(QByteArray line, QByteArrayView relatedTo)
{
    if (m_lines)
        m_lines->send(std::move(line), relatedTo);
    else if (!m_ended && !m_closing)
        m_early.push_back(std::move(line));
}

qint64 StdioTransport::bytesQueued() const
{
    if (m_lines)
        return m_lines->bytesQueued();
    qint64 bytes = 0;
    for (const QByteArray &line : m_early)
        bytes += line.size();
    return bytes;
}

void StdioTransport::pause()
{
    m_paused = true;
    if (m_lines)
        m_lines->pause();
}

void StdioTransport::resume()
{
    m_paused = false;
    if (m_lines)
        m_lines->resume();
}

void StdioTransport::close()
{
    if (m_ended || m_closing)
        return;
    m_closing = true;
    if (!m_child) {
        endSoon(
            {Error::Code::Closed, QStringLiteral("The program was not started, because it is not needed any more.")});
        return;
    }
    if (m_lines)
        m_lines->endInput();
    m_child->end();
}

void StdioTransport::onUnreadable(const mcp::MessageFault &fault)
{
    if (++m_noise <= noiseLinesShown)
        qCDebug(lcUpstream, "\"%ls\" printed a line that is no message (%s): %s%s",
                qUtf16Printable(m_child->launch().name), fault.what.constData(), m_lines->beginning().constData(),
                m_noise == noiseLinesShown ? " (more of these are not shown)" : "");
    // The one hint there is, since a call may wait for it until its time is over.
    if (fault.isMeant && !fault.isRequest && fault.id.isEmpty() && ++m_brokenAnswers <= noiseLinesShown)
        qCWarning(lcUpstream, "\"%ls\" sent a broken answer, and nobody can tell which call it is for (%s)%s",
                  qUtf16Printable(m_child->launch().name), fault.what.constData(),
                  m_brokenAnswers == noiseLinesShown ? "; more of these are not shown" : "");
    if (fault.batch.isEmpty() && isFlood()) {
        end({Error::Code::ProtocolViolation,
             QStringLiteral("The program \"%1\" printed thousands of lines that are no messages and was ended. Only "
                            "messages may stand on its stdout; what it logs belongs on stderr.")
                 .arg(m_child->launch().name)});
        return;
    }
    mcp::MessageFault reported = fault;
    if (fault.isRequest) {
        // The id is the server's: it gets an answer, and is not looked for among our calls.
        reported.id.clear();
        if (!fault.id.isEmpty())
            send(mcp::composed(mcp::Message::error(fault.code, QString::fromUtf8(fault.what)), fault.id));
    }
    Q_EMIT unreadable(reported);
}

bool StdioTransport::isFlood()
{
    if (!m_noiseSpan.isValid() || m_noiseSpan.hasExpired(std::chrono::milliseconds(noiseSpan).count())) {
        m_noiseSpan.start();
        m_noiseInSpan = 0;
    }
    return ++m_noiseInSpan > noiseFlood;
}

/// A program that closed its stdout can answer nothing any more, so it is ended too.
void StdioTransport::onOutputEnded()
{
    if (m_ended)
        return;
    m_outputEnded = true;
    m_rest.stop();
    if (m_exit) {
        end({Error::Code::Closed,
             QStringLiteral("The program \"%1\" %2.").arg(m_child->launch().name, m_exit->sentence())});
        return;
    }
    m_closing = true;
    m_lines->endInput();
    m_child->end();
}

void StdioTransport::onExited(const ChildExit &how)
{
    m_exit = how;
    if (m_outputEnded)
        onOutputEnded();
    else
        m_rest.start();
}

/// Reached with an exit still unknown only where a process hangs in the kernel.
void StdioTransport::onGone()
{
    if (m_exit)
        return;
    end({Error::Code::Closed, QStringLiteral("The program \"%1\" does not end.").arg(m_child->launch().name)});
}

void StdioTransport::end(const Error &reason)
{
    if (m_ended)
        return;
    m_ended = true;
    m_rest.stop();
    letGo();
    Q_EMIT closed(reason);
}

void StdioTransport::endSoon(const Error &reason)
{
    QMetaObject::invokeMethod(
        this, [this, reason] { end(reason); }, Qt::QueuedConnection);
}

/// The stream first, so that the program sees the end of its stdin; either may be the one that called.
void StdioTransport::letGo()
{
    m_words = lastWords();
    if (m_lines) {
        m_lines->disconnect(this);
        m_lines.release()->deleteLater();
    }
    if (!m_child)
        return;
    m_child->disconnect(this);
    if (m_keeper)
        m_keeper->take(std::move(m_child));
    else
        m_child.release()->deleteLater();
}

} // namespace pasarela
