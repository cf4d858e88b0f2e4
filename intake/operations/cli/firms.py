"""`flask firm`: creates, imports, lists and shows firms, changes their plan, suspends and reinstates them."""

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
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import FIRM
from intake.records.imports.actions import import_firm
from intake.records.imports.models import FirmImport

from .command import load_values, prints_result, prints_rows
from .overview import overview
from .passwords import password_stdin, read_password
from .schemas import EmailIn, FirmIn, PlanIn

firm = AppGroup("firm", help="Make, import, list, change, suspend and reinstate firms.")


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


@firm.command("list")
@prints_rows("firms")
def list_firms():
    """List all firms, newest first."""
    return [_named(firm) for firm in Firm.select().order_by(Firm.created_at.desc(), Firm.id.desc())]


@firm.command("show")
@click.argument("firm_id")
@prints_result("The firm and what it has:")
def show(firm_id):
    """Show a firm, the amount of its data, and its failures."""
    found = fetch_firm(firm_id)
    return _named(found) | {"phone": found.phone, "timezone": found.timezone} | overview(found)


@firm.command("set-plan")
@click.argument("firm_id")
@click.argument("plan")
@prints_result("The firm has this plan; its limits hold from the next request on.")
def set_plan(firm_id, plan):
    """Give a firm another plan: standard, pro or enterprise. Records beyond the new limits stay."""
    plan = load_values(PlanIn, {"plan": plan})["plan"]
    before = fetch_firm(firm_id)
    actions.set_plan(before.id, plan)
    return {"firm_id": firm_id, "plan": plan, "plan_before": before.plan}


@firm.command("set-email")
@click.argument("firm_id")
@click.argument("email")
@prints_result("Clients reply to this address from now on, and e-mails to the firm go there:")
def set_email(firm_id, email):
    """Change a firm's e-mail address, for example if its owner has left. It changes no sign-in."""
    email = load_values(EmailIn, {"email": email})["email"]
    before = fetch_firm(firm_id)
    actions.set_email(before.id, email)
    return {"firm_id": firm_id, "email": email, "email_before": before.email}


@firm.command("import")
@click.argument("path", type=click.Path(exists=True))
@prints_result("The firm is here. Its people choose new passwords on /password/forgotten:")
def import_from(path):
    """Import a firm from its export (the archive, or its unpacked folder) with all ids.

    If it is interrupted, the same command goes on; until it is done the firm is suspended.
    """
    return import_firm(path)


@firm.command("suspend")
@click.argument("firm_id")
@prints_result("The firm is suspended: its keys and people are refused.")
def suspend(firm_id):
    """Suspend a firm: its keys and people are refused; nothing is deleted."""
    actions.suspend(fetch_firm(firm_id).id)
    return {"firm_id": firm_id, "suspended": True}


@firm.command("reinstate")
@click.argument("firm_id")
@prints_result("The firm may use the service again.")
def reinstate(firm_id):
    """Let a suspended firm use the service again, unless it is still being imported, or was erased."""
    found = fetch_firm(firm_id)
    if FirmImport.of(found.id):
        raise click.ClickException("The firm is still being imported; `flask firm import` with its export goes on.")
    if Erasure.of(found).where(Erasure.kind == FIRM).exists():
        raise click.ClickException("The firm was closed, and is erased.")
    actions.reinstate(found.id)
    return {"firm_id": firm_id, "suspended": False}


def fetch_firm(firm_id):
    """Return the firm with this id. Raises `NotFound`."""
    found = Firm.get_or_none(Firm.id == firm_id) if is_id(firm_id) else None
    if found is None:
        raise NotFound("firm", firm_id)
    return found


def _named(firm):
    return {"firm_id": firm.id, "name": firm.name, "email": firm.email, "plan": firm.plan,
            "suspended_at": firm.suspended_at, "created_at": firm.created_at}


def in_sandbox():
    """Whether this is a sandbox installation, whose API keys are test keys."""
    return current_app.extensions["key_kind"] == "test"
