"""`flask doctor`: checks this installation and gives advice on what fails."""

import json

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
    ok = all(result.ok for result in results)
    # With invalid settings no command would have got this far.
    if as_json:
        checks = {"settings": "ok"} | {result.check.name: result.advice or "ok" for result in results}
        click.echo(json.dumps({"ok": ok, "checks": checks}))
    else:
        click.echo("\n".join([_line("settings"), *(
            _line(result.check.name, result.advice, f"({result.reason})" if result.reason else result.remark)
            for result in results)]))
    if not ok:
        click.get_current_context().exit(1)


def _line(name, advice="", note=""):
    return f"{'FAILED' if advice else 'ok':6}  {name:8}  {advice} {note}".rstrip()
