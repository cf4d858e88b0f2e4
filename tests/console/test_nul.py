"""Addresses and fields with a NUL, which Postgres cannot store, or with an endless number are no fault of ours."""

import re
from pathlib import Path

import pytest

from intake.core.http import contract_of
from tests.builders import a_user

from .test_statements import records_of

_ASKED = re.compile(r"""(?:(?:args|given)(?:\.get\(|\[)|(?:parameter|choice)\()"([a-z_]+)\"""")
"""Matches places where the console reads a parameter of an address, with its name."""

_TYPED = re.compile(r'typed\("([a-z_]+)"|name="([a-z_.-]+)"')
"""Matches places where a page has a field or its view reads it, with its name."""

_LAST = ("delete", "remove", "merge", "erase", "close")
"""Words in the addresses of forms after which a record is gone."""


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


def test_no_form_fails_for_a_nul_in_its_fields(app, firm, put, signed_in_as):
    ids, browser = records_of(firm, put), signed_in_as(a_user(firm, "admin"))
    files = [*Path("intake/console").rglob("*.py"), *Path("intake/console").rglob("*.html")]
    names = {one or other for file in files for one, other in _TYPED.findall(file.read_text("utf-8"))}
    form = dict.fromkeys(names, "x\0y") | {"csrf": browser.forms_of(browser.get("/matters").text)[0].fields["csrf"]}
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in rule.methods and rule.arguments <= ids.keys()
             and contract_of(app.view_functions[rule.endpoint]).permission and not rule.rule.startswith("/api/")]
    rules.sort(key=lambda rule: any(word in rule.rule for word in _LAST))
    assert len(names) > 100
    assert len(rules) > 100

    paths = {rule.rule: re.sub(r"<(?:\w+:)?(\w+)>", lambda name: str(ids[name[1]]), rule.rule) for rule in rules}
    assert [rule for rule, path in paths.items() if browser.post(path, form).status_code == 500] == []


@pytest.mark.parametrize("value", ["%00", "x%00", "9" * 5000])
def test_no_list_fails_for_what_its_address_asks_for(app, firm, signed_in_as, value):
    browser = signed_in_as(a_user(firm, "admin"))
    names = {name for file in Path("intake/console").rglob("*.py") for name in _ASKED.findall(file.read_text("utf-8"))}
    paths = [rule.rule for rule in app.url_map.iter_rules() if "GET" in rule.methods and not rule.arguments
             and not rule.rule.startswith("/api/") and contract_of(app.view_functions[rule.endpoint]).permission]
    query = "&".join(f"{name}={value}" for name in sorted(names))
    assert len(names) > 40
    assert len(paths) > 40

    assert [path for path in paths if browser.get(f"{path}?{query}").status_code >= 500] == []
