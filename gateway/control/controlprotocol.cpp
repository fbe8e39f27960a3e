// SPDX-License-Identifier: MIT
#include "gateway/control/controlprotocol.h"

#include <array>

namespace pasarela::control {

namespace {

struct Row {
    const char *name;
    Access access;
};

constexpr std::array<Row, 12> methods = {{
    {method::hello, Access::Read},
    {method::status, Access::Read},
    {method::subscribe, Access::Read},
    {method::tools, Access::Read},
    {method::shutdown, Access::Operate},
    {method::reload, Access::Operate},
    {method::call, Access::Operate},
    {method::enclaveRestart, Access::Operate},
    {method::enclaveTrial, Access::Operate},
    {method::accountList, Access::Read},
    {method::accountSet, Access::Operate},
    {method::accountRemove, Access::Operate},
}};

} // namespace

std::optional<Access> accessOf(QByteArrayView methodName)
{
    for (const Row &row : methods) {
        if (methodName == row.name)
            return row.access;
    }
    return std::nullopt;
}

bool isEternal(QByteArrayView methodName)
{
    return methodName == method::status || methodName == method::shutdown;
}

} // namespace pasarela::control
