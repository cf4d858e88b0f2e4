"""`config/example.env`: every setting with a sentence about it."""

from pathlib import Path

import pytest

from config.example import example
from config.settings import Settings, SettingsError
from intake.core.migrations import ROOT

from .test_settings import ENOUGH

FILE = Path(ROOT) / "config" / "example.env"


def test_example_env_matches_the_settings():
    assert FILE.read_text(encoding="utf-8") == example()


def test_every_setting_has_a_line_and_a_description():
    text = example()

    for name in Settings.load(ENOUGH).values:
        before, found, _ = text.partition(f"{name}=")
        assert found, name
        assert before.rstrip("# ").splitlines()[-1].startswith("# "), name


def test_required_settings_are_not_commented_out():
    given = dict(line.split("=", 1) for line in example().splitlines() if "=" in line and not line.startswith("#"))

    assert set(given) == set(ENOUGH)
    with pytest.raises(SettingsError) as refused:
        Settings.load(given)
    assert set(refused.value.problems) == {"SECRET_KEY"}  # each installation makes its own


def test_commented_values_are_valid(authority, tmp_path):
    lines = [line.removeprefix("# ") for line in example().splitlines()]
    given = dict(line.split("=", 1) for line in lines if line.split("=")[0].isupper())
    given |= {name: authority.file for name in given if name.endswith("_CA_FILE")} | {
        "REDIS_URL": "rediss://localhost:6379/0", "SECRET_KEY": ENOUGH["SECRET_KEY"],
        "INBOUND_MAIL_SECRET": ENOUGH["SECRET_KEY"],
        "SIGNING_CERTIFICATE": authority.sealing_file(tmp_path / "sealing.pem")}

    assert len(Settings.load(given).values) >= len(given)


def test_no_value_is_a_command():
    values = [line.partition("=")[2] for line in example().splitlines() if line.partition("=")[0].strip("# ").isupper()]

    assert values
    assert not [value for value in values if "python" in value or "(" in value]
