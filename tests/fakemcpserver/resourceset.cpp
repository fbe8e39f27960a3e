// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/resourceset.h"

namespace pasarela::test {

ResourceSet::ResourceSet(Peer &peer)
    : m_peer(peer)
{
}

Json ResourceSet::list() const
{
    Json all = Json::array();
    all.push_back({{"uri", "fake://static/text"}, {"name", "text"}, {"mimeType", "text/plain"}});
    all.push_back({{"uri", "fake://static/blob"}, {"name", "blob"}, {"mimeType", "application/octet-stream"}});
    for (int i = 1; i <= m_grown; ++i) {
        const std::string number = std::to_string(i);
        all.push_back({{"uri", "fake://item/grown-" + number}, {"name", "grown " + number}});
    }
    return all;
}

Json ResourceSet::templates() const
{
    return Json::array({{{"uriTemplate", "fake://item/{id}"}, {"name", "item"}, {"mimeType", "text/plain"}}});
}

void ResourceSet::read(const Request &request)
{
    const std::string uri = request.params.value("uri", std::string());
    const std::string item = "fake://item/";
    Json content = {{"uri", uri}};
    if (uri == "fake://static/text") {
        const auto version = m_versions.find(uri);
        content["mimeType"] = "text/plain";
        content["text"] = "static text, version " + std::to_string(version == m_versions.end() ? 0 : version->second);
    } else if (uri == "fake://static/blob") {
        content["mimeType"] = "application/octet-stream";
        content["blob"] = "AAEC";
    } else if (uri.rfind(item, 0) == 0 && uri.size() > item.size()) {
        content["text"] = "item " + uri.substr(item.size());
    } else {
        m_peer.fail(request.id, -32002, "Resource not found", {{"uri", uri}});
        return;
    }
    m_peer.answer(request.id, {{"contents", Json::array({content})}});
}

void ResourceSet::touch(const std::string &uri)
{
    ++m_versions[uri];
    if (m_subscribed.contains(uri))
        m_peer.notify("notifications/resources/updated", {{"uri", uri}});
}

void ResourceSet::grow()
{
    ++m_grown;
    m_peer.notify("notifications/resources/list_changed");
}

} // namespace pasarela::test
