"""The settings of Twilio: all or none (config/settings.py)."""

import pytest

from config.settings import Settings

from .test_settings import ENOUGH, wrong_settings

TWILIO = {"TWILIO_ACCOUNT_SID": "AC" + "0" * 32, "TWILIO_AUTH_TOKEN": "hush-twilio", "TWILIO_FROM": "+15185550100"}


def test_without_settings_there_is_no_account():
    assert Settings.load(ENOUGH).twilio_account_sid is None


@pytest.mark.parametrize("sender", ["+15185550100", "MG" + "0" * 32])
def test_complete_settings_are_valid(sender):
    settings = Settings.load(ENOUGH | TWILIO | {"TWILIO_FROM": sender})
    assert (settings.twilio_from, settings.twilio_api_url) == (sender, "https://api.twilio.com")


@pytest.mark.parametrize("missing", TWILIO)
def test_missing_setting_is_named(missing):
    assert wrong_settings(TWILIO | {missing: ""}) == {missing}


@pytest.mark.parametrize(("name", "value"), [
    ("TWILIO_ACCOUNT_SID", "SK" + "0" * 32), ("TWILIO_ACCOUNT_SID", "AC0"), ("TWILIO_AUTH_TOKEN", "short"),
    ("TWILIO_FROM", "5185550100"), ("TWILIO_FROM", "MG1"), ("TWILIO_API_URL", "api.twilio.com")])
def test_invalid_value_is_named(name, value):
    assert wrong_settings(TWILIO | {name: value}) == {name}
