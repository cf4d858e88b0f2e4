"""The frame of every page: areas, badges, the account menu, and the way back after signing in."""

import re

from intake.accounts.firms.models import Firm
from intake.accounts.sessions.actions import begin
from intake.accounts.sessions.models import Session
from intake.cases.holds.models import LegalHold
from intake.console.frame import navigation
from intake.core.db import db
from intake.core.http import contract_of
from tests.builders import a_caller, a_client, a_communication, a_deadline, a_lead, a_matter, a_user


def test_areas_beyond_the_fourth_are_behind_more_and_badges_take_one_statement(desk, monkeypatch, statements):
    few = navigation.AREAS[:navigation.IN_BAR]
    monkeypatch.setattr(navigation, "AREAS", few)
    assert 'class="menu more"' not in desk.get("/matters").text
    many = [area._replace(waiting=few[0].waiting) for area in few] * 2
    monkeypatch.setattr(navigation, "AREAS", tuple(many))
    with statements() as seen:
        page = desk.get("/matters").text
    assert page[page.index('class="menu more"'):].count('href="/clients"') == 1
    assert len([sql for sql in seen if "held_reviews" in sql]) == 1


def test_language_is_chosen_in_the_account_menu(desk):
    answer = desk.submit("/matters?status=all", "/account/language", language="es")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/matters?status=all")
    for path in ("/matters", "/account"):
        page = desk.get(path)
        assert ('<html lang="es">' in page.text, "Cookie" in page.headers["Vary"]) == (True, True)
    desk.submit("/matters", "/account/language", language="klingon", next="//evil.example")
    assert '<html lang="es">' in desk.get("/matters").text
    answer = desk.submit("/matters", "/account/language", language="en", next="//evil.example")
    assert answer.headers["Location"] == "/account"
    assert '<html lang="en">' in desk.get("/matters").text
    assert desk.post("/account/language", {"csrf": "forged", "language": "es"}).status_code == 400


def test_link_that_needs_signing_in_leads_back(firm, browser):
    user = a_user(firm, "attorney")
    path = "/matters?search=silva&status=all"
    login = browser.get(path).headers["Location"]
    assert login.startswith("/login?next=")
    answer = browser.submit(login, email=user.email, password="correct horse battery")
    assert "/matters?search=silva&amp;status=all" in answer.text


def test_what_was_typed_goes_where_it_was_meant_for_once_somebody_is_signed_in_again(firm, admin, desk):
    client = a_client(firm)
    path = f"/settings/records/holds/new?client_id={client.id}"
    typed = desk.form(path, path).fields | {"reason": "A letter of preservation"}
    Session.delete().where(Session.user_id == admin.id).execute()
    kept = desk.post(path, typed)
    [form] = desk.forms_of(kept.text)
    assert (kept.status_code, form.action) == (401, path)
    typed |= form.fields
    desk.set_cookie("intake_session", begin(a_user(firm, "admin")))
    refused = desk.post(form.action, typed)
    assert (refused.status_code, "Somebody else signed in with this browser" in refused.text) == (409, True)
    assert not LegalHold.of(firm).exists()

    desk.set_cookie("intake_session", begin(admin))
    assert desk.post(form.action, typed).status_code == 303
    assert LegalHold.of(firm).get().client_id == client.id


def test_no_form_loses_what_was_typed_without_a_session_but_secrets(app, browser):
    """The forms of the second factor are left out: their codes expire before somebody is signed in."""
    genuine = browser.form("/login").fields["csrf"]
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in rule.methods and not rule.rule.startswith(
        "/account/second-factor") and contract_of(app.view_functions[rule.endpoint]).sign_in]
    assert {"account.change_name", "messages_tab.write"} <= {rule.endpoint for rule in rules}
    lost = []
    for rule in rules:
        path = re.sub(r"<[^>]+>", "1", rule.rule)
        kept = browser.post(path, {"csrf": genuine, "any": "Dear <Ana>"})
        hidden = browser.post(path, {"csrf": genuine, "any": "Dear <Ana>", "password": "correct horse"})
        forms = [form.action for form in browser.forms_of(kept.text)]
        if (kept.status_code, forms, "Dear &lt;Ana&gt;" in kept.text) != (401, [path], True) or "horse" in hidden.text:
            lost.append(rule.rule)
    assert lost == []


def test_no_form_of_another_site_is_accepted(app, desk):
    rules = [rule.rule for rule in app.url_map.iter_rules() if "POST" in rule.methods
             and not rule.rule.startswith("/api/") and contract_of(app.view_functions[rule.endpoint]).permission]
    assert len(rules) > 100
    paths = {rule: re.sub(r"<[^>]+>", "1", rule) for rule in rules}
    assert [rule for rule, path in paths.items() if desk.post(path, {"csrf": "forged"}).status_code != 400] == []


def test_what_was_typed_into_a_form_of_a_deleted_record_is_shown(firm, signed_in_as):
    user = a_user(firm, "staff")
    matter = a_matter(firm, assigned_attorney=user.id, client_id=a_client(firm, email="ana@example.com").id)
    browser = signed_in_as(user)
    path = f"/matters/{matter.id}/messages"
    typed = browser.form(path, path).fields | {"message": "Please send <us> the lease.", "subject": "请寄来租约。"}
    matter.change(assigned_attorney=None)
    refused = browser.post(path, typed)
    forged = browser.post(path, typed | {"csrf": "x"})

    assert (refused.status_code, forged.status_code) == (404, 400)
    assert "Somebody has deleted this meanwhile, or you may not change it any more." in refused.text
    assert ("Please send &lt;us&gt; the lease." in refused.text, "请寄来租约。" in refused.text) == (True, True)
    assert "the lease" not in forged.text
    assert "battery" not in browser.post(path, typed | {"password": "correct horse battery staple"}).text
    user.change(role="paralegal")
    assert "Please send &lt;us&gt; the lease." in browser.post(path, typed).text


def test_page_of_a_deleted_record_says_who_deleted_it_to_those_who_may_know(firm, rival, signed_in_as):
    grace, staff = a_user(firm), a_user(firm, "staff")
    grace.change(first_name="Grace", last_name="Lin")
    matter = a_matter(firm, assigned_attorney=staff.id)
    deadline = a_deadline(firm, matter)
    path = f"/deadlines/{deadline.id}"
    browser, theirs = signed_in_as(a_user(firm)), signed_in_as(staff)
    typed = browser.form(path, path).fields | {"title": "The hearing of March"}
    assert signed_in_as(grace).submit(path, f"{path}/delete").status_code == 303

    shown, refused = browser.get(path), browser.post(path, typed)
    assert (shown.status_code, refused.status_code) == (404, 404)
    assert "Grace Lin deleted this:" in shown.text
    assert "Nothing was saved" not in shown.text
    assert "Grace Lin deleted this:" in refused.text
    assert "The hearing of March" in refused.text
    for other in (theirs, signed_in_as(a_user(firm, "paralegal")), signed_in_as(a_user(rival))):
        assert "Grace" not in other.get(path).text
    assert "deleted this" not in browser.get("/deadlines/ddl_01JD0Q8Z4W6V9XK3M5N7P2R4T6").text


def test_badges_count_what_each_person_sees(firm, rival):
    people = [a_user(firm, "staff"), a_user(firm, "staff"), a_user(firm, "admin"), a_user(rival, "staff")]
    matter = a_matter(firm, assigned_attorney=people[1].id)
    a_communication(firm, matter, direction="inbound")
    a_lead(firm)
    callers = [a_caller(Firm.fetch(person.firm_id), user=person) for person in people]
    seen = [navigation.badges_of(caller, navigation.AREAS, {"review.index": 7}) for caller in callers]

    assert [each["inbox.index"] for each in seen] == [0, 1, 1, 0]
    assert [each["leads_pages.index"] for each in seen] == [0, 0, 1, 0]
    assert {each["review.index"] for each in seen} == {7}


def test_badge_counts_no_further_than_999(firm, desk):
    shown = []
    for number in (1, 998, 1):
        db.execute_sql("""
            INSERT INTO notifications (id, firm_id, type, occasion, message, data, awaits_alert, created_at)
            SELECT 'ntf_' || gen_random_uuid(), %s, 'intake_completed', gen_random_uuid(), '', '{}', false, now()
            FROM generate_series(1, %s)""", [firm.id, number])
        page = desk.get("/clients").text
        shown.append(page.partition('<span class="unseen"> unread')[0].rpartition(">")[2])
    assert shown == ["1", "999", "999+"]
