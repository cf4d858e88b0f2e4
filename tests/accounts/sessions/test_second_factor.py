"""The second factor: setup, sign-in, recovery codes and removal (RFC 6238)."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import unquote

import pytest
from pyotp import TOTP

from intake.accounts.sessions.cookies import KNOWN_DEVICE_COOKIE, PENDING_SIGN_IN_COOKIE
from intake.accounts.sessions.models import RecoveryCode, SecondFactor
from intake.accounts.sessions.second_factor import actions
from intake.accounts.sessions.second_factor.codes import matching_step
from intake.core.clock import now
from intake.core.crypto import Vault
from intake.core.db import db
from tests.browsing import Browser
from tests.builders import a_user

from .conftest import HOSTILE, PASSWORD, Phone, form_errors, heading, is_signed_in, signed_in_browser

SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
"""The secret of the RFC's test vectors."""


browser = pytest.fixture(signed_in_browser)


def _show(browser, code):
    return browser.submit("/login/code", code=code)


# Codes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("moment", "code"), [
    (59, "287082"), (1111111109, "081804"), (1111111111, "050471"), (1234567890, "005924"), (2000000000, "279037")])
def test_codes_match_the_rfc_vectors(moment, code):
    assert matching_step(SECRET, code, datetime.fromtimestamp(moment, UTC)) == moment // 30


@pytest.mark.parametrize(("late", "taken"), [(-30, False), (-1, False), (0, True), (29, True), (30, True), (60, False)])
def test_code_of_this_and_the_previous_time_step_is_accepted(late, taken):
    began = datetime.fromtimestamp(1111111111 // 30 * 30, UTC)
    assert (matching_step(SECRET, "050471", began + timedelta(seconds=late)) is not None) == taken


# Setup ----------------------------------------------------------------------------------------------------------------


def test_setup_requires_the_password(browser, user):
    answer = browser.submit(Phone.page, current="a guess")

    assert (answer.status_code, form_errors(answer)) == (
        422, ["Please correct what is marked below.", "This is not your password."])
    assert SecondFactor.of_user(user) is None


def test_qr_code_holds_the_shown_key(browser, user):
    browser.submit(Phone.page, current=PASSWORD)
    page = browser.get(Phone.page)
    picture = browser.get(f"{Phone.page}/code.svg")

    assert (picture.status_code, picture.mimetype) == (200, "image/svg+xml")
    key = re.search(r'class="key">([A-Z2-7 ]{39})<', page.text)[1].replace(" ", "")
    [for_the_app] = re.findall(r'href="otpauth://totp/Intake:(.*?)"', page.text)
    assert unquote(for_the_app).startswith(f"{user.email}?secret={key}&")
    assert "img-src 'self'" in page.headers["Content-Security-Policy"]
    assert f'src="{Phone.page}/code.svg"' in page.text
    assert (picture.headers["Cache-Control"], "style=" in picture.text) == ("no-store", False)


def test_unconfirmed_factor_is_not_in_force(browser, sign_in, app):
    browser.submit(Phone.page, current=PASSWORD)

    assert sign_in(at=Browser(app)).location == "/"


def test_wrong_code_does_not_confirm(browser, user):
    browser.submit(Phone.page, current=PASSWORD)

    for code in ("000000", "", "12345", "1234567"):
        answer = browser.submit(Phone.page, code=code)
        assert (answer.status_code, len(form_errors(answer))) == (422, 2)
    assert not SecondFactor.in_force(user).exists()


def test_confirmed_factor_is_in_force_and_its_key_hidden(phone):
    page = phone.browser.get(Phone.page)

    assert "Turn the second factor off" in page.text
    assert phone.app.secret not in page.text.replace(" ", "")
    assert phone.browser.get(f"{Phone.page}/code.svg").status_code == 404
    assert "a code from your authenticator app" in phone.browser.get("/account").text


def test_confirming_ends_all_other_sessions(signed_in_as, user):
    before = signed_in_as(user)
    phone = Phone(signed_in_as(user), user)

    assert (is_signed_in(phone.browser), is_signed_in(before)) == (True, False)


def test_session_token_is_replaced(app, signed_in_as, user):
    browser, thief = signed_in_as(user), Browser(app)
    thief.set_cookie("intake_session", browser.cookie("intake_session"))
    assert is_signed_in(thief)

    Phone(browser, user)

    assert (is_signed_in(browser), is_signed_in(thief)) == (True, False)


def test_confirming_again_says_that_it_is_on(browser, user):
    browser.submit(Phone.page, current=PASSWORD)
    form = browser.form(Phone.page).fields
    phone = Phone(browser, user)
    answer = browser.post(f"{Phone.page}/confirm", form | {"code": phone.code()})

    assert (answer.status_code, form_errors(answer)) == (422, [
        "The second factor is on already. If you have not kept the recovery codes, make new ones here."])
    assert RecoveryCode.count_left(user) == 10


def test_confirmed_factor_is_not_replaced(phone, user):
    secret = SecondFactor.of_user(user).sealed_secret
    phone.browser.post(Phone.page, phone.browser.form(Phone.page).fields | {"current": PASSWORD})

    assert SecondFactor.of_user(user).sealed_secret == secret
    again = phone.browser.post(f"{Phone.page}/confirm", phone.browser.form(Phone.page).fields | {"code": phone.code()})
    assert (again.status_code, RecoveryCode.count_left(user)) == (422, 10)


def test_concurrent_confirmations_create_one_set_of_codes(browser, user, at_once):
    browser.submit(Phone.page, current=PASSWORD)
    form = browser.form(Phone.page, f"{Phone.page}/confirm").fields
    form["code"] = TOTP(actions.unconfirmed_secret(user)).now()

    pages = at_once(4, lambda _: browser.post(f"{Phone.page}/confirm", form))

    confirmed, *others = sorted(page.status_code for page in pages)
    assert confirmed == 200
    assert set(others) <= {422, 303}  # too late for the factor, or with the session's replaced token
    assert RecoveryCode.count_left(user) == 10


def test_secrets_are_not_stored_in_plain_text(phone, firm):
    rows = [row for table in ("second_factors", "recovery_codes") for row, in db.execute_sql(
        f"SELECT whole::text FROM {table} AS whole WHERE firm_id = %s", (firm.id,)).fetchall()]

    assert len(rows) == 11
    assert not [row for row in rows for secret in (phone.app.secret, *phone.recovery_codes)
                if secret in row or secret.replace("-", "") in row]


# Signing in -----------------------------------------------------------------------------------------------------------


def test_password_alone_does_not_sign_in(app, phone):
    browser = phone.half_way(app)

    assert heading(browser.get("/login/code")) == "Your code"
    assert not is_signed_in(browser)


def test_password_and_code_sign_in(app, phone):
    browser = phone.half_way(app)
    answer = _show(browser, phone.code())

    assert (answer.status_code, answer.location) == (303, "/")
    assert is_signed_in(browser)
    assert browser.cookie("intake_awaited") is None


@pytest.mark.parametrize("written", ["{} {}", " {}-{} ", "{}{}\n", "\u200e{}\u00a0{}\u2069"])
def test_code_may_have_separators(app, phone, written):
    code = phone.code()

    assert _show(phone.half_way(app), written.format(code[:3], code[3:])).status_code == 303


def test_sign_in_redirects_to_next(app, phone, user):
    browser, path = Browser(app), "/oauth/authorize?state=" + "x" * 3500
    asked = browser.submit("/login", email=user.email, password=PASSWORD, next=path).location
    assert browser.submit(asked, code="a guess").status_code == 422

    assert f"url={path}" in browser.submit(asked, code=phone.code()).text


def test_code_works_once(app, phone):
    code = phone.code()
    assert _show(phone.half_way(app), code).status_code == 303

    again = phone.half_way(app)
    assert (_show(again, code).status_code, is_signed_in(again)) == (422, False)


def test_confirming_code_cannot_be_used_to_sign_in(app, user, browser):
    phone = Phone(browser, user)
    step = SecondFactor.of_user(user).last_step

    assert _show(phone.half_way(app), phone.app.generate_otp(step)).status_code == 422


def test_code_older_than_the_last_is_refused(app, phone, user):
    earlier = phone.app.at(now() - timedelta(seconds=30))
    assert _show(phone.half_way(app), phone.code()).status_code == 303

    assert _show(phone.half_way(app), earlier).status_code == 422


def test_concurrent_uses_of_a_code_succeed_once(app, phone, at_once):
    browsers = [phone.half_way(app) for _ in range(4)]
    forms = [browser.form("/login/code").fields for browser in browsers]
    code = phone.code()

    answers = at_once(4, lambda index: browsers[index].post("/login/code", forms[index] | {"code": code}))

    assert sorted(answer.status_code for answer in answers) == [303, 422, 422, 422]
    assert [is_signed_in(browser) for browser in browsers].count(True) == 1


@pytest.mark.parametrize("code", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_code_is_refused(app, phone, code):
    browser = phone.half_way(app)

    assert _show(browser, code).status_code == 422
    assert not is_signed_in(browser)


@pytest.mark.parametrize("csrf", ["", "nonsense"])
def test_form_without_csrf_token_is_refused(app, phone, csrf):
    browser = phone.half_way(app)

    assert browser.submit("/login/code", code=phone.code(), csrf=csrf).status_code == 400
    assert not is_signed_in(browser)


def test_code_page_requires_the_password_first(phone, app):
    stranger = Browser(app)
    form = stranger.form("/login").fields | {"code": phone.code()}

    for answer in (stranger.get("/login/code"), stranger.post("/login/code", form)):
        assert (answer.status_code, answer.location) == (303, "/login")


@pytest.mark.parametrize("forged", ["nonsense", "WyJhIl0.aaaaaa.bbbb", "é", "x" * 4000])
def test_forged_pending_cookie_is_ignored(app, forged):
    browser = Browser(app)
    browser.set_cookie("intake_awaited", forged)

    assert browser.get("/login/code").location == "/login"


def test_signed_cookies_are_bound_to_their_purpose(app, phone):
    """The cookie of a half-finished sign-in does not make a browser one that the user has signed in with."""
    half_way = phone.half_way(app)

    with app.test_request_context(headers={"Cookie": f"intake_known={half_way.cookie('intake_awaited')}"}):
        assert KNOWN_DEVICE_COOKIE.load() is None
    with app.test_request_context(headers={"Cookie": f"intake_awaited={half_way.cookie('intake_awaited')}"}):
        assert PENDING_SIGN_IN_COOKIE.load()


@pytest.mark.parametrize("change", [{"status": "suspended"}, {"password_hash": "scrypt:32768:8:1$x$00"}])
def test_pending_sign_in_ends_with_suspension_or_new_password(app, phone, user, change):
    browser = phone.half_way(app)
    user.change(**change)

    assert browser.get("/login/code").location == "/login"


def test_code_guesses_are_throttled(app, phone):
    browser = phone.half_way(app)

    assert [_show(browser, "000000").status_code for _ in range(6)] == [422] * 5 + [429]
    assert _show(phone.half_way(app), phone.code()).status_code == 429


def test_known_device_is_not_delayed_by_others_who_have_the_password(app, phone, user):
    """Somebody who only has the password must not lock the owner out."""
    own = phone.half_way(app)
    _show(own, phone.code())
    own.submit("/logout")
    thief = phone.half_way(app)
    assert [_show(thief, "000000").status_code for _ in range(6)] == [422] * 5 + [429]

    own.submit("/login", email=user.email, password=PASSWORD)
    assert _show(own, phone.code()).status_code == 303


def test_browser_of_the_setup_is_a_known_device(app, phone, user):
    phone.browser.submit("/logout")
    for _ in range(6):
        _show(phone.half_way(app), "000000")

    phone.browser.submit("/login", email=user.email, password=PASSWORD)
    assert _show(phone.browser, phone.code()).status_code == 303


def test_known_device_is_throttled_alike(app, phone, user):
    own = phone.half_way(app)
    _show(own, phone.code())
    own.submit("/logout")
    own.submit("/login", email=user.email, password=PASSWORD)

    assert [_show(own, "000000").status_code for _ in range(6)] == [422] * 5 + [429]


def test_device_known_by_the_password_alone_has_no_tries_of_its_own(app, user, signed_in_as, sign_in, link):
    signed_in_before, after_reset = Browser(app), Browser(app)
    sign_in(at=signed_in_before)
    signed_in_before.submit("/logout")
    phone = Phone(signed_in_as(user), user)
    for _ in range(5):
        _show(phone.half_way(app), "000000")
    after_reset.submit("/password/forgotten", email=user.email)
    after_reset.submit(link(user.email), password=PASSWORD, repeated=PASSWORD)

    for browser in (signed_in_before, after_reset):
        assert sign_in(at=browser).location == "/login/code"
        assert _show(browser, "000000").status_code == 429


def test_recovery_code_is_a_way_in_that_others_cannot_use_up(app, phone):
    for _ in range(6):
        _show(phone.half_way(app), "000000")

    assert _show(phone.half_way(app), phone.recovery_codes[0]).status_code == 303


def test_code_guesses_are_throttled_without_redis(app, phone, services):
    browser = phone.half_way(app)
    services.redis.stop()
    try:
        answers = [_show(browser, "000000").status_code for _ in range(6)]
    finally:
        services.redis.start()

    assert answers == [422] * 5 + [429]


# Recovery codes -------------------------------------------------------------------------------------------------------


def test_a_recovery_code_is_a_way_in_while_the_key_of_the_secret_is_missing(app, phone, user):
    SecondFactor.of_user(user).change(sealed_secret=Vault(["a key that was taken away too early"]).seal(SECRET))
    refused = _show(phone.half_way(app), phone.code())
    assert (refused.status_code, RecoveryCode.count_left(user)) == (503, 10)

    assert _show(phone.half_way(app), phone.recovery_codes[0]).status_code == 303
    SecondFactor.of_user(user).change(confirmed_at=None)  # as if the app had never been confirmed
    assert phone.browser.submit(Phone.page, current=PASSWORD).status_code == 303


def test_ten_recovery_codes_are_shown_once(phone):
    assert len(set(phone.recovery_codes)) == 10
    assert all(re.fullmatch(r"([a-z2-9]{4}-){5}[a-z2-9]{4}", code) for code in phone.recovery_codes)
    assert phone.recovery_codes[0] not in phone.browser.get(Phone.page).text
    assert "Recovery codes left: 10." in phone.browser.get(Phone.page).text


def test_recovery_code_works_once(app, phone, user):
    code = phone.recovery_codes[3]
    assert _show(phone.half_way(app), f" {code.upper()} ").status_code == 303
    assert RecoveryCode.count_left(user) == 9

    assert _show(phone.half_way(app), code).status_code == 422


def test_concurrent_uses_of_a_recovery_code_succeed_once(app, phone, at_once):
    browsers = [phone.half_way(app) for _ in range(4)]
    forms = [browser.form("/login/code").fields | {"code": phone.recovery_codes[0]} for browser in browsers]

    answers = at_once(4, lambda index: browsers[index].post("/login/code", forms[index]))

    assert sorted(answer.status_code for answer in answers) == [303, 422, 422, 422]


def test_recovery_code_of_another_user_is_refused(app, phone, firm, signed_in_as):
    other = Phone(signed_in_as(colleague := a_user(firm)), colleague)

    assert _show(other.half_way(app), phone.recovery_codes[0]).status_code == 422
    assert _show(other.half_way(app), other.recovery_codes[0]).status_code == 303


def test_renewing_requires_the_password_and_replaces_the_codes(app, phone, user):
    refused = phone.browser.submit(Phone.page, current="a guess")
    renewed = phone.browser.submit(Phone.page, current=PASSWORD)
    codes = re.findall(r"<li><code>(.*?)</code>", renewed.text)

    assert refused.status_code == 422
    assert (len(codes), RecoveryCode.count_left(user)) == (10, 10)
    assert _show(phone.half_way(app), phone.recovery_codes[0]).status_code == 422
    assert _show(phone.half_way(app), codes[0]).status_code == 303


def test_second_press_replaces_no_codes_and_says_so(phone, user):
    renew = f"{Phone.page}/recovery-codes"
    form = phone.browser.form(Phone.page, renew).fields | {"current": PASSWORD}
    phone.browser.post(renew, form)  # whose answer the browser drops
    made = [row.id for row in RecoveryCode.of(user).where(RecoveryCode.user_id == user.id)]
    answer = phone.browser.post(renew, form)

    assert (answer.status_code, form_errors(answer)) == (422, [
        "New recovery codes were made since this page was opened. If you do not have them, make others."])
    assert [row.id for row in RecoveryCode.of(user).where(RecoveryCode.user_id == user.id)] == made
    [again] = [each for each in phone.browser.forms_of(answer.text) if each.action == renew]
    assert phone.browser.post(renew, again.fields | {"current": PASSWORD}).text.count("<li><code>") == 10


def test_concurrent_renewals_leave_ten_codes(phone, user, at_once):
    at_once(4, lambda _: actions.renew_recovery_codes(user))

    assert RecoveryCode.count_left(user) == 10


# Removal --------------------------------------------------------------------------------------------------------------


def test_removal_requires_the_password(phone, user):
    remove = f"{Phone.page}/remove"
    form = phone.browser.form(Phone.page).fields

    assert phone.browser.post(remove, form | {"current": "a guess"}).status_code == 422
    assert phone.browser.post(remove, form | {"current": PASSWORD, "csrf": "x"}).status_code == 400
    assert SecondFactor.in_force(user).exists()


def test_removal_deletes_the_factor_and_the_codes(app, phone, user, sign_in):
    form = phone.browser.form(Phone.page).fields | {"current": PASSWORD}
    answer = phone.browser.post(f"{Phone.page}/remove", form)

    assert answer.location == "/account?done=second-factor-off"
    assert sign_in(at=Browser(app)).location == "/"
    assert (SecondFactor.of_user(user), RecoveryCode.count_left(user)) == (None, 0)


def test_password_reset_keeps_the_second_factor(app, phone, user, link):
    browser = Browser(app)
    browser.submit("/password/forgotten", email=user.email)
    browser.submit(link(user.email), password="a wholly other password", repeated="a wholly other password")

    answer = browser.submit("/login", email=user.email, password="a wholly other password")
    assert answer.location == "/login/code"
