"""The firm's page: profile, look, messages, alerts and domain."""

from io import BytesIO

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from intake.console.firm import domain
from intake.console.first_steps.names import OF_ALERTS
from intake.gateways.resolver import Resolver
from intake.portal.reminders.jobs import plan_reminders
from intake.portal.reminders.models import Reminder
from tests.builders import PDF, PNG, a_user, an_intake_link

PATH = "/settings/firm"


def test_profile_is_changed_or_says_what_is_wrong(desk, firm, signed_in_as):
    answer = desk.submit(PATH, PATH, name="Delgado LLP", phone="518-555-0100", website="https://delgado.example.com",
                         city="Albany", timezone="America/Chicago")
    assert answer.status_code == 303
    changed = Firm.fetch(firm.id)
    assert (changed.name, changed.phone, changed.address, changed.timezone) == (
        "Delgado LLP", "+15185550100", {"city": "Albany"}, "America/Chicago")
    assert desk.form(PATH, PATH).fields["phone"] == "(518) 555-0100"
    wrong = desk.submit(PATH, PATH, name="", phone="12", website="javascript:alert(1)", timezone="Mars/Olympus",
                        city="x" * 101)
    assert (wrong.status_code, wrong.text.count('class="wrong"')) == (422, 5)
    assert Firm.fetch(firm.id).name == "Delgado LLP"
    for role in ("attorney", "staff", "paralegal"):
        other = signed_in_as(a_user(firm, role))
        assert [other.get(path).status_code for path in (PATH, f"{PATH}/example")] == [404, 404]


def test_time_zone_with_an_old_name_stays_selected(desk, firm):
    firm.change(timezone="US/Eastern")
    assert '<option value="US/Eastern" selected>US/Eastern</option>' in desk.get(PATH).text


def test_look_is_changed_and_shown_in_a_frame_of_our_own(desk, firm):
    assert desk.submit(PATH, f"{PATH}/look", brand_color="#FFFF00", intake_branding="yes").status_code == 303
    assert Firm.fetch(firm.id).settings["brand_color"] == "#ffff00"
    page = desk.get(PATH)
    assert "frame-src 'self'" in page.headers["Content-Security-Policy"]
    assert "19.6 to 1" in page.text
    assert desk.submit(PATH, f"{PATH}/look", brand_color="red").status_code == 422

    for query, color in (("", "ffff00"), ("?color=%23123456", "123456"), ("?color=%22%3E", "ffff00")):
        example = desk.get(f"{PATH}/example{query}")
        assert (example.status_code, f"{color}" in example.text, "<body inert>" in example.text) == (200, True, True)
    assert example.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in example.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert "script-src" not in example.headers["Content-Security-Policy"]


def test_words_for_clients_are_kept(desk, firm):
    answer = desk.submit(PATH, f"{PATH}/words", office_hours="Monday to Friday, 9 to 5", review_days="3")
    assert answer.status_code == 303
    settings = Firm.fetch(firm.id).settings
    assert (settings["office_hours"], settings["review_days"]) == ("Monday to Friday, 9 to 5", 3)
    texts = {f"retention_text.{code}": text for code, text in (("en", "Seven years."), ("es", ""))}
    assert desk.submit(PATH, f"{PATH}/words", **texts).status_code == 303
    assert Firm.fetch(firm.id).settings["retention_text"] == {"en": "Seven years."}
    for wrong in ({"review_days": "0"}, {"review_days": "61"}, {"review_days": "two"}, {"office_hours": "x" * 101}):
        page = desk.submit(PATH, f"{PATH}/words", **wrong)
        assert (page.status_code, page.text.count('class="wrong"')) == (422, 1)
    assert desk.submit(PATH, f"{PATH}/words", office_hours="", review_days="").status_code == 303
    assert Firm.fetch(firm.id).settings["review_days"] is None


def test_messages_are_set_up_and_shown_before(desk, firm):
    fields = desk.form(PATH, f"{PATH}/messages").fields
    typed = {"language": "es", "sender_name": "Delgado", "mail_signature": "Ana <b>\r\nAlbany", "quiet_from": "20:00",
             "quiet_to": "08:00", "csrf": fields["csrf"], "version": fields["version"]}
    page = desk.post(f"{PATH}/messages/preview", typed)
    part = desk.post(f"{PATH}/messages/preview", typed | {"part": "yes"})
    for shown in (page, part):
        assert (shown.status_code, "De: Delgado" in shown.text or "From: Delgado" in shown.text) == (200, True)
        assert "Ana &lt;b&gt;\nAlbany" in shown.text
    assert ("<html" in page.text, "<html" in part.text) == (True, False)
    assert Firm.fetch(firm.id).settings == {}

    assert desk.post(f"{PATH}/messages", typed).status_code == 303
    settings = Firm.fetch(firm.id).settings
    assert (settings["quiet_hours"], settings["language"]) == ({"from": "20:00", "to": "08:00"}, "es")
    assert "between 8:00 AM and 8:00 PM" in desk.get("/reminders").text
    for wrong in ({"language": "fr"}, {"quiet_to": ""}, {"quiet_to": "20:00"}, {"sender_name": "x" * 101}):
        for path in (f"{PATH}/messages", f"{PATH}/messages/preview"):
            assert desk.post(path, typed | wrong).status_code == 422, wrong


@pytest.mark.parametrize(("action", "first", "second", "label"), [
    (PATH, {"website": "https://delgado.example.com"}, {"phone": "(518) 555-0100"}, "Website"),
    (f"{PATH}/words", {"office_hours": "9 to 5"}, {"review_days": "3"}, "Office hours"),
    (f"{PATH}/messages", {"sender_name": "Delgado"}, {"quiet_from": "20:00", "quiet_to": "08:00"},
     "Sender of e-mails and SMS"),
])
def test_what_somebody_else_has_saved_meanwhile_stays(desk, firm, signed_in_as, action, first, second, label):
    selected = {"timezone": firm.timezone, "language": "en"}
    form = desk.form(PATH, action).fields | selected
    assert signed_in_as(a_user(firm, "admin")).submit(PATH, action, **selected | first).status_code == 303
    [value] = first.values()
    wrong = desk.post(action, form | second | {"city": "x" * 101, "review_days": "x", "sender_name": "x" * 101})
    form = next(each for each in desk.forms_of(wrong.text) if each.action == action).fields | selected
    form |= {"city": "", "review_days": "", "sender_name": ""}
    answer = desk.post(action, form | second)

    assert (wrong.status_code, answer.status_code) == (422, 409)
    assert f'<dt>{label}, as it is now</dt><dd class="text" dir="auto">{value}</dd>' in answer.text
    stored = Firm.fetch(firm.id)
    assert value in (stored.website, stored.settings.get("office_hours"), stored.settings.get("sender_name"))
    again = next(each for each in desk.forms_of(answer.text) if each.action == action).fields | selected
    assert desk.post(action, again).status_code == 303
    stored = Firm.fetch(firm.id)
    assert value not in (stored.website, stored.settings.get("office_hours"), stored.settings.get("sender_name"))


@pytest.mark.parametrize(("action", "first", "second", "now"), [
    ("reminders", {"reminder_days": "3, 7"}, {"reminder_days": "5"}, "3, 7"),
    ("code", {"portal_code": "always"}, {"portal_code": "new_device"}, "They enter a code each time"),
    ("domain", {"custom_domain": "intake.example.com"}, {"custom_domain": "delgado.example.com"}, "intake.example.com"),
])
def test_a_single_field_that_somebody_else_has_saved_meanwhile_stays(desk, firm, signed_in_as, action, first, second,
                                                                    now):
    action = f"{PATH}/{action}"
    form = desk.form(PATH, action).fields
    assert signed_in_as(a_user(firm, "admin")).submit(PATH, action, **first).status_code == 303
    answer = desk.post(action, form | second)
    assert (answer.status_code, f'as it is now</dt><dd class="text" dir="auto">{now}' in answer.text) == (409, True)
    again = next(each for each in desk.forms_of(answer.text) if each.action == action).fields
    assert desk.post(action, again | second).status_code == 303
    [name] = second
    assert desk.form(PATH, action).fields[name] == second[name]


@pytest.mark.parametrize(("picture", "type", "outcome"), [
    (PNG, "image/png", "done=logo"), (PDF, "image/png", "failed=picture"), (PNG, "text/html", "failed=picture"),
    (b"", "image/png", "failed=picture")])
def test_logo_is_replaced(desk, firm, picture, type, outcome):
    csrf = desk.form(PATH, f"{PATH}/logo").fields["csrf"]
    answer = desk.post(f"{PATH}/logo", {"csrf": csrf, "logo": (BytesIO(picture), "logo.png", type)})
    assert outcome in answer.headers["Location"]
    assert bool(Firm.fetch(firm.id).logo_key) == (outcome == "done=logo")
    if outcome == "done=logo":
        desk.submit(PATH, f"{PATH}/logo/remove")
        assert Firm.fetch(firm.id).logo_key is None


def test_reminders_follow_the_days_of_the_firm(desk, firm):
    assert desk.submit(PATH, f"{PATH}/reminders", reminder_days="2, 30").status_code == 303
    link = an_intake_link(firm, expires_in_days=90)
    plan_reminders(link.matter_id, link.id, link.expires_at.isoformat())
    assert sorted(each.days for each in Reminder.of(firm)) == [2, 30]
    assert "2, 30" in desk.get("/reminders").text
    for path in (PATH, f"/matters/{link.matter_id}/messages"):
        assert 'href="/reminders"' in desk.get(path).text

    for days in ("0", "61", "7, 3", "3, 3", "1 2 3 4 5 6", "soon", "²"):
        assert desk.submit(PATH, f"{PATH}/reminders", reminder_days=days).status_code == 422, days
    assert desk.submit(PATH, f"{PATH}/reminders", reminder_days="").status_code == 303
    assert Firm.fetch(firm.id).settings["reminder_days"] == []
    assert "only when somebody asks" in desk.get("/reminders").text


def test_ways_of_messages_are_chosen(desk, firm):
    assert desk.submit(PATH, f"{PATH}/channels", sms_notifications="yes", email_notifications=None).status_code == 303
    settings = Firm.fetch(firm.id).settings
    assert [settings[name] for name in ("email_notifications", "sms_notifications", "sms_alphabet")] == [
        False, True, "gsm"]


def test_alerts_that_the_firms_address_has_ended_are_sent_again(desk, firm):
    assert "Ended for" not in desk.get(PATH).text
    firm.change(alerts_off=["deadline_approaching", "document_uploaded"])
    page = desk.get(PATH).text
    assert [about in page for about in OF_ALERTS.values()] == [True, False, True, False]
    answer = desk.submit(PATH, f"{PATH}/alerts/document_uploaded")
    assert "sent to the firm’s address again" in desk.get(answer.location).text
    assert Firm.fetch(firm.id).alerts_off == ["deadline_approaching"]
    csrf = {"csrf": desk.form(PATH, f"{PATH}/alerts/deadline_approaching").fields["csrf"]}
    assert desk.post(f"{PATH}/alerts/everything", csrf).status_code == 404
    assert AuditEntry.of(firm).where(AuditEntry.details["fields"].contains(["alerts_off"])).count() == 1


def test_the_address_of_who_has_left_is_not_named_where_no_mail_goes_there(admin, desk, firm):
    places = {PATH: "They go to {} and to each admin", "/settings/lead-forms": "Without any it is {}."}
    assert all(sentence.format(firm.email) in desk.get(path).text for path, sentence in places.items())

    a_user(firm, "admin", firm.email).change(status="suspended")
    assert "They go to each admin and attorney" in desk.get(PATH).text
    assert f"Without any it is {admin.email}." in desk.get("/settings/lead-forms").text


def test_clients_enter_a_code_as_the_firm_chooses(desk, firm):
    assert desk.submit(PATH, f"{PATH}/code", portal_code="always").status_code == 303
    assert Firm.fetch(firm.id).settings["portal_code"] == "always"
    wrong = desk.submit(PATH, f"{PATH}/code", portal_code="sometimes")
    assert (wrong.status_code, "Please choose one of these." in wrong.text) == (422, True)
    assert Firm.fetch(firm.id).settings["portal_code"] == "always"


def test_domain_is_looked_up(desk, firm):
    assert desk.submit(PATH, f"{PATH}/domain", custom_domain="not a domain").status_code == 422
    desk.submit(PATH, f"{PATH}/domain", custom_domain="intake.firm.invalid")
    assert desk.submit(PATH, f"{PATH}/domain/check").headers["Location"].endswith("failed=unknown")

    addresses = {domain.our_host(): "203.0.113.7", "right.example": "203.0.113.7", "wrong.example": "203.0.113.8"}

    def resolve(name, _port, **_):
        return [(None, None, None, "", (addresses[name], 0))] if name in addresses else []

    assert [domain.look_up(name, Resolver(resolve)) for name in ("right.example", "wrong.example", "no.example")] == [
        domain.HERE, domain.ELSEWHERE, domain.UNKNOWN]
