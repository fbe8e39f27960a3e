// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/mcp/linetransport.h"
#include "gateway/mcp/transport.h"
#include "gateway/upstream/childkeeper.h"
#include "gateway/upstream/childprocess.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace pasarela {

/// An MCP server as a child process: its stdin and stdout carry messages, one a line (rule J5). What it prints that is
/// no message is logged and reported as unreadable(), never fatal.
///
/// closed() comes when the program has ended and its output was read, with a sentence that says how; what it left
/// behind is then ended by the keeper.
class StdioTransport : public mcp::Transport {
    Q_OBJECT

public:
    /// Finds out what to start; calls back once, never before it returns, not at all once `context` died.
    using Prepare = std::function<void(QObject *context, std::function<void(Result<ChildLaunch>)> done)>;

    /// `keeper` may be null: then destroying the transport kills what is left.
    StdioTransport(Prepare prepare, ChildKeeper *keeper, ChildProcess::Patience patience = {},
                   QObject *parent = nullptr);
    ~StdioTransport() override;

    void start() override;
    void send(QByteArray line, QByteArrayView relatedTo = {}) override;
    qint64 bytesQueued() const override;
    void pause() override;
    void resume() override;
    void close() override;
    qint64 processId() const override { return m_child ? m_child->processId() : 0; }
    QByteArray lastWords() const override { return m_child ? m_child->lastWords() : m_words; }

private:
    class Lines;

    void onPrepared(const Result<ChildLaunch> &launch);
    void connectLines();
    void onUnreadable(const mcp::MessageFault &fault);
    bool isFlood();
    void onOutputEnded();
    void onExited(const ChildExit &how);
    void onGone();
    void end(const Error &reason);
    void endSoon(const Error &reason);
    void letGo();

    Prepare m_prepare;
    QPointer<ChildKeeper> m_keeper;
    ChildProcess::Patience m_patience;
    std::unique_ptr<ChildProcess> m_child;
    std::unique_ptr<Lines> m_lines;
    std::vector<QByteArray> m_early; ///< Sent before the program was there.
    QByteArray m_words;
    std::optional<ChildExit> m_exit;
    QTimer m_rest; ///< For output that is still on its way, where something else holds the pipe open.
    quint64 m_noise = 0;
    quint64 m_brokenAnswers = 0; ///< Of which nobody can tell whose they are.
    quint64 m_noiseInSpan = 0;
    QElapsedTimer m_noiseSpan;
    bool m_paused = false;
    bool m_outputEnded = false;
    bool m_closing = false;
    bool m_ended = false;
};

} // namespace pasarela
