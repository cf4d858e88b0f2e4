"""Files go from a client's phone straight to storage, even over a bad connection."""

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import expect

from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import ISSUED
from intake.gateways.storage import storage
from tests.builders import PDF, PNG, a_document
from tests.waiting import wait_until

PHOTO = PNG + b"\0" * 2_000_000


@pytest.fixture
def document(firm, matter):
    """The client's document request."""
    return a_document(firm, matter, name="Passport")


@pytest.fixture
def checklist(phone, document, link):
    """The phone, at the checklist."""
    phone.open(f"{link.url}/documents")
    return phone


@pytest.fixture(autouse=True)
def _whole_line(line):
    """Restore the line after each test."""
    yield
    line.is_dead = False
    line.pace = None
    line.release()
    line.cut_after(None)


def handed_in(document):
    """The confirmed uploads, the oldest first."""
    return list(Upload.of(document).where(Upload.document_id == document.id, Upload.status != ISSUED)
                .order_by(Upload.uploaded_at))


def stored(upload):
    with storage.open(upload.storage_key) as stream:
        return stream.read()


def large_picture(side=600):
    """A PNG with a soft gradient, of more than 1 MB because it is not compressed."""
    file = io.BytesIO()
    Image.linear_gradient("L").resize((side, side)).convert("RGB").save(file, "PNG", compress_level=0)
    return file.getvalue()


def test_a_file_is_handed_in_as_it_is(checklist, document):
    checklist.hand_in(document, "paß <b>&.pdf", PDF)

    checklist.sees(document, "checking")
    checklist.said("paß <b>&.pdf was handed in. 1 of 1 complete")
    expect(checklist.item(document).locator(".file .name")).to_have_text("paß <b>&.pdf")
    (upload,) = handed_in(document)
    assert (upload.filename, upload.content_type, upload.file_size_bytes) == (
        "paß <b>&.pdf", "application/pdf", len(PDF))
    assert stored(upload) == PDF
    assert DocumentRequest.fetch(document, document.id).status == "uploaded"


def test_a_long_name_is_not_cut_within_a_sign(checklist, document):
    for number, signs in enumerate((110, 300), 1):
        checklist.hand_in(document, f"{number}{'😀' * signs}.pdf", PDF)
        checklist.said(f"{number}{'😀' * signs}.pdf was handed in.")

    assert [upload.filename for upload in handed_in(document)] == [f"1{'😀' * 110}.pdf", f"2{'😀' * 179}.pdf"]


def test_a_line_that_breaks_is_taken_up_again(checklist, document, line):
    line.cut_after(500_000)

    checklist.hand_in(document, "photo.png", PHOTO, "image/png", way="photo")

    checklist.said("photo.png was handed in.")
    assert line.cuts == 1
    (upload,) = handed_in(document)
    assert stored(upload) == PHOTO


def test_of_a_large_file_only_the_part_that_broke_is_sent_again(checklist, document):
    scan, parts = PDF + b"%" * 8_500_000, []
    checklist.page.on("request", lambda request: parts.extend(re.findall("partNumber=([0-9]+)", request.url)))
    checklist.page.route(re.compile("partNumber=2"), lambda route: route.abort(), times=1)

    checklist.hand_in(document, "deed.pdf", scan)

    checklist.said("deed.pdf was handed in.")
    assert parts == ["1", "2", "2"]
    (upload,) = handed_in(document)
    assert stored(upload) == scan


def test_what_has_arrived_is_not_sent_once_more(phone, document, link):
    """Each response was lost, until the client was asked."""
    phone.page.add_init_script("""
        const wait = setTimeout;
        window.setTimeout = (act, pause, ...given) => wait(act, pause <= 16000 ? pause / 100 : pause, ...given);""")
    page, item = phone.open(f"{link.url}/documents"), phone.item(document)
    page.route("**/confirm", lambda route: (route.fetch(), route.abort()))
    phone.hand_in(document, "passport.pdf", PDF)
    expect(item.locator(".sending .said")).to_contain_text("could not be sent")
    page.unroute("**/confirm")
    item.get_by_role("button", name="Try again").click()
    phone.said("passport.pdf was handed in.")
    assert len(handed_in(document)) == 1


def test_a_program_that_takes_a_file_at_once_and_passes_it_on_slowly_is_waited_for(phone, document, link, line):
    """Virus scanners and VPNs do so, for longer than the line may be silent; its 45 seconds are half a second here."""
    phone.page.add_init_script("""
        const wait = setTimeout;
        window.setTimeout = (act, pause, ...given) => wait(act, pause / 100, ...given);""")
    phone.open(f"{link.url}/documents")
    line.pace = 500_000

    phone.hand_in(document, "scan.pdf", PDF + b"\n%" * 200_000)

    phone.said("scan.pdf was handed in.")


def test_without_any_network_it_waits_and_then_goes_on(checklist, document, line):
    line.hold()
    checklist.hand_in(document, "scan.pdf", PDF * 1000)
    said = checklist.item(document).locator(".sending .said")
    expect(said).to_contain_text("% sent")

    checklist.context.set_offline(True)
    line.is_dead = True
    line.release()
    expect(said).to_have_text("You are offline. This goes on as soon as you are back.")
    checklist.keep("offline")
    line.is_dead = False
    checklist.context.set_offline(False)

    checklist.said("scan.pdf was handed in.")
    assert len(handed_in(document)) == 1


def test_cancelled_upload_leaves_nothing(checklist, document, line):
    line.hold()
    checklist.hand_in(document, "wrong.png", PHOTO, "image/png")
    expect(checklist.item(document).locator(".sending progress")).to_be_visible()
    checklist.keep("sending")

    checklist.page.get_by_role("button", name="Cancel: wrong.png").click()

    checklist.said("wrong.png was cancelled.")
    expect(checklist.item(document).locator(".sending")).to_have_count(0)
    expect(checklist.item(document).locator("> * > summary")).to_be_focused()
    line.release()
    checklist.page.reload()
    checklist.sees(document, "needed")
    assert handed_in(document) == []


def test_several_files_stay_listed_and_the_last_can_be_taken_back(checklist, document):
    checklist.item(document).locator(".choose input").set_input_files([
        {"name": f"page {number}.pdf", "mimeType": "application/pdf", "buffer": PDF} for number in (1, 2, 3)])
    expect(checklist.item(document).locator(".file")).to_have_count(3)

    checklist.item(document).locator(".removal summary").first.click()
    checklist.context.set_offline(True)
    checklist.item(document).locator(".removal button").first.click()
    expect(checklist.item(document).locator(".removal .wrong")).to_contain_text("could not be removed")
    checklist.context.set_offline(False)
    checklist.item(document).locator(".removal summary").first.click()

    for left in (2, 1, 0):
        name = checklist.item(document).locator(".file .name").first.inner_text()
        checklist.item(document).locator(".removal summary").first.click()
        checklist.page.get_by_role("button", name=f"Yes, remove it {name}").click()
        checklist.said(f"{name} was removed.")
        expect(checklist.item(document).locator(".file")).to_have_count(left)
        expect(checklist.item(document).locator("> * > summary")).to_be_focused()

    checklist.sees(document, "needed")
    assert handed_in(document) == []


UNACCEPTABLE = [
    ("letter.docx", "application/octet-stream", PDF,
     "letter.docx is a type of file that cannot be sent here. Accepted: PDF, photos."),
    ("empty.pdf", "application/pdf", b"", "empty.pdf is empty."),
    ("a\u202efdp.exe", "", b"MZ", "afdp.exe is a type of file that cannot be sent here."),
    ("huge.pdf", "application/pdf", PDF + b"0" * 1_500_000, "huge.pdf is 1.4 MB, and at most 1 MB can be sent here."),
]


def test_unacceptable_files_are_reported_before_sending(checklist, document):
    document.change(accepted_types=["application/pdf"], max_file_size_mb=1)
    checklist.page.reload()

    for name, kind, body, complaint in UNACCEPTABLE:
        checklist.hand_in(document, name, body, kind)

        checklist.said(complaint)
        expect(checklist.item(document).locator(".sending")).to_contain_text(complaint)
        checklist.page.get_by_role("button", name=f"Close: {complaint.partition(' is ')[0]}").click()
        expect(checklist.item(document).locator(".sending")).to_have_count(0)
    assert Upload.of(document).where(Upload.document_id == document.id).count() == 0


def test_a_file_that_is_gone_when_it_is_sent_is_to_be_chosen_again(checklist, document, tmp_path):
    file, asked, methods = tmp_path / "scan.pdf", [], []
    file.write_bytes(PDF)
    checklist.page.on("request", lambda request: methods.append(request.method))
    checklist.page.route("**/uploads", lambda route: asked.append(route))
    checklist.item(document).locator(".choose input").set_input_files(file)
    expect(checklist.item(document).locator(".sending .said")).to_be_visible()
    file.unlink()
    wait_until(lambda: checklist.page.wait_for_timeout(20) or asked)
    asked[0].continue_()

    checklist.said("scan.pdf can no longer be read. Please choose it again.")
    assert "PUT" not in methods  # for which Firefox and Safari may wait long
    assert not handed_in(document)


def test_file_that_a_reload_has_ended_is_named_until_it_is_chosen_again(checklist, firm, matter, document, line):
    tax_return = a_document(firm, matter, name="Tax return")  # stays open
    line.hold()
    checklist.hand_in(document, "scan.pdf", PDF)
    checklist.said("Sending scan.pdf")
    checklist.page.on("dialog", lambda dialog: dialog.accept())
    checklist.page.reload()
    line.release()
    lost = checklist.item(document).locator(".sending.failed")
    expect(lost).to_contain_text("scan.pdfThis was not sent, because the page was closed")
    checklist.page.reload()
    checklist.said("scan.pdf. This was not sent")

    checklist.hand_in(document, "scan.pdf", PDF)
    checklist.said("scan.pdf was handed in.")
    expect(lost).to_have_count(0)
    checklist.page.reload()
    expect(checklist.item(document).locator(".file")).to_have_count(1)
    expect(lost).to_have_count(0)

    line.hold()
    checklist.hand_in(document, "back.pdf", PDF)
    checklist.said("Sending back.pdf")
    checklist.page.reload()
    line.release()
    expect(lost).to_be_visible()  # among what has been sent
    a_document(firm, matter, name="Lease")
    checklist.hand_in(tax_return, "tax.pdf", PDF)
    expect(checklist.page.get_by_role("heading", name="Lease")).to_be_visible()
    expect(lost).to_be_visible()


def test_a_photo_is_made_to_fit(checklist, document):
    document.change(accepted_types=["image/*"], max_file_size_mb=1)
    checklist.page.reload()

    checklist.hand_in(document, "IMG_1.png", large_picture(), "image/png", way="photo")

    checklist.said("IMG_1.png was handed in.")
    (upload,) = handed_in(document)
    assert (upload.filename, upload.content_type) == ("IMG_1.jpg", "image/jpeg")
    assert upload.file_size_bytes <= 1024 * 1024
    assert stored(upload).startswith(b"\xff\xd8\xff")


def test_what_can_be_seen_through_becomes_white(checklist, document):
    document.change(accepted_types=["image/jpeg"])
    checklist.page.reload()
    signature = io.BytesIO()
    Image.new("RGBA", (64, 64)).save(signature, "PNG")

    checklist.hand_in(document, "signature.png", signature.getvalue(), "image/png")

    checklist.said("signature.png was handed in.")
    (upload,) = handed_in(document)
    assert Image.open(io.BytesIO(stored(upload))).getpixel((32, 32)) == (255, 255, 255)


def test_no_noise_is_sent_in_the_place_of_a_photo(checklist, document):
    """Tor's browser returns noise for canvas contents, to prevent fingerprinting."""
    document.change(accepted_types=["image/jpeg"])
    checklist.page.add_init_script("""
        const read = CanvasRenderingContext2D.prototype.getImageData;
        CanvasRenderingContext2D.prototype.getImageData = function (...place) {
            const made = read.apply(this, place);
            made.data.forEach((_, each) => { made.data[each] = 37 * each + 113; });
            return made;
        };""")
    checklist.page.reload()

    checklist.hand_in(document, "IMG_1.png", large_picture(64), "image/png")

    checklist.said("IMG_1.png is a type of file that cannot be sent here. Accepted: JPEG.")
    assert handed_in(document) == []


def test_a_photo_of_a_kind_that_browsers_do_not_know_goes_as_it_is(checklist, document):
    document.change(accepted_types=["image/*"])
    checklist.page.reload()
    body = b"\0\0\0\x18ftypheic" + b"\0" * 500

    checklist.hand_in(document, "IMG_2.HEIC", body, "")

    checklist.said("IMG_2.HEIC was handed in.")
    assert [(upload.content_type, stored(upload)) for upload in handed_in(document)] == [("image/heic", body)]


def test_a_type_that_windows_calls_otherwise_is_taken(checklist, document):
    document.change(accepted_types=["application/zip", "application/rtf"])
    checklist.page.reload()

    for name, told, body in (("papers.zip", "application/x-zip-compressed", b"PK\x05\x06" + bytes(18)),
                             ("letter.rtf", "application/msword", b"{\\rtf1 Dear Ana}")):
        checklist.hand_in(document, name, body, told)
        checklist.said(f"{name} was handed in.")
    assert [upload.content_type for upload in handed_in(document)] == ["application/zip", "application/rtf"]


def test_files_can_be_dropped_onto_an_item(checklist, document):
    dropped = checklist.page.evaluate_handle("""() => {
        const carried = new DataTransfer();
        carried.items.add(new File(["%PDF-1.4"], "dropped.pdf", {type: "application/pdf"}));
        return carried;
    }""")

    for event in ("dragover", "drop"):
        checklist.item(document).dispatch_event(event, {"dataTransfer": dropped})

    checklist.said("dropped.pdf was handed in.")
    assert [upload.filename for upload in handed_in(document)] == ["dropped.pdf"]


def test_an_item_that_was_approved_meanwhile_takes_no_more(checklist, firm, document):
    document.change(status="approved")

    checklist.hand_in(document, "late.pdf", PDF)

    checklist.said(f"late.pdf was not sent, because {firm.name} needs nothing more for “Passport”.")
    checklist.sees(document, "approved")


def test_link_closed_meanwhile_is_reported(checklist, document, matter):
    matter.change(status="archived")

    checklist.hand_in(document, "late.pdf", PDF)

    checklist.said("late.pdf was not sent, because this link has ended.")
    assert handed_in(document) == []
