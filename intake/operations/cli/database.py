"""`flask db`: upkeep of the database that no request or worker does."""

import click
from flask import current_app
from flask.cli import AppGroup

from intake.core.search_indexes import ExtensionMissing, create_indexes

from .command import prints_result

database = AppGroup("db", help="Look after the database.")


@database.command("reindex-search")
@prints_result("Search has its indexes:")
def reindex_search():
    """Create the indexes of text search that are missing, while Intake is at work.

    For a database whose server got the extensions pg_trgm and btree_gin after Intake's tables were created.
    """
    try:
        return {"created": create_indexes(current_app.extensions["settings"].database_url)}
    except ExtensionMissing as error:
        raise click.ClickException(str(error)) from error
