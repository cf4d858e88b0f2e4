"""`flask version`."""

import json

import click

from intake import VERSION

from .command import as_json, show


@click.command()
@as_json
def version(as_json):
    """Print the version of Intake, without asking the database."""
    show(json.dumps({"version": VERSION}) if as_json else f"Intake {VERSION}")
