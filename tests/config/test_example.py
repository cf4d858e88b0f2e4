"""`config/example.env`: every setting with a sentence about it."""

from pathlib import Path

from config.settings import Settings, example
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
    assert Settings.load(given)


def test_commented_values_are_valid():
    lines = [line.removeprefix("# ") for line in example().splitlines()]
    given = dict(line.split("=", 1) for line in lines if line.split("=")[0].isupper() and not line.endswith("=None"))

    assert len(Settings.load(given | ENOUGH).values) >= len(given)
