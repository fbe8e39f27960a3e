// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/config/confignames.h"
#include "gateway/config/configproblem.h"
#include "gateway/config/gatewayconfig.h"

#include <QByteArray>
#include <QString>

#include <variant>
#include <vector>

namespace pasarela {

/// Bytes → values. All problems are reported at once, in the order of the file; a text that is not JSON has one. Empty
/// bytes, or white space alone, are an empty configuration.
std::variant<GatewayConfig, std::vector<ConfigProblem>> parseConfig(QByteArrayView bytes);

/// What is allowed in a configuration and probably not meant (a member that is nearly a known one …), in the order of
/// the file. For warnings only; empty where the text is not JSON.
std::vector<ConfigProblem> configHints(QByteArrayView bytes);

/// All problems as lines of `check`, in one error: InvalidInput.
Error toError(const QString &file, const std::vector<ConfigProblem> &problems);

/// One enclave as the JSON text of its value, indented by two. Members that say what holds anyway are left out.
QByteArray enclaveToJson(const EnclaveConfig &enclave);

} // namespace pasarela
