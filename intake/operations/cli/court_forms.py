"""`flask court-forms`: checks whether official forms have changed."""

import json
from pathlib import Path

import click
from flask.cli import AppGroup, with_appcontext

from intake.cases.court_forms.drift import CHANGED, check_sources
from intake.cases.court_forms.library import catalogue

from .command import as_json, report_errors, show

court_forms = AppGroup("court-forms", help="Check the catalog of court forms.")


@court_forms.command("check")
@click.option("--digests", type=click.Path(dir_okay=False, path_type=Path), default="court-forms-digests.json",
              show_default=True, help="The file with the digests of the last run; it is overwritten.")
@click.option("--state", help="Only the forms of this state, or US for the federal ones.")
@as_json
@with_appcontext
def check(digests, state, as_json):
    """Fetch the official sources and name those that have changed; exit with 1 if there are any."""
    if state and state not in {entry.state for entry in catalogue().values()}:
        raise click.BadParameter(f"No form of the catalog is of {state!r}.", param_hint="--state")
    with report_errors():
        known = _read(digests)
        _write(digests, known)  # before minutes of fetching, which would be in vain
        checked = list(check_sources(known, state))
        _write(digests, known | {each.source: each.digest for each in checked if each.digest})
    counts: dict[str, int] = {}
    for each in checked:
        counts[each.status] = counts.get(each.status, 0) + 1
    if as_json:
        show(json.dumps({"counts": counts, "sources": [each._asdict() for each in checked]}))
    else:
        for each in checked:
            if each.status == CHANGED or each.problem:
                show(f"{each.status}: {each.source}{f' ({each.problem})' if each.problem else ''}")
        show(", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
    if counts.get(CHANGED):
        click.get_current_context().exit(1)


def _read(file):
    try:
        known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{file} cannot be read as digests: {error}. Name another file with --digests, or "
                                   "remove it to start again.") from None
    if not isinstance(known, dict):
        raise click.ClickException(f"{file} has no digests. Name another file with --digests.")
    return known


def _write(file, digests):
    try:
        file.write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}. Name a file with --digests that can "
                                   "be.") from None
