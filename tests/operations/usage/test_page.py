"""The page of the firm's usage."""

from intake.accounts.access.models import RequestCount
from intake.accounts.firms.actions import register
from intake.core.clock import now
from tests.builders import a_matter, a_user

PAGE = "/settings/usage"


def test_what_is_nearly_used_up_is_named(app, signed_in_as):
    firm = register("Smith", "a@example.com", plan="standard")
    a_matter(firm)
    users = [a_user(firm, "admin"), *(a_user(firm) for _ in range(2))]
    browser = signed_in_as(users[0])
    assert "% of the limit" not in browser.get(PAGE).text
    a_user(firm)
    page = browser.get(PAGE).text

    assert '<progress value="4" max="5" aria-label="People">' in page
    assert ("80% of the limit is used." in page, "The limit is reached." in page) == (True, False)
    assert "1 active, 0 archived" in page
    a_user(firm)
    RequestCount.insert(firm_id=firm.id, day=now().date(), total=91_234).execute()
    page = browser.get(PAGE, headers={"Accept-Language": "es"}).text
    assert ("Se alcanzó el límite." in page, "Se usó el 91 % del límite." in page) == (True, True)


def test_who_may_not_see_the_firm_finds_no_usage(firm, signed_in_as):
    staff = signed_in_as(a_user(firm, "staff"))

    assert (staff.get(PAGE).status_code, PAGE in staff.get("/settings").text) == (404, False)
