"""`flask doctor`: checks this installation and gives advice on what fails."""

import json
from typing import NamedTuple

import click
from flask import current_app
from flask.cli import with_appcontext

from intake.operations.health.installation import diagnostic_checks

from .command import as_json, report_errors


@click.command("doctor")
@as_json
@with_appcontext
def doctor(as_json):
    """Try out everything this installation needs; exits with 1 if something does not work."""
    parts = current_app.extensions
    with report_errors():
        results = diagnostic_checks(parts["settings"], parts["storage"], parts["scanner"], parts["sms"]).run()
    # With invalid settings no command would have got this far.
    lines = [ReportLine("settings"), *(ReportLine(result.check.name, result.advice, f"({result.reason})"
                                                  if result.reason else result.remark) for result in results)]
    ok = not any(line.advice for line in lines)
    if as_json:
        click.echo(json.dumps({"ok": ok, "checks": {line.name: line.advice or "ok" for line in lines}}))
    else:
        click.echo("\n".join(map(str, lines)))
    if not ok:
        click.get_current_context().exit(1)


class ReportLine(NamedTuple):
    """One check's line of the report; `advice` is empty if it passed."""

    name: str
    advice: str = ""
    note: str = ""

    def __str__(self):
        return f"{'FAILED' if self.advice else 'ok':6}  {self.name:8}  {self.advice} {self.note}".rstrip()
