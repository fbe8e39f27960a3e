// SPDX-License-Identifier: MIT
#include "gateway/base/logging.h"

namespace pasarela {

Q_LOGGING_CATEGORY(lcGateway, "pasarela.gateway", QtInfoMsg)
Q_LOGGING_CATEGORY(lcBridge, "pasarela.bridge", QtInfoMsg)
Q_LOGGING_CATEGORY(lcConfig, "pasarela.config", QtInfoMsg)
Q_LOGGING_CATEGORY(lcControl, "pasarela.control", QtInfoMsg)
Q_LOGGING_CATEGORY(lcSession, "pasarela.session", QtInfoMsg)
Q_LOGGING_CATEGORY(lcUpstream, "pasarela.upstream", QtInfoMsg)
Q_LOGGING_CATEGORY(lcCatalog, "pasarela.catalog", QtInfoMsg)
Q_LOGGING_CATEGORY(lcRouter, "pasarela.router", QtInfoMsg)
Q_LOGGING_CATEGORY(lcCredentials, "pasarela.credentials", QtInfoMsg)
Q_LOGGING_CATEGORY(lcApp, "pasarela.app", QtInfoMsg)
Q_LOGGING_CATEGORY(lcWire, "pasarela.gateway.wire", QtCriticalMsg)

} // namespace pasarela
