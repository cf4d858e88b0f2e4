"""The inbox of leads, a single lead, and the actions on it."""

import re

import pytest

from intake.cases.matters.models import Matter
from intake.core.db import db
from intake.engagement.conflicts.actions import check, decide
from intake.engagement.leads.actions import receive, update
from intake.engagement.leads.models import Lead, LeadMessage
from intake.engagement.letters.library import create_template
from intake.engagement.letters.models import Letter
from intake.portal.links.models import IntakeLink
from tests.builders import a_client, a_lead, a_template, a_user


@pytest.fixture
def desk(lawyer, signed_in_as):
    """The browser of an attorney."""
    return signed_in_as(lawyer)


def test_inbox_without_a_lead_has_nothing_to_search(firm, desk):
    assert ['id="search"' in desk.get(path).text for path in ("/leads", "/leads?search=ana")] == [False, True]
    a_lead(firm, quarantined=True)
    assert 'id="search"' in desk.get("/leads").text


def test_inbox_lists_counts_and_filters(firm, desk, lawyer):
    mine = a_lead(firm, first_name="Ana", assigned_to=lawyer.id, practice_area="family_law", message="<b>Custody</b>",
                  source={"name": "Phone"}, parties=[{"name": "Acme", "kind": "company", "role": "opposing"}])
    other = a_lead(firm, first_name="Bruno")
    update(firm, other.id, status="cleared")
    a_lead(firm, first_name="Spam", quarantined=True, spam_reasons=["honeypot", "<odd>"])
    everything = desk.get("/leads").text
    assert ("Ana Delgado" in everything, "Bruno Delgado" in everything, "Spam Delgado" in everything) == (
        True, True, False)
    assert "&lt;b&gt;Custody" in everything
    for query in (f"assigned={lawyer.id}", "practice_area=family_law", "source=PHONE", "search=acme", "status=new",
                  "status=new&view=board&search=acme"):
        page = desk.get(f"/leads?{query}").text
        assert (f"/leads/{mine.id}" in page, f"/leads/{other.id}" in page) == (True, False), query
    board = desk.get("/leads?view=board").text
    assert board.index("column-new") < board.index(mine.id) < board.index("column-cleared") < board.index(other.id)
    held = desk.get("/leads?quarantined=yes").text
    assert "A hidden field was filled in." in held
    assert "&lt;odd&gt;" in held
    for odd in ("status=x&page=99999999&view=%00&assigned=%00&source=%00&search=%ED%A0%80", "page=0", "page=-1"):
        assert desk.get(f"/leads?{odd}").status_code == 200
    db.execute_sql("INSERT INTO leads (id, firm_id, status, practice_area, first_name, last_name, search_key, "
                   "created_at, updated_at) SELECT 'lead_' || number, firm_id, status, practice_area, first_name, "
                   "last_name, search_key, created_at, updated_at FROM leads, generate_series(1, 1000) AS number "
                   "WHERE id = %s", (mine.id,))
    tallies = [re.findall(r'class="tally">([^<]+)<', desk.get(f"/leads?view={view}").text)
               for view in ("table", "board")]
    assert [("1,002" in each, "1,001" in each) for each in tallies] == [(True, True)] * 2


def test_lead_is_moved_assigned_answered_and_released(firm, desk, lawyer):
    lead = a_lead(firm, quarantined=True, spam_score=70)
    page = f"/leads/{lead.id}"
    assert desk.submit(page, f"{page}/quarantine").headers["Location"].endswith("done=released")
    assert "waiting for" in desk.get(page).text
    desk.submit(page, f"{page}/assign", assigned_to=lawyer.id)
    desk.submit(page, f"{page}/answered")
    desk.submit(page, f"{page}/move", status="checking")
    moved = desk.submit("/leads?view=board", f"{page}/move")
    assert moved.headers["Location"].endswith("/leads?view=board&done=moved")
    found = Lead.fetch(firm, lead.id)
    assert (found.status, found.assigned_to, found.quarantined) == ("cleared", lawyer.id, False)
    assert found.answered_at is not None
    form = desk.form(page, f"{page}/answered").fields
    assert "failed=meanwhile" in desk.post(f"{page}/quarantine", form | {"quarantined": "yes"}).headers["Location"]
    for status in ("engaged", "declined", "nonsense"):
        assert "failed=meanwhile" in desk.submit(page, f"{page}/move", status=status).headers["Location"]
    desk.submit(page, f"{page}/move", status="lost", reason=" Moved\0 away ")
    found = Lead.fetch(firm, lead.id)
    assert (found.status, found.declined_reason) == ("lost", "Moved away")


def test_the_main_act_is_the_next_step(firm, desk):
    lead = a_lead(firm, parties=[{"name": "Acme", "kind": "company", "role": "opposing"}])

    def main():
        return re.findall(r'<button type="submit">([^<]+)|<a class="button" [^>]+>([^<]+)',
                          desk.get(f"/leads/{lead.id}").text.split("<aside")[1])

    assert main() == [("Run the check", "")]
    found = check(firm, [], lead_id=lead.id)
    assert main() == [("", "Show the check")]
    decide(firm, found.id, "clear")
    assert main() == [("", "Make a client")]
    update(firm, lead.id, status="declined", declined_reason="No capacity")
    assert main() == [("Open again", "")]


def test_decline_proposes_a_letter_and_mails_it(firm, desk):
    lead = a_lead(firm, language="es", message="Necesito ayuda.")
    path = f"/leads/{lead.id}/decline"
    assert 'lang="es">Necesito ayuda.</p>' in desk.get(f"/leads/{lead.id}").text
    assert "Algunos duran solo unos días" in desk.get(path).text
    assert "Some are only days long" in desk.get(f"{path}?language=en").text
    assert desk.submit(path, reason="").status_code == 422
    answer = desk.submit(path, reason="Conflict of interest", message="No podemos.\n\nHable con otro abogado.")
    assert answer.headers["Location"].endswith("done=declined-mailed")
    late = desk.submit(path, reason="No capacity", message="A second letter.")
    assert ("Nothing was saved" in late.text, "A second letter." in late.text) == (True, True)
    [letter] = LeadMessage.of(firm)
    assert (letter.to, letter.language, letter.message) == (
        lead.email, "es", "No podemos.\n\nHable con otro abogado.")
    shown = desk.get(f"/leads/{lead.id}").text
    assert ("Hable con otro abogado." in shown, "Conflict of interest" in shown) == (True, True)
    hidden = a_lead(firm, contact_preferences={"identify": False})
    assert desk.form(f"/leads/{hidden.id}/decline").fields.get("mail") is None
    silent = a_lead(firm, email=None)
    assert "mailed. Print it, or call." in desk.get(f"/leads/{silent.id}/decline").text
    assert desk.submit(f"/leads/{silent.id}/decline", reason="No", mail="yes").status_code == 422
    assert desk.submit(f"/leads/{silent.id}/decline", reason="No").headers["Location"].endswith("done=declined")


def test_conversion_shows_who_and_what_and_makes_all(firm, desk):
    template = a_template(firm, documents=[{"name": "Police report"}])
    known = a_client(firm, first_name="Rosa", last_name="Delgado", phone="+15125550171")
    lead = a_lead(firm, phone=known.phone)
    path = f"/leads/{lead.id}/convert"
    refused = desk.submit(path, to=None, who=known.id, title="Delgado v. Acme")
    assert (refused.status_code, ">Delgado v. Acme</p>" in refused.text) == (404, True)
    update(firm, lead.id, status="cleared")
    preview = desk.submit(path, to="preview", template_id=template.id, title="Delgado v. Acme")
    assert ("Police report" in preview.text, 'value="Delgado v. Acme"' in preview.text) == (True, True)
    assert desk.form(path).fields["who"] == known.id
    made = desk.submit(path, to=None, template_id=template.id, title="Delgado v. Acme", send=None)
    matter = Matter.of(firm).get()
    assert made.headers["Location"].endswith(f"/matters/{matter.id}?done=converted")
    assert "Its link was not sent." in desk.get(made.headers["Location"]).text
    assert (matter.client_id, matter.documents_count, IntakeLink.of(firm).get().sent_by) == (known.id, 1, [])
    assert f"/matters/{matter.id}/letters" in desk.get(f"/leads/{lead.id}").text

    text = create_template(firm, "Flat fee", {"en": "{{client.name}}: {{fee}}"})
    signing = a_lead(firm, last_name="Nemec", email=f"ida.{firm.slug}@example.com")
    update(firm, signing.id, status="cleared")
    there, wanted = path.replace(lead.id, signing.id), {"who": "new", "letter": text.id}
    assert ("value-fee" in desk.get(there).text, "value-fee" in desk.submit(there, to="preview", **wanted).text) == (
        False, True)
    lacking = desk.submit(there, to=None, **wanted)
    assert (lacking.status_code, "fields without a value" in lacking.text, "value-fee" in lacking.text) == (
        422, True, True)
    made = desk.submit(there, to=None, **wanted, **{"value-fee": "$ 900"})
    assert made.headers["Location"].endswith("?done=converted-sent-letter")
    letter = Letter.of(firm).get()
    assert (letter.field_values, letter.status) == ({"fee": "$ 900"}, "draft")
    shown = desk.get(f"/leads/{signing.id}").text
    assert [part in shown for part in (f"/letters/{letter.id}", "Rosa Nemec, Other", ">Draft<")] == [True] * 3

    twin = a_lead(firm, first_name="Rosa", last_name="Delgato", email=None)
    update(firm, twin.id, status="cleared")
    uncertain = desk.submit(path.replace(lead.id, twin.id), to=None, who="")
    assert (uncertain.status_code, "Say who the person is." in uncertain.text) == (422, True)
    again = desk.submit(path.replace(lead.id, twin.id), to=None, who="new", title="Delgado v. Acme")
    assert "A matter with this title already exists." in again.text


def test_lead_is_entered_and_changed_by_hand(firm, desk):
    form = desk.form("/leads/new").fields
    wrong = desk.post("/leads/new", form | {"first_name": "\u200b", "last_name": "Ruiz", "email": "x", "phone": "1"})
    assert (wrong.status_code, wrong.text.count('class="wrong"')) == (422, 3)
    given = form | {"first_name": "Luz", "last_name": "Ruiz", "phone": "(512) 555-0181", "no_voicemail": "yes",
                    "source": "Dr. Lee", "party_name": ["Acme Inc.", "", "Bo"],
                    "party_kind": ["company", "person", "x"],
                    "party_role": ["opposing", "other", "x"], "party_relation": ["the owner", "", ""],
                    "party_aliases": ["Acme; Acme Co.", "", ""]}
    page = desk.post("/leads/new", given).headers["Location"]
    lead = Lead.of(firm).get()
    assert page.endswith(f"/leads/{lead.id}?done=saved")
    assert (lead.phone, lead.source["name"], lead.contact_preferences) == (
        "+15125550181", "Dr. Lee", {"voicemail": False})
    assert [(each.name, each.kind, each.role, each.aliases) for each in lead.parties] == [
        ("Acme Inc.", "company", "opposing", ["Acme", "Acme Co."]), ("Bo", "person", "other", [])]
    edit = f"/leads/{lead.id}/edit"
    shown = desk.form(edit).fields
    assert shown["phone"] == "(512) 555-0181"
    given |= {"version": shown["version"]}
    desk.post(edit, given | {"first_name": "Lucía", "party_name": ["", "", ""]})
    changed = Lead.fetch(firm, lead.id)
    assert (changed.first_name, changed.parties, changed.search_key) == ("Lucía", [], "lucía ruiz +15125550181 lucia")
    assert desk.post(edit, given | {"party_aliases": ["; ".join("abcdefghijkl"), "", ""]}).status_code == 422


def test_what_somebody_else_has_changed_of_a_lead_meanwhile_stays(firm, desk, signed_in_as):
    lead = receive(firm, first_name="Luz", last_name="Ruiz", message="A lease", contact_preferences={"sms": True})
    path = f"/leads/{lead.id}/edit"
    names = {"first_name": "Luz", "last_name": "Ruiz", "message": "A lease"}
    opened = desk.form(path).fields | names
    party = {"party_name": "Acme Inc.", "party_kind": "company", "party_role": "opposing",
             "party_relation": "the owner", "party_aliases": "Acme; Acme Co."}
    colleague = signed_in_as(a_user(firm, "admin"))
    colleague.post(path, colleague.form(path).fields | names | party | {"no_voicemail": "yes"})
    wrong = desk.post(path, opened | {"first_name": "", "practice_area": "x", "party_name": "Bo", "party_role": "x"})
    form = next(each for each in desk.forms_of(wrong.text) if "version" in each.fields).fields
    answer = desk.post(path, form | names | {"phone": "(512) 555-0181", "practice_area": "x", "party_role": "x"})

    assert (wrong.status_code, answer.status_code) == (422, 409)
    for now in ("Leave no message on the telephone", "Acme Inc., Company, Opposing party, the owner (Acme; Acme Co.)"):
        assert f'<dd class="text" dir="auto">{now}</dd>' in answer.text
    assert 'value="(512) 555-0181"' in answer.text
    kept = Lead.fetch(firm, lead.id)
    assert (kept.phone, [each.name for each in kept.parties]) == (None, ["Acme Inc."])

    update(firm, lead.id, answered=True)  # other changes to the lead do not change the form's values
    form = next(each for each in desk.forms_of(answer.text) if "version" in each.fields).fields
    assert desk.post(path, form | names | party | {"phone": "(512) 555-0181"}).status_code == 303
    assert Lead.fetch(firm, lead.id).phone == "+15125550181"


def test_roles_and_firms_see_their_own(firm, rival, signed_in_as):
    staff, paralegal = a_user(firm, "staff"), a_user(firm, "paralegal")
    lead, foreign = a_lead(firm), a_lead(rival)
    given = a_lead(firm, first_name="Given", assigned_to=staff.id)
    desk = signed_in_as(staff)
    assert [desk.get(f"/leads/{each.id}").status_code for each in (lead, given, foreign)] == [404, 200, 404]
    assert ("Given Delgado" in desk.get("/leads").text, lead.id in desk.get("/leads").text) == (True, False)
    assert desk.get(f"/leads/{given.id}/convert").status_code == 404
    reader = signed_in_as(paralegal)
    assert f"/leads/{lead.id}/move" not in reader.get(f"/leads/{lead.id}").text
    assert [reader.get(path).status_code for path in (
        "/leads/new", f"/leads/{lead.id}/decline", f"/leads/{lead.id}/edit")] == [404] * 3
    own = desk.post("/leads/new", desk.form("/leads/new").fields | {"first_name": "Own", "last_name": "One"})
    assert desk.get(own.headers["Location"]).status_code == 200
    assert receive(firm, first_name="A", last_name="B").assigned_to is None
