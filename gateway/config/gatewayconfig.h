// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <variant>

namespace pasarela {

// pasarela.json as values (spec/cli.md, *Configuration file*; decisions.md, *Configuration*). Only configfile.cpp knows
// how it is written; unknown members stay in the file and are not here. The whole schema, also what later parts use.

using Environment = QMap<QString, QString>;

/// A local program spoken to over its stdin and stdout.
struct StdioLaunch {
    QString command; ///< As written: a name looked up in PATH, or a path; "~/" is the home folder.
    QStringList args;
    bool operator==(const StdioLaunch &) const = default;
};

/// A remote server: Streamable HTTP, or HTTP+SSE of 2024-11-05.
struct HttpLaunch {
    enum class Era { Auto, Modern, Legacy, Sse };
    QString url;
    Era era = Era::Auto;
    bool operator==(const HttpLaunch &) const = default;
};

/// A plain gRPC server, "host:port".
struct GrpcLaunch {
    QString address;
    bool operator==(const GrpcLaunch &) const = default;
};

/// An enclave on a mesh host.
struct MeshLaunch {
    QString host; ///< "host:port"
    QString enclave; ///< Its name there.
    QString fingerprint; ///< "sha256:…" of the host's certificate; empty: by its name.
    bool operator==(const MeshLaunch &) const = default;
};

using Launch = std::variant<StdioLaunch, HttpLaunch, GrpcLaunch, MeshLaunch>;

enum class Scope { Account, Project, Client };
enum class NameStyle { Qualified, Plain }; ///< `"names"`
enum class ReversePolicy { Refuse, Exclusive, Isolated }; ///< `"reverse"`: mcp.md, *Beyond the specification*
enum class DefinitionPolicy { Hold, Notify, Accept }; ///< `"onDefinitionChange"`
enum class CatalogueMode { List, Search };

struct AccountConfig {
    bool enabled = true;
    QString title;
    bool operator==(const AccountConfig &) const = default;
};

struct Timeouts {
    std::chrono::seconds initialize{60};
    std::chrono::seconds call{600}; ///< The gateway's maximum (rule R3); clients give up earlier.
    std::chrono::seconds list{30};
    bool operator==(const Timeouts &) const = default;
};

struct EnclaveConfig {
    Launch launch;
    QString title; ///< What people read; empty: the name.
    bool enabled = true;
    QString group; ///< Replicas of one service (catalogue.md 4).
    NameStyle names = NameStyle::Qualified;
    ReversePolicy reverse = ReversePolicy::Refuse;
    DefinitionPolicy onDefinitionChange = DefinitionPolicy::Hold;
    QString cwd; ///< Empty: a private folder; "project": the client's (sessions.md 6).
    Environment env;
    QStringList passEnv;
    QMap<QString, QString> credentialEnv; ///< Variable → field of the account.
    QMap<QString, QString> headers;
    Timeouts timeouts;
    Scope scope = Scope::Account;
    QMap<AccountId, AccountConfig> accounts;
    AccountId defaultAccount;
    std::optional<int> idleMinutes; ///< 0: never; nothing: the gateway's.
    int maxSessions = 8;
    bool sendProject = false;
    bool allowSetuid = false;
    QString origin; ///< Where it was imported from ("claude-desktop"); empty: added here.
    bool operator==(const EnclaveConfig &) const = default;

    /// Each client connection has a session of its own.
    bool isPerClient() const { return scope == Scope::Client || reverse == ReversePolicy::Isolated; }
};

struct TokenConfig {
    QByteArray sha256; ///< Lower-case hexadecimal.
    QString created; ///< ISO 8601.
    QStringList enclaves; ///< host.tokens only.
    bool operator==(const TokenConfig &) const = default;
};

/// One client of exactly this name, or "*": those that have no entry.
struct ClientConfig {
    /// Enclave → accounts it may use; two or more: *both* (sessions.md 8).
    QMap<EnclaveId, QStringList> accounts;
    std::optional<TokenConfig> token;
    QStringList hiddenTools; ///< Canonical names.
    QStringList disabledEnclaves;
    bool readOnly = false;
    CatalogueMode catalogue = CatalogueMode::List;
    bool relayHints = false;
    QString relayPeer;
    bool operator==(const ClientConfig &) const = default;
};

enum class PeerPolicy { Allow, Ask, Block }; ///< relay.md 9

struct PeerConfig {
    QByteArray sha256; ///< Of the token; lower-case hexadecimal. Empty: none yet.
    std::optional<PeerPolicy> policy; ///< Nothing: what the relay decides for peers that come from a file.
    bool operator==(const PeerConfig &) const = default;
};

struct RelayConfig {
    QString peerName;
    QString listen; ///< "address:port"; empty: off.
    QString url; ///< A relay elsewhere, instead of the local one.
    QMap<QString, PeerConfig> peers;
    bool operator==(const RelayConfig &) const = default;
};

struct HostConfig {
    QString listen;
    QString cert;
    QString key;
    QMap<QString, TokenConfig> tokens;
    bool operator==(const HostConfig &) const = default;
};

struct HttpListenConfig {
    int port = 7717;
    bool enabled = false;
    bool authNone = false; ///< `"auth": "none"`: tests only.
    bool operator==(const HttpListenConfig &) const = default;
};

enum class ExternalCommandPolicy { Notify, Hold };

struct GatewayConfig {
    HttpListenConfig http;
    int idleMinutes = 15;
    ExternalCommandPolicy onExternalCommand = ExternalCommandPolicy::Notify;
    QString oauthBrowserCommand; ///< `oauth.browserCommand`; empty: the system's browser.
    CatalogueMode catalogue = CatalogueMode::List; ///< Of clients that say nothing of their own.
    QMap<EnclaveId, EnclaveConfig> enclaves;
    QMap<ClientId, ClientConfig> clients;
    RelayConfig relay;
    HostConfig host;
    QString paused; ///< ISO 8601 time until which, "on" for until resumed; empty: not.
    bool operator==(const GatewayConfig &) const = default;

    /// The policy of a client: its own entry, else "*", else the defaults.
    ClientConfig policyOf(const ClientId &client) const;
};

} // namespace pasarela
