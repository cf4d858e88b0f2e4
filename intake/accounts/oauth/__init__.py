"""Applications that act for a firm's people, each with their consent (interface, "OAuth 2.0"; decisions.md 2)."""
