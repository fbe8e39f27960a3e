// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/jsonscanner.h"
#include "gateway/base/result.h"

#include <QStringList>

#include <optional>

namespace pasarela {

// Edits of one member in a JSON file that belongs to a person: pasarela.json, Claude's configuration. Bytes outside the
// member never change. A path is the keys from the root on; in an array a step is the index.

/// What lies at the end of a path of a valid text; the root and an item of an array have no key. Where a key stands
/// twice it is the last one, as JSON.parse takes it.
std::optional<JsonMember> jsonMemberAt(QByteArrayView text, const QStringList &path);

/// How a value is written: laid out like the file, or byte for byte (an entry that comes back from a backup).
enum class JsonForm { Fitted, AsGiven };

/// The text with `value` (raw JSON) at the end of the path: it replaces what is there, or becomes the last member with
/// the file's indentation and newlines; objects missing on the way are made. The step "-" appends to an array.
/// InvalidInput: text or value is no JSON, the way leads through something that is no object or array, an index does
/// not exist, or a key on the way stands twice.
Result<QByteArray> withJsonMember(QByteArrayView text, const QStringList &path, QByteArrayView value,
                                  JsonForm form = JsonForm::Fitted);

/// A valid text without that member, its comma included, wherever it stands in its object; unchanged where there is
/// none.
QByteArray withoutJsonMember(QByteArrayView text, const QStringList &path);

} // namespace pasarela
