"""The lead form, shown and sent (docs/lead-forms.md)."""

import re
from io import BytesIO

import pypdf

from intake.accounts.firms.models import Firm
from intake.engagement.leads.actions import update
from intake.portal.lead_forms.facts_links import FactsLink
from tests.builders import a_lead, a_user
from tests.core.answers import data
from tests.portal.hostile import answers_to
from tests.stand_ins.mailbox import plain, rich

from .conftest import ORIGIN

PARTIES = {"party_name": ["Luis Silva", "", "Acme, Inc."], "party_kind": ["person", "person", "company"],
           "party_role": ["opposing", "opposing", "related"]}


def test_what_is_sent_becomes_a_lead(visitor, open_form, filled, leads_of):
    path = open_form()
    sent = filled(phone="(518) 555-0142", former_names="Ana  García", email=f"ana.{path[-6:]}@gmial.com",
                  no_voicemail="yes", no_name="yes", hours_from="09:00", hours_to="17:30", page="https://www.delgado.example.com/family",
                  referrer="https://search.example.com/?q=1", utm_source="search", utm_campaign="spring", **PARTIES)
    answer = visitor.post(f"{path}?lang=es&embed={ORIGIN}", sent)

    place = f"{path}/sent?lang=es&embed=https%3A%2F%2Fwww.delgado.example.com&domain=gmial.com"
    assert (answer.status_code, answer.location) == (303, place)
    [lead] = leads_of()
    assert (lead.status, lead.practice_area, lead.language, lead.message) == ("new", "family_law", "es", None)
    assert (lead.first_name, lead.last_name, lead.email, lead.phone) == ("Ana", "Silva", sent["email"], "+15185550142")
    assert lead.contact_preferences == {"voicemail": False, "identify": False,
                                        "hours": {"from": "09:00", "to": "17:30"}}
    assert [(party.name, party.kind, party.role, party.aliases) for party in lead.parties] == [
        ("Luis Silva", "person", "opposing", []), ("Acme, Inc.", "company", "related", []),
        ("Ana Silva", "person", "client", ["Ana García"])]
    assert {name: value for name, value in lead.source.items() if name != "name"} == {
        "page": sent["page"], "referrer": sent["referrer"], "campaign": {"source": "search", "name": "spring"}}
    assert (lead.spam_score, lead.spam_reasons, lead.quarantined) == (0, [], False)

    thanks = visitor.get(answer.location)
    assert (thanks.status_code, "Gracias, su mensaje llegó" in thanks.text) == (200, True)
    assert "Si quiso decir gmail.com" in thanks.text
    assert "@evil" not in visitor.get(f"{path}/sent?domain=@evil.com").text


def test_page_sets_no_cookie_and_is_framed_by_the_allowed_origins_alone(visitor, open_form, firm):
    path = open_form(practice_areas=["family_law"])
    for address in (path, f"{path}/family_law", f"{path}/sent"):
        page = visitor.get(address, headers={"Accept-Language": "es-MX,en;q=0.5"})
        assert (page.status_code, page.headers.get("Set-Cookie"), page.headers["Content-Language"]) == (200, None, "es")
        assert page.headers["Content-Security-Policy"].endswith(f"; frame-ancestors {ORIGIN}")
        assert "X-Frame-Options" not in page.headers
    assert "<select id=\"practice_area\"" not in visitor.get(path).text
    assert visitor.get(f"{path}?lang=en", headers={"Accept-Language": "es"}).headers["Content-Language"] == "en"
    assert 'data-parent="https://www.delgado.example.com"' in visitor.get(f"{path}?embed={ORIGIN}").text
    assert "data-parent" not in visitor.get(f"{path}?embed=https://evil.example.com").text

    open_form(allowed_origins=[])
    page = visitor.get(path)
    assert page.headers["Content-Security-Policy"].endswith("; frame-ancestors 'none'")
    assert page.headers["X-Frame-Options"] == "DENY"

    script = visitor.get(f"{path}/embed.js")
    assert (script.status_code, script.mimetype) == (200, "text/javascript")
    assert script.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_there_is_no_form_that_the_firm_has_not_switched_on(visitor, firm, rival, open_form, filled, leads_of):
    slug = Firm.fetch(firm.id).slug
    places = ("", "/family_law", "/sent", "/embed.js", "/more/x")
    assert {visitor.get(f"/start/{slug}{place}").status_code for place in places} == {404}
    assert visitor.post(f"/start/{slug}", filled()).status_code == 404

    path = open_form()
    for elsewhere in ("none", "%00", Firm.fetch(rival.id).slug, f"{slug}/criminal", f"{slug}/tax"):
        assert visitor.get(f"/start/{elsewhere}").status_code == 404
    for typed in (slug.capitalize(), f"{slug}.", f"{slug.upper()}/Family-Law", f"{slug}/family_law)"):
        assert f'action="{path}' in visitor.get(f"/start/{typed}", follow_redirects=True).text
    for stopped in ("suspended_at", "leaving_since"):
        Firm.update({stopped: Firm.created_at}).where(Firm.id == firm.id).execute()
        assert visitor.get(path).status_code == 404
        answer = visitor.post(path, filled(party_name="Acme <b>"))
        assert (answer.status_code, "<h1>This form is closed</h1>" in answer.text) == (404, True)
        assert re.search(r"\nAna\nSilva\nana[^\n]+\nAcme &lt;b&gt;</textarea>", answer.text)  # can be copied
        answer = visitor.post(f"{path}/more/x", {"facts": "He left.", "deadline": "May 1"})
        assert (answer.status_code, "\nHe left.\nMay 1</textarea>" in answer.text) == (404, True)
        Firm.update({stopped: None}).where(Firm.id == firm.id).execute()
    answer = visitor.post(open_form(enabled=False), filled())
    assert answer.headers["Content-Security-Policy"].endswith(f"frame-ancestors {ORIGIN}")
    assert leads_of() == []


def test_the_enter_key_sends_the_form_and_adds_no_row(visitor, open_form):
    """Browsers let it press a form's first button."""
    assert ">Send</button>" in visitor.get(open_form()).text.partition("<button ")[2].partition("\n")[0]


def test_what_is_wrong_is_said_and_nothing_typed_is_lost(visitor, open_form, filled, leads_of):
    path = open_form()
    cases = (
        ({"first_name": " ", "last_name": "\0", "email": "ana", "phone": "12", "practice_area": "criminal",
          "understood": None, "hours_from": "09:00"},
         {"first_name", "last_name", "email", "phone", "practice_area", "understood", "hours"}),
        ({"email": None}, {"email"}),
        ({"no_email": "yes"}, {"email"}),
        ({"first_name": "x" * 101, "former_names": "y" * 201}, {"first_name", "parties"}),
        ({"party_name": ["Name"] * 1_000}, {"parties"}),
        ({"hours_from": "25:00", "hours_to": "09:00"}, {"hours"}),
    )
    proof = filled()["altcha"]
    for changes, wrong in cases:
        page = visitor.post(f"{path}?lang=es", filled(altcha=proof, party_kind="robot", **changes))
        assert page.status_code == 422, changes
        assert {name for name in ("first_name", "last_name", "email", "phone", "practice_area", "understood", "hours",
                                  "parties") if f'href="#{name}"' in page.text} == wrong, changes
        said = re.findall(r'<li><a href="#(\w+)">', page.text)
        assert said == sorted(said, key=lambda name: page.text.index(f'id="{name}"')), "in the order of the page"
        assert proof in page.text  # the solved challenge is kept
        visitor = type(visitor)(visitor.app)
    assert leads_of() == []
    [form] = visitor.forms_of(visitor.post(path, filled(understood=None, party_name="<b>Ünal", no_sms="yes")).text)
    assert (form.fields["first_name"], form.fields["party_name"], form.fields["no_sms"]) == ("Ana", "<b>Ünal", "yes")
    assert "understood" not in form.fields


def test_a_row_is_added_without_a_script(visitor, open_form, filled):
    path = open_form()
    page = visitor.post(path, filled(more="yes", email="", understood=None, **PARTIES))

    assert (page.status_code, page.text.count('name="party_name"'), 'class="wrong"' in page.text) == (200, 4, False)
    assert "autofocus" in page.text
    crowded = visitor.post(path, filled(more="yes", party_name=["Name"] * 60))
    assert crowded.text.count('name="party_name"') == 50


def test_hostile_texts_are_stored_or_refused_but_never_an_error(visitor, open_form, filled, leads_of):
    path = open_form()
    for name in ("<script>alert(1)</script>", "' OR 1=1 --", "‮evil‬", "名前 𝒳", "{{ 7*7 }}", "\ud800", "a\0b"):
        fresh = type(visitor)(visitor.app)
        answer = fresh.post(path, filled(first_name=name.encode(errors="surrogatepass"), party_name=name.encode(
            errors="surrogatepass"), page="javascript:alert(1)", referrer="x" * 5_000, utm_source="\0" + "y" * 500))
        assert answer.status_code == 303, (name, answer.text)
    leads = leads_of()
    assert [lead.first_name for lead in leads][:2] == ["<script>alert(1)</script>", "' OR 1=1 --"]
    assert {len(lead.source["campaign"]["source"]) for lead in leads} == {200}
    assert not any(lead.source.get("page") or lead.source.get("referrer") for lead in leads)
    assert visitor.post(path, {"first_name": "x" * 70_000}).status_code == 413
    broken = visitor.open("POST", path, data=b"\xff\xfe=%ff&&&==;", content_type="application/x-www-form-urlencoded")
    assert broken.status_code == 422
    assert visitor.post(path, {"altcha": "x" * 9_000, "first_name": "Ana"}).status_code == 422


def test_hostile_name_is_shown_as_text(visitor, open_form, filled, leads_of, firm, api, signed_in_as, worker, mailbox):
    office = f"office.{firm.slug}@example.com"
    path = open_form(notify=[office])
    name = "=1+1<script>\u202eevil\u2066 & Co.\r\nBcc: x@evil.example"
    assert visitor.post(path, filled(first_name=name, party_name=f"{{{{ 7*7 }}}} {name}")).status_code == 303
    [lead], shown = leads_of(), "=1+1<script>evil & Co. Bcc: x@evil.example"
    assert (lead.first_name, lead.parties[0].name) == (shown, f"{{{{ 7*7 }}}} {shown}")

    worker.deliver()
    worker.perform_tasks()
    [mail] = mailbox.mails(office)
    assert (shown in plain(mail), mail["Bcc"], mail["To"]) == (True, None, office)
    assert "<script" not in rich(mail)
    assert "&lt;script&gt;evil" in rich(mail)
    check = data(api.post("/conflict-checks", {"names": [name], "lead_id": lead.id}), 201)
    pdf = pypdf.PdfReader(BytesIO(api.get(f"/conflict-checks/{check['id']}/pdf").data))
    assert "<script>evil" in "".join(page.extract_text() for page in pdf.pages)
    desk = signed_in_as(a_user(firm, "admin"))
    for place in (f"/leads/{lead.id}", "/leads", "/notifications", f"/leads/{lead.id}/conflicts"):
        page = desk.get(place)
        assert page.status_code in (200, 404), place
        assert "<script>evil" not in page.text
    update(firm, lead.id, status="cleared")
    made = data(api.post(f"/leads/{lead.id}/convert", {"channels": []}), 201)
    table = api.get("/matters", headers={"Accept": "text/csv"}).text
    assert f"'{made['matter']['title']}" in table
    assert "<script>evil" not in desk.get(f"/matters/{made['matter']['id']}").text


def test_what_no_page_of_ours_sends_is_refused(app, open_form, firm, leads_of):
    path = open_form()
    lead = a_lead(firm)
    lead.change(status="cleared")
    more = f"{path}/more/{FactsLink.new(path.rpartition('/')[2], lead.id).token}"
    answers = answers_to(app, path, more)
    for name in ("10 MB", "10,000 names", "10,000 parts"):
        assert answers.pop(name) == {413}, name
    assert {status for found in answers.values() for status in found} == {422}, answers
    assert [each.id for each in leads_of()] == [lead.id]


