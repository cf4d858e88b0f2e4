"""The portal as the client sees it, shown to the firm."""

import re

from intake.accounts.audit.models import AuditEntry
from intake.accounts.audit.recording import reads
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.templates.actions import apply
from intake.portal.links.models import IntakeLink
from tests.builders import a_document, a_matter, a_template, a_user, an_intake_link

PLACES = ("", "/form/1", "/form/2", "/form/review", "/documents", "/done")


def test_every_page_is_shown_in_both_languages_and_counts_as_nothing(paralegal, firm, matter):
    apply(firm, matter.id, a_template(firm, leave_button=True).id)
    a_document(firm, matter, name="Passport")
    start = paralegal.get(f"/matters/{matter.id}/as-client").location
    assert start == f"/matters/{matter.id}/as-client/en"
    for language in ("en", "es"):
        for place in PLACES:
            answer = paralegal.get(f"/matters/{matter.id}/as-client/{language}{place}")
            assert f'<html lang="{language}"' in answer.text
            assert 'lang="en" aria-label="Preview">This is what your client sees.' in answer.text, place
            assert "script-src" not in answer.headers["Content-Security-Policy"]
            assert "form-action 'none'" in answer.headers["Content-Security-Policy"]
            links = set(re.findall(r'(?:href|action)="(/(?:p|matters)/[^"]*)"', answer.text))
            assert all(link.startswith(f"/matters/{matter.id}") or link.startswith("/p/colors/") for link in links)
            assert "<script" not in answer.text
    assert paralegal.get(f"{start}/documents?lang=es").location == f"/matters/{matter.id}/as-client/es/documents"
    reads.flush()
    assert not IntakeLink.current(matter, matter.id).exists()
    assert not IntakeForm.of_matter(matter).exists()
    assert not AuditEntry.of(firm).where(AuditEntry.action == "intake_link.opened").exists()


def test_link_is_not_in_it(paralegal, firm, matter):
    link = an_intake_link(firm, matter)
    for place in ("", "/documents", "/done"):
        assert link.public_part not in paralegal.get(f"/matters/{matter.id}/as-client/en{place}").text


def test_others_find_nothing_and_nothing_is_sent(paralegal, firm, rival, matter, signed_in_as):
    path = f"/matters/{matter.id}/as-client/en"
    for person in (a_user(rival, "admin"), a_user(firm, "staff")):
        assert signed_in_as(person).get(path).status_code == 404
    for wrong in ("/form/1", "/form/review", "/nowhere", "/form/9"):
        assert paralegal.get(path + wrong).status_code == 404
    assert paralegal.get(path.replace("/en", "/xx")).status_code == 404
    assert paralegal.post(f"{path}/form/review", {}).status_code == 405
    without = a_matter(firm)
    assert "failed=without-client" in paralegal.get(f"/matters/{without.id}/as-client").location
