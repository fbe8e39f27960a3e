// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/control/controlhandler.h"
#include "gateway/control/controlparams.h"
#include "gateway/control/controlprotocol.h"

#include <functional>
#include <map>

namespace pasarela {

/// One method of the control socket. `run` calls its second argument once, at once or later.
struct ControlMethod {
    control::Access access = control::Access::Consent;
    std::function<void(ControlParams params, ControlHandler::Done done)> run;
};

using ControlMethods = std::map<QByteArray, ControlMethod>;

/// What the handler does, as methods: params checked, results as JSON. Not here: hello, subscribe and shutdown, which
/// concern the connection.
ControlMethods controlMethods(ControlHandler &handler);

} // namespace pasarela
