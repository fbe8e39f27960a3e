// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"
#include "gateway/base/error.h"
#include "gateway/upstream/childlaunch.h"
#include "gateway/upstream/childrecord.h"
#include "gateway/upstream/outputtail.h"
#include "gateway/upstream/processtree.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

namespace pasarela {

/// One program we started, with everything it starts itself, from start() until none of it is left.
///
///   Idle ──start()──▶ Starting ──▶ Running ──end(), or the program ended──▶ Closing ──2 s──▶ Terminating ──2 s──▶
///   Killing
///                        │                                                     └───────── the tree is empty ─────────┤
///                        └── failed() ───────────────────────────────────────────────────────────────────────────▶
///                        Ended
///
/// Closing: whoever has the stream closes the program's stdin. Terminating: SIGTERM to the group. Killing: SIGKILL to
/// the group, or the job is ended (mcp.md P1). What a program that ended leaves behind goes the same way.
class ChildProcess : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Starting, Running, Closing, Terminating, Killing, Ended };
    Q_ENUM(State)

    struct Patience {
        std::chrono::milliseconds closing{2000};
        std::chrono::milliseconds terminating{2000};
        std::chrono::milliseconds killing{2000}; ///< A process that hangs in the kernel is left to it after that.
        std::chrono::milliseconds output{200}; ///< For the rest of stderr, where something still holds it open.
    };
    static constexpr qsizetype lastWordsLimit = 4096;

    explicit ChildProcess(ChildLaunch launch, QObject *parent = nullptr);
    ChildProcess(ChildLaunch launch, Patience patience, QObject *parent = nullptr);
    /// Kills what is left of it.
    ~ChildProcess() override;

    /// Once. An error that the system tells at once is returned, and then no signal follows.
    Result<void> start();
    State state() const { return m_state; }
    const ChildLaunch &launch() const { return m_launch; }
    qint64 processId() const { return m_tree->leader(); }
    /// Its stdin and stdout; once, after start().
    std::unique_ptr<ByteStream> takeStream() { return std::move(m_stream); }
    /// The last bytes of its stderr, at most lastWordsLimit, with known secrets hidden.
    QByteArray lastWords() const;

    /// Ends all of it, beginning with Closing; the caller has closed the stream, or does so now.
    void end();
    /// Brings the note for a sweep up to date with what the program has started since; at most every 30 s.
    void noteDescendants();

Q_SIGNALS:
    void started();
    /// It could not be started; the sentence names the program. ended() follows.
    void failed(const pasarela::Error &reason);
    /// The program itself has ended, and its stderr was read.
    void exited(const pasarela::ChildExit &how);
    /// Nothing of it is left. The last signal.
    void ended();

private:
    void onStarted();
    void onFailed(const Error &reason);
    void onLeaderExited(const ChildExit &how);
    void onErrorsClosed();
    void onPatienceEnded();
    void announceExit();
    void enter(State state, std::chrono::milliseconds patience);
    void terminate();
    void endIfEmpty();
    void finish();

    ChildLaunch m_launch;
    Patience m_patience;
    State m_state = State::Idle;
    std::unique_ptr<ProcessTree> m_tree;
    std::unique_ptr<ByteStream> m_stream;
    std::unique_ptr<ByteStream> m_errors;
    MaskedStream m_masked; ///< Before anything is cut off, so that no part of a secret is left.
    OutputTail m_words;
    std::optional<ChildRecord> m_record;
    std::optional<ChildExit> m_exit;
    bool m_exitAnnounced = false;
    QTimer m_step; ///< Until the next, harsher step.
    QTimer m_look; ///< Whether something of a leaderless tree is left.
    QTimer m_output; ///< For the rest of stderr.
};

} // namespace pasarela
