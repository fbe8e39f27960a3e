// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"

namespace pasarela::test {

/// A byte stream whose other end is the test.
class FakeByteStream : public ByteStream {
    Q_OBJECT

public:
    using ByteStream::ByteStream;

    void write(QByteArrayView bytes) override;
    qint64 bytesQueued() const override { return queue.size(); }
    void pause() override { reading = false; }
    void resume() override { reading = true; }
    void finishWriting() override { writingFinished = true; }
    void abort() override;
    qint64 peerProcessId() const override { return 4711; }

    /// The system takes what is queued.
    void takeAll();

    QByteArray written; ///< Taken by the system.
    QByteArray queue;
    bool full = false; ///< Writes are queued.
    bool reading = false;
    bool writingFinished = false;
    bool aborted = false;
};

} // namespace pasarela::test
