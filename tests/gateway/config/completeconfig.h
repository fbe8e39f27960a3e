// SPDX-License-Identifier: MIT
#pragma once

namespace pasarela::test {

/// Every member there is, each with a value that is not the one that holds anyway.
inline constexpr char completeConfig[] = R"({
  "$schema": "pasarela.schema.json",
  "gateway": { "http": { "port": 7000, "enabled": true, "auth": "none" }, "idleMinutes": 5, "onExternalCommand": "hold" },
  "oauth": { "browserCommand": "firefox" },
  "catalogue": { "mode": "search" },
  "paused": "2026-01-31T10:42:00Z",
  "enclaves": {
    "files": {
      "stdio": { "command": "npx", "args": ["-y", "server", "~/Documents"] },
      "title": "Files", "enabled": false, "group": "docs", "names": "plain", "reverse": "isolated",
      "onDefinitionChange": "notify", "cwd": "~/work", "env": { "LANG": "es" }, "passEnv": ["HOME", "USER"],
      "credentialEnv": { "TOKEN": "token" }, "timeouts": { "initialize": 1, "call": 2, "list": 3 }, "scope": "project",
      "accounts": { "work": { "enabled": false, "title": "Work" }, "home": {} }, "defaultAccount": "work",
      "idleMinutes": 0, "maxSessions": 2, "sendProject": true, "allowSetuid": true, "origin": "claude-desktop"
    },
    "wiki": { "http": { "url": "https://wiki.example.org/mcp", "era": "legacy" }, "headers": { "X-Team": "a" } },
    "old": { "sse": { "url": "http://127.0.0.1:9/sse" } },
    "calc": { "grpc": { "address": "[::1]:7443" } },
    "vault": { "mesh": { "host": "mesh.example.org:7443", "enclave": "Vault", "fingerprint": "sha256:abc" } }
  },
  "clients": {
    "claude-desktop": {
      "accounts": { "files": ["work", "home"] },
      "token": { "sha256": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "created": "2026-01-31T10:42:00Z" },
      "hiddenTools": ["files__write"], "disabledEnclaves": ["wiki"], "readOnly": true,
      "catalogue": { "mode": "list" }, "relayHints": true, "relayPeer": "maria"
    },
    "*": { "accounts": { "files": "home" } }
  },
  "relay": {
    "peerName": "maria", "listen": "127.0.0.1:8070", "url": "https://relay.example.org",
    "peers": { "tomas": { "sha256": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "policy": "ask" }, "ana": {} }
  },
  "host": {
    "listen": "0.0.0.0:7443", "cert": "/c.pem", "key": "/k.pem",
    "tokens": { "t": { "sha256": "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc", "created": "2026-01-31T10:42:00Z",
                       "enclaves": ["wiki"] } }
  }
}
)";

} // namespace pasarela::test
