"""A matter's documents: the checklist, its files, and requesting more."""

import io
import re
import zipfile
from datetime import timedelta

import pytest
import requests

from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.actions import archive
from intake.cases.uploads.actions import review
from intake.console.matters.documents.kinds import KINDS
from intake.core.clock import now
from intake.gateways.storage import storage
from tests.builders import (
    PDF,
    a_document,
    a_matter,
    a_template,
    a_user,
    an_intake_link,
    an_issued_upload,
    an_upload,
)


def requests_of(matter):
    return {each.name: each for each in DocumentRequest.of(matter).where(
        DocumentRequest.matter_id == matter.id).order_by(DocumentRequest.created_at)}


def test_it_lists_requests_with_their_files(attorney, firm, put, matter):
    document = a_document(firm, matter, name="Passport", required=False)
    first = an_upload(firm, put, document, filename="first.pdf")
    review(firm, first.id, "rejected", "Page 2.", reason={"id": None, "text": {"en": "It is cut off."}})
    second = an_upload(firm, put, document, filename="second.pdf")
    an_issued_upload(firm, document, filename="never.pdf")
    page = attorney.get(f"/matters/{matter.id}").text

    assert page.index("second.pdf") < page.index("first.pdf")
    assert "never.pdf" not in page
    assert "Rejected: It is cut off.\nPage 2." in page
    assert f"/review?file={second.id}&amp;matter_id={matter.id}" in page
    assert f"file={first.id}" not in page
    assert page.count("<strong>Passport</strong>") == 1
    assert "Optional" in page
    assert "Waiting for review" in page
    assert "Download all files" in page
    assert "Download all files" in attorney.get(f"/matters/{matter.id}?turn=done").text


def test_they_stand_under_their_categories(attorney, firm, matter):
    a_document(firm, matter, name="Passport", category="Identity")
    an_issued_upload(firm, a_document(firm, matter, name="Lease"), filename="never.pdf")
    a_document(firm, matter, name="Visa", category="Identity")
    page = attorney.get(f"/matters/{matter.id}").text
    order = [page.index(text) for text in (
        "<h3>Identity", ">Passport<", ">Visa<", "<h3>Other documents", ">Lease<")]

    assert order == sorted(order)
    assert "Download all files" not in page  # none was handed in
    assert "Download all files" not in attorney.get(f"/matters/{matter.id}?turn=client").text


def test_without_a_request_it_says_so(attorney, matter):
    assert "No documents are requested yet." in attorney.get(f"/matters/{matter.id}").text


def test_one_more_is_requested(paralegal, firm, matter):
    answer = paralegal.submit(f"/matters/{matter.id}/documents/new", f"/matters/{matter.id}/documents",
                              name=" Passport ", instructions="All pages.", required=None)
    document = requests_of(matter)["Passport"]

    assert (document.required, document.instructions) == (False, "All pages.")
    assert "which the client sees once they have a link that works" in paralegal.get(answer.location).text
    an_intake_link(firm, matter)
    assert "Added to the client&#39;s list." in paralegal.get(answer.location).text
    archive(firm, matter.id)
    assert "which the client sees once they have a link that works" in paralegal.get(answer.location).text


@pytest.mark.parametrize("name", ["", "  ", "x" * 256, "\0"])
def test_wrong_name_keeps_what_was_typed(attorney, matter, name):
    answer = attorney.submit(f"/matters/{matter.id}/documents/new", f"/matters/{matter.id}/documents",
                             name=name, instructions="All pages.")

    assert answer.status_code == 422
    assert "Enter a name of at most 255 characters." in answer.text
    assert "All pages.</textarea>" in answer.text
    assert requests_of(matter) == {}


def test_template_is_applied(paralegal, firm, matter):
    template = a_template(firm, documents=[{"name": "Passport"}, {"name": "Lease"}])
    a_document(firm, matter, name="passport")
    page = f"/matters/{matter.id}/documents/new"
    assert f'<option value="{template.id}">' in paralegal.get(page).text
    answer = paralegal.submit(page, f"/matters/{matter.id}/documents/template", template_id=template.id)

    assert requests_of(matter).keys() == {"passport", "Lease"}
    assert "are requested" in paralegal.get(answer.location).text


def test_request_is_changed(attorney, firm, matter):
    document = a_document(firm, matter, name="Pasport")
    attorney.submit(f"/matters/{matter.id}", f"/matters/{matter.id}/documents/{document.id}",
                    name="Passport", required=None)

    assert not requests_of(matter)["Passport"].required


def test_request_is_not_renamed_to_nothing(attorney, firm, matter):
    document = a_document(firm, matter, name="Passport")
    answer = attorney.submit(f"/matters/{matter.id}", f"/matters/{matter.id}/documents/{document.id}", name=" ")

    assert answer.status_code == 422
    assert "Enter a name" in answer.text
    assert requests_of(matter).keys() == {"Passport"}


def test_pending_request_is_deleted_after_its_name_was_shown(attorney, firm, matter):
    document = a_document(firm, matter, name="Lease")
    asked, form = attorney.get(f"/matters/{matter.id}").text.partition(f"/documents/{document.id}/delete")[::2]
    assert asked.rpartition("<details>")[2].startswith("<summary>Delete …")
    assert form.partition("</form>")[0].endswith("Delete “Lease”</button>")
    attorney.submit(f"/matters/{matter.id}", f"/matters/{matter.id}/documents/{document.id}/delete")

    assert requests_of(matter) == {}


def test_request_with_a_file_stays(attorney, firm, put, matter):
    document = a_document(firm, matter)
    form = attorney.form(f"/matters/{matter.id}", f"/matters/{matter.id}/documents/{document.id}/delete")
    an_upload(firm, put, document)
    answer = attorney.post(form.action, form.fields)

    assert "failed=meanwhile" in answer.location
    assert form.action not in attorney.get(f"/matters/{matter.id}").text
    assert len(requests_of(matter)) == 1


@pytest.mark.parametrize("act", ["", "/delete", "/move", "/waive"])
def test_request_of_another_matter_is_not_found(attorney, firm, matter, act):
    elsewhere = a_document(firm, a_matter(firm))
    form = attorney.form("/matters", "/logout").fields
    answer = attorney.post(f"/matters/{matter.id}/documents/{elsewhere.id}{act}", form | {
        "name": "Changed", "position": "1", "reason": "x"})

    assert answer.status_code == 404
    assert DocumentRequest.fetch(firm, elsewhere.id).name == elsewhere.name


def test_several_are_requested_at_once(attorney, matter):
    page = f"/matters/{matter.id}/documents/new"
    attorney.submit(page, f"/matters/{matter.id}/documents", name="Passport\r\n\r\n Lease \r\n", category="Identity")
    too_many = attorney.submit(page, f"/matters/{matter.id}/documents", name="x\n" * 101)
    one_too_long = attorney.submit(page, f"/matters/{matter.id}/documents", name=f"Visa\n{'x' * 256}")

    assert [(each.name, each.category, each.required) for each in requests_of(matter).values()] == [
        ("Passport", "Identity", True), ("Lease", "Identity", True)]
    assert (too_many.status_code, one_too_long.status_code) == (422, 422)


def test_everything_about_a_request_is_changed(paralegal, firm, matter):
    document = a_document(firm, matter, accepted_types=["application/pdf", "audio/mpeg"])
    page = f"/matters/{matter.id}"
    form = paralegal.form(page, f"{page}/documents/{document.id}").fields
    changed = form | {"name": "Passport", "instructions": "All\r\npages.", "category": "Identity",
                      "kind": ["pictures", "excel"]}
    answer = paralegal.post(f"{page}/documents/{document.id}", changed)
    document = requests_of(matter)["Passport"]

    assert answer.location.endswith(f"?document={document.id}&done=saved#{document.id}")
    assert (document.instructions, document.category) == ("All\npages.", "Identity")
    assert document.accepted_types == ["image/*", *KINDS["excel"], "audio/mpeg"]
    assert "Enter at most 100" in paralegal.post(
        f"{page}/documents/{document.id}", form | {"name": "x", "category": "x" * 101}).text


def test_what_somebody_else_has_changed_of_a_request_meanwhile_stays(attorney, firm, put, matter, signed_in_as):
    document = a_document(firm, matter, name="Passport", instructions="Every page.", category="Identity")
    path, page = f"/matters/{matter.id}/documents/{document.id}", f"/matters/{matter.id}"
    opened = attorney.form(page, path).fields | {"instructions": "Every page."}
    signed_in_as(a_user(firm)).submit(page, path, instructions="The first page.", category="Travel", kind="pdf")
    wrong = attorney.post(path, opened | {"name": " ", "kind": "word"})
    assert wrong.status_code == 422
    form = next(each for each in attorney.forms_of(wrong.text) if each.action == path).fields
    assert form["kind"] == "word"
    answer = attorney.post(path, form | {"name": "Passport or identity card", "instructions": "Every page."})

    assert (answer.status_code, "Somebody has changed this meanwhile." in answer.text) == (409, True)
    for present in ("The first page.", "Travel", "PDF", "Passport"):
        assert f'<dd class="text" dir="auto">{present}</dd>' in answer.text
    assert 'value="Passport or identity card"' in answer.text
    kept = DocumentRequest.fetch(firm, document.id)
    assert (kept.name, kept.instructions, kept.category) == ("Passport", "The first page.", "Travel")

    an_upload(firm, put, document)  # the client's acts do not change the request
    form = next(each for each in attorney.forms_of(answer.text) if each.action == path).fields
    assert attorney.post(path, form | {"name": "Identity card", "instructions": "Every page."}).status_code == 303
    changed = DocumentRequest.fetch(firm, document.id)
    assert (changed.name, changed.instructions, changed.category) == ("Identity card", "Every page.", "Identity")


def test_request_is_moved(attorney, firm, matter):
    names = [a_document(firm, matter, name=name).name for name in ("One", "Two", "Three")]
    page = f"/matters/{matter.id}"
    move = f"{page}/documents/{requests_of(matter)['Three'].id}/move"
    attorney.submit(page, move)
    shown = attorney.get(page).text
    assert sorted(names, key=lambda name: shown.index(f"<strong>{name}")) == ["One", "Three", "Two"]

    for nonsense in ("0", "-1", "9999", "x", "٣", ""):
        assert attorney.submit(page, move, position=nonsense).status_code == 303
    assert [each.position for each in requests_of(matter).values()] == [1, 3, 2]


def test_many_requests_are_paged_by_category(attorney, firm, matter, monkeypatch, statements):
    monkeypatch.setattr("intake.console.matters.models.REQUESTS_PER_PAGE", 3)
    made = {name: a_document(firm, matter, name=name, category=name[0]) for name in (
        "A1", "B1", "A2", "B2", "A3", "A4", "B3")}  # three, A4 with B1 and B2, and B3
    page = f"/matters/{matter.id}"

    def shown(address):
        return re.findall(r"<strong>(\w+)</strong>", attorney.get(address).text)

    with statements() as seen:
        attorney.get(f"{page}?page=2")
    assert len(seen) <= 4
    assert [shown(f"{page}?page={number}") for number in (1, 2, 3, 9)] == [
        ["A1", "A2", "A3"], ["A4", "B1", "B2"], ["B3"], ["B3"]]
    assert shown(f"{page}?document={made['B1'].id}") == ["A4", "B1", "B2"]
    assert 'value="A"' in attorney.get(f"{page}?page=3").text, "every category is suggested"
    answer = attorney.submit(f"{page}?page=2", f"{page}/documents/{made['A4'].id}/move")  # before the one above
    assert shown(answer.location) == ["A1", "A2", "A4"]
    wrong = attorney.submit(f"{page}?page=2", f"{page}/documents/{made['B2'].id}", name=" ")
    assert (wrong.status_code, "<strong>B2</strong>" in wrong.text) == (422, True)
    answer = attorney.submit(f"{page}?page=3", f"{page}/documents/{made['B3'].id}/delete?page=3")
    assert shown(answer.location) == ["A3", "B1", "B2"], "the last page has gone with it"


def test_request_is_waived_with_a_reason(attorney, firm, matter):
    document = a_document(firm, matter)
    page = f"/matters/{matter.id}"
    waive = attorney.form(page, f"{page}/documents/{document.id}/waive")
    assert "Write why" in attorney.post(waive.action, waive.fields | {"reason": " "}).text
    answer = attorney.post(waive.action, waive.fields | {"reason": "The insurer has it."})
    shown = attorney.get(answer.location).text

    assert ("Waived" in shown, "The insurer has it." in shown, waive.action in shown) == (True, True, False)
    assert "And once again." in attorney.post(waive.action, waive.fields | {"reason": "And once again."}).text


def test_what_the_client_wrote_waives_the_request(attorney, firm, matter):
    document = a_document(firm, matter, client_note="It was <stolen>.", client_noted_at=now())
    page = f"/matters/{matter.id}"
    shown = attorney.get(page).text
    assert ("It was &lt;stolen&gt;." in shown, "The client is waiting for your answer" in shown) == (True, True)
    assert "The client is waiting for your answer" in attorney.get(f"{page}?turn=firm").text

    answer = attorney.submit(page, f"{page}/documents/{document.id}/ask-again")
    assert answer.location.endswith("/messages?text=missing&done=asked-again#write")
    assert "It is on the client&#39;s list again." in attorney.get(answer.location).text
    shown = attorney.get(page).text
    assert ("It was &lt;stolen&gt;." in shown, "Waiting for the client" in shown) == (True, True)
    assert "ask-again" not in shown
    document.change(client_noted_at=now() - timedelta(days=1))
    matter.change(client_since=now())
    assert "The client is waiting for your answer" not in attorney.get(page).text  # the note is that of an earlier one
    attorney.submit(page, f"{page}/documents/{document.id}/waive")

    waived = DocumentRequest.fetch(firm, document.id)
    assert (waived.status, waived.waived_reason) == ("approved", "It was <stolen>.")


def test_file_is_handed_in_for_the_client(paralegal, firm, matter, put):
    document = a_document(firm, matter, accepted_types=["application/pdf"])
    page = paralegal.get(f"/matters/{matter.id}")
    assert f"connect-src 'self' {storage.upload_origin}" in page.headers["Content-Security-Policy"]
    headers = {"X-CSRF-Token": re.search('data-csrf="(.*?)"', page.text)[1], "Accept": "application/json"}

    def issue(**values):
        body = {"filename": "scan.pdf", "content_type": "application/pdf", "file_size_bytes": len(PDF)} | values
        path = f"/matters/{matter.id}/documents/{document.id}/uploads"
        return paralegal.open("POST", path, json=body, headers=headers)

    assert issue(content_type="image/png").status_code == 400
    headers["X-CSRF-Token"] = "forged"
    assert issue().status_code == 400
    headers["X-CSRF-Token"] = re.search('data-csrf="(.*?)"', page.text)[1]
    issued = issue().json["data"]
    put(issued["upload_url"], PDF, "application/pdf")
    confirm = f"uploads/{issued['upload_id']}/confirm"
    elsewhere = paralegal.open("POST", f"/matters/{a_matter(firm).id}/{confirm}", headers=headers)
    part = paralegal.open("POST", f"/matters/{matter.id}/uploads/{issued['upload_id']}/parts", json={"start": 0},
                          headers=headers).json["data"]
    requests.put(part["upload_url"], data=PDF, timeout=30)
    confirmed = paralegal.open("POST", f"/matters/{matter.id}/{confirm}", headers=headers)

    assert (elsewhere.status_code, confirmed.status_code) == (404, 200)
    assert "scan.pdf" in paralegal.get(f"/matters/{matter.id}").text


def test_files_are_downloaded_in_one_archive(attorney, signed_in_as, rival, firm, put, matter):
    review(firm, an_upload(firm, put, a_document(firm, matter, name="Passport")).id, "approved")
    an_upload(firm, put, a_document(firm, matter, name="Lease"))
    path = f"/matters/{matter.id}/documents/archive"
    shown = attorney.get(f"/matters/{matter.id}").text
    names = [[name.split()[0] for name in zipfile.ZipFile(io.BytesIO(attorney.get(each).data)).namelist()]
             for each in (path, f"{path}?files=all")]

    assert (f'"{path}"' in shown, f'"{path}?files=all"' in shown) == (True, True)
    assert names == [["Passport"], ["Passport", "Lease"]]
    assert signed_in_as(a_user(rival, "admin")).get(path).status_code == 404


def test_documents_are_shown_by_who_has_to_do_something_next(attorney, firm, matter):
    for status in ("pending", "rejected", "uploaded", "approved"):
        a_document(firm, matter, name=status).change(status=status)
    page = f"/matters/{matter.id}"
    assert "?turn=" not in attorney.get(page).text  # of so few the eye finds each
    for number in range(2):
        a_document(firm, matter, name=f"Paper {number}")
    assert "?turn=client" in attorney.get(page).text

    shown = [re.findall(r"<strong>([\w ]+)</strong>", attorney.get(f"{page}?turn={turn}").text)
             for turn in ("client", "firm", "done", "x")]
    assert [len(each) for each in shown] == [4, 1, 1, 6]
    assert (shown[0][:2], shown[1:3]) == (["pending", "rejected"], [["uploaded"], ["approved"]])

    narrowed = f"{page}?search=Paper&turn=client"
    for act, name, fields in (
            ("move", "Paper 0", {}), ("waive", "Paper 1", {"reason": "Lost"}), ("delete", "Paper 0", {})):
        action = f"{page}/documents/{requests_of(matter)[name].id}/{act}?search=Paper&turn=client"
        answer = attorney.submit(narrowed, action, **fields)
        assert "search=Paper&turn=client" in answer.location
    for document in requests_of(matter).values():
        document.change(status="approved")
    assert "Nothing waits for the client." in attorney.get(f"{page}?turn=client").text


def test_a_document_is_found_by_the_name_of_a_file(attorney, firm, matter, put):
    document = a_document(firm, matter, name="Income")
    an_upload(firm, put, document, filename="Résumé.pdf")
    path = f"/matters/{matter.id}"
    assert 'name="search"' not in attorney.get(path).text  # there is one page, which a browser can search
    for number in range(50):
        a_document(firm, matter, name=f"Paper {number:02}")
    assert 'name="search"' in attorney.get(path).text

    for words, found in (("resume", [True, False]), ("paper+07", [False, True]), ("x", [False, False])):
        page = attorney.get(f"{path}?search={words}").text
        assert [f"<strong>{name}</strong>" in page for name in ("Income", "Paper 07")] == found
        assert ("No document or file matches." in page) == (words == "x")
    assert attorney.get(f"{path}?search=%00%20").text.count("<strong>") >= 13
