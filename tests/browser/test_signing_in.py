"""The pages for signing in: no violations for axe-core, on phone and desktop, light and dark."""

import re
import time

import pytest
from playwright.sync_api import expect
from pyotp import TOTP

from intake.accounts.firms.actions import change_settings
from intake.accounts.sessions.models import PasswordReset
from intake.accounts.sessions.passwords.actions import request_reset
from intake.core.crypto import vault
from tests.builders import a_user

PASSWORD = "correct horse battery"


@pytest.fixture
def user(firm):
    """An admin without a second factor, in a firm that requires one."""
    change_settings(firm, settings={"require_second_factor": True})
    return a_user(firm, "admin", password=PASSWORD)


def _submit(page, **answers):
    for name, value in answers.items():
        page.locator(f"main [name={name}], .card [name={name}]").fill(value)
    page.locator("main button[type=submit], .card button[type=submit]").first.click()


def test_signing_in_is_accessible_all_the_way(phone_of, user):
    phone, found = phone_of("es"), {}
    page = phone.page

    def look(name):
        found[name] = phone.problems(f"sign-in-{name}")

    for path in ("/login", "/password/forgotten", "/password/nothing"):
        phone.open(path)
        look(path.strip("/").replace("/", "-"))
    phone.open("/login")
    _submit(page, email=user.email, password="a guess")
    expect(page.locator(".notice")).to_be_visible()
    look("login-wrong")

    _submit(page, email=user.email, password=PASSWORD)
    expect(page).to_have_url(re.compile(r"/account/second-factor\?next="))
    look("second-factor-required")
    _submit(page, current=PASSWORD)
    key = page.locator(".key").inner_text().replace(" ", "")
    look("second-factor-key")
    _submit(page, code=TOTP(key).now())
    expect(page.locator(".codes")).to_be_visible()
    look("recovery-codes")
    recovery_code = page.locator(".codes code").first.inner_text()
    page.locator(".aside a").click()
    expect(page).to_have_url(re.compile("/review$"))
    phone.open("/account")
    expect(page.locator("[name=end_sessions]")).to_be_checked()
    expect(page.locator("[name=end_applications]")).not_to_be_checked()
    look("account")
    phone.open("/account/second-factor")
    look("second-factor-on")

    phone.open("/logout")
    look("logout")
    _submit(page)
    look("logged-out")
    phone.open("/login")
    _submit(page, email=user.email, password=PASSWORD)
    expect(page).to_have_url(re.compile("/login/code"))
    look("login-code")
    _submit(page, code=recovery_code)
    expect(page).to_have_url(re.compile("/review$"))

    request_reset(user.email)
    phone.open(f"/password/{vault.open(PasswordReset.of(user).get().sealed_token)}")
    look("password-choose")
    _submit(page, password="sunshine2024!", repeated="sunshine2024!")
    expect(page.locator(".wrong")).to_be_visible()
    look("password-wrong")
    _submit(page, password="a wholly other password", repeated="a wholly other password")
    look("password-chosen")

    assert found == {name: [] for name in found}


def test_second_press_on_confirming_does_not_lose_the_recovery_codes(phone_of, user):
    phone = phone_of("en")
    page = phone.page
    phone.open("/login")
    _submit(page, email=user.email, password=PASSWORD)
    _submit(page, current=PASSWORD)
    page.locator("main [name=code]").fill(TOTP(page.locator(".key").inner_text().replace(" ", "")).now())
    def answer_after_the_second_press(route):
        answer = route.fetch()
        time.sleep(0.5)  # meanwhile the button is pressed again
        route.fulfill(response=answer)

    page.route("**/confirm", answer_after_the_second_press, times=1)
    page.locator("main button[type=submit]").evaluate(
        "(button) => { setTimeout(() => button.click(), 100); button.click(); }")

    expect(page.locator(".codes li")).to_have_count(10)
