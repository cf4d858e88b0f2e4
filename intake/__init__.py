"""Intake: legal intake and document collection for small law firms.

The plan of the house as data; `tests/test_architecture.py` holds the code to it.
"""

VERSION = "0.1.0"

FEATURES = (
    "firms", "events", "tasks", "users", "sessions", "access", "clients", "matters", "documents", "uploads", "logos",
    "onboarding", "templates", "intake_forms", "deadlines", "communications", "intake_links", "usage", "notifications",
    "webhooks", "integrations", "billing", "court_forms", "reports", "search", "oauth", "worker", "operations", "web",
    "reference", "portal", "console", "cli",
)  # fmt: skip
"""The features in order: one may import those before it, never those behind."""

LAYERS = ("errors", "states", "models", "schemas", "actions")
"""The files of a feature in order: each may import those before it."""

LEAVES = ("routes", "pages", "jobs", "cli")
"""Files that may see every feature and that nothing imports but the tables beside this file."""
