"""`flask user`: giving people access."""

import click
from flask.cli import AppGroup

from intake.users.actions import add

from .command import answers, checked
from .firms import found
from .schemas import UserIn

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
    if password is None:
        password = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    values = checked(UserIn, {"email": email, "role": role, "password": password})
    return {"user_id": add(firm, **values).id}
