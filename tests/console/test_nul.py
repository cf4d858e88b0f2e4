"""Addresses with a NUL, which Postgres takes in no text, name nothing."""

import re

from intake.core.http import contract_of
from tests.builders import a_user


def test_no_form_fails_for_a_nul_in_its_address(app, firm, signed_in_as):
    browser = signed_in_as(a_user(firm, "admin"))
    form = {"csrf": browser.forms_of(browser.get("/matters").text)[0].fields["csrf"]}
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in rule.methods and rule.arguments
             and contract_of(app.view_functions[rule.endpoint]).permission]
    assert len(rules) > 100
    failed = []
    for rule in rules:
        path = re.sub(r"<(int:)?\w+>", lambda each: "1" if each[1] else "mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6%00", rule.rule)
        status = browser.post(re.sub(r"<\w+:\w+>", "x", path), form).status_code
        failed += [(rule.rule, status)] * (status >= 500)

    assert failed == []
