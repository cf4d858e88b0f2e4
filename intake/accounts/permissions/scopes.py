"""The scopes of API keys and access tokens (docs/behaviour.md, "Authentication")."""

SCOPES = {
    "matters:read": "list and retrieve matters",
    "matters:write": "create, update, archive matters",
    "clients:read": "list and retrieve clients",
    "clients:write": "create and update clients",
    "documents:read": "list and retrieve documents",
    "documents:write": "request, approve, manage uploads",
    "webhooks:read": "list webhook endpoints",
    "webhooks:write": "create, update, delete webhooks",
    "firms:read": "read firm details and settings",
    "firms:write": "update firm settings and manage users",
}
