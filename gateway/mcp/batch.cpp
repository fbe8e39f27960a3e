// SPDX-License-Identifier: MIT
#include "gateway/mcp/batch.h"

#include "gateway/base/jsonview.h"
#include "gateway/mcp/jsonrpcerror.h"

namespace pasarela::mcp {

std::vector<std::variant<Message, MessageFault>> readBatch(const QByteArray &array)
{
    std::vector<std::variant<Message, MessageFault>> messages;
    JsonArrayReader reader(array, {0, array.size()});
    while (const auto item = reader.next()) {
        if (std::ssize(messages) == maxBatchSize)
            return {MessageFault{invalidRequest, {}, "a batch of more than 100 messages; send fewer at once"}};
        auto message = Message::parse(item->in(array).toByteArray());
        if (auto *fault = std::get_if<MessageFault>(&message); fault && !fault->batch.isEmpty())
            fault->batch.clear(); // a batch in a batch is no message
        messages.push_back(std::move(message));
    }
    if (messages.empty())
        return {MessageFault{invalidRequest, {}, "an empty batch"}};
    return messages;
}

} // namespace pasarela::mcp
