"""`flask user`: creates and lists users, resets their passwords and second factors."""

import click
from flask.cli import AppGroup

from intake.accounts.sessions.models import SecondFactor
from intake.accounts.sessions.passwords.actions import assign
from intake.accounts.sessions.people import list_people
from intake.accounts.sessions.second_factor.actions import remove
from intake.accounts.sessions.user_lookup import user_by_email
from intake.accounts.users.actions import add
from intake.core.errors import NotFound

from .command import load_values, prints_result, prints_rows
from .firms import fetch_firm
from .passwords import password_stdin, read_password
from .schemas import UserIn

_ALL = 1_000_000
user = AppGroup("user", help="Give people access.")


@user.command("create")
@click.argument("firm_id")
@click.option("--email", required=True)
@click.option("--role", required=True, help="admin, attorney, staff or paralegal.")
@password_stdin
@prints_result("The user may sign in.")
def create(firm_id, email, role, from_stdin):
    """Add an active member to a firm. Without --password-stdin, prompts for the password."""
    firm, values = fetch_firm(firm_id), load_values(UserIn, {"email": email, "role": role})
    password = read_password(from_stdin, values["email"], *firm.names)
    return {"user_id": add(firm, **values, password=password).id}


@user.command("list")
@click.argument("firm_id")
@prints_rows("users")
def list_users(firm_id):
    """List the people of a firm, including suspended and invited ones, newest first."""
    firm = fetch_firm(firm_id)
    protected = {factor.user_id for factor in SecondFactor.of(firm).where(SecondFactor.confirmed_at.is_null(False))}
    people = list_people(firm, {"page": 1, "per_page": _ALL})
    return [{"user_id": row["id"], "email": row["email"], "role": row["role"], "status": row["status"],
             "second_factor": row["id"] in protected, "last_sign_in": row["last_sign_in"],
             "created_at": row["created_at"]} for row in people.rows]


@user.command("set-password")
@click.argument("email")
@password_stdin
@prints_result("The user signs in with this password from now on; sessions and the access of applications have ended.")
def set_password(email, from_stdin):
    """Set a person's password. Without --password-stdin, prompts for it."""
    found = _fetch_user(email)
    assign(found, read_password(from_stdin, *found.names, *found.firm.names))
    return {"user_id": found.id}


@user.command("reset-second-factor")
@click.argument("email")
@prints_result("The user signs in with the password alone, until they set up an app again.")
def reset_second_factor(email):
    """Turn off the second factor of a person who lost both app and recovery codes. First verify who is asking."""
    found = _fetch_user(email)
    return {"user_id": found.id, "removed": remove(found)}


def _fetch_user(email):
    """Return the user with this e-mail address. Raises `NotFound`."""
    found = user_by_email(email)
    if found is None:
        raise NotFound("user", email)
    return found
