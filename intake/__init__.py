"""Intake: legal intake and document collection for small law firms.

The plan of the package as data; `tests/test_architecture.py` checks the code against it.
"""

VERSION = "0.2.0"

WINGS = {
    "core": (),
    "web": (),
    "gateways": (),
    "engine": ("tasks", "events", "worker"),
    "accounts": ("audit", "firms", "users", "permissions", "oauth", "calendar_addresses", "sessions", "access",
                 "logos", "onboarding", "generated_files"),
    "cases": ("holds", "clients", "matters", "documents", "review_reasons", "uploads", "held_reviews", "archives",
              "previews", "photos", "templates", "intake_forms", "court_forms", "deadlines", "notes", "calendars",
              "search", "client_merges"),
    "messaging": ("communications", "notifications"),
    "engagement": ("leads", "parties", "conflicts", "letters", "handovers"),
    "portal": ("reminders", "links", "codes", "deadline_reminders", "rejections", "court_questions", "bulk", "session",
               "welcome", "form", "checklist", "lead_forms", "conversions", "signing"),
    "integrations": ("webhooks", "event_feed", "platforms", "connections", "sync", "inbound", "sandbox"),
    "records": ("erasures", "retention", "exports", "imports", "closing", "privacy_requests"),
    "console": ("saved_views", "frame", "viewer", "review", "matters", "new_matter", "matter_import", "clients",
                "conflicts", "leads", "messages", "deadlines", "reminders", "notifications", "digests", "alerts_off",
                "intake_templates", "letters", "letter_templates", "court_forms", "find", "settings", "people", "holds",
                "retention", "firm", "lead_forms", "first_steps", "developers", "security", "erasures", "exports",
                "privacy_requests", "closing", "integrations", "insights", "reports", "styleguide"),
    "operations": ("subscriptions", "usage", "billing", "backups", "health", "metrics", "reference", "cli"),
}
"""The wings in order, each with its features in order. A module imports from earlier wings only, and within its wing
from earlier features only; `routes`, `pages` and `jobs` may import every feature of their own wing.
"""

LAYERS = ("errors", "states", "models", "schemas", "actions")
"""The files of a feature in order: each may import those before it."""

LEAVES = ("routes", "pages", "jobs")
"""Files that only the tables beside this file import."""
