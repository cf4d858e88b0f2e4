"""DEMO_PLATFORMS and DEMO_BILLING start stand-ins and register Intake with them."""

import pytest
import requests

from local import ports
from local.directory import FOLDERS
from local.platforms import SETTINGS, PlatformProcess, demo_platforms
from local.services import Services
from tests.stand_ins.demo import DEMOS
from tests.stand_ins.oauth import CLIENT_ID


@pytest.fixture
def installation(tmp_path):
    """An installation that has only a directory."""
    for folder in FOLDERS:
        (tmp_path / folder).mkdir()
    return Services(tmp_path, {"APP_URL": "http://127.0.0.1:8765"})


@pytest.mark.parametrize("wish", [{}, {"DEMO_PLATFORMS": ""}, {"DEMO_PLATFORMS": "0"}], ids=["none", "empty", "zero"])
def test_none_unless_asked_for(wish, installation):
    with demo_platforms(installation, wish) as platforms:
        assert platforms == []
    assert installation.env.keys() == {"APP_URL"}


def test_they_are_started_and_configured(installation):
    with demo_platforms(installation, {"DEMO_PLATFORMS": "1"}) as platforms:
        for platform in platforms:
            assert platform.settings.items() <= installation.env.items()
            page = requests.get(platform.address, timeout=10)
            assert (page.status_code, platform.name in page.text.lower()) == (200, True)
            consent = requests.get(installation.env[f"{platform.name.upper()}_AUTHORIZE_URL"], timeout=10, params={
                "client_id": CLIENT_ID, "response_type": "code", "redirect_uri": "http://127.0.0.1:8765/back"})
            assert "Allow" in consent.text
        assert f"CLIO_API_URL={platforms[0].address}/api/v4\n" in (installation.directory / "env").read_text()
    assert all(ports.is_free(platform.port) for platform in platforms)


def test_stripe_is_started_on_its_own(installation):
    with demo_platforms(installation, {"DEMO_BILLING": "1"}) as [stripe]:
        assert "No customer yet" in requests.get(stripe.address, timeout=10).text
        assert installation.env["STRIPE_API_URL"] == stripe.address


@pytest.mark.parametrize("demo", DEMOS.values())
def test_pages_take_no_route_from_the_stand_in(demo):
    platform = demo.__bases__[-1]
    routes = {name: function.answers for name, function in vars(platform).items() if hasattr(function, "answers")}

    assert routes
    assert {name: getattr(demo, name).answers for name in routes} == routes


@pytest.mark.parametrize("segment", SETTINGS)
def test_settings_are_the_stand_ins_own(segment, tmp_path):
    with DEMOS[segment]() as desk:
        assert PlatformProcess(segment, tmp_path, desk.port).settings == desk.settings()
