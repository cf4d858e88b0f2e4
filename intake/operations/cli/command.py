"""Shared by all commands: results as text or as one line of JSON, errors as one sentence."""

import json
import logging
import os
import sys
from contextlib import contextmanager
from functools import wraps

import click
import peewee
from flask import current_app
from marshmallow import ValidationError

from intake.accounts.audit.recording import act_as
from intake.accounts.audit.states import OPERATOR
from intake.core.errors import ApiError
from intake.core.logging import logging_to
from intake.core.migrations import DatabaseUnreachable, migrate

_log = logging.getLogger(__name__)

as_json = click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")


def prints_result(sentence):
    """Print the dict that the command returns: below the sentence, or with `--json` alone on one line.

    Migrates the database first.
    """

    def decorate(command):
        @as_json
        @wraps(command)
        def run(as_json, **arguments):
            with report_errors():
                migrate(current_app.extensions["settings"].database_url)
                act_as(OPERATOR, os.environ.get("SUDO_USER") or os.environ.get("USER"))
                result = command(**arguments)
            click.echo(json.dumps(result) if as_json else _format_result(sentence, result))

        return run

    return decorate


@contextmanager
def report_errors():
    """Report an exception in a sentence on standard error, where the log goes too, and exit with 1."""
    with logging_to(sys.stderr):
        try:
            yield
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except Exception as error:
            _log.debug("command failed", exc_info=True)
            raise click.ClickException(_error_message(error)) from None


def load_values(schema, given):
    """Return the values that were given, validated by the schema. Raises `ValidationError`."""
    return schema().load({name: value for name, value in given.items() if value is not None})


def _error_message(error):
    if isinstance(error, ApiError):
        return error.message
    if isinstance(error, ValidationError):
        return " ".join(f"{name}: {_join_messages(messages)}" for name, messages in error.normalized_messages().items())
    if isinstance(error, DatabaseUnreachable | peewee.OperationalError | peewee.InterfaceError):
        return f"The database cannot be used. Check DATABASE_URL and that Postgres runs: {_first_line(error)}"
    return f"Unexpected {type(error).__name__}: {_first_line(error)} (LOG_LEVEL=DEBUG shows where)."


def _join_messages(messages):
    if isinstance(messages, dict):
        return " ".join(_join_messages(inner) for inner in messages.values())
    return " ".join(messages)


def _first_line(error):
    return (str(error).strip().splitlines() or [""])[0]


def _format_result(sentence, result):
    width = max(map(len, result))
    return "\n".join((sentence, *(f"  {name.ljust(width)}  {value}" for name, value in result.items())))
