"""`flask user`: giving people access."""

import click
from flask.cli import AppGroup

from intake.accounts.sessions.passwords.actions import assign
from intake.accounts.sessions.second_factor.actions import remove
from intake.accounts.sessions.user_lookup import user_by_email
from intake.accounts.users.actions import add
from intake.core.errors import NotFound

from .command import answers, checked
from .firms import found
from .schemas import PasswordIn, UserIn

user = AppGroup("user", help="Give people access.")


@user.command("create")
@click.argument("firm_id")
@click.option("--email", required=True)
@click.option("--role", required=True, help="admin, attorney, staff or paralegal.")
@click.option("--password", help="Asked for if not given.")
@answers("The user may sign in.")
def create(firm_id, email, role, password):
    """Make somebody an active member of a firm."""
    firm = found(firm_id)
    password = _asked_for(password)
    values = checked(UserIn, {"email": email, "role": role, "password": password})
    return {"user_id": add(firm, **values).id}


@user.command("set-password")
@click.argument("email")
@click.option("--password", help="Asked for if not given.")
@answers("The user signs in with this password from now on, and is signed out everywhere.")
def set_password(email, password):
    """Give somebody another password."""
    there = _with(email)
    assign(there, **checked(PasswordIn, {"password": _asked_for(password)}))
    return {"user_id": there.id}


@user.command("reset-second-factor")
@click.argument("email")
@answers("The user signs in with the password alone, until they set up an app again.")
def reset_second_factor(email):
    """Help somebody who lost both the authenticator app and the recovery codes. Make sure that it is them."""
    there = _with(email)
    return {"user_id": there.id, "removed": remove(there)}


def _with(email):
    """The user who has this address. Raises `NotFound`."""
    there = user_by_email(email)
    if there is None:
        raise NotFound("user", email)
    return there


def _asked_for(password):
    if password is None:
        return click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    return password
