"""The pages of legal holds: placing one, its notices on other pages, and lifting it."""


from intake.cases.holds.actions import create
from intake.cases.holds.models import LegalHold
from intake.cases.uploads.actions import review
from tests.builders import a_client, a_document, a_matter, a_user, an_upload

PATH = "/settings/records/holds"


def test_a_hold_from_its_making_to_its_end(firm, desk, put, signed_in_as):
    client = a_client(firm)
    matter = a_matter(firm, client_id=client.id, title="<b>Silva</b>")
    document = a_document(firm, matter)
    waiting, rejected = (an_upload(firm, put, a_document(firm, matter)) for _ in range(2))
    review(firm, rejected.id, "rejected", "Cut off.")
    assert "Nothing is on hold" in desk.get(PATH).text
    new = f"{PATH}/new?matter_id={matter.id}"
    assert new in desk.get(f"/matters/{matter.id}").text
    assert "Say why" in desk.submit(new, reason=" ").text
    for day in ("soon", "0031-05-03"):  # browsers take 31 for the year 0031
        assert "Enter a date." in desk.submit(new, reason="Subpoena of May 3", until=day).text
    assert "Choose today or a later date." in desk.submit(new, reason="Subpoena of May 3", until="2024-02-29").text
    desk.submit(new, reason="Subpoena of May 3", until="2031-05-03")
    [hold] = LegalHold.of(firm)
    assert (hold.matter_id, hold.reason, str(hold.until)) == (matter.id, "Subpoena of May 3", "2031-05-03")

    for shown in (PATH, f"{PATH}/{hold.id}", f"/matters/{matter.id}", f"/matters/{matter.id}/deadlines",
                  f"/clients/{client.id}", f"/uploads/{waiting.id}", f"/review?file={waiting.id}"):
        page = desk.get(shown).text
        assert "Subpoena of May 3" in page, shown
        assert "<b>Silva" not in page, shown
    staff = signed_in_as(a_user(firm, "paralegal"))
    assert "Subpoena of May 3" in staff.get(f"/matters/{matter.id}").text
    assert PATH not in staff.get(f"/matters/{matter.id}").text
    assert staff.get(PATH).status_code == 404

    refused = staff.submit(f"/uploads/{rejected.id}", f"/uploads/{rejected.id}/reopen")
    assert refused.status_code == 423
    assert "Subpoena of May 3" in refused.text
    refused = desk.submit(f"/matters/{matter.id}", f"/matters/{matter.id}/documents/{document.id}/delete")
    assert refused.status_code == 423
    assert f"{PATH}/{hold.id}" in refused.text

    path = f"{PATH}/{hold.id}"
    opened = desk.form(path, path).fields
    signed_in_as(a_user(firm, "admin")).submit(path, path, reason="Subpoena of May 4", until="2032-05-04")
    answer = desk.post(path, opened | {"reason": "Subpoena of May 5"})
    assert (answer.status_code, 'dir="auto">Subpoena of May 4</dd>' in answer.text) == (409, True)
    assert LegalHold.fetch(firm, hold.id).reason == "Subpoena of May 4"
    for day in ("0032-05-04", "2024-02-29"):
        assert desk.submit(path, path, until=day).status_code == 422

    desk.submit(path, path, reason="Settled?", until="")
    assert LegalHold.fetch(firm, hold.id).reason == "Settled?"
    assert "Covers at present" in desk.get(f"{PATH}/{hold.id}").text
    desk.submit(f"{PATH}/{hold.id}", f"{PATH}/{hold.id}/lift")
    assert LegalHold.fetch(firm, hold.id).lifted_at
    assert "Covers at present" not in desk.get(f"{PATH}/{hold.id}").text
    assert "already been lifted" in desk.get(f"{PATH}/{hold.id}?failed=lifted-before").text
    assert "Settled?" not in desk.get(f"/matters/{matter.id}").text
    assert "Settled?" in desk.get(f"{PATH}?status=lifted").text


def test_a_search_is_held(firm, desk, rival):
    a_matter(firm, practice_area="immigration")
    assert "Say which matters" in desk.submit(f"{PATH}/new", reason="Audit").text
    desk.submit(f"{PATH}/new", reason="Audit", practice_area="immigration")
    [hold] = LegalHold.of(firm)
    assert hold.search["practice_area"] == "immigration"
    assert "1 matter" in desk.get(f"{PATH}/{hold.id}").text
    theirs = create(rival, "Theirs", search={"title": "x"})
    assert desk.get(f"{PATH}/{theirs.id}").status_code == 404
    assert desk.get(f"{PATH}/new?matter_id={a_matter(rival).id}").status_code == 404


def test_many_holds_have_three_banners_and_the_number_of_the_others(firm, desk):
    matter = a_matter(firm)
    for number in range(5):
        create(firm, f"Hold {number}", matter_id=matter.id)
    page = desk.get(f"/matters/{matter.id}").text

    assert page.count("On legal hold") == 3
    assert f'<a href="{PATH}">and 2 more legal holds</a>' in page
