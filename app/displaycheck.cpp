// SPDX-License-Identifier: MIT
#include "app/displaycheck.h"

#include "gateway/base/printable.h"

#include <QStringList>

#include <cstdio>
#include <cstdlib>

namespace pasarela {

namespace {

QtMessageHandler handlerBefore = nullptr; // a handler is a plain function
QString usageFault;
QStringList heldBack; // what Qt said of displays: of interest only where none is found

[[noreturn]] void endWith(int code, const QString &text)
{
    std::fputs(text.toLocal8Bit().constData(), stderr);
    std::fflush(stderr);
    std::_Exit(code); // not exit(): a half-made application must not be torn down
}

[[noreturn]] void endWithReasons(const QString &last)
{
    QString text = QStringLiteral(
        "pasarela: no window can be shown here; start it in a desktop session, or see pasarela --help and "
        "pasarela-gateway --help for what works without one\n");
    for (const QString &reason : heldBack + QStringList(last)) {
        for (const QString &line : reason.split(u'\n', Qt::SkipEmptyParts))
            text += QStringLiteral("  ") + printableWhole(line) + u'\n';
    }
    endWith(1, text);
}

void onMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (type == QtFatalMsg && !usageFault.isEmpty())
        endWith(2, printableWhole(usageFault) + u'\n');
    if (type == QtFatalMsg)
        endWithReasons(text);
    const bool aboutDisplays = qstrncmp(context.category, "qt.qpa", 6) == 0;
    if (aboutDisplays && !qEnvironmentVariableIsSet("QT_DEBUG_PLUGINS"))
        heldBack.append(text);
    else if (handlerBefore)
        handlerBefore(type, context, text);
}

} // namespace

DisplayCheck::DisplayCheck(const QString &wrongUsage)
    : m_before(qInstallMessageHandler(onMessage))
{
    handlerBefore = m_before;
    usageFault = wrongUsage;
}

DisplayCheck::~DisplayCheck()
{
    qInstallMessageHandler(m_before);
    heldBack.clear();
    usageFault.clear();
}

} // namespace pasarela
