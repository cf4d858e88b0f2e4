"""The overview of the settings, and the list of them beside each page."""

from flask import url_for

from intake.accounts.users.states import ROLES
from intake.console.frame.settings import settings_of
from tests.builders import a_user


def test_each_role_sees_only_what_it_may_open(app, firm, signed_in_as):
    for role in ROLES:
        page = signed_in_as(a_user(firm, role)).get("/settings").text
        groups = settings_of(role)
        with app.test_request_context():
            paths = [url_for(each.endpoint) for pages in groups.values() for each in pages]
        assert [path for path in paths if f'<li><a href="{path}">' not in page] == []
        assert page.count("<li><a") == len(paths)
        assert page.count("<section") == len(groups)
        assert ('aria-current="page">Settings' in page, "/account" in paths) == (True, True)
    assert len(settings_of("admin")) > len(settings_of("staff"))
    assert ["Records" in settings_of(role) for role in ("admin", "staff")] == [True, False]  # no heading above nothing
