"""`flask backup`: makes, lists, verifies and restores backups (docs/backup.md)."""

import json

import click
from flask import current_app
from flask.cli import AppGroup, with_appcontext
from marshmallow import ValidationError

from config.validators import DatabaseUrl
from intake.gateways.backup_target import backup_target
from intake.operations.backups.catalogue import summaries
from intake.operations.backups.creating import create as create_backup
from intake.operations.backups.encryption import create_key_file, load_identity
from intake.operations.backups.errors import BackupError
from intake.operations.backups.restoring import restore as restore_backup
from intake.operations.backups.verifying import verify as verify_backup

from .command import as_json, format_result, format_rows, migrate_database, report_errors, show

_SHOWN = ("id", "created_at", "version", "files", "file_bytes", "new_files", "lost_files", "database_bytes",
          "dump_bytes")

_RESTORED = ("The backup is restored. Start the worker and the web server, unless the original still runs: both would "
             "write to the same clients.")
_COPY = ("The backup of a live installation is restored into this sandbox, and endpoints of webhooks are turned off. "
         "Start it without BACKUP_TARGET.")
_OTHER_SECRETS = ("The backup is restored, but made with other secrets. Find them before you start worker and web "
                  "server:")

backup = AppGroup("backup", help="Make, list, verify and restore backups.")


def _database_url(_context, _option, value):
    try:
        return value and DatabaseUrl().deserialize(value)
    except ValidationError as error:
        raise click.BadParameter(" ".join(error.messages)) from None


_identity = click.option("--identity", required=True, type=click.Path(dir_okay=False),
                         help="The file with the private key.")


@backup.command("keygen", with_appcontext=False)
@click.argument("file", type=click.Path(dir_okay=False))
@as_json
def keygen(file, as_json):
    """Write a new private key into FILE and print its public key, for BACKUP_RECIPIENT. Keep FILE elsewhere."""
    with report_errors():
        _show("The private key is in that file. Keep it elsewhere: without it no backup can be read.",
              {"recipient": create_key_file(file), "file": file}, as_json)


@backup.command("create")
@click.option("--new-target", is_flag=True, help="Use a target without backups, although others exist elsewhere.")
@as_json
@with_appcontext
def create(new_target, as_json):
    """Make a backup; files that an earlier backup has copied are not copied again."""
    with report_errors():
        settings, target = _settings_and_target()
        migrate_database()
        summary = create_backup(settings, current_app.extensions["storage"], target, new_target=new_target)
        _show("The backup is complete:", {name: summary[name] for name in _SHOWN}, as_json)


@backup.command("list")
@as_json
@with_appcontext
def list_backups(as_json):
    """List the complete backups, the oldest first."""
    with report_errors():
        complete, damaged = summaries(_settings_and_target()[1])
        rows = [{name: each[name] for name in _SHOWN} for each in complete]
        show(json.dumps({"backups": rows}) if as_json else format_rows(rows))
        for error in damaged:
            click.echo(str(error), err=True)


@backup.command("verify")
@click.argument("backup_id", required=False)
@_identity
@click.option("--scratch", metavar="URL", callback=_database_url,
              help="An empty database to restore into, if the role may not create one.")
@as_json
@with_appcontext
def verify(backup_id, identity, scratch, as_json):
    """Restore a backup, or the latest, into a scratch database and read every file; exit with 1 if it is damaged."""
    with report_errors():
        settings, target = _settings_and_target()
        result = verify_backup(settings, target, load_identity(identity), backup_id, scratch)
        problems = result["problems"] if as_json else result.pop("problems")
        _show("The backup is whole:" if result["ok"] else "The backup is NOT whole:", result, as_json)
        if not as_json:
            show("\n".join(f"  {problem}" for problem in problems), nl=bool(problems))
    if not result["ok"]:
        click.get_current_context().exit(1)


@backup.command("restore")
@click.argument("backup_id", required=False)
@_identity
@click.option("--replace", is_flag=True, help="Delete everything that database and bucket contain.")
@as_json
@with_appcontext
def restore(backup_id, identity, replace, as_json):
    """Restore a backup, or the latest, into the database and the bucket of this installation.

    Both must be empty. If it is interrupted, the same command continues.
    """
    with report_errors():
        settings, target = _settings_and_target()
        result = restore_backup(settings, current_app.extensions["storage"], target, load_identity(identity),
                                backup_id, replace)
        sentence = _COPY if result.pop("of_live") else _RESTORED
        _show(_OTHER_SECRETS if result["changed_secrets"] else sentence, result, as_json)
        for name in result["changed_secrets"]:
            click.echo(f"{name} is another one than it was when the backup was made.", err=True)


def _settings_and_target():
    settings = current_app.extensions["settings"]
    if not settings.backup_target:
        raise BackupError("BACKUP_TARGET is not set.")
    return settings, backup_target(settings)


def _show(sentence, result, as_json):
    show(json.dumps(result) if as_json else format_result(sentence, result))
