"""The page that sets up the lead form, and asking a cleared lead what happened."""

import html

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from tests.builders import a_lead, a_user

PATH = "/settings/lead-forms"


def test_form_is_set_up_and_shown(desk, firm, signed_in_as):
    page = desk.get(PATH)
    assert (page.status_code, "embed.js" in page.text) == (200, False)
    answer = desk.submit(PATH, PATH, enabled="yes", allowed_origins="HTTPS://www.Delgado.example.com/\r\n\r\n",
                         notify="intake@delgado.example.com\n")
    assert answer.status_code == 303
    assert Firm.fetch(firm.id).settings["lead_forms"] == {
        "enabled": True, "practice_areas": ["other"], "allowed_origins": ["https://www.delgado.example.com"],
        "notify": ["intake@delgado.example.com"]}  # the test's browser keeps the last of several boxes with one name
    page = desk.get(PATH)
    address = f"http://127.0.0.1:{desk.app.extensions['settings'].app_url.rpartition(':')[2]}/start/{firm.slug}"
    assert f'<script src="{address}/embed.js" async></script>' in html.unescape(page.text)
    assert desk.get(f"{PATH}/qr.svg").mimetype == "image/svg+xml"

    preview = desk.get(f"{PATH}/preview")
    assert preview.headers["Content-Security-Policy"].endswith("frame-ancestors 'self'")
    assert ("X-Frame-Options" in preview.headers, 'name="altcha"' in preview.text) == (False, True)
    assert 'sandbox="allow-same-origin"' in page.text
    assert 'href="?lang=es"' in preview.text, "the form itself is not found while it is off"
    assert '<html lang="es"' in desk.get(f"{PATH}/preview?lang=es").text

    wrong = desk.submit(PATH, PATH, practice_areas="tax", allowed_origins="https://a.example.com/path", notify="ana")
    assert (wrong.status_code, wrong.text.count('class="wrong"'), "a.example.com/path" in wrong.text) == (422, 3, True)
    assert Firm.fetch(firm.id).settings["lead_forms"]["notify"] == ["intake@delgado.example.com"]
    for role in ("attorney", "staff", "paralegal"):
        other = signed_in_as(a_user(firm, role))
        assert {other.get(f"{PATH}{place}").status_code for place in ("", "/preview", "/qr.svg")} == {404}


def test_cleared_lead_is_asked_what_happened(desk, firm, signed_in_as):
    lead = a_lead(firm, email="ana.asked@example.com", language="es")
    page = desk.get(f"/leads/{lead.id}")
    assert "/ask" not in page.text
    lead.change(status="cleared")
    page = desk.submit(f"/leads/{lead.id}", f"/leads/{lead.id}/ask")
    assert (page.status_code, f"/start/{firm.slug}/more/" in page.text) == (200, True)
    assert AuditEntry.select().where(AuditEntry.record_id == lead.id,
                                     AuditEntry.action == "lead.facts_asked_for").count() == 1
    lead.change(contact_preferences={"email": False})
    again = desk.submit(f"/leads/{lead.id}", f"/leads/{lead.id}/ask")
    assert (again.status_code, "nothing was sent" in again.text) == (200, True)

    assert signed_in_as(a_user(firm, "staff")).get(f"/leads/{lead.id}").status_code == 404
    assert "/ask" not in signed_in_as(a_user(firm, "paralegal")).get(f"/leads/{lead.id}").text
