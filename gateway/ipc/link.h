// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QByteArray>
#include <QString>

namespace pasarela::link {

// The first line each way between bridge and gateway, and the in-band lines (spec/link.md).
inline constexpr int version = 1;
inline constexpr qsizetype helloLimit = 64 * 1024;

struct Hello {
    int link = version;
    QString client = {}; ///< Empty: null on the wire.
    QString project = {}; ///< The bridge's working directory.
    qint64 processId = 0;
    QString programVersion = {};
};

struct Welcome {
    int link = version; ///< The lower of both; 0: refused.
    QByteArray epoch = {}; ///< Random per gateway run.
    QString programVersion = {};
    QString refusalCode = {};
    QString refusal = {}; ///< A sentence for the client's person.
};

// Lines carry no newline. What cannot be read is ProtocolViolation, a line over the limit TooLarge; unknown members are
// passed over.
QByteArray encode(const Hello &hello);
QByteArray encode(const Welcome &welcome);
Result<Hello> decodeHello(QByteArrayView line);
Result<Welcome> decodeWelcome(QByteArrayView line);

enum class InBand { None, Eof, Draining };
/// Cheap test on every line: does not parse what does not begin like one.
InBand inBandLine(QByteArrayView line);
QByteArray encode(InBand line);
/// Whether a line with this beginning (not empty) may turn out to be one of these.
bool mayBeInBand(QByteArrayView beginning);

} // namespace pasarela::link
