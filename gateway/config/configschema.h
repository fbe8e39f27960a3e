// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "gateway/base/result.h"

#include <QByteArray>

namespace pasarela {

/// The JSON Schema of pasarela.json (2020-12; resources/pasarela.schema.json), as compiled in.
QByteArray configSchema();
/// `x-pasarela-schema` of a schema; 0 where there is none.
int configSchemaVersion(QByteArrayView schema);

/// Puts the schema beside pasarela.json where there is none or an older one, so that editors find it by `$schema`. A
/// newer one, of a newer Pasarela, stays.
Result<void> provideConfigSchema(const Paths &paths);

} // namespace pasarela
