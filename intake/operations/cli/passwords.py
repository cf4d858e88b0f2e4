"""Passwords on the command line: read without being shown, and checked like those of the pages."""

import sys
import warnings
from getpass import GetPassWarning

import click
from marshmallow import ValidationError

from intake.accounts.users.password_rules import password_error

password_stdin = click.option("--password-stdin", "from_stdin", is_flag=True,
                              help="Read the password from the first line of standard input.")


def read_password(from_stdin, *names):
    """Return the password from standard input, or else from a prompt.

    Raises `ValidationError` for one that breaks the rules; `names` are those of the user and of the firm.
    """
    if from_stdin:
        line = sys.stdin.buffer.readline()
        password = line.decode(errors="surrogateescape").removesuffix("\n").removesuffix("\r")
    else:
        password = _prompted()
    if error := _error(password, names):
        raise ValidationError({"password": [error]})
    return password


def _prompted():
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", GetPassWarning)  # raised where the password would be shown as it is typed
            return click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    except (click.Abort, GetPassWarning) as error:
        if isinstance(error, click.Abort) and sys.stdin.isatty():
            raise
        raise click.ClickException("There is no terminal to ask for the password. Send it on standard input, with "
                                   "--password-stdin.") from None


def _error(password, names):
    try:
        password.encode()
    except UnicodeEncodeError:
        return "This is not UTF-8."
    return password_error(password, *names)
