// SPDX-License-Identifier: MIT
#include "gateway/config/configschema.h"

#include "gateway/base/atomicfile.h"
#include "gateway/base/jsonview.h"
#include "gateway/config/configschematext.h"

namespace pasarela {

QByteArray configSchema()
{
    return QByteArray(configSchemaText, sizeof configSchemaText - 1);
}

int configSchemaVersion(QByteArrayView schema)
{
    const JsonScan scan = scanJson(schema, {{"x-pasarela-schema"}});
    if (!scan.ok() || !scan.values[0].exists())
        return 0;
    return int(jsonInteger(scan.values[0].in(schema)).value_or(0));
}

Result<void> provideConfigSchema(const Paths &paths)
{
    const QByteArray ours = configSchema();
    const auto there = readWholeFile(paths.schemaFile());
    if (there && (*there == ours || configSchemaVersion(*there) > configSchemaVersion(ours)))
        return {};
    return replaceFile(paths.schemaFile(), ours);
}

} // namespace pasarela
