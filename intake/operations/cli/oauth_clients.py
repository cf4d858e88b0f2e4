"""`flask oauth-client`: registers OAuth applications."""

import click
from flask.cli import AppGroup

from intake.accounts.oauth.actions import register
from intake.accounts.oauth.schemas import OauthClientIn
from intake.accounts.permissions.scopes import SCOPES

from .command import load_values, prints_result
from .firms import fetch_firm

oauth_client = AppGroup("oauth-client", help="Register applications that act for a firm's people.")


@oauth_client.command("create")
@click.argument("firm_id")
@click.option("--name", required=True, help="What people are shown when the application asks them.")
@click.option("--redirect-uri", "redirect_uris", multiple=True, required=True,
              help="Where it is sent its users back to, exactly; may be given several times.")
@click.option("--public", is_flag=True, help="It cannot keep a secret, such as a program that people install.")
@click.option("--pkce", help="required, or optional for a program with a secret whose library cannot send a challenge. "
                              "Required, if not given.")
@click.option("--scope", "scopes", multiple=True,
              help="The most it may ask for; may be given several times. Anything, if not given.")
@prints_result("The application is registered. Its secret is shown this once:")
def create(firm_id, **given):
    """Register an application of a firm (OAuth 2.0)."""
    given["redirect_uris"], given["scopes"] = list(given["redirect_uris"]), list(given["scopes"] or SCOPES)
    client = register(fetch_firm(firm_id), **load_values(OauthClientIn, given))
    return {"client_id": client.id, "client_secret": client.client_secret}
