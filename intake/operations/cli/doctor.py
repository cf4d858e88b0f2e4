"""`flask doctor`: checks this installation and gives advice on what fails."""

import json

import click
from flask import current_app
from flask.cli import with_appcontext

from intake.operations.health.diagnostics import diagnostic_checks

from .command import as_json, report_errors, show


@click.command("doctor")
@as_json
@with_appcontext
def doctor(as_json):
    """Test everything that this installation needs; exit with 1 if something does not work."""
    with report_errors():
        results = diagnostic_checks(current_app.extensions).run()
    ok = all(result.ok for result in results)
    if as_json:
        checks = {result.check.name: "ok" if result.ok else _advice_and_note(result) for result in results}
        show(json.dumps({"ok": ok, "checks": checks}))
    else:
        show("\n".join(map(_line, results)))
    if not ok:
        click.get_current_context().exit(1)


def _line(result):
    return f"{'ok' if result.ok else 'FAILED':6}  {result.check.name:8}  {_advice_and_note(result)}".rstrip()


def _advice_and_note(result):
    note = f"({result.reason})" if result.reason else result.remark
    return f"{result.advice} {note}".strip()
