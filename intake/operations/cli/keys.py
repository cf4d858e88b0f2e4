"""`flask key`: creates, lists and revokes API keys."""

import click
from flask.cli import AppGroup

from intake.accounts.access import actions
from intake.accounts.access.models import ApiKey
from intake.core.errors import NotFound
from intake.core.ids import is_id

from .command import load_values, prints_result, prints_rows
from .firms import fetch_firm, in_sandbox
from .schemas import KeyIn, PublicPartIn

key = AppGroup("key", help="Make, list and revoke API keys.")


@key.command("create")
@click.argument("firm_id")
@click.option("--scope", multiple=True, required=True, help="What the key may do; may be given several times.")
@click.option("--name", default="Made by the operator", show_default=True, help="What the key is for.")
@click.option("--expires-at", help="When the key expires, such as 2027-01-01T00:00:00Z; by default never.")
@prints_result("The key exists. It is shown this once:")
def create(firm_id, scope, **given):
    """Make an API key of a firm."""
    values = load_values(KeyIn, given | {"scope": list(dict.fromkeys(scope))})
    created, text = actions.create_key(fetch_firm(firm_id), sandbox=in_sandbox(), **values)
    return {"id": created.id, "api_key": text}


@key.command("list")
@click.argument("firm_id", required=False)
@click.option("--public-part", help="Only the key with this part after ik_live_ or ik_test_; the whole key will do.")
@prints_rows("keys")
def list_keys(firm_id, public_part):
    """List the API keys of a firm, or of all firms, including revoked ones, newest first."""
    keys = ApiKey.of(fetch_firm(firm_id)) if firm_id else ApiKey.select()
    if public_part:
        part = load_values(PublicPartIn, {"public_part": public_part})["public_part"]
        keys = keys.where(ApiKey.public_part == part.removeprefix("ik_live_").removeprefix("ik_test_").split("_")[0])
    return [{"id": row.id, "firm_id": row.firm_id, "public_part": row.public_part, "name": row.name,
             "scopes": row.scopes, "created_by": row.created_by, "created_at": row.created_at,
             "last_used_at": row.last_used_at, "expires_at": row.expires_at, "revoked_at": row.revoked_at}
            for row in keys.order_by(ApiKey.created_at.desc(), ApiKey.id.desc())]


@key.command("revoke")
@click.argument("key_id")
@prints_result("The key is refused from now on.")
def revoke(key_id):
    """Revoke an API key; it is refused at once."""
    if not is_id(key_id):
        raise NotFound("api_key", key_id)
    actions.revoke_key(key_id)
    return {"id": key_id, "revoked": True}
