"""The commands of operators. A web server does without them, and so without the 3 MiB that they import."""

import sys

from flask import Flask

from intake.operations.cli import COMMANDS


def add_commands(app):
    """Add the commands to `flask` for this application."""
    for command in COMMANDS:
        app.cli.add_command(command)


def create_app_of_commands(problem):
    """Return an application without settings, in which only the help of commands works.

    Commands that need settings exit with the problem. So one can read the help, and make keys, before anything is set
    up.
    """
    app = Flask("intake")
    add_commands(app)
    app.extensions = _Missing(problem)
    return app


class _Missing(dict):
    """The missing extensions of such an application: using one exits with the problem."""

    def __init__(self, problem):
        super().__init__()
        self._problem = problem

    def __missing__(self, name):
        sys.exit(self._problem)
