// SPDX-License-Identifier: MIT
#include "gateway/upstream/loginshellpath.h"

#include "gateway/base/logging.h"
#include "gateway/upstream/executablefinder.h"
#include "gateway/upstream/searchpath.h"

#include <QFileInfo>
#include <QRandomGenerator>

namespace pasarela {

namespace {

constexpr qsizetype mostOutput = 256 * 1024;

/// What start-up files of a shell may need; nothing of a client that happened to start the gateway.
Environment shellEnvironment(const LoginShellPath::Options &options)
{
    Environment variables;
    for (const char *name :
         {"HOME", "USER", "LOGNAME", "PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "ZDOTDIR", "XDG_CONFIG_HOME",
          "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"}) {
        const auto found = options.environment.find(QString::fromLatin1(name));
        if (found != options.environment.end())
            variables.insert(found.key(), found.value());
    }
    variables.insert(QStringLiteral("HOME"), options.home);
    variables.insert(QStringLiteral("SHELL"), options.shell);
    variables.insert(QStringLiteral("TERM"), QStringLiteral("dumb"));
    return variables;
}

/// In words that sh, csh and fish understand alike. csh takes "-l" only alone.
QStringList shellArguments(const QString &shell, const QByteArray &marker)
{
    const QString mark = QString::fromLatin1(marker);
    const QString command = QStringLiteral("echo %1; printenv PATH; echo %1").arg(mark);
    QStringList arguments = {QStringLiteral("-i"), QStringLiteral("-c"), command};
    if (!QFileInfo(shell).fileName().endsWith(QLatin1String("csh")))
        arguments.prepend(QStringLiteral("-l"));
    return arguments;
}

} // namespace

LoginShellPath::LoginShellPath(Options options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_marker("pasarela-path-" + QByteArray::number(QRandomGenerator::system()->generate64(), 36))
{
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, &LoginShellPath::onSilence);
}

LoginShellPath::~LoginShellPath() = default;

void LoginShellPath::fetch(QObject *context, std::function<void(const QString &)> done)
{
    m_waiters.push_back({context, std::move(done)});
    const QString own = m_options.environment.value(QStringLiteral("PATH"));
    if (m_source != Source::Unknown)
        answerSoon();
    else if (m_options.shell.isEmpty() || !looksBare(own))
        settle(Source::Own, own);
    else if (!m_shell)
        askShell();
}

void LoginShellPath::askShell()
{
    ChildLaunch launch;
    launch.name = QStringLiteral("login shell");
    launch.program = m_options.shell;
    launch.arguments = shellArguments(m_options.shell, m_marker);
    launch.workingDirectory = m_options.home;
    launch.environment = shellEnvironment(m_options);
    launch.sparesStrays = true; // an agent that they start is for the person's other shells, too
    launch.allowSetuid = true; // start-up files may call what a login would
    m_shell = std::make_unique<ChildProcess>(launch);
    connect(m_shell.get(), &ChildProcess::failed, this, &LoginShellPath::onSilence);
    m_limit.start(m_options.limit);
    if (!m_shell->start()) {
        onSilence();
        return;
    }
    m_stream = m_shell->takeStream();
    connect(m_stream.get(), &ByteStream::received, this, &LoginShellPath::onOutput);
    connect(m_stream.get(), &ByteStream::finished, this, &LoginShellPath::onSilence);
    connect(m_stream.get(), &ByteStream::closed, this, &LoginShellPath::onSilence);
    m_stream->finishWriting();
    m_stream->resume();
}

void LoginShellPath::onOutput(QByteArrayView bytes)
{
    if (m_source != Source::Unknown)
        return;
    m_output.append(bytes);
    const qsizetype first = m_output.indexOf(m_marker);
    const qsizetype last = m_output.lastIndexOf(m_marker);
    if (last <= first) {
        if (m_output.size() > mostOutput)
            onSilence();
        return;
    }
    const qsizetype begin = first + m_marker.size();
    const QString path = QString::fromUtf8(m_output.mid(begin, last - begin)).trimmed();
    if (path.contains(u'\n') || searchFolders(path, false).isEmpty())
        onSilence();
    else
        settle(Source::Shell, joinedPaths(path, m_options.environment.value(QStringLiteral("PATH"))));
}

void LoginShellPath::onSilence()
{
    if (m_source != Source::Unknown)
        return;
    qCWarning(lcUpstream, "The login shell %ls did not tell its PATH; programs are looked for in the usual folders",
              qUtf16Printable(m_options.shell));
    settle(Source::BuiltIn, withUsualFolders(m_options.environment.value(QStringLiteral("PATH")), m_options.home));
}

void LoginShellPath::settle(Source source, const QString &path)
{
    m_source = source;
    m_path = path;
    m_limit.stop();
    m_output = {};
    endShell();
    answerSoon();
}

/// From the event loop: the stream or the process may be the one that called.
void LoginShellPath::endShell()
{
    if (m_stream) {
        m_stream->disconnect(this);
        m_stream->abort();
        m_stream.release()->deleteLater();
    }
    if (!m_shell)
        return;
    ChildProcess *const shell = m_shell.get();
    shell->disconnect(this);
    const auto remove = [this] {
        if (m_shell)
            m_shell.release()->deleteLater();
    };
    if (shell->state() == ChildProcess::State::Ended) {
        remove();
        return;
    }
    connect(shell, &ChildProcess::ended, this, remove);
    shell->end();
}

void LoginShellPath::answerSoon()
{
    QMetaObject::invokeMethod(
        this,
        [this] {
            const std::vector<Waiter> waiters = std::move(m_waiters);
            m_waiters.clear();
            const QString path = m_path;
            for (const Waiter &waiter : waiters) {
                if (waiter.context)
                    waiter.done(path);
            }
        },
        Qt::QueuedConnection);
}

} // namespace pasarela
