// SPDX-License-Identifier: MIT
#include "tests/support/fakebytestream.h"

#include <utility>

namespace pasarela::test {

void FakeByteStream::write(QByteArrayView bytes)
{
    if (!writingFinished && !aborted)
        (full ? queue : written).append(bytes);
}

void FakeByteStream::abort()
{
    aborted = true;
    queue.clear();
}

void FakeByteStream::takeAll()
{
    written += std::exchange(queue, {});
    Q_EMIT drained();
}

} // namespace pasarela::test
