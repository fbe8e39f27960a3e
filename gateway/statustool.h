// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/catalog/localtool.h"
#include "gateway/control/snapshot.h"

#include <functional>

namespace pasarela {

/// `pasarela__status`: what is connected and what needs attention, in the words people read (spec/ui.md, *Words people
/// read*). Always there, so that no client ever gets an empty list (catalogue.md 8).
class StatusTool : public LocalToolProvider {
    Q_OBJECT

public:
    using TakeSnapshot = std::function<Snapshot()>;
    explicit StatusTool(TakeSnapshot takeSnapshot, QObject *parent = nullptr);

    std::vector<Tool> tools(const ClientId &client) const override;
    void call(const ClientId &client, const QByteArray &name, const QByteArray &arguments, Done done) override;

private:
    TakeSnapshot m_takeSnapshot;
};

/// The text of the answer. Pure.
QString statusText(const Snapshot &snapshot);

} // namespace pasarela
