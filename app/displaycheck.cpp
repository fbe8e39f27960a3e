// SPDX-License-Identifier: MIT
#include "app/displaycheck.h"

#include "gateway/base/printable.h"

#include <QStringList>

#include <cstdio>
#include <cstdlib>

namespace pasarela {

namespace {

QtMessageHandler handlerBefore = nullptr; // a handler is a plain function
QStringList heldBack; // what Qt said of displays: of interest only where none is found

[[noreturn]] void endWithReasons(const QString &last)
{
    QString text = QStringLiteral(
        "pasarela: no window can be shown here; start it in a desktop session, or see pasarela --help and "
        "pasarela-gateway --help for what works without one\n");
    for (const QString &reason : heldBack + QStringList(last)) {
        for (const QString &line : reason.split(u'\n', Qt::SkipEmptyParts))
            text += QStringLiteral("  ") + printableWhole(line) + u'\n';
    }
    std::fputs(text.toLocal8Bit().constData(), stderr);
    std::fflush(stderr);
    std::_Exit(1); // not exit(): a half-made application must not be torn down
}

void onMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (type == QtFatalMsg)
        endWithReasons(text);
    const bool aboutDisplays = qstrncmp(context.category, "qt.qpa", 6) == 0;
    if (aboutDisplays && !qEnvironmentVariableIsSet("QT_DEBUG_PLUGINS"))
        heldBack.append(text);
    else if (handlerBefore)
        handlerBefore(type, context, text);
}

} // namespace

DisplayCheck::DisplayCheck()
    : m_before(qInstallMessageHandler(onMessage))
{
    handlerBefore = m_before;
}

DisplayCheck::~DisplayCheck()
{
    qInstallMessageHandler(m_before);
    heldBack.clear();
}

} // namespace pasarela
