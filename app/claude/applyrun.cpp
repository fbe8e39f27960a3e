// SPDX-License-Identifier: MIT
#include "app/claude/applyrun.h"

#include "app/claude/claudebackup.h"
#include "app/claude/settingsfile.h"
#include "gateway/base/atomicfile.h"
#include "gateway/base/jsonview.h"
#include "gateway/config/configfile.h"
#include "gateway/control/controlprotocol.h"

#include <QDir>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr auto trialMayTake = 120s; // a package runner may download first
constexpr auto reloadMayTake = 10s;

} // namespace

ApplyRun::ApplyRun(const Paths &paths, QString file, MigrationPlan plan, QObject *parent)
    : QObject(parent)
    , m_paths(paths)
    , m_file(std::move(file))
    , m_plan(std::move(plan))
    , m_gateway(paths)
    , m_edit(paths)
{
}

void ApplyRun::start(std::function<void(Result<void>)> done)
{
    m_done = std::move(done);
    m_gateway.open([this](const Result<void> &opened) {
        if (opened)
            storeServers();
        else
            fail(opened.error());
    });
}

void ApplyRun::storeServers()
{
    for (PlanRow &row : m_plan.rows) {
        if (row.action != PlanAction::Migrate || row.exists)
            continue;
        row.config.enabled = false;
        if (const auto added = m_edit.addEnclave(row.enclave, row.config); !added)
            return fail(added.error());
        m_added.append(row.enclave.text());
    }
    reloadThen([this] { tryNext(0); });
}

void ApplyRun::reloadThen(std::function<void()> next)
{
    m_gateway.client().request(control::method::reload, "{}", reloadMayTake,
                               [this, next = std::move(next)](const Result<QByteArray> &answer) {
                                   if (answer)
                                       next();
                                   else
                                       fail(answer.error());
                               });
}

void ApplyRun::tryNext(size_t index)
{
    while (index < m_plan.rows.size() && m_plan.rows[index].action != PlanAction::Migrate)
        ++index;
    if (index == m_plan.rows.size())
        return changeFile();
    const PlanRow &row = m_plan.rows[index];
    Q_EMIT progress(QStringLiteral("%1: starting it once (this may download it) …").arg(row.entry.name));
    const QByteArray params = R"({"definition":{"name":)" + jsonQuoted(row.enclave.text()) + R"(,"enclave":)"
        + enclaveToJson(row.config) + R"(},"timeout":)" + QByteArray::number(qint64(trialMayTake.count())) + '}';
    m_gateway.client().request(control::method::enclaveTrial, params, trialMayTake + 10s,
                               [this, index](const Result<QByteArray> &answer) { onTried(index, answer); });
}

void ApplyRun::onTried(size_t index, const Result<QByteArray> &answer)
{
    const QString name = m_plan.rows[index].entry.name;
    if (!answer && answer.error().code == Error::Code::Closed)
        return fail(answer.error()); // the gateway itself has gone
    if (answer)
        Q_EMIT progress(QStringLiteral("%1: works.").arg(name));
    else
        Q_EMIT progress(QStringLiteral("%1: does not start here; it may not have worked before either. It is moved all the same. %2")
                            .arg(name, answer.error().detail));
    tryNext(index + 1);
}

void ApplyRun::changeFile()
{
    ClaudeBackup backup;
    backup.file = m_file;
    backup.existed = !m_plan.before.isNull();
    backup.original = m_plan.before;
    backup.writtenHash = contentHash(m_plan.after);
    backup.time = QDateTime::currentDateTimeUtc();
    backup.addedEnclaves = m_added;
    for (const PlanRow &row : m_plan.rows) {
        if (row.action == PlanAction::Migrate)
            backup.moved.insert(row.entry.name, row.enclave.text());
    }
    const auto stored = writeBackup(m_paths, backup);
    if (!stored)
        return fail(stored.error());
    Q_EMIT progress(QStringLiteral("The old file is kept in %1.").arg(QDir::toNativeSeparators(stored->folder)));
    if (const auto written = writeSettings(m_file, m_plan.before, m_plan.after); !written) {
        (void)markUndone(*stored); // it was never put to use
        return fail(written.error());
    }
    Q_EMIT progress(QStringLiteral("%1 is changed.").arg(QDir::toNativeSeparators(m_file)));
    switchOn();
}

void ApplyRun::switchOn()
{
    // From here on nothing is taken back: Claude's file points to us, so our side must be complete.
    m_added.clear();
    for (const PlanRow &row : m_plan.rows) {
        if (row.action != PlanAction::Migrate)
            continue;
        if (const auto enabled = m_edit.setEnclaveEnabled(row.enclave, true); !enabled)
            return fail(enabled.error());
    }
    reloadThen([this] { m_done({}); });
}

void ApplyRun::fail(const Error &error)
{
    for (const QString &name : std::as_const(m_added))
        (void)m_edit.removeEnclave(EnclaveId(name));
    m_added.clear();
    m_done(error);
}

} // namespace pasarela
