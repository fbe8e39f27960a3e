// SPDX-License-Identifier: MIT
#include "gateway/upstream/childprocess.h"

#include "gateway/base/logging.h"

#include <QPointer>

namespace pasarela {

namespace {

constexpr std::chrono::milliseconds lookInterval{20};

} // namespace

QString ChildExit::sentence() const
{
    return signal != 0 ? QStringLiteral("was ended by signal %1").arg(signal)
                       : QStringLiteral("ended with exit code %1").arg(code);
}

ChildProcess::ChildProcess(ChildLaunch launch, QObject *parent)
    : ChildProcess(std::move(launch), Patience(), parent)
{
}

ChildProcess::ChildProcess(ChildLaunch launch, Patience patience, QObject *parent)
    : QObject(parent)
    , m_launch(std::move(launch))
    , m_patience(patience)
    , m_tree(ProcessTree::make())
    , m_masked(m_launch.mask)
    , m_words(lastWordsLimit)
{
    m_step.setSingleShot(true);
    m_output.setSingleShot(true);
    m_look.setInterval(lookInterval);
    connect(m_tree.get(), &ProcessTree::started, this, &ChildProcess::onStarted);
    connect(m_tree.get(), &ProcessTree::failed, this, &ChildProcess::onFailed);
    connect(m_tree.get(), &ProcessTree::leaderExited, this, &ChildProcess::onLeaderExited);
    connect(&m_step, &QTimer::timeout, this, &ChildProcess::onPatienceEnded);
    connect(&m_look, &QTimer::timeout, this, &ChildProcess::endIfEmpty);
    connect(&m_output, &QTimer::timeout, this, &ChildProcess::announceExit);
}

ChildProcess::~ChildProcess()
{
    m_tree.reset();
    if (m_record)
        m_record->remove();
}

Result<void> ChildProcess::start()
{
    Q_ASSERT(m_state == State::Idle);
    const auto pipes = m_tree->start(m_launch);
    if (!pipes) {
        m_state = State::Ended;
        return pipes.error();
    }
    m_launch.environment.clear(); // it has secrets, and is needed no more
    m_state = State::Starting;
    m_stream = makeByteStream(pipes->output, pipes->input);
    m_errors = makeByteStream(pipes->errors, -1);
    connect(m_errors.get(), &ByteStream::received, this,
            [this](QByteArrayView bytes) { m_words.append(m_masked.take(bytes)); });
    connect(m_errors.get(), &ByteStream::closed, this, &ChildProcess::onErrorsClosed);
    m_errors->resume();
    if (!m_launch.recordFolder.isEmpty())
        m_record.emplace(m_launch.recordFolder, m_tree->leader());
    return {};
}

QByteArray ChildProcess::lastWords() const
{
    OutputTail words = m_words;
    words.append(m_masked.rest());
    return words.bytes();
}

void ChildProcess::end()
{
    if (m_state == State::Starting || m_state == State::Running)
        enter(State::Closing, m_patience.closing);
}

void ChildProcess::noteDescendants()
{
    if (m_record && m_state == State::Running)
        m_record->refresh();
}

void ChildProcess::onStarted()
{
    if (m_state == State::Starting)
        m_state = State::Running;
    Q_EMIT started();
}

void ChildProcess::onFailed(const Error &reason)
{
    const QPointer<ChildProcess> alive(this);
    m_state = State::Ended;
    Q_EMIT failed(reason);
    if (alive)
        finish();
}

void ChildProcess::onLeaderExited(const ChildExit &how)
{
    m_exit = how;
    qCDebug(lcUpstream, "\"%ls\" (process %lld) %ls", qUtf16Printable(m_launch.name), processId(),
            qUtf16Printable(how.sentence()));
    end();
    m_look.start();
    if (m_errors)
        m_output.start(m_patience.output);
    else
        announceExit();
}

void ChildProcess::onErrorsClosed()
{
    m_errors.release()->deleteLater();
    if (m_exit)
        announceExit();
}

void ChildProcess::announceExit()
{
    if (m_exitAnnounced)
        return;
    m_exitAnnounced = true;
    m_output.stop();
    const QPointer<ChildProcess> alive(this);
    Q_EMIT exited(*m_exit);
    if (alive)
        endIfEmpty();
}

void ChildProcess::enter(State state, std::chrono::milliseconds patience)
{
    m_state = state;
    m_step.start(patience);
}

void ChildProcess::onPatienceEnded()
{
    switch (m_state) {
    case State::Closing:
        terminate();
        return;
    case State::Terminating:
        enter(State::Killing, m_patience.killing);
        m_tree->kill();
        return;
    case State::Killing:
        qCWarning(lcUpstream, "\"%ls\" (process %lld) cannot be ended: it hangs in the system",
                  qUtf16Printable(m_launch.name), processId());
        finish();
        return;
    case State::Idle:
    case State::Starting:
    case State::Running:
    case State::Ended:
        return;
    }
}

void ChildProcess::terminate()
{
    enter(State::Terminating, m_patience.terminating);
    if (m_tree->terminate())
        return;
    enter(State::Killing, m_patience.killing);
    m_tree->kill();
}

void ChildProcess::endIfEmpty()
{
    if (m_exitAnnounced && m_state != State::Ended && m_tree->isEmpty())
        finish();
}

void ChildProcess::finish()
{
    m_state = State::Ended;
    m_step.stop();
    m_look.stop();
    m_output.stop();
    if (m_record)
        m_record->remove();
    Q_EMIT ended();
}

} // namespace pasarela
