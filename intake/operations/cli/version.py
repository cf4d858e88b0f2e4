"""`flask version`."""

import click

from intake import VERSION


@click.command()
def version():
    """Print the version of Intake, without asking the database."""
    click.echo(f"Intake {VERSION}")
