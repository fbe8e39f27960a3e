// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"

#include <utility>

namespace pasarela::test {

/// The handles of one end of a connection, as makeByteStream() takes them.
struct StreamEnd {
    NativeHandle readFrom = -1;
    NativeHandle writeTo = -1;

    std::unique_ptr<ByteStream> stream() const { return makeByteStream(readFrom, writeTo); }
};

/// Both ends of a Unix socket, or of a named pipe on Windows.
std::pair<StreamEnd, StreamEnd> socketEnds();

/// Both ends of two anonymous pipes, like a parent's and a child's.
std::pair<StreamEnd, StreamEnd> pipeEnds();

/// An open file, for reading and for writing.
NativeHandle openForReading(const QString &path);
NativeHandle openForWriting(const QString &path);

} // namespace pasarela::test
