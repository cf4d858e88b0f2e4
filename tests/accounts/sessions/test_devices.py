"""The names of devices in the list of sessions."""

import pytest

from intake.accounts.sessions.devices import device_name, masked_address

APPLE = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(("user_agent", "shown"), [
    ("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox, Linux"),
    (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {APPLE} Chrome/142.0.0.0 Safari/537.36", "Chrome, Windows"),
    (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {APPLE} Chrome/142.0.0.0 Safari/537.36 Edg/142.0", "Edge, Windows"),
    (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {APPLE} Version/19.0 Safari/605.1.15", "Safari, macOS"),
    (f"Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) {APPLE} Version/19.0 Safari/604.1", "Safari, iPhone"),
    (f"Mozilla/5.0 (Linux; Android 16) {APPLE} SamsungBrowser/29.0 Chrome/136.0 Mobile", "Samsung Internet, Android"),
    ("curl/8.5.0", ""), ("", ""), ("\0<script>", ""), ("Linux", "Linux")])
def test_device_name_is_browser_and_system(user_agent, shown):
    assert device_name(user_agent) == shown


@pytest.mark.parametrize(("address", "shown"), [
    ("203.0.113.77", "203.0.113.x"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::x"), ("", ""), ("unix:", ""),
    ("::ffff:203.0.113.77", "::x"), (None, "")])
def test_address_is_masked(address, shown):
    assert masked_address(address) == shown
