"""The choices and texts of the pages for developers."""

from intake.accounts.permissions.scopes import SCOPES

ROWS = 50
"""How many keys or applications a page shows."""

LIFETIMES = ("30", "90", "365", "")
"""The lifetimes of a new key in days, the second the default; an empty one never ends."""

SCOPE_GROUPS = {"matters": "Matters", "clients": "Clients", "documents": "Documents", "webhooks": "Webhooks",
                "firms": "The firm"}
"""The headings of scopes, by the part before the colon."""

NOTICES = {
    "revoked": "The key is revoked; programs that use it are refused from now on.",
    "meanwhile": "This key is revoked or has expired. Make another one.",
    "saved": "Saved.",
    "deleted": "The application is deleted, and all of its access has ended.",
    "withdrawn": "The consent is withdrawn, and the application’s access for this person has ended.",
    "public": "An installed program has no secret.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

WRONG = {
    "name": "Enter a name of at most 100 characters.",
    "scopes": "Choose at least one that you hold yourself.",
    "expires_at": "Choose one of these.",
    "redirect_uris": "Enter up to ten addresses, one per line: https://…, or http://127.0.0.1 for a program on the "
                     "machine itself. None may have parameters of the answer, such as code or state.",
    "pkce": "An installed program always needs a code challenge.",
}
"""The message about each invalid field."""


def scope_groups(held):
    """Return (heading, scopes) pairs of the scopes that are held."""
    groups = {heading: [scope for scope in SCOPES if scope in held and scope.startswith(f"{name}:")]
              for name, heading in SCOPE_GROUPS.items()}
    return [(heading, scopes) for heading, scopes in groups.items() if scopes]
