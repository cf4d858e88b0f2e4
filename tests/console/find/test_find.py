"""The search for everything: its page and its results."""

import pytest

from intake.cases.notes.actions import delete, update, write
from intake.cases.search.models import search_records
from intake.console.find.results import _FURTHER
from intake.core import rare_words
from intake.core.query_plans import recording
from tests.builders import a_caller, a_client, a_document, a_lead, a_matter, a_user
from tests.large_tables import plans_in_large_tables


@pytest.fixture
def silva(firm):
    client = a_client(firm, email="ana@example.com", phone="+15185550142")
    matter = a_matter(firm, client_id=client.id, title="Silva divorce")
    return client, matter, a_document(firm, matter, name="Silva's passport")


def test_records_and_pages_are_found_in_three_statements(firm, silva, signed_in_as, statements):
    client, matter, document = silva
    browser = signed_in_as(a_user(firm, "admin"))
    page = browser.get("/find?q=silva").text
    for path in (f"/matters/{matter.id}", f"/clients/{client.id}",
                 f"/matters/{matter.id}?document={document.id}#{document.id}"):
        assert f'href="{path}"' in page
    lead = a_lead(firm, last_name="Silvano", parties=[{"name": "Acme", "kind": "company", "role": "opposing"}])
    assert [f"/leads/{lead.id}" in browser.get(f"/find?q={words}").text
            for words in ("silvano", "acme", "rosa zz")] == [True, True, False]
    assert ("ana@example.com · (518) 555-0142" in page, "4 results" in page, "3 results" in page) == (True, False, True)
    for words in ("518-555-0142", "ANA@example"):
        assert f"/clients/{client.id}" in browser.get("/find", query_string={"q": words}).text
    docket = a_matter(firm, title="Docket 2024-117")
    assert f"/matters/{docket.id}" in browser.get("/find?q=2024-117").text

    with statements() as seen:
        part = browser.get("/find/results?q=silva")
    assert len(seen) <= 2, seen
    assert (part.status_code, "<header" in part.text, "default-src 'none'" in part.headers["Content-Security-Policy"],
            part.headers["Cache-Control"]) == (200, False, True, "no-store")

    pages = browser.get("/find/results?q=new mat").text
    assert ('href="/matters/new"' in pages, "/account" in pages) == (True, False)
    assert 'href="/leads/new"' in browser.get("/find/results?q=new lead").text
    for words, name in (("nuevo", "Nuevo asunto"), ("verificacion", "verificación"), ("VERIFICACIÓN", "verificación")):
        assert name in browser.get(
            "/find/results", query_string={"q": words}, headers={"Accept-Language": "es"}).text, words


def test_dialog_leads_to_the_page_and_the_page_to_the_lists(firm, signed_in_as):
    for number in range(21):
        a_document(firm, a_matter(firm, title=f"Silva {number}"), name=f"Silva's passport {number}")
    browser = signed_in_as(a_user(firm, "admin"))
    part, page = browser.get("/find/results?q=silva").text, browser.get("/find?q=silva").text
    assert (part.count("?document="), part.count('<a href="/find?q=silva">More …')) == (5, 2)
    assert (page.count("?document="), page.count("There are more.")) == (20, 1)
    assert '<a href="/matters?search=silva&amp;status=all">More …' in page


def test_only_what_the_role_may_see_is_found(firm, rival, silva, signed_in_as):
    client, matter, _ = silva
    staff, stranger = a_user(firm, "staff"), a_user(rival, "admin")
    mine = a_matter(firm, title="Silva custody", assigned_attorney=staff.id)
    hidden = a_lead(firm, last_name="Silvano")
    for user in (staff, stranger):
        page = signed_in_as(user).get("/find/results?q=silva").text
        assert [record.id in page for record in (client, matter, hidden)] == [False] * 3
        assert (mine.id in page) == (user is staff)

    assert [name in signed_in_as(staff).get("/find/results").text for name in ("/matters/new", "/settings/integrations")
            ] == [False, False]
    attorney = signed_in_as(a_user(firm, "attorney")).get("/find/results").text
    assert ["/matters/new" in attorney, "/settings/integrations" in attorney] == [True, False]


def test_odd_words_are_no_error(firm, silva, signed_in_as, browser):
    user = signed_in_as(a_user(firm))
    for words in ("", " ", "s", "%", "\x00", "<script>", "é" * 9999, "_" * 255, "silva\\"):
        answer = user.get("/find", query_string={"q": words})
        assert (answer.status_code, "<script>alert" in answer.text) == (200, False), words
    assert "&lt;script&gt;" in user.get("/find/results?q=<script>").text
    assert browser.get("/find/results?q=silva").headers["Location"] == "/login?next=/find/results?q%3Dsilva"


def test_settings_are_found_by_their_name_and_by_what_they_are_for(firm, signed_in_as):
    admin = signed_in_as(a_user(firm, "admin"))
    page = admin.get("/find/results?q=inviting others").text
    assert 'href="/settings/people"' in page
    assert "Who works here" in page
    assert 'href="/settings/records/holds"' in admin.get("/find/results?q=legal hold").text
    assert "/settings/people" not in signed_in_as(a_user(firm, "paralegal")).get("/find/results?q=inviting others").text


def test_notes_are_found_by_readers_of_their_matter(firm, rival, silva, signed_in_as, statements):
    _, matter, _ = silva
    staff, admin, stranger = a_user(firm, "staff"), a_user(firm, "admin"), a_user(rival, "admin")
    mine = a_matter(firm, assigned_attorney=staff.id)
    text = f"{'Before it. ' * 9}The landlord, Señora Núñez, called back <twice>. {'After it. ' * 50}"
    notes = [write(a_caller(firm), each.id, kind="call", text=text) for each in (matter, mine)]
    for user, found in ((admin, notes), (staff, notes[1:]), (stranger, [])):
        page = signed_in_as(user).get("/find/results?q=nunez landl").text
        assert [each.id in page for each in notes] == [each in found for each in notes], user.role
    part = signed_in_as(admin).get("/find/results?q=nunez")
    assert f'href="/matters/{matter.id}/notes#{notes[0].id}"' in part.text
    assert "… it. The landlord, Señora Núñez, called back &lt;twice&gt;. After it." in part.text
    assert "Silva divorce · Call" in part.text
    assert notes[0].id not in signed_in_as(admin).get("/find/results?q=nunez tenant").text

    update(a_caller(firm), matter.id, notes[0].id, text="It was the tenant.")
    assert notes[0].id in signed_in_as(admin).get("/find/results?q=tenant").text
    delete(a_caller(firm), mine.id, notes[1].id)
    browser = signed_in_as(admin)
    browser.get("/find")
    with statements() as seen:
        assert notes[1].id not in browser.get("/find/results?q=nunez").text
    assert len(seen) <= 2, seen


def test_an_older_note_is_found_on_its_page(firm, signed_in_as):
    matter = a_matter(firm)
    old = write(a_caller(firm), matter.id, kind="note", text="The first zebra")
    for number in range(25):
        write(a_caller(firm), matter.id, kind="note", text=f"{number}")
    browser = signed_in_as(a_user(firm, "admin"))
    path = f"/matters/{matter.id}/notes?page=2"
    assert f'href="{path}#{old.id}"' in browser.get("/find/results?q=zebra").text
    assert f'id="{old.id}"' in browser.get(path).text


def test_rare_words_of_notes_are_found_by_the_index(firm, monkeypatch):
    monkeypatch.setattr(rare_words, "_SAMPLE", 20)
    matter = a_matter(firm)
    for number in range(21):
        write(a_caller(firm), matter.id, kind="note", text=f"Word {number}")
    write(a_caller(firm), matter.id, kind="note", text="Zebra")
    with recording() as explained:
        search_records(a_caller(firm), "zebra", ["notes"], 6, _FURTHER)
    plans = plans_in_large_tables([event for event in explained.sent if "word_parts" in event.sql.lower()])
    assert "Bitmap Index Scan on matter_notes_by_word_parts" in plans
    assert "Scan Backward using matter_notes_by_update" in plans
    assert "Seq Scan on matter_notes" not in plans


def test_a_word_that_is_rare_only_as_a_whole_is_searched_in_the_latest_notes(firm, signed_in_as, monkeypatch):
    monkeypatch.setattr(rare_words, "_SAMPLE", 8)
    monkeypatch.setitem(_FURTHER, "notes", _FURTHER["notes"]._replace(latest=10))
    matter, browser = a_matter(firm), signed_in_as(a_user(firm, "admin"))
    first = write(a_caller(firm), matter.id, kind="note", text="The zebra")
    for number in range(10):
        write(a_caller(firm), matter.id, kind="note", text=f"The zebu and its branch {number}")
    partly = "Of the notes, only the latest 10 were searched."

    page = browser.get("/find?q=zebra").text
    assert (first.id in page, partly in page) == (False, True), "each of the others has the parts “zeb” and “bra”"
    rare = write(a_caller(firm), matter.id, kind="note", text="An ocelot")
    for number in range(10):
        write(a_caller(firm), matter.id, kind="note", text=f"Nothing {number}")
    page = browser.get("/find?q=ocelot").text
    assert (rare.id in page, partly in page) == (True, False), "its parts lead to it"
