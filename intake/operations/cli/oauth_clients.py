"""`flask oauth-client`: registers and lists OAuth applications."""

import click
from flask.cli import AppGroup
from peewee import fn

from intake.accounts.oauth.actions import register
from intake.accounts.oauth.models import Consent, OauthClient
from intake.accounts.oauth.schemas import OauthClientIn
from intake.accounts.permissions.scopes import SCOPES

from .command import load_values, prints_result, prints_rows
from .firms import fetch_firm

oauth_client = AppGroup("oauth-client", help="Register and list applications that act for a firm's people.")


@oauth_client.command("create")
@click.argument("firm_id")
@click.option("--name", required=True, help="The name that people see when the application asks for access.")
@click.option("--redirect-uri", "redirect_uris", multiple=True, required=True,
              help="The exact address to which users return; may be given several times.")
@click.option("--public", is_flag=True,
              help="For an application that cannot keep a secret, such as an installed program.")
@click.option("--pkce", help="required, or optional for a program with a secret whose library cannot send a challenge. "
                              "Required, if not given.")
@click.option("--scope", "scopes", multiple=True,
              help="A scope that it may request; may be given several times. By default all.")
@prints_result("The application is registered. Its secret is shown this once:")
def create(firm_id, **given):
    """Register an application of a firm (OAuth 2.0)."""
    given["redirect_uris"], given["scopes"] = list(given["redirect_uris"]), list(given["scopes"] or SCOPES)
    client = register(fetch_firm(firm_id), **load_values(OauthClientIn, given))
    return {"client_id": client.id, "client_secret": client.client_secret}


@oauth_client.command("list")
@click.argument("firm_id")
@prints_rows("oauth_clients")
def list_clients(firm_id):
    """List a firm's applications, newest first, and how many people use each."""
    firm = fetch_firm(firm_id)
    uses = {row["client_id"]: row for row in Consent.of(
        firm, Consent.client_id, fn.COUNT(1).alias("people"), fn.MAX(Consent.last_used_at).alias("last_used_at"),
    ).group_by(Consent.client_id).dicts()}
    unused = {"people": 0, "last_used_at": None}
    return [{"client_id": row.id, "name": row.name, "public": row.public, "redirect_uris": row.redirect_uris,
             "scopes": row.scopes, "created_at": row.created_at,
             **{name: uses.get(row.id, unused)[name] for name in unused}}
            for row in OauthClient.of(firm).order_by(OauthClient.created_at.desc(), OauthClient.id.desc())]
