// SPDX-License-Identifier: MIT
#include "app/claude/applyrun.h"

#include "app/claude/maskedsettings.h"
#include "app/claude/settingsfile.h"
#include "app/claude/unfinished.h"
#include "gateway/base/atomicfile.h"
#include "gateway/base/jsontext.h"
#include "gateway/base/jsonview.h"
#include "gateway/base/printable.h"
#include "gateway/config/configfile.h"
#include "gateway/control/controlprotocol.h"

#include <QDir>

#include <utility>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr auto trialMayTake = 120s; // a package runner may download first
constexpr auto reloadMayTake = 10s;
constexpr auto remindEvery = 15s;

bool isNew(const PlanRow &row)
{
    return row.action == PlanAction::Migrate && !row.exists;
}

} // namespace

ApplyRun::ApplyRun(const Paths &paths, QString file, MigrationPlan plan, QObject *parent)
    : QObject(parent)
    , m_paths(paths)
    , m_file(std::move(file))
    , m_plan(std::move(plan))
    , m_gateway(paths)
    , m_edit(paths)
{
    m_reminder.setInterval(remindEvery);
    connect(&m_reminder, &QTimer::timeout, this, &ApplyRun::remind);
}

void ApplyRun::start(std::function<void(Result<void>)> done)
{
    m_done = std::move(done);
    m_gateway.open([this](const Result<void> &opened) {
        if (!m_done)
            return; // cancelled
        if (opened)
            backUp();
        else
            fail(opened.error());
    });
}

void ApplyRun::backUp()
{
    ClaudeBackup backup;
    backup.file = m_file;
    backup.existed = !m_plan.before.isNull();
    backup.original = m_plan.before;
    backup.writtenHash = contentHash(m_plan.after);
    backup.time = QDateTime::currentDateTimeUtc();
    for (const PlanRow &row : m_plan.rows) {
        if (row.action == PlanAction::Migrate)
            backup.moved.insert(row.entry.name, row.enclave.text());
        if (isNew(row))
            backup.addedEnclaves.append(row.enclave.text());
    }
    auto stored = writeBackup(m_paths, backup);
    if (!stored)
        return fail(stored.error());
    m_backup = std::move(*stored);
    Q_EMIT progress(QStringLiteral("The old file is kept in %1.").arg(QDir::toNativeSeparators(m_backup->folder)));
    Q_EMIT reached(Step::BackedUp);
    storeServers();
}

void ApplyRun::storeServers()
{
    // All in one write.
    const auto add = [this](const ConfigEdit::Snapshot &before) -> Result<QByteArray> {
        QByteArray bytes = before.bytes;
        for (PlanRow &row : m_plan.rows) {
            if (!isNew(row))
                continue;
            if (before.config.enclaves.contains(row.enclave))
                return Error{Error::Code::Conflict,
                             QStringLiteral("there is an enclave \"%1\" by now; try again").arg(row.enclave.text())};
            row.config.enabled = false;
            auto changed =
                withJsonMember(bytes, {QStringLiteral("enclaves"), row.enclave.text()}, enclaveToJson(row.config));
            if (!changed)
                return changed.error();
            bytes = std::move(*changed);
        }
        return bytes;
    };
    if (const auto stored = m_edit.change(add); !stored)
        return fail(stored.error());
    Q_EMIT reached(Step::Stored);
    reload();
}

void ApplyRun::reload()
{
    m_gateway.client().request(control::method::reload, "{}", reloadMayTake, [this](const Result<QByteArray> &answer) {
        if (!m_done)
            return;
        if (answer)
            tryNext(0);
        else
            fail(answer.error());
    });
}

void ApplyRun::tryNext(size_t index)
{
    while (index < m_plan.rows.size() && m_plan.rows[index].action != PlanAction::Migrate)
        ++index;
    if (index == m_plan.rows.size()) {
        Q_EMIT reached(Step::Tried);
        return changeFile();
    }
    const PlanRow &row = m_plan.rows[index];
    m_trying = printableWhole(row.entry.name);
    m_tried.start();
    m_reminder.start();
    Q_EMIT progress(
        QStringLiteral("%1: starting it once; it may download something first, and has up to %2 s (Ctrl+C: stop, and "
                       "leave everything as it was) …")
            .arg(m_trying)
            .arg(trialMayTake.count()));
    const QByteArray params = R"({"definition":{"name":)" + jsonQuoted(row.enclave.text()) + R"(,"enclave":)"
        + enclaveToJson(row.config) + R"(},"timeout":)" + QByteArray::number(qint64(trialMayTake.count())) + '}';
    m_gateway.client().request(control::method::enclaveTrial, params, trialMayTake + 10s,
                               [this, index](const Result<QByteArray> &answer) { onTried(index, answer); });
}

void ApplyRun::onTried(size_t index, const Result<QByteArray> &answer)
{
    if (!m_done)
        return;
    m_reminder.stop();
    const QString name = printableWhole(m_plan.rows[index].entry.name);
    // Not told by the code: a program that crashes is "closed" too.
    if (!answer && !m_gateway.client().isConnected())
        return fail(answer.error()); // the gateway itself has gone
    if (answer)
        Q_EMIT progress(QStringLiteral("%1: works.").arg(name));
    else
        Q_EMIT progress(
            QStringLiteral(
                "%1: does not start here; it may not have worked before either. It is moved all the same; to keep it "
                "in Claude, --undo and --apply again with --decide NAME=leave. %2")
                .arg(name, printableWhole(saidWithoutSecrets(m_plan.rows[index].entry, answer.error().detail))));
    tryNext(index + 1);
}

void ApplyRun::changeFile()
{
    const auto written = writeSettings(m_file, m_plan.before, m_plan.after);
    m_mayBeWritten = written || written.error().code == Error::Code::Io; // else it was refused
    if (!written)
        return fail(written.error());
    Q_EMIT progress(QStringLiteral("%1 is changed.").arg(QDir::toNativeSeparators(m_file)));
    Q_EMIT reached(Step::FileChanged);
    switchOn();
}

void ApplyRun::switchOn()
{
    if (const auto completed = completeRun(m_paths, *m_backup); !completed)
        return fail(completed.error());
    Q_EMIT reached(Step::SwitchedOn);
    // Everything is on disk; a gateway that does not answer any more reads it when it starts again.
    m_gateway.client().request(control::method::reload, "{}", reloadMayTake,
                               [this](const Result<QByteArray> &) { finish({}); });
}

void ApplyRun::remind()
{
    Q_EMIT progress(QStringLiteral("%1: still starting, for %2 of up to %3 s …")
                        .arg(m_trying)
                        .arg(m_tried.elapsed() / 1000)
                        .arg(trialMayTake.count()));
}

void ApplyRun::cancel()
{
    if (!m_done)
        return;
    if (m_mayBeWritten)
        return finish({});
    fail({Error::Code::Cancelled, QStringLiteral("stopped, as you asked; Claude's settings were not touched")});
}

void ApplyRun::finish(const Result<void> &outcome)
{
    m_reminder.stop();
    if (const auto done = std::exchange(m_done, nullptr))
        done(outcome);
}

void ApplyRun::fail(const Error &error)
{
    if (!m_backup)
        return finish(error);
    // Claude's file first: while it names us, our side must stay. It is ours to put back only as long as nobody else
    // wrote it.
    bool stays = false;
    if (m_mayBeWritten) {
        if (const auto now = readSettings(m_file); now && contentHash(*now) == m_backup->writtenHash)
            (void)writeSettings(m_file, m_plan.after, m_plan.before);
        const auto now = readSettings(m_file);
        const auto took = now ? tookEffect(*m_backup, *now) : Result<bool>(now.error());
        stays = !took || *took;
    }
    const bool tidy = !stays && takeBackRun(m_paths, *m_backup);
    finish(tidy ? error
                : Error{error.code,
                        withoutFullStop(error.detail)
                            + QStringLiteral(
                                ". Not everything could be taken back; run this again once that is corrected")});
}

} // namespace pasarela
