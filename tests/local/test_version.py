"""The version is the same everywhere."""

import re
import tomllib

from click.testing import CliRunner

from intake import VERSION
from intake.operations.cli.version import version
from local import ROOT


def test_version_is_the_newest_of_the_changelog():
    released = re.findall(r"(?m)^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text())
    assert released[0] == VERSION == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert released == sorted(released, key=lambda each: [*map(int, each.split("."))], reverse=True)


def test_command_prints_the_version():
    assert CliRunner().invoke(version).output == f"Intake {VERSION}\n"
