// SPDX-License-Identifier: MIT
// Not compiled by us yet: there was no macOS to do it on.
#include "gateway/upstream/exitwatch.h"

#include <dispatch/dispatch.h>

namespace pasarela {

namespace {

/// The event comes on a queue of the system and is handed to our event loop.
class DispatchWatch final : public ExitWatch {
public:
    DispatchWatch(pid_t pid, std::function<void()> mayHaveEnded)
        : m_source(::dispatch_source_create(DISPATCH_SOURCE_TYPE_PROC, static_cast<uintptr_t>(pid), DISPATCH_PROC_EXIT,
                                            ::dispatch_get_global_queue(QOS_CLASS_DEFAULT, 0)))
        , m_relay(new Relay(std::move(mayHaveEnded)))
    {
        ::dispatch_set_context(m_source, m_relay);
        ::dispatch_source_set_event_handler_f(m_source, [](void *relay) { static_cast<Relay *>(relay)->post(); });
        ::dispatch_source_set_cancel_handler_f(m_source,
                                               [](void *relay) { static_cast<Relay *>(relay)->deleteLater(); });
        ::dispatch_resume(m_source);
        m_relay->post(); // it may have ended before the source was there
    }
    ~DispatchWatch() override
    {
        m_relay->call = nullptr;
        ::dispatch_source_cancel(m_source);
        ::dispatch_release(m_source);
    }

private:
    struct Relay : QObject {
        explicit Relay(std::function<void()> mayHaveEnded)
            : call(std::move(mayHaveEnded))
        {
        }
        void post()
        {
            QMetaObject::invokeMethod(
                this,
                [this] {
                    if (call)
                        std::function<void()>(call)();
                },
                Qt::QueuedConnection);
        }
        std::function<void()> call; ///< Only touched by our own thread.
    };

    dispatch_source_t m_source;
    Relay *m_relay; ///< Deleted by the source's cancel handler, after the last event.
};

} // namespace

std::unique_ptr<ExitWatch> ExitWatch::make(qint64 processId, std::function<void()> mayHaveEnded)
{
    return std::make_unique<DispatchWatch>(static_cast<pid_t>(processId), std::move(mayHaveEnded));
}

} // namespace pasarela
