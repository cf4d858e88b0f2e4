"""Invalidates proofs by portal codes, which depend on the addresses that the codes were sent to."""

from peewee import Table

from intake.core.db import db

ADDRESSES = {"email", "phone"}

_LINKS = Table("intake_links").bind(db)
_PROOFS = [Table(name).bind(db) for name in ("portal_codes", "portal_devices")]


def invalidate_proofs(scope, *client_ids):
    """Make each client enter a code again in every browser (docs/portal.md). Call it inside a transaction."""
    links = _LINKS.select(_LINKS.c.id).where(_LINKS.c.firm_id == scope.firm_id, _LINKS.c.client_id.in_(client_ids))
    for proofs in _PROOFS:
        proofs.delete().where(proofs.c.firm_id == scope.firm_id, proofs.c.link_id.in_(links)).execute()
