"""The styleguide: complete, and shown only in local installations."""

import re

from config.settings import Settings
from tests.builders import a_user
from tests.source import ROOT


def test_every_component_is_shown():
    shown = (ROOT / "intake/console/templates/styleguide.html").read_text(encoding="utf-8")
    parts = [ROOT / "intake/console/templates/console_parts.html", ROOT / "intake/web/templates/form_parts.html"]
    macros = [name for part in parts for name in re.findall(r"{% macro (\w+)", part.read_text(encoding="utf-8"))]
    assert [name for name in macros if f"{name}(" not in shown] == []


def test_only_local_installations_have_it(app, firm, settings, signed_in_as, monkeypatch):
    browser = signed_in_as(a_user(firm))
    page = browser.get("/styleguide")
    assert (page.status_code, "Saved." in page.text, "This is too long." in page.text) == (200, True, True)
    monkeypatch.setitem(app.extensions, "settings", Settings(settings.values | {"APP_URL": "http://intake.example"}))
    assert browser.get("/styleguide").status_code == 404
