"""The first steps of a new firm."""

from dataclasses import replace

from intake.accounts.firms.models import Firm
from intake.accounts.onboarding.models import STEPS, Onboarding
from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from tests.browsing import Browser
from tests.builders import a_template, a_user

PATH = "/settings/first-steps"
PANEL = 'class="beginning"'


def take(desk: Browser, step, **fields):
    """Take the step and return the address that it redirects to."""
    csrf = desk.form(f"{PATH}/{step}", f"{PATH}/{step}").fields["csrf"]
    answer = desk.post(f"{PATH}/{step}", {"csrf": csrf} | fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def test_steps_do_what_they_say(desk, firm, admin, mailbox):
    assert PANEL in desk.get("/review").text
    assert take(desk, "welcome") == f"{PATH}/practice_areas"
    assert take(desk, "practice_areas", chosen=["family_law", "tax"]) == f"{PATH}/doc_templates"
    template = a_template(firm, name="Divorce").id
    page = desk.get(f"{PATH}/doc_templates").text
    assert f'value="{template}"' in page
    assert take(desk, "doc_templates", chosen=[template, "tmpl_unknown"]) == f"{PATH}/notifications"
    assert take(desk, "notifications", chosen=["intake_completed.sms"]) == f"{PATH}/invite_team"
    assert take(desk, "invite_team", invite="yes") == "/settings/people/invite"
    assert "1 of the first steps is open" in desk.get("/review").text
    assert take(desk, "ready").startswith(f"{PATH}?done=sent")

    onboarding, changed = Onboarding.of(firm), Firm.fetch(firm.id)
    assert (onboarding.completed, set(onboarding.steps)) == (True, set(STEPS))
    assert (onboarding.practice_areas, onboarding.doc_templates) == (["family_law"], [template])
    assert changed.settings_in_force["default_intake_template"] == template
    assert changed.preferences_in_force["intake_completed"] == {"email": False, "sms": True}
    assert changed.preferences_in_force["document_uploaded"] == {"email": False, "sms": False}
    matter = Matter.of(firm).get()
    assert (matter.intake_template_id, Client.of(firm).get().email) == (template, admin.email)
    assert len(mailbox.mails(admin.email)) == 1
    assert PANEL not in desk.get("/review").text
    Matter.fetch(firm, matter.id).change(title="Another", title_key="another")
    take(desk, "ready")
    assert (Client.of(firm).count(), Matter.of(firm).count()) == (1, 2)


def test_choice_that_was_made_before_is_saved_again_from_the_same_page(desk, firm):
    path = f"{PATH}/practice_areas"
    csrf = desk.form(path, path).fields["csrf"]
    for chosen in ("family_law", "immigration", "family_law"):  # by going back to a page that the browser has kept
        desk.post(path, {"csrf": csrf, "chosen": chosen})
        assert Onboarding.of(firm).practice_areas == [chosen]


def test_test_leads_to_the_check_that_the_firm_requires_and_says_where_there_is_no_room(app, desk, firm, monkeypatch):
    firm.change(settings=firm.settings | {"require_conflict_check": True})
    leads_to = take(desk, "ready")
    matter = Matter.of(firm).get()
    assert leads_to == f"/matters/{matter.id}/parties?failed=check-first"
    assert "Check for conflicts first" in desk.get(leads_to).text
    assert not Onboarding.of(firm).completed

    plans = app.extensions["plans"]
    monkeypatch.setitem(plans, firm.plan, replace(plans[firm.plan], matters=1))
    assert take(desk, "ready") == f"{PATH}?failed=no_room"


def test_steps_are_dismissed_and_are_for_admins(desk, firm, signed_in_as):
    other = signed_in_as(a_user(firm, "attorney"))
    assert (PANEL in other.get("/review").text, other.get(PATH).status_code) == (False, 404)
    assert [desk.get(f"{PATH}/{step}").status_code for step in (*STEPS, "other")] == [200] * 6 + [404]
    assert desk.submit("/review", f"{PATH}/finish").status_code == 303
    assert PANEL not in desk.get("/review").text
    assert Onboarding.of(firm).steps == []
