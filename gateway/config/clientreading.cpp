// SPDX-License-Identifier: MIT
#include "gateway/config/clientreading.h"

#include "gateway/config/confignames.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QSet>

namespace pasarela {

namespace {

void checkName(const ConfigNode &node, const QString &whose)
{
    if (!isOtherName(node.name()))
        node.problemWithName(
            QStringLiteral("%1 cannot be the name of %2: use up to 64 lower-case letters, digits and . _ @ + -, "
                           "beginning with a letter or digit")
                .arg(node.label(), whose));
}

/// Digests of bearer tokens of one door; the same one twice would make two callers one.
class TokenDigests {
public:
    /// `make` is the command that makes a new token.
    explicit TokenDigests(QString make)
        : m_make(std::move(make))
    {
    }

    void read(ConfigObject &object, QByteArray &sha256, bool required)
    {
        QString text;
        const auto node = object.read("sha256", text);
        static const QRegularExpression digest(QStringLiteral("\\A[0-9a-fA-F]{64}\\z"));
        if (!node) {
            if (required && !object.member("sha256"))
                object.node().problem(QStringLiteral("\"sha256\" is missing: make the token with \"%1\"").arg(m_make));
            return;
        }
        if (!digest.match(text).hasMatch()) {
            node->problem(
                QStringLiteral("\"sha256\" must be 64 hexadecimal digits: make the token with \"%1\"").arg(m_make));
            return;
        }
        sha256 = text.toLower().toLatin1();
        if (m_seen.contains(sha256))
            node->problem(
                QStringLiteral("\"sha256\" is that of another one's token: make one for each with \"%1\"").arg(m_make));
        m_seen.insert(sha256);
    }

private:
    QString m_make;
    QSet<QByteArray> m_seen;
};

void readListen(ConfigObject &object, QString &listen)
{
    const auto node = object.read("listen", listen);
    if (node && !listen.isEmpty() && !isHostAndPort(listen, 0))
        node->problem(
            QStringLiteral("\"listen\" must be an address and a port, like \"127.0.0.1:8070\", or null for off"));
}

void readCreated(ConfigObject &object, QString &created)
{
    const auto node = object.read("created", created);
    if (node && !created.isEmpty() && !QDateTime::fromString(created, Qt::ISODate).isValid())
        node->problem(QStringLiteral("\"created\" must be a time like \"2026-01-31T10:42:00Z\""));
}

/// One account, or several: then the enclave appears once for each, as "gmail-work" (sessions.md 8).
QStringList accountsOf(const ConfigNode &node)
{
    QStringList names;
    if (node.isString()) {
        names = QStringList(node.string().value_or(QString()));
    } else if (const auto items = node.items()) {
        for (const ConfigNode &item : *items)
            names.append(item.string().value_or(QString()));
        if (items->empty())
            node.problem(QStringLiteral("%1 names no account: name one, or remove the member").arg(node.label()));
    }
    return names;
}

void readClientAccounts(const ConfigNode &node, const GatewayConfig &config, ClientConfig &client)
{
    const QStringList names = accountsOf(node);
    const EnclaveId enclave(node.name());
    client.accounts.insert(enclave, names);
    const auto known = config.enclaves.find(enclave);
    if (known == config.enclaves.end()) {
        node.hint(QStringLiteral("there is no enclave %1: this choice means nothing").arg(node.label()));
        return;
    }
    QSet<QString> seen;
    for (const QString &name : names) {
        if (!known->accounts.contains(AccountId(name)))
            node.problem(
                QStringLiteral(
                    "%1 has no account of this name: add it to \"accounts\" of the enclave, or name one of those")
                    .arg(node.label()));
        else if (seen.contains(name))
            node.problem(QStringLiteral("%1 names the same account twice: keep one").arg(node.label()));
        const EnclaveId both(enclave.text() + u'-' + name);
        if (names.size() > 1 && (!isEnclaveName(both.text()) || config.enclaves.contains(both)))
            node.problem(QStringLiteral(
                             "with several accounts the enclave appears as \"%1\", which %2: choose a shorter or other "
                             "name for the account")
                             .arg(both.text(),
                                  config.enclaves.contains(both) ? QStringLiteral("is another enclave")
                                                                 : QStringLiteral("is no name for an enclave")));
        seen.insert(name);
    }
}

ClientConfig readClient(const ConfigNode &node, const GatewayConfig &config, TokenDigests &digests)
{
    if (node.name() != QLatin1String("*"))
        checkName(node, QStringLiteral("a client"));
    ClientConfig client;
    client.catalogue = config.catalogue;
    ConfigObject object(node);
    object.readEach("accounts", [&](const ConfigNode &entry) { readClientAccounts(entry, config, client); });
    object.readObject("token", [&](ConfigObject &members) {
        client.token.emplace();
        digests.read(members, client.token->sha256, true);
        readCreated(members, client.token->created);
    });
    object.read("hiddenTools", client.hiddenTools);
    object.read("disabledEnclaves", client.disabledEnclaves);
    object.read("readOnly", client.readOnly);
    object.readObject("catalogue",
                      [&client](ConfigObject &members) { members.read("mode", client.catalogue, catalogueWords); });
    object.read("relayHints", client.relayHints);
    const auto peer = object.read("relayPeer", client.relayPeer);
    if (peer && !client.relayPeer.isEmpty() && !isOtherName(client.relayPeer))
        peer->problem(
            QStringLiteral("\"relayPeer\" must be the name of a peer: lower-case letters, digits and . _ @ + -"));
    object.finish();
    return client;
}

PeerConfig readPeer(const ConfigNode &node, TokenDigests &digests)
{
    checkName(node, QStringLiteral("a peer"));
    PeerConfig peer;
    ConfigObject object(node);
    digests.read(object, peer.sha256, false);
    if (object.member("policy"))
        object.read("policy", peer.policy.emplace(PeerPolicy::Ask), peerPolicyWords);
    object.finish();
    return peer;
}

} // namespace

void readClients(ConfigObject &root, GatewayConfig &config)
{
    TokenDigests digests(QStringLiteral("pasarela-gateway token create --client NAME"));
    root.readEach("clients", [&](const ConfigNode &entry) {
        config.clients.insert(ClientId(entry.name()), readClient(entry, config, digests));
    });
}

void readRelay(ConfigObject &root, RelayConfig &relay)
{
    root.readObject("relay", [&relay](ConfigObject &object) {
        const auto name = object.read("peerName", relay.peerName);
        if (name && !relay.peerName.isEmpty() && !isOtherName(relay.peerName))
            name->problem(
                QStringLiteral("\"peerName\" must be a name like \"maria\": up to 64 lower-case letters, digits and "
                               ". _ @ + -"));
        readListen(object, relay.listen);
        const auto url = object.read("url", relay.url);
        if (url && !relay.url.isEmpty() && !isWebAddress(relay.url)) // the text may hold a password: it is not repeated
            url->problem(
                QStringLiteral("\"url\" must be a whole address that begins with https:// or http://, without user, "
                               "password or #…"));
        TokenDigests digests(QStringLiteral("pasarela-gateway peer add NAME"));
        object.readEach("peers",
                        [&](const ConfigNode &entry) { relay.peers.insert(entry.name(), readPeer(entry, digests)); });
    });
}

void readHost(ConfigObject &root, GatewayConfig &config)
{
    root.readObject("host", [&config](ConfigObject &object) {
        readListen(object, config.host.listen);
        object.read("cert", config.host.cert);
        object.read("key", config.host.key);
        TokenDigests digests(QStringLiteral("pasarela-gateway host token create"));
        object.readEach("tokens", [&](const ConfigNode &entry) {
            checkName(entry, QStringLiteral("a caller"));
            TokenConfig token;
            ConfigObject members(entry);
            digests.read(members, token.sha256, true);
            readCreated(members, token.created);
            const auto names = members.read("enclaves", token.enclaves);
            for (const QString &name : std::as_const(token.enclaves)) {
                if (!config.enclaves.contains(EnclaveId(name)))
                    names->hint(QStringLiteral("\"enclaves\" names \"%1\", and there is no such enclave").arg(name));
            }
            members.finish();
            config.host.tokens.insert(entry.name(), token);
        });
    });
}

} // namespace pasarela
