// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/gatewayconfig.h"
#include "gateway/upstream/childprocess.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace pasarela {

/// The PATH that programs are found in. A gateway started by a desktop or a client often has a bare one, so then the
/// person's login shell is asked, once, in a session of its own, between markers; a shell that takes too long or says
/// nothing useful is replaced by a built-in list of folders (sessions.md 14).
class LoginShellPath : public QObject {
    Q_OBJECT

public:
    struct Options {
        QString shell; ///< loginShell(); empty: there is none to ask (Windows).
        QString home;
        Environment environment; ///< The gateway's own, PATH included.
        std::chrono::milliseconds limit{5000};
    };
    enum class Source {
        Unknown, ///< Nobody asked yet, or the shell has not answered.
        Own, ///< The gateway's own PATH was good.
        Shell,
        BuiltIn, ///< The shell did not answer; a warning said so.
    };
    Q_ENUM(Source)

    explicit LoginShellPath(Options options, QObject *parent = nullptr);
    ~LoginShellPath() override;

    /// `done` once, never before this returns, after `limit` at the latest; not at all once `context` died.
    void fetch(QObject *context, std::function<void(const QString &path)> done);
    Source source() const { return m_source; }

private:
    struct Waiter {
        QPointer<QObject> context;
        std::function<void(const QString &)> done;
    };

    void askShell();
    void onOutput(QByteArrayView bytes);
    void onSilence();
    void endShell();
    void settle(Source source, const QString &path);
    void answerSoon();

    Options m_options;
    Source m_source = Source::Unknown;
    QString m_path;
    std::vector<Waiter> m_waiters;
    std::unique_ptr<ChildProcess> m_shell;
    std::unique_ptr<ByteStream> m_stream;
    QByteArray m_marker;
    QByteArray m_output;
    QTimer m_limit;
};

/// The person's login shell by the user database; empty on Windows.
QString loginShell();

} // namespace pasarela
