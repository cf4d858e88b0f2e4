"""`flask firm`: making firms, suspending and reinstating them."""

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

from .command import answers, checked
from .schemas import FirmIn

firm = AppGroup("firm", help="Make, suspend and reinstate firms.")


@firm.command("create")
@click.argument("name")
@click.option("--email", required=True, help="The firm's address and its first admin's.")
@click.option("--plan", default="standard", show_default=True, help="standard, pro or enterprise.")
@click.option("--password", help="The admin's. Without one they ask for a link on /password/forgotten.")
@answers("The firm exists. Its key is shown this once:")
def create(**given):
    """Make a firm with its first admin and a key that may do everything."""
    values = checked(FirmIn, given)
    password = values.pop("password", None)
    with db.atomic():
        made = actions.register(**values)
        admin = add(made, made.email, ADMIN, password)
        _, text = create_key(made, "First key", SCOPES, sandbox=in_sandbox(), created_by=admin.id)
    return {"firm_id": made.id, "user_id": admin.id, "api_key": text}


@firm.command("suspend")
@click.argument("firm_id")
@answers("The firm is suspended: its keys and people are refused.")
def suspend(firm_id):
    """Refuse a firm's keys and people; nothing is lost."""
    actions.suspend(found(firm_id).id)
    return {"firm_id": firm_id, "suspended": True}


@firm.command("reinstate")
@click.argument("firm_id")
@answers("The firm may use the service again.")
def reinstate(firm_id):
    """Let a suspended firm use the service again."""
    actions.reinstate(found(firm_id).id)
    return {"firm_id": firm_id, "suspended": False}


def found(firm_id):
    """The firm with this id. Raises `NotFound`."""
    there = Firm.get_or_none(Firm.id == firm_id) if is_id(firm_id) else None
    if there is None:
        raise NotFound("firm", firm_id)
    return there


def in_sandbox():
    """Whether this installation's keys are for trying things out."""
    return current_app.extensions["key_kind"] == "test"
