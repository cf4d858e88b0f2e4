"""`flask court-forms`: looks whether official forms have changed."""

import json
from pathlib import Path

import click
from flask.cli import AppGroup, with_appcontext

from intake.cases.court_forms.drift import CHANGED, check_sources

from .command import as_json

court_forms = AppGroup("court-forms", help="Check the catalogue of court forms.")


@court_forms.command("check")
@click.option("--digests", type=click.Path(dir_okay=False, path_type=Path), default="court-forms-digests.json",
              show_default=True, help="Where the digests of the last time are; it is written anew.")
@click.option("--state", help="Only the forms of this state, or US for the federal ones.")
@as_json
@with_appcontext
def check(digests, state, as_json):
    """Fetch the official sources and name those that have changed; exits with 1 if there are any."""
    known = json.loads(digests.read_text(encoding="utf-8")) if digests.exists() else {}
    checked = list(check_sources(known, state))
    digests.write_text(json.dumps(known | {each.source: each.digest for each in checked if each.digest}, indent=1,
                                  sort_keys=True) + "\n", encoding="utf-8")
    counts: dict[str, int] = {}
    for each in checked:
        counts[each.status] = counts.get(each.status, 0) + 1
    if as_json:
        click.echo(json.dumps({"counts": counts, "sources": [each._asdict() for each in checked]}))
    else:
        for each in checked:
            if each.status == CHANGED or each.problem:
                click.echo(f"{each.status}: {each.source}{f' ({each.problem})' if each.problem else ''}")
        click.echo(", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
    if counts.get(CHANGED):
        click.get_current_context().exit(1)
