"""Changing a firm's settings (docs/behaviour.md, "The firm")."""

import pytest

from intake.accounts.firms.jobs import rename_replaced_zones
from intake.accounts.firms.models import Firm
from intake.core.clock import iso
from tests.core.answers import data, wrong_fields

EVERYTHING = {
    "name": "Delgado LLP", "phone": "+15185550100", "website": "https://delgado.example.com/about?x=1",
    "timezone": "America/Argentina/Buenos_Aires",
    "address": {"line1": "1 Court Square", "suite": "300", "city": "Albany", "state": "NY", "zip": "12207"},
    "settings": {"intake_branding": False, "custom_domain": "intake.delgado.example.com",
                 "default_intake_template": "tmpl_anything", "email_notifications": False, "sms_notifications": True,
                  "brand_color": "#1f4b7f", "require_second_factor": True, "reminder_days": [2, 30], "review_days": 3,
                  "office_hours": "Monday to Friday, 9 to 5", "language": "es", "portal_code": "always",
                  "sms_alphabet": "unicode", "sender_name": "Delgado, intake",
                  "mail_signature": "Delgado LLP\nAlbany", "quiet_hours": {"from": "20:00", "to": "08:00"},
                  "retention_text": {"en": "Seven years.", "es": "Siete años."}, "session_idle_hours": 2,
                  "session_days": 3, "two_people_erase_clients": True,
                  "require_conflict_check": True, "conflict_thresholds": {"person": 90, "company": 75},
                  "lead_forms": {"enabled": True, "practice_areas": ["family_law", "other"],
                                 "allowed_origins": ["https://www.delgado.example.com", "http://localhost:8000"],
                                 "notify": ["intake@delgado.example.com"]}},
}
ALL_SETTINGS = EVERYTHING["settings"] | {"two_people_erase_clients_until": None}


def test_all_fields_are_stored(api, firm):
    answer = data(api.patch("/firms/settings", EVERYTHING))

    assert answer == EVERYTHING | {"id": firm.id, "updated_at": iso(Firm.fetch(firm.id).updated_at)}
    shown = data(api.get("/firms"))
    assert {name: shown[name] for name in EVERYTHING} == EVERYTHING | {"settings": ALL_SETTINGS}


def test_time_zone_that_was_replaced_gets_todays_name(api, firm, rival):
    assert data(api.patch("/firms/settings", {"timezone": "US/Pacific"}))["timezone"] == "America/Los_Angeles"
    firm.change(timezone="US/Eastern")  # as versions before this one stored it
    rival.change(timezone="Europe/Stockholm")
    rename_replaced_zones()
    assert [Firm.fetch(each.id).timezone for each in (firm, rival)] == ["America/New_York", "Europe/Stockholm"]


@pytest.mark.parametrize("field", EVERYTHING)
def test_only_sent_fields_change_and_are_returned(api, firm, field):
    before = data(api.get("/firms"))

    answer = data(api.patch("/firms/settings", {field: EVERYTHING[field]}))

    assert answer.keys() == {"id", field, "updated_at"}
    assert data(api.get("/firms")) == before | (
        {"settings": ALL_SETTINGS} if field == "settings" else {field: EVERYTHING[field]})


@pytest.mark.parametrize("name", EVERYTHING["settings"])
def test_each_setting_changes_alone(api, name):
    before = data(api.get("/firms"))["settings"]
    change = {name: EVERYTHING["settings"][name]}

    assert data(api.patch("/firms/settings", {"settings": change}))["settings"] == change
    assert data(api.get("/firms"))["settings"] == before | change


def test_concurrent_changes_are_all_kept(api, at_once):
    changes = [{name: value} for name, value in EVERYTHING["settings"].items()]

    answers = at_once(len(changes), lambda index: api.patch("/firms/settings", {"settings": changes[index]}))

    assert {answer.status_code for answer in answers} == {200}
    assert data(api.get("/firms"))["settings"] == ALL_SETTINGS


def test_unchanged_values_keep_updated_at(api):
    first = data(api.patch("/firms/settings", EVERYTHING))

    assert data(api.patch("/firms/settings", EVERYTHING)) == first
    assert data(api.patch("/firms/settings", {})) == {name: first[name] for name in ("id", "updated_at")}


@pytest.mark.parametrize("field", ["phone", "website", "address"])
def test_optional_fields_can_be_cleared(api, field):
    data(api.patch("/firms/settings", EVERYTHING))

    assert data(api.patch("/firms/settings", {field: None}))[field] is None
    assert data(api.get("/firms"))[field] is None


def test_read_only_fields_are_accepted_and_ignored(api):
    shown = data(api.get("/firms"))

    data(api.patch("/firms/settings", shown | {"id": "x", "slug": "y", "plan": "pro", "email": "z", "logo_url": "w"}))

    assert data(api.get("/firms")) == shown


def test_domain_and_color_are_stored_in_lower_case(api):
    sent = {"custom_domain": "Intake.Delgado.COM", "brand_color": "#1F4B7F"}

    assert data(api.patch("/firms/settings", {"settings": sent}))["settings"] == {
        "custom_domain": "intake.delgado.com", "brand_color": "#1f4b7f"}


@pytest.mark.parametrize(("body", "field"), [
    ({"name": " "}, "name"), ({"name": None}, "name"), ({"name": "x" * 201}, "name"), ({"name": "a\x00b"}, "name"),
    ({"name": "\ud800"}, "name"), ({"name": ["a"]}, "name"),
    ({"phone": "5185550100"}, "phone"), ({"phone": "+1 518 555 0100"}, "phone"),
    ({"phone": "+15185550100\n1"}, "phone"),
    ({"website": "javascript:alert(1)"}, "website"), ({"website": "ftp://example.com"}, "website"),
    ({"website": "example.com"}, "website"), ({"website": ""}, "website"),
    ({"website": "https://example.com/" + "x" * 2048}, "website"),
    ({"timezone": "Mars/Olympus"}, "timezone"), ({"timezone": "../../etc/passwd"}, "timezone"),
    ({"timezone": "america/new_york"}, "timezone"), ({"timezone": None}, "timezone"), ({"timezone": 5}, "timezone"),
    ({"timezone": "localtime"}, "timezone"),
    ({"address": {"street": "x"}}, "address.street"), ({"address": "x"}, "address"),
    ({"address": {"city": "\x00"}}, "address.city"),
    ({"settings": {"email_notifications": "yes"}}, "settings.email_notifications"),
    ({"settings": {"sms_notifications": None}}, "settings.sms_notifications"),
    ({"settings": {"custom_domain": "https://example.com"}}, "settings.custom_domain"),
    ({"settings": {"custom_domain": "127.0.0.1"}}, "settings.custom_domain"),
    ({"settings": {"custom_domain": "a.-b.com"}}, "settings.custom_domain"),
    ({"settings": {"brand_color": "red"}}, "settings.brand_color"),
    ({"settings": {"brand_color": "#12345g"}}, "settings.brand_color"),
    ({"settings": {"portal_code": "sometimes"}}, "settings.portal_code"),
    ({"settings": {"portal_code": None}}, "settings.portal_code"),
    ({"settings": {"review_days": 0}}, "settings.review_days"),
    ({"settings": {"office_hours": "x" * 101}}, "settings.office_hours"),
    ({"settings": {"language": "fr"}}, "settings.language"),
    ({"settings": {"quiet_hours": {"from": "20:00"}}}, "settings.quiet_hours.to"),
    ({"settings": {"quiet_hours": {"from": "8:00", "to": "20:00"}}}, "settings.quiet_hours.from"),
    ({"settings": {"retention_text": {"en": "x" * 1001}}}, "settings.retention_text.en"),
    ({"settings": {"retention_text": {"fr": "x"}}}, "settings.retention_text.fr"),
    ({"settings": {"conflict_thresholds": {"company": 80}}}, "settings.conflict_thresholds.person"),
    ({"settings": {"conflict_thresholds": {"person": 80}}}, "settings.conflict_thresholds.company"),
    ({"settings": {"lead_forms": {"practice_areas": ["other"]}}}, "settings.lead_forms.enabled"),
    ({"settings": {"lead_forms": {"enabled": True, "practice_areas": []}}}, "settings.lead_forms.practice_areas"),
    ({"settings": {"lead_forms": {"enabled": True, "practice_areas": ["other", "other"]}}},
     "settings.lead_forms.practice_areas"),
    ({"settings": {"lead_forms": {"enabled": True, "practice_areas": ["tax"]}}},
     "settings.lead_forms.practice_areas.0"),
    *(({"settings": {"lead_forms": {"enabled": True, "allowed_origins": [origin]}}},
       "settings.lead_forms.allowed_origins.0") for origin in (
        "*", "https://*.example.com", "http://example.com", "https://example.com/", "https://ana@example.com",
        "https://example.com; script-src *", "javascript:alert(1)", "null")),
    ({"settings": {"lead_forms": {"enabled": True, "notify": ["ana"]}}}, "settings.lead_forms.notify.0"),
    ({"settings": {"session_idle_hours": 13}}, "settings.session_idle_hours"),
    ({"settings": {"session_days": 0}}, "settings.session_days"),
    ({"settings": {"require_second_factor": "yes"}}, "settings.require_second_factor"),
    ({"settings": {"colour": "#123456"}}, "settings.colour"),
    ({"settings": None}, "settings"), ({"settings": []}, "settings"), ({"plans": "pro"}, "plans"),
])
def test_invalid_body_is_refused_and_changes_nothing(api, body, field):
    before = data(api.get("/firms"))

    assert wrong_fields(api.patch("/firms/settings", {"phone": "+15185550199"} | body)) == {field}
    assert data(api.get("/firms")) == before


def test_all_errors_are_reported_at_once(api):
    body = {"name": "", "timezone": "Mars", "settings": {"brand_color": "red", "intake_branding": 1}}

    assert wrong_fields(api.patch("/firms/settings", body)) == {
        "name", "timezone", "settings.brand_color", "settings.intake_branding"}


def test_other_firm_is_unchanged(api, rival_api):
    before = data(rival_api.get("/firms"))

    data(api.patch("/firms/settings", EVERYTHING))

    assert data(rival_api.get("/firms")) == before
