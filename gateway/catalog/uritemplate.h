// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArrayView>

namespace pasarela {

/// Whether `uri` can come from `uriTemplate` (RFC 6570): literal parts must match; a simple expression `{x}` takes
/// anything but "/", "?" and "#"; one with an operator takes anything. Used to find the owner of a resource, so it errs
/// on the wide side. Linear time for each literal part.
bool matchesUriTemplate(QByteArrayView uriTemplate, QByteArrayView uri);

} // namespace pasarela
