"""Photos that are sent as one document: the firm gets one PDF, whatever happens meanwhile."""

import errno
import io
import subprocess
import sys

import pypdfium2
import pytest
from PIL import Image
from pillow_heif import register_heif_opener

from intake.cases.documents.models import DocumentRequest
from intake.cases.held_reviews.jobs import apply_held_review
from intake.cases.photos import actions, joiner
from intake.cases.photos.errors import NotAPhoto
from intake.cases.photos.schemas import PhotosIn
from intake.cases.uploads.actions import review
from intake.cases.uploads.errors import FileNotMade, UploadAlreadyConfirmed
from intake.cases.uploads.jobs import process, process_failed
from intake.cases.uploads.models import Upload
from intake.cases.uploads.withdrawal import withdraw
from intake.core.errors import Invalid, InvalidStatusTransition, NotFound
from intake.gateways.storage import FileNotFoundInStorage, storage
from tests.builders import PDF, a_document, a_user, an_issued_upload, an_upload
from tests.core.answers import data, refusal
from tests.integrations.sync.killable import KillableRuns
from tests.killed_steps import kill_everywhere
from tests.source import ROOT
from tests.stand_ins.pictures import SIDEWAYS, png_of_size

register_heif_opener()

RED, BLUE, WHITE = (200, 0, 0), (0, 0, 200), (255, 255, 255)


def photo(format="JPEG", size=(400, 200), **options):
    """A picture that is red on the left and blue on the right."""
    picture = Image.new("RGB", size, RED)
    picture.paste(BLUE, (size[0] // 2, 0, *size))
    file = io.BytesIO()
    picture.save(file, format, **options)
    return file.getvalue()


@pytest.fixture
def document(firm):
    return a_document(firm, name="Passport", accepted_types=["application/pdf"])


@pytest.fixture
def sent(firm, document, put):
    """Send photos: `sent((body, turn, crop), …)`."""
    def send(*photos, kind="image/jpeg"):
        pages = []
        for body, turn, crop in photos:
            upload = actions.issue_photo_url(firm, document.id, "IMG.jpg", kind, len(body))
            assert put(upload.upload_url, body, kind).status_code == 200
            pages.append({"upload_id": upload.id, "turn": turn, "crop": crop})
        return actions.confirm_photos(firm, document, **PhotosIn().load({"filename": "Passport.pdf", "photos": pages}))

    return send


WHOLE = [0, 0, 1, 1]


def pages_of(upload):
    """The pages of the file as pictures of at most 300 pixels."""
    with storage.open(upload.storage_key) as stream:
        document = pypdfium2.PdfDocument(stream.read())
    return [page.render(scale=300 / max(page.get_size())).to_pil().convert("RGB") for page in document]


def at(page, x, y):
    """Return the nearest plain colour at this place, given as fractions of the page."""
    found = page.getpixel((int(x * page.width), int(y * page.height)))
    return min((RED, BLUE, WHITE), key=lambda each: sum(abs(a - b) for a, b in zip(each, found, strict=True)))


@pytest.fixture
def stored(services, firm):
    """Return the keys of an upload's objects in storage: `stored(upload)`."""
    def look(upload):
        root = services.s3.bucket
        return sorted(each.relative_to(root).as_posix() for each in root.glob(f"files/{firm.id}/{upload.id}/**/*")
                      if each.is_file())

    return look


@pytest.fixture
def perform(worker):
    """Let the worker do all due work."""
    def everything():
        worker.settle()

    return everything


def test_photos_become_one_pdf_with_a_page_for_each(sent, document, stored, announced, perform):
    upload = sent((photo(), 0, WHOLE), (photo(), 90, WHOLE), (photo(), 0, [.6, 0, 1, 1]),
                  (photo(exif=SIDEWAYS), 270, WHOLE), (photo("PNG"), 180, [0, 0, .4, 1]), (photo("HEIF"), 0, WHOLE),
                  (photo(size=(4000, 3000)), 0, WHOLE))
    assert (upload.status, upload.filename, upload.content_type) == ("pending", "Passport.pdf", "application/pdf")
    assert DocumentRequest.fetch(document, document.id).upload_id == upload.id
    assert Upload.of(document).count() == 1
    assert [type for type, _ in announced()].count("document.uploaded") == 1
    assert len(stored(upload)) == 7

    perform()

    upload = Upload.fetch(document, upload.id)
    plain, turned, cropped, upright, half, heic, large = pages_of(upload)
    assert (at(plain, .2, .5), at(plain, .8, .5), plain.width > plain.height) == (RED, BLUE, True)
    assert (at(turned, .5, .2), at(turned, .5, .8), turned.width < turned.height) == (RED, BLUE, True)
    assert {at(cropped, .1, .5), at(cropped, .9, .5)} == {BLUE}
    assert (at(upright, .2, .5), at(upright, .8, .5)) == (RED, BLUE)  # turned by the camera, and back by the client
    assert {at(half, .1, .5), at(half, .9, .5)} == {BLUE}
    assert (at(heic, .2, .5), large.size) == (RED, (300, 225))
    assert (upload.photos, upload.scan_status, upload.page_count, upload.type_mismatch) == (None, "skipped", 7, False)
    assert upload.file_size_bytes == storage.head(upload.storage_key).size
    assert [key for key in stored(upload) if "/preview/" not in key] == [upload.storage_key]  # no photo is left


def test_what_was_interrupted_is_done_later_and_once(sent, document, stored, perform):
    upload = sent((photo(), 0, WHOLE), (photo(), 0, WHOLE))
    one, two = Upload.for_job(upload.id), Upload.for_job(upload.id)
    storage.put(f"files/{upload.firm_id}/{upload.id}/written", photo(), "application/pdf")  # and then it was killed
    actions.join(one)
    actions.join(two)
    made = Upload.fetch(document, upload.id)
    assert made.storage_key == one.storage_key != two.storage_key
    process(upload.id)
    perform()

    upload = Upload.fetch(document, upload.id)
    assert (upload.storage_key, upload.page_count, len(pages_of(upload))) == (one.storage_key, 2, 2)
    assert not [key for key in stored(upload) if "/photos/" in key]


def test_until_it_is_made_it_is_neither_read_nor_lost(sent, firm, document, api, monkeypatch):
    monkeypatch.setattr(joiner, "_SECONDS", 0.01)
    monkeypatch.setattr(joiner, "_SECONDS_A_PHOTO", 0)
    upload = sent((photo(), 0, WHOLE))
    for query in ("", "?unscanned=true"):
        assert refusal(api.get(f"/uploads/{upload.id}/download{query}")) == (422, "file_not_scanned")
    with pytest.raises(joiner.Interrupted):
        process(upload.id)
    assert Upload.fetch(document, upload.id).photos == upload.photos
    monkeypatch.undo()
    process(upload.id)
    assert data(api.get(f"/uploads/{upload.id}/download"))["scan_status"] == "skipped"

    upload = sent((photo(), 0, WHOLE))
    withdraw(firm, document.matter_id, upload.id)
    process(upload.id)
    assert Upload.for_job(upload.id) is None


@pytest.mark.parametrize(("body", "why"), [
    (photo("PNG")[:60], "No se puede leer el archivo."),
    (b"\x89PNG\r\n\x1a\n" + bytes(500), "No se puede leer el archivo."),
    (png_of_size(10_000, 9_000), "Las fotos son demasiado grandes"),
], ids=["cut off", "empty", "too large"])
def test_photo_that_cannot_become_a_page_is_asked_for_again(sent, document, body, why):
    upload = sent((photo("PNG"), 0, WHOLE), (body, 0, WHOLE), kind="image/png")
    process(upload.id)

    upload = Upload.fetch(document, upload.id)
    assert (upload.status, upload.scan_status) == ("rejected", "failed")
    assert upload.review_in("es").startswith(why)
    assert DocumentRequest.fetch(document, document.id).status == "rejected"


def test_worker_that_is_killed_asks_for_the_photo_again_all_the_same(services, sent, firm, document, announced):
    upload = sent((b"\x89PNG\r\n\x1a\n" + bytes(500), 0, WHOLE), kind="image/png")
    with KillableRuns(services, {}, "tests.killed_steps:perform") as runs:
        assert kill_everywhere(runs, {"task": "process_upload", "arguments": [upload.id]}) >= 2

    assert (Upload.fetch(firm, upload.id).status, DocumentRequest.fetch(firm, document.id).status) == ("rejected",) * 2
    assert [type for type, _ in announced()].count("document.rejected") == 1


def test_photos_are_not_approved_before_it_is_known_that_they_can_be_read(sent, document, api, signed_in_as, firm):
    desk = signed_in_as(a_user(firm))
    good, bad = sent((photo(), 0, WHOLE)), sent((b"\x89PNG\r\n\x1a\n" + bytes(500), 0, WHOLE), kind="image/png")
    for upload in (good, bad):
        refused = api.patch(f"/uploads/{upload.id}/status", {"status": "approved"})
        assert refusal(refused) == (422, "file_not_scanned")
        desk.submit(f"/review?file={upload.id}", f"/review/{upload.id}/approve")
        with pytest.raises(FileNotMade):
            apply_held_review(upload.id)
    for upload in (bad, good):
        process(upload.id)
        apply_held_review(upload.id)

    assert [Upload.fetch(firm, upload.id).status for upload in (good, bad)] == ["approved", "rejected"]


def test_photos_of_which_no_pdf_comes_for_a_day_are_asked_for_again(sent, firm, document, api):
    upload, reviewed = sent((photo(), 0, WHOLE)), sent((photo(), 0, WHOLE))
    review(firm, reviewed.id, "rejected", "Blurred.")
    for each in (upload, reviewed):
        process_failed(each.id)

    assert data(api.get(f"/uploads/{reviewed.id}"))["reviewer_notes"] == "Blurred."
    shown = data(api.get(f"/uploads/{upload.id}"))
    assert (shown["status"], shown["scan_status"], shown["reason"]["id"]) == ("rejected", "failed", None)


def test_a_pdf_that_is_too_large_gets_smaller_pictures(app):
    noise = Image.effect_noise((1600, 1200), 120).convert("RGB")
    file = io.BytesIO()
    noise.save(file, "JPEG", quality=95)
    storage.put("tests/noise", file.getvalue(), "image/jpeg")
    photos = [{"key": "tests/noise", "turn": 0, "crop": WHOLE}]
    whole = len(joiner.join_photos(photos, 10**7))
    assert len(joiner.join_photos(photos, whole // 2)) <= whole // 2
    with pytest.raises(joiner.PhotosTooLarge):
        joiner.join_photos(photos, 20_000)


def test_the_program_opens_nothing(app):
    script = ("import sys; sys.path.insert(0, sys.argv[1])\n"
              "from intake.cases.photos import join_photos as program\nprogram.limit_this_process(program.LIMITS)\n"
              "try: open('/etc/hostname')\nexcept OSError as error: print(error.errno)")
    run = subprocess.run([sys.executable, "-I", "-c", script, ROOT], capture_output=True, text=True)
    assert run.stdout == f"{errno.EMFILE}\n", run.stderr


def test_photos_are_those_of_the_document_and_go_once(sent, firm, document, put, rival):
    upload = sent((photo(), 0, WHOLE))
    other = an_upload(firm, put)
    issued = an_issued_upload(firm, document)
    for id, error in ((upload.id, UploadAlreadyConfirmed), (other.id, NotFound), (a_document(rival).id, NotFound),
                      (an_issued_upload(rival).id, NotFound), (issued.id, FileNotFoundInStorage)):
        with pytest.raises(error):
            actions.confirm_photos(firm, document, "x.pdf", [{"upload_id": id, "turn": 0, "crop": WHOLE}])
    put(issued.upload_url, PDF, "application/pdf")
    with pytest.raises(NotAPhoto):
        actions.confirm_photos(firm, document, "x.pdf", [{"upload_id": issued.id, "turn": 0, "crop": WHOLE}])
    assert Upload.fetch(firm, issued.id).status == "issued"
    with pytest.raises(Invalid):
        actions.issue_photo_url(firm, document.id, "x.gif", "image/gif", 10)
    document.change(accepted_types=["image/*"])
    with pytest.raises(Invalid):
        actions.issue_photo_url(firm, document.id, "x.jpg", "image/jpeg", 10)
    document.change(status="approved")
    with pytest.raises(InvalidStatusTransition):
        actions.issue_photo_url(firm, document.id, "x.jpg", "image/jpeg", 10)


@pytest.mark.parametrize("change", [
    {"turn": 45}, {"turn": "left"}, {"crop": [0, 0, 1]}, {"crop": [0, 0, 0.01, 1]}, {"crop": [0.9, 0, 0.1, 1]},
    {"crop": [0, 0, 1, float("nan")]}, {"crop": [-1, 0, 1, 1]}, {"crop": None}, {"upload_id": "\0"}, {"more": 1}],
    ids=range(10))
def test_an_invalid_page_is_refused(change):
    page = {"upload_id": "upl_x", "turn": 90, "crop": WHOLE}
    assert not PhotosIn().validate({"filename": "a.pdf", "photos": [page]})
    assert PhotosIn().validate({"filename": "a.pdf", "photos": [page | change]})
    assert PhotosIn().validate({"filename": "a.pdf", "photos": [page, page]})
    assert PhotosIn().validate({"filename": "a.pdf", "photos": []})
    assert PhotosIn().validate(
        {"filename": "a.pdf", "photos": [page | {"upload_id": f"upl_{each}"} for each in range(31)]})
