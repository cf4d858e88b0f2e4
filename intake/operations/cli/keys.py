"""`flask key`: creates and revokes API keys."""

import click
from flask.cli import AppGroup

from intake.accounts.access import actions
from intake.core.errors import NotFound
from intake.core.ids import is_id

from .command import load_values, prints_result
from .firms import fetch_firm, in_sandbox
from .schemas import KeyIn

key = AppGroup("key", help="Make and revoke API keys.")


@key.command("create")
@click.argument("firm_id")
@click.option("--scope", multiple=True, required=True, help="What the key may do; may be given several times.")
@click.option("--name", default="Made by the operator", show_default=True, help="What the key is for.")
@click.option("--expires-at", help="When it ends, such as 2027-01-01T00:00:00Z; never, if not given.")
@prints_result("The key exists. It is shown this once:")
def create(firm_id, scope, **given):
    """Make an API key of a firm."""
    values = load_values(KeyIn, given | {"scope": list(dict.fromkeys(scope))})
    created, text = actions.create_key(fetch_firm(firm_id), sandbox=in_sandbox(), **values)
    return {"id": created.id, "api_key": text}


@key.command("revoke")
@click.argument("key_id")
@prints_result("The key is refused from now on.")
def revoke(key_id):
    """Refuse an API key from now on."""
    if not is_id(key_id):
        raise NotFound("api_key", key_id)
    actions.revoke_key(key_id)
    return {"id": key_id, "revoked": True}
