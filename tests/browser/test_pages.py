"""Photos of a document on a phone: shown as pages, sorted, turned and cropped, and sent as one document."""

import io
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from intake import web
from intake.cases.uploads.jobs import process
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import ISSUED
from intake.core.clock import now
from intake.gateways.storage import storage
from intake.portal.codes.models import PortalCode
from tests.builders import a_document
from tests.waiting import wait_until

STATIC = Path(web.__file__).with_name("static")
TABLE, PAPER = 50, 225
UPRIGHT, ACROSS = (900, 1200), (1200, 900)


def photo(paper=(100, 100, 800, 1100), size=UPRIGHT, table=TABLE, mark=0, exif=None):
    """A photo of paper with lines of text on a table; `mark` is the number of boxes drawn on it."""
    picture = Image.new("RGB", size, (table,) * 3)
    draw = ImageDraw.Draw(picture)
    draw.polygon(paper if len(paper) > 4 else [(paper[0], paper[1]), (paper[2], paper[1]), (paper[2], paper[3]),
                                               (paper[0], paper[3])], fill=(PAPER,) * 3)
    for line in range(200, size[1] - 200, 24):
        for word in range(200, size[0] - 200, 60):
            draw.rectangle((word, line, word + 44, line + 8), fill=(40, 40, 60))
    for each in range(mark):
        draw.rectangle((150 + 120 * each, 120, 230 + 120 * each, 180), fill=(200, 0, 0))
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=80, **({"exif": exif} if exif else {}))
    return file.getvalue()


def file(number, body=None):
    return {"name": f"IMG_{number}.jpg", "mimeType": "image/jpeg", "buffer": body or photo(mark=number)}


WHOLE, TURNED = (100, 100, 800, 1100), (180, 60, 840, 160, 720, 1130, 60, 1030)
CUT = {
    "below": photo((100, 100, 800, 1200)),
    "on the right": photo((100, 100, 900, 1100)),
    "on the left of a picture across": photo((0, 100, 1000, 800), ACROSS),
    "on three sides": photo((0, 300, 900, 1200)),
}
FINE = {
    "whole": photo(WHOLE),
    "askew": photo(TURNED),
    "nothing of the table is seen": photo((0, 0, 900, 1200)),
    "a table as bright": photo(WHOLE, table=200),
    "something small reaches in": photo((100, 100, 800, 100, 800, 300, 900, 300, 900, 500, 800, 500, 800, 1100,
                                         100, 1100)),
}


def photo_doubts(page, photos):
    """Return the page's doubts about these photos."""
    for name in ("portal_sending.js", "portal_rows.js", "portal_photo.js"):
        page.add_script_tag(content=(STATIC / name).read_text())
    page.locator("input").set_input_files([file(name, body) for name, body in photos.items()])
    return page.evaluate("Promise.all([...document.querySelector('input').files].map(photoDoubt))")


def test_hint_when_paper_leaves_the_picture(chromium):
    page = chromium.new_page()
    try:
        page.set_content("<input type=file multiple>")
        found = photo_doubts(page, CUT | FINE)
    finally:
        page.close()
    assert dict(zip(CUT | FINE, found, strict=True)) == dict.fromkeys(CUT, "cut") | dict.fromkeys(FINE)


@pytest.fixture
def document(firm, matter):
    return a_document(firm, matter, name="Tax return", accepted_types=["application/pdf"])


def marks(page):
    """Return the number of boxes on a page of the PDF, and on which side they are."""
    picture = page.render(scale=1).to_pil().convert("RGB")
    width, height = picture.size
    red = [(x, y) for y in range(0, height, 4) for x in range(0, width, 4)
           if (found := picture.getpixel((x, y)))[0] > 120 and max(found[1:]) < 90]
    columns = sorted({x for x, _ in red})
    rows = sorted({y for _, y in red})
    long = columns if len(columns) > len(rows) else rows
    gaps = sum(b - a > 8 for a, b in pairwise(long))
    return gaps + 1, "top" if rows[-1] < height / 3 else "right" if columns[0] > width / 2 else "elsewhere"


def test_photos_become_one_document(phone_of, document, link, firm):
    phone = phone_of("es")
    page = phone.open(f"{link.url}/documents")
    item = phone.item(document)
    sheets = item.locator(".sheet")
    item.locator(".photo input").set_input_files(file(1))
    expect(item.get_by_role("heading", name="Sus páginas")).to_be_focused()
    item.locator(".choose input").set_input_files([file(2), file(3), file(4)])
    expect(sheets).to_have_count(4)
    expect(item.locator(".doubt")).to_have_text([""] * 4)
    expect(item.get_by_role("button", name="Enviar 4 páginas")).to_be_focused()
    assert phone.violations() == []
    assert phone.too_small() == []
    phone.keep("pages-es")

    item.get_by_role("button", name="Quitar: Página 3").press("Enter")  # the order is 1, 2, 4
    item.get_by_role("button", name="Subir: Página 3").press("Enter")  # 1, 4, 2
    expect(item.get_by_role("button", name="Subir: Página 2")).to_be_focused()
    item.get_by_role("button", name="Girar: Página 2").click()
    held, target = sheets.nth(2).locator(".grip").bounding_box(), sheets.nth(0).bounding_box()
    page.mouse.move(held["x"] + 5, held["y"] + 20)
    page.mouse.down()
    page.mouse.move(held["x"] + 5, target["y"] + 30, steps=12)
    phone.keep("pages-dragged", whole=False)
    page.mouse.up()  # 2, 1, 4
    item.get_by_role("button", name="Recortar: Página 2").click()
    page.set_viewport_size({"width": 844, "height": 390})  # the phone is turned, too
    page.get_by_role("button", name="Foto completa").click()
    expect(page.get_by_role("button", name="Hecho")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator(".cropping").evaluate("(dialog) => dialog.scrollWidth - dialog.clientWidth") == 0
    corner = page.get_by_role("button", name="Esquina inferior derecha")
    box, frame = corner.bounding_box(), page.locator(".frame").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(frame["x"] + frame["width"] * .9, frame["y"] + frame["height"] * .5, steps=5)
    page.mouse.up()
    for _ in range(5):
        corner.press("ArrowUp")
    expect(page.locator(".cropping [role=status]")).to_have_text("90 % desde la izquierda, 40 % desde arriba")
    assert phone.violations(".cropping") == []
    phone.keep("pages-cropping", whole=False)
    page.get_by_role("button", name="Hecho").click()
    page.emulate_media(color_scheme="dark")
    for width, height in ((320, 640), (1280, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert phone.violations() == []
        phone.keep(f"pages-{width}")
    item.get_by_role("button", name="Enviar 3 páginas").click()
    phone.said("Tax return.pdf")
    phone.sees(document, "checking")
    expect(item.locator("> * > summary")).to_be_focused()  # the button is gone
    expect(item.locator(".file .name")).to_have_text("Tax return.pdf")
    expect(item.locator(".paging")).to_have_count(0)

    [upload] = Upload.of(firm).where(Upload.document_id == document.id)
    process(upload.id)
    upload = Upload.fetch(firm, upload.id)
    with storage.open(upload.storage_key) as stream:
        pages = list(pypdfium2.PdfDocument(stream.read()))
    assert [marks(each) for each in pages] == [(2, "top"), (1, "elsewhere"), (4, "right")]
    width, height = pages[1].get_size()
    assert width / height == pytest.approx(.9 * 900 / (.4 * 1200), rel=.05)
    phone.sees(document, "received")


def test_links_ask_before_photos_are_lost(phone, document, link):
    """They do so even in the browser of an app that shows no alerts."""
    asked = []
    phone.page.add_init_script("window.confirm = () => false")
    page = phone.open(f"{link.url}/documents")
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    phone.item(document).locator(".photo input").set_input_files(file(1))
    expect(page.locator(".paging .send")).to_have_text("Send this page")
    page.get_by_role("link", name="Español").click()
    expect(page.get_by_role("dialog")).to_contain_text("the rest would be lost")
    assert phone.violations("dialog") == []
    phone.keep("leaving-photos", whole=False)
    page.get_by_role("button", name="Stay here").click()
    expect(page.locator(".paging .send")).to_have_text("Send this page")

    page.get_by_role("link", name="Español").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("heading", name="Sus documentos")).to_be_visible()
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", name="Your documents")).to_be_visible()
    assert asked == []  # the browser does not ask again either


def test_photos_stay_where_a_code_is_asked_for_meanwhile(phone, firm, document, link):
    page, item = phone.open(f"{link.url}/documents"), phone.item(document)
    item.locator(".photo input").set_input_files(file(1))
    expect(item.locator(".sheet canvas")).to_have_count(1)
    firm.change(settings={"portal_code": "new_device"})
    with page.expect_response(f"{link.url}/code"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    item.get_by_role("button", name="Send this page").click()
    expect(item.locator(".sending .said")).to_contain_text("because a code is needed first")
    page.get_by_role("link", name="Español").click()
    page.get_by_role("dialog").get_by_role("button", name="Stay here").click()

    with page.context.expect_page() as opened:
        item.get_by_role("button", name="Enter a code in another tab").click()
    opened.value.get_by_role("button", name="Send a code by e-mail").click()
    opened.value.locator("#code").fill(PortalCode.of(firm).get().digits)
    opened.value.get_by_role("button", name="Continue").click()
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text("Hello")
    opened.value.close()
    item.get_by_role("button", name="Try again").click()
    phone.said("Tax return.pdf was handed in.")


def test_photos_of_items_that_the_firm_took_back_meanwhile_are_said_to_be_unsent(phone, firm, matter, link):
    settled, withdrawn, gone = items = [
        a_document(firm, matter, name=name, accepted_types=["application/pdf"]) for name in ("Lease", "Deed", "Will")]
    page = phone.open(f"{link.url}/documents")
    page.route("**/photos", lambda route: route.fulfill(
        status=403, json={"error": {"code": "intake_code_required"}}), times=1)
    for each in items:
        if each != settled:  # which is unfolded
            phone.item(each).locator("> * > summary").click()
        phone.item(each).locator(".photo input").set_input_files(file(1))
        expect(phone.item(each).locator(".sheet canvas")).to_have_count(1)
    phone.item(settled).locator(".send").click()
    expect(phone.item(settled).get_by_role("button", name="Try again")).to_be_visible()

    camera = phone.item(withdrawn).locator(".photo input").element_handle()
    settled.change(status="approved")
    withdrawn.delete_row()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.sees(settled, "approved")
    expect(phone.item(settled).locator(".sending .said")).to_have_text(
        f"Lease.pdf was not sent, because {firm.name} needs nothing more for “Lease”.")
    lost = page.locator(".withdrawn .sending")
    expect(lost).to_contain_text([f"Deed.pdf was not sent, because {firm.name} no longer asks for “Deed”."])
    camera.evaluate("""(input) => {
        const taken = new DataTransfer();
        taken.items.add(new File(["\xff\xd8\xff"], "IMG_2.jpg", { type: "image/jpeg" }));
        input.files = taken.files;
        input.dispatchEvent(new Event("change"));
    }""")
    expect(lost.last).to_contain_text("IMG_2.jpg was not sent, because")
    gone.delete_row()
    phone.item(gone).locator(".send").click()
    expect(lost).to_contain_text(["Deed.pdf was not sent", "IMG_2.jpg was not sent", "Will.pdf was not sent"])
    expect(lost.last.get_by_role("button")).to_be_focused()
    assert phone.violations(".withdrawn") == []
    phone.keep("withdrawn")

    assert page.locator(".sending button").all_inner_texts() == ["Close"] * 4
    for _ in range(4):
        page.locator(".sending button").first.click()
    expect(page.locator(".withdrawn")).to_be_hidden()
    assert not Upload.of(firm).exists()


def test_photos_are_said_to_be_unsent_when_the_link_has_ended(phone, firm, matter, link):
    items = [a_document(firm, matter, name=name, accepted_types=["application/pdf"]) for name in ("Lease", "Deed")]
    page = phone.open(f"{link.url}/documents")
    for each in items:
        if each != items[0]:  # which is unfolded
            phone.item(each).locator("> * > summary").click()
        phone.item(each).locator(".photo input").set_input_files(file(1))
        expect(phone.item(each).locator(".sheet canvas")).to_have_count(1)
    link.change(revoked_at=now())
    phone.item(items[1]).locator(".send").click()

    for each in items:
        expect(phone.item(each).locator(".sending .said")).to_contain_text(
            f"{each.name}.pdf was not sent, because this link has ended.")
    assert page.locator(".sending button").all_inner_texts() == ["Close"] * 2


def test_photos_are_listed_before_they_are_read(phone_of, document, link):
    """Many large photos take a phone long; clients should not take them a second time meanwhile."""
    phone = phone_of("en")
    phone.page.add_init_script("""
        const read = createImageBitmap, started = new Promise((start) => { window.start = start; });
        window.createImageBitmap = async (...given) => { await started; return read(...given); };""")
    phone.open(f"{link.url}/documents")
    item = phone.item(document)
    item.locator(".choose input").set_input_files([file(1), file(2)])
    expect(item.locator(".sheet .unshown")).to_have_text(["IMG_1.jpg", "IMG_2.jpg"])
    expect(item.get_by_role("button", name="Send 2 pages")).to_be_enabled()

    item.get_by_role("button", name="Move down: Page 1").focus()
    phone.page.evaluate("start()")
    expect(item.locator(".sheet canvas")).to_have_count(2)
    expect(item.get_by_role("button", name="Move down: Page 1")).to_be_focused()


def test_photos_that_only_change_places_are_not_drawn_again(phone, document, link):
    """Otherwise each press of a button takes a slow phone half a second with thirty photos."""
    page, item = phone.page, phone.item(document)
    page.add_init_script("""{
        const { drawImage } = CanvasRenderingContext2D.prototype;
        window.drawn = 0;
        CanvasRenderingContext2D.prototype.drawImage = function draw(...given) {
            drawn += 1;
            drawImage.apply(this, given);
        };
    }""")
    phone.open(f"{link.url}/documents")
    item.locator(".choose input").set_input_files([file(number) for number in range(1, 5)])
    expect(item.locator(".sheet canvas")).to_have_count(4)
    wait_until(lambda: page.evaluate("drawn") >= 12)  # each is made small, shown, and looked at for doubts
    before = page.evaluate("drawn")
    item.get_by_role("button", name="Move down: Page 1").tap()
    expect(item.get_by_role("img", name="Page 4")).to_be_visible()
    assert page.evaluate("drawn") == before
    item.get_by_role("button", name="Turn: Page 2").tap()
    expect(item.get_by_role("button", name="Turn: Page 2")).to_be_focused()
    assert page.evaluate("drawn") == before + 1


def test_the_photo_that_cannot_be_read_is_named_and_the_others_are_kept(phone, document, link):
    phone.open(f"{link.url}/documents")
    item = phone.item(document)
    item.locator(".choose input").set_input_files([file(1), file(2, b"MZ" * 500), file(3)])
    item.get_by_role("button", name="Send 3 pages").click()
    expect(item.locator(".sending .said")).to_contain_text("IMG_2.jpg is not what its name says")
    item.locator(".sending .said").click(trial=True)  # nothing lies over it

    item.get_by_role("button", name="Change the pages").click()
    click_twice = "(button) => { button.click(); button.click(); }"
    item.get_by_role("button", name="Take out: Page 2").evaluate(click_twice)
    Upload.of(document).where(Upload.status == ISSUED).order_by(Upload.id).get().delete_row()  # as after a day
    item.get_by_role("button", name="Send 2 pages").evaluate(click_twice)
    phone.said("Tax return.pdf was handed in.")
    expect(item.locator(".file")).to_have_count(1)
    assert [each["turn"] for each in Upload.of(document).where(Upload.photos.is_null(False)).get().photos] == [0, 0]


def test_photos_wait_when_the_connection_is_gone_before_they_can_be_shown(phone, document, link):
    phone.page.route("**/none", lambda route: route.abort())  # with a route, the browser keeps no scripts
    phone.open(f"{link.url}/documents")
    item = phone.item(document)
    phone.context.set_offline(True)
    item.locator(".choose input").set_input_files([file(1), file(2)])
    expect(item.locator(".sending .said")).to_have_text([
        f"IMG_{number}.jpg could not be sent. Check your connection and try again." for number in (1, 2)])

    phone.context.set_offline(False)
    item.get_by_role("button", name="Try again: IMG_1.jpg").click()
    expect(item.locator(".sheet canvas")).to_have_count(2)
    expect(item.locator(".sending")).to_have_count(0)
