"""The rules for granting scopes, or a role with its scopes, to others."""

from collections.abc import Iterable
from typing import Protocol

from intake.core.tenancy import FirmScope

from .models import User


class Granter(FirmScope, Protocol):
    """A caller, who can grant only what it holds itself (docs/behaviour.md, "Granting")."""

    def require_held(self, scopes: Iterable[str]) -> None:
        """Raise `InsufficientScope` for scopes that the caller lacks, `Forbidden` if it expires."""

    def require_role_held(self, role: str, before: str | None = None) -> None:
        """Raise the errors of `require_held` for the scopes that the role gives to a user who had the one `before`."""

    def require_unchanged(self, user: User) -> None:
        """Raise `Forbidden` if the caller acts for this user, who had another role or status when the request began."""
