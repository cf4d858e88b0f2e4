"""Shared by all commands: results as text or as one line of JSON, errors as one sentence."""

import errno
import json
import logging
import os
import sys
from contextlib import contextmanager
from datetime import datetime
from functools import wraps
from tempfile import gettempdir

import click
import peewee
from flask import current_app
from marshmallow import ValidationError

from intake.accounts.audit.recording import act_as
from intake.accounts.audit.states import OPERATOR
from intake.core.clock import iso
from intake.core.errors import ApiError
from intake.core.logging import logging_to
from intake.core.migrations import DatabaseUnusable, migrate
from intake.gateways.storage import StorageUnavailable
from intake.operations.backups.errors import BackupError
from intake.records.imports.errors import ImportRefused

_log = logging.getLogger(__name__)

as_json = click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")


def prints_result(sentence, is_fault=lambda result: False):
    """Print the dict that the command returns: below the sentence, or with `--json` alone on one line.

    Migrates the database first. Exits with 1 if the result is a fault.
    """
    return lambda command: _printing(command, lambda result: format_result(sentence, result), is_fault)


def prints_rows(name):
    """Print the list of dicts that the command returns: as a table, or with `--json` as `{name: […]}` on one line.

    Migrates the database first.
    """

    def decorate(command):
        @wraps(command)
        def listed(**arguments):
            return {name: command(**arguments)}

        return _printing(listed, lambda result: format_rows(result[name]))

    return decorate


def _printing(command, format_text, is_fault=lambda result: False):
    @as_json
    @wraps(command)
    def run(as_json, **arguments):
        with report_errors():
            migrate_database()
            act_as(OPERATOR, os.environ.get("SUDO_USER") or os.environ.get("USER"))
            result = command(**arguments)
        show(json.dumps(result, default=iso) if as_json else format_text(result))
        if is_fault(result):
            click.get_current_context().exit(1)

    return run


def migrate_database():
    """Bring the installation's database up to date. Raises `DatabaseUnusable`."""
    settings = current_app.extensions["settings"]
    migrate(settings.database_url, settings.in_sandbox)


def show(text, nl=True):
    """Print what a command has to say. Raises `ClickException` where it cannot be written, as to a full disk."""
    try:
        click.echo(text, nl=nl)
    except BrokenPipeError:  # what reads it has seen enough
        raise
    except OSError as error:
        # What is left would be written again at the end, which since Python 3.12 fails with a code of its own.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.ClickException(f"The result cannot be written: {error.strerror}.") from None


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
    if isinstance(error, StorageUnavailable):  # its own message is for people who cannot do anything about it
        return ("The storage cannot be used. Check that it runs, that the bucket exists, and its settings, S3_… or for "
                f"backups BACKUP_…: {_first_line(error.__cause__ or error)}")
    if isinstance(error, ApiError):
        return error.message
    if isinstance(error, BackupError | ImportRefused):
        return str(error)
    if isinstance(error, ValidationError):
        return " ".join(f"{name}: {_join_messages(messages)}" for name, messages in error.normalized_messages().items())
    if isinstance(error, DatabaseUnusable | peewee.OperationalError | peewee.InterfaceError):
        return ("The database cannot be used. Check DATABASE_URL, and that Postgres runs and takes changes: "
                f"{_first_line(error)}")
    if isinstance(error, OSError) and (error.filename or error.errno in (errno.ENOSPC, errno.EDQUOT)):
        # A full disk names no file. Code that writes elsewhere than to temporary files adds the name itself.
        return f"{error.filename or gettempdir()} cannot be used: {error.strerror}."
    return f"Unexpected {type(error).__name__}: {_first_line(error)} (LOG_LEVEL=DEBUG shows where)."


def _join_messages(messages):
    if isinstance(messages, dict):
        return " ".join(_join_messages(inner) for inner in messages.values())
    return " ".join(messages)


def _first_line(error):
    return (str(error).strip().splitlines() or [""])[0]


def format_result(sentence, result):
    """Return the sentence and below it the values of a dict, in aligned columns."""
    width = max(map(len, result))
    return "\n".join((sentence, *(f"  {name.ljust(width)}  {_text(value)}" for name, value in result.items())))


def format_rows(rows):
    """Return rows of the same names below a line of these, in aligned columns."""
    if not rows:
        return "None."
    lines = [list(rows[0]), *([_text(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def _text(value):
    """Return a value for a terminal, which must not obey control characters in names."""
    if isinstance(value, datetime):
        return iso(value)
    if value in (None, []):
        return "-"
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
