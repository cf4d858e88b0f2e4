"""`flask doctor`: what is wrong with this installation, and what to do about it."""

import json
from typing import NamedTuple

import click
from flask import current_app
from flask.cli import with_appcontext

from intake.operations.health.installation import examination

from .command import as_json, report_errors


@click.command("doctor")
@as_json
@with_appcontext
def doctor(as_json):
    """Try out everything this installation needs; exits with 1 if something does not work."""
    with report_errors():
        # The settings are fine, or no command would have come this far.
        lines = [Line("settings"), *map(_line, _findings())]
    well = not any(line.advice for line in lines)
    if as_json:
        click.echo(json.dumps({"ok": well, "checks": {line.name: line.advice or "ok" for line in lines}}))
    else:
        click.echo("\n".join(map(str, lines)))
    if not well:
        click.get_current_context().exit(1)


class Line(NamedTuple):
    """What the doctor says of one part: advice if it failed, and what else there is to say."""

    name: str
    advice: str = ""
    aside: str = ""

    def __str__(self):
        return f"{'FAILED' if self.advice else 'ok':6}  {self.name:8}  {self.advice} {self.aside}".rstrip()


def _findings():
    parts = current_app.extensions
    return examination(parts["settings"], parts["storage"], parts["scanner"], parts["sms"]).findings()


def _line(finding):
    return Line(finding.check.name, finding.advice, f"({finding.reason})" if finding.reason else finding.remark)
