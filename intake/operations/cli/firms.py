"""`flask firm`: creates, suspends and reinstates firms."""

import click
from flask import current_app
from flask.cli import AppGroup

from intake.accounts.access.actions import create_key
from intake.accounts.firms import actions
from intake.accounts.firms.models import Firm
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.actions import add
from intake.accounts.users.states import ADMIN
from intake.core.db import db
from intake.core.errors import NotFound
from intake.core.ids import is_id

from .command import load_values, prints_result
from .passwords import password_stdin, read_password
from .schemas import FirmIn

firm = AppGroup("firm", help="Make, suspend and reinstate firms.")


@firm.command("create")
@click.argument("name")
@click.option("--email", required=True, help="The firm's address and its first admin's.")
@click.option("--plan", default="standard", show_default=True, help="standard, pro or enterprise.")
@password_stdin
@prints_result("The firm exists. Its key is shown this once:")
def create(from_stdin, **given):
    """Make a firm with its first admin and a key that may do everything.

    Without --password-stdin the admin has no password, and asks for a link on /password/forgotten.
    """
    values = load_values(FirmIn, given)
    password = read_password(from_stdin, values["name"], values["email"]) if from_stdin else None
    with db.atomic():
        created = actions.register(**values)
        admin = add(created, created.email, ADMIN, password)
        _, text = create_key(created, "First key", SCOPES, sandbox=in_sandbox(), created_by=admin.id)
    return {"firm_id": created.id, "user_id": admin.id, "api_key": text}


@firm.command("suspend")
@click.argument("firm_id")
@prints_result("The firm is suspended: its keys and people are refused.")
def suspend(firm_id):
    """Refuse a firm's keys and people; nothing is lost."""
    actions.suspend(fetch_firm(firm_id).id)
    return {"firm_id": firm_id, "suspended": True}


@firm.command("reinstate")
@click.argument("firm_id")
@prints_result("The firm may use the service again.")
def reinstate(firm_id):
    """Let a suspended firm use the service again."""
    actions.reinstate(fetch_firm(firm_id).id)
    return {"firm_id": firm_id, "suspended": False}


def fetch_firm(firm_id):
    """Return the firm with this id. Raises `NotFound`."""
    found = Firm.get_or_none(Firm.id == firm_id) if is_id(firm_id) else None
    if found is None:
        raise NotFound("firm", firm_id)
    return found


def in_sandbox():
    """Whether this is a sandbox installation, whose API keys are test keys."""
    return current_app.extensions["key_kind"] == "test"
