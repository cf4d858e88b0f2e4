"""What the commands share: they answer once, in words or as one line of JSON, and fail in a sentence."""

import json
import logging
import sys
from contextlib import contextmanager
from functools import wraps

import click
import peewee
from flask import current_app
from marshmallow import ValidationError

from intake.core.errors import ApiError
from intake.core.logging import logging_to
from intake.core.migrations import DatabaseAway, migrate

_log = logging.getLogger(__name__)

as_json = click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")


def answers(sentence):
    """What the command returns, a dict, is printed below the sentence, or with `--json` alone on one line.

    The database is brought up to date first.
    """

    def decorate(command):
        @as_json
        @wraps(command)
        def run(as_json, **arguments):
            with report_errors():
                migrate(current_app.extensions["settings"].database_url)
                result = command(**arguments)
            click.echo(json.dumps(result) if as_json else _in_words(sentence, result))

        return run

    return decorate


@contextmanager
def report_errors():
    """What goes wrong is told in a sentence on standard error, where the log goes too; the command exits with 1."""
    with logging_to(sys.stderr):
        try:
            yield
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except Exception as error:
            _log.debug("the command failed", exc_info=True)
            raise click.ClickException(_sentence(error)) from None


def checked(schema, given):
    """The given values as the schema takes them, without those that were not given. Raises `ValidationError`."""
    return schema().load({name: value for name, value in given.items() if value is not None})


def _sentence(error):
    if isinstance(error, ApiError):
        return error.message
    if isinstance(error, ValidationError):
        return " ".join(f"{name}: {_words(messages)}" for name, messages in error.normalized_messages().items())
    if isinstance(error, DatabaseAway | peewee.OperationalError | peewee.InterfaceError):
        return f"The database cannot be used. Check DATABASE_URL and that Postgres runs: {_first_line(error)}"
    return f"Unexpected {type(error).__name__}: {_first_line(error)} (LOG_LEVEL=DEBUG shows where)."


def _words(messages):
    if isinstance(messages, dict):
        return " ".join(_words(inner) for inner in messages.values())
    return " ".join(messages)


def _first_line(error):
    return (str(error).strip().splitlines() or [""])[0]


def _in_words(sentence, result):
    width = max(map(len, result))
    return "\n".join((sentence, *(f"  {name.ljust(width)}  {value}" for name, value in result.items())))
