"""How long a merge can be undone, and the tables that refer to clients."""

from datetime import timedelta

UNDO_FOR = timedelta(days=1)

REFERENCES: dict[str, tuple[str, ...]] = {
    "matters": (),
    "former_clients": (),
    "intake_forms": ("matter_id",),
    "intake_links": (),
    "legal_holds": (),
    "exports": (),
    "privacy_requests": (),
    "integration_links": ("integration_id", "kind"),
    "leads": (),
}
"""Every table with a `client_id` that a merge changes, and the columns that are unique together with that."""

UNMOVED = {
    "clients": "a client that was merged earlier leads here through the one in between",
    "client_merges": "they are undone in the opposite order",
}
"""Every other table that refers to clients, and why a merge does not change it."""
