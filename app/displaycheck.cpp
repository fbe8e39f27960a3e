// SPDX-License-Identifier: MIT
#include "app/displaycheck.h"

#include <QString>

#include <cstdio>
#include <cstdlib>

namespace pasarela {

namespace {

QtMessageHandler handlerBefore = nullptr; // a handler is a plain function

void onMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (type == QtFatalMsg) {
        std::fputs("pasarela: there is no display here to show a window on; start it in a desktop session, or see "
                   "pasarela --help and pasarela-gateway --help for what works without one\n",
                   stderr);
        std::fflush(stderr);
        std::_Exit(1); // not exit(): a half-made application must not be torn down
    }
    // Why a display cannot be reached is in what comes before the end, which QT_DEBUG_PLUGINS asks for.
    const bool aboutDisplays = qstrncmp(context.category, "qt.qpa", 6) == 0;
    if (handlerBefore && (!aboutDisplays || qEnvironmentVariableIsSet("QT_DEBUG_PLUGINS")))
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
}

} // namespace pasarela
