// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/jsonscanner.h"
#include "gateway/base/result.h"
#include "gateway/config/gatewayconfig.h"

#include <QByteArray>
#include <QString>

#include <variant>
#include <vector>

namespace pasarela {

/// One thing that is wrong in a configuration, with its place and what to do.
struct ConfigProblem {
    TextPosition position;
    QString pointer;     ///< JSON pointer (RFC 6901) of the member.
    QString what;        ///< "unknown scope "team": use account, project or client"
};

/// `FILE:LINE:COL: what, and what to do` (spec/cli.md, `check`).
QString toLine(const QString &file, const ConfigProblem &problem);

/// Bytes → values. All problems are reported at once, in the order of the file. Empty bytes are an empty configuration.
std::variant<GatewayConfig, std::vector<ConfigProblem>> parseConfig(QByteArrayView bytes);

/// One enclave as the JSON text of its value, indented by two from `indent` on: for splicing into the file.
QByteArray enclaveToJson(const EnclaveConfig &enclave, int indent);

/// Names of enclaves: catalogue.md 1; of accounts, clients, peers, fields: decisions.md, *Configuration*.
bool isEnclaveName(const QString &name);
bool isOtherName(const QString &name);

} // namespace pasarela
