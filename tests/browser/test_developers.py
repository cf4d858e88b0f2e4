"""The pages for developers and about security in a browser."""

import pytest

from intake.accounts.access.actions import create_key
from intake.accounts.oauth.actions import register
from intake.accounts.permissions.scopes import SCOPES

from .desk import DESKTOP


@pytest.mark.parametrize(("language", "scheme", "options"), [
    ("en", "light", DESKTOP), ("es", "dark", {}),
], ids=["desk", "phone-es-dark"])
def test_pages_are_accessible(desk_of, firm, language, scheme, options):
    create_key(firm, "Website form with a very long name that says what it is for", list(SCOPES))
    create_key(firm, "מפתח", ["matters:read"])
    application = register(firm, "Calendar", ["https://calendar.example/back"], ["matters:read"])
    desk, found = desk_of(language, role="admin", color_scheme=scheme, **options), {}
    for name, path in (("keys", ""), ("applications", "/applications"),
                       ("application", f"/applications/{application.id}")):
        page = desk.open(f"/settings/developers{path}")
        for panel in page.locator("summary.button").all()[:2]:
            panel.click()
        desk.keep(f"developers-{name}-{language}-{scheme}")
        found[name] = desk.barriers() + ([] if options else desk.too_small())

    assert found == {name: [] for name in found}
