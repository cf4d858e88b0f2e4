"""Legal holds on the pages of the settings."""

import pytest


@pytest.mark.parametrize("query", ["endpoint=x", "_method=PUT", "_anchor=x", "self=x"])
def test_form_of_a_hold_takes_no_notice_of_what_else_its_address_has(desk, query):
    path = "/settings/records/holds/new"
    page = desk.get(f"{path}?{query}")
    assert (page.status_code, [form.action for form in desk.forms_of(page.text)].count(path)) == (200, 1)
