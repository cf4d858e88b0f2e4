"""`flask db`: upkeep of the database that no request or worker does."""

import json

import click
from flask.cli import AppGroup

from intake.accounts.firms.models import Firm
from intake.core.db import db
from intake.core.query_plans import fully_read_tables_of

from .command import as_json, format_rows, migrate_database, prints_result, report_errors, show
from .contradictions import contradictions_of
from .firms import fetch_firm
from .hot_statements import hot_statements
from .name_spellings import add_spellings

database = AppGroup("db", help="Maintain the database.")


@database.command("upgrade")
@prints_result("The database is up to date:")
def upgrade():
    """Apply the migrations that the database lacks, before new web servers and workers start.

    They would do so themselves; a platform that runs this first keeps the old ones if it fails.
    """
    return {"last_migration": db.execute_sql("SELECT max(name) FROM schema_migrations").fetchone()[0]}


@database.command("reindex-search")
@prints_result("Search finds all names and titles without accents:")
def reindex_search():
    """Let names and titles that were stored by versions up to 0.2.0 be found without accents; Intake may run."""
    return {"names": add_spellings()}


@database.command("verify")
@click.argument("firm_id", required=False)
@prints_result("Records that contradict others:", is_fault=lambda result: any(result.values()))
def verify(firm_id):
    """Find numbers, states and dates of a firm, or of all firms, that other records contradict; exit with 1 if any."""
    every = Firm.select(Firm.id).order_by(Firm.id).scalars()
    return contradictions_of([fetch_firm(firm_id).id] if firm_id else list(every))


@database.command("plan-check")
@click.option("--rows", type=click.IntRange(min=0), default=100_000, show_default=True,
              help="Tables of more rows than these count as large.")
@as_json
def plan_check(rows, as_json):
    """Ask the planner about the most frequent statements; exit with 1 if one would read a large table as a whole.

    They are executed, too, in a transaction that cannot change anything, with records of the largest firm.
    """
    with report_errors():
        migrate_database()
        with db.atomic():
            db.execute_sql("SET TRANSACTION READ ONLY")
            found = fully_read_tables_of(hot_statements(), rows)
        bad = {name: ", ".join(tables) for name, tables in found.items() if tables}
        if bad and not as_json:
            raise click.ClickException("Read as a whole: " + "; ".join(
                f"{tables} for {name}" for name, tables in bad.items()) + ". Compare the indexes with schema.sql, and "
                "run ANALYZE.")
    checked = [{"statement": name, "result": f"reads as a whole: {bad[name]}" if name in bad else "uses indexes"}
               for name in found]
    show(json.dumps({"statements": checked}) if as_json else format_rows(checked))
    if bad:
        click.get_current_context().exit(1)
