"""Review in a browser: by keyboard, on a phone, in both languages and themes."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from intake.cases.held_reviews.models import HeldReview
from intake.cases.previews.jobs import render_preview
from intake.cases.previews.models import Preview, image_key
from intake.cases.uploads.actions import review
from intake.cases.uploads.jobs import process
from intake.core.clock import now
from intake.gateways.storage import storage
from tests.builders import a_client, a_document, a_matter, an_upload
from tests.stand_ins.pdfs import pdf, with_text
from tests.waiting import wait_until

from .desk import DESKTOP

WATCH = """() => {
    window.durations = [];
    document.addEventListener("keydown", (event) => {
        if (event.key !== "a") return;
        const began = performance.now(), name = document.getElementById("name").textContent;
        const look = () => {
            const image = document.querySelector(".viewer img");
            const next = document.getElementById("name");
            if (next && next.textContent !== name && image?.complete && image.naturalWidth) {
                window.durations.push(performance.now() - began);
            } else requestAnimationFrame(look);
        };
        look();
    }, true);
}"""
"""Measures the time from each press of A until the first page of the next file is shown."""


def rendered(upload):
    process(upload.id)
    render_preview(upload.id)
    render_preview(upload.id)
    return upload


def test_what_approves_stays_under_the_pointer(desk_of, firm, put):
    matter = a_matter(firm, title="In re the marriage of Ana and Tom Wolfeschlegelsteinhausenbergerdorff " * 3,
                      client_id=a_client(firm).id)
    for number in range(1, 5):
        an_upload(firm, put, a_document(firm, matter, name=f"File {number}"))
    page, places = desk_of(**DESKTOP).open("/review"), []
    for number in range(1, 4):
        expect(page.locator("#name")).to_have_text(f"File {number}")
        approve, turn = (page.locator(place).first.bounding_box() for place in (".decision button", ".turns a"))
        places.append(approve["y"])
        assert turn["y"] + turn["height"] < approve["y"] - 60  # next to the title, not between it and the decision
        page.locator(".decision button").first.click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()

    assert len(set(places)) == 1


@pytest.fixture
def matter(firm):
    return a_matter(firm, title="Silva divorce", client_id=a_client(firm, custom_fields={"language": "Spanish"}).id)


def test_twenty_files_are_reviewed_by_keyboard(desk_of, firm, put, matter):
    first = rendered(an_upload(firm, put, a_document(firm, matter, name="File 1"), pdf(1)))
    shown = Preview.of_upload(first)
    image = b"".join(storage.chunks(image_key(first, 1)))
    for number in range(2, 24):
        upload = an_upload(firm, put, a_document(firm, matter, name=f"File {number}"))
        upload.change(scan_status="clean")
        Preview.created_once(upload, wanted=1, pages=shown.pages, page_count=1)
        storage.put(image_key(upload, 1), image, "image/webp")
    page = desk_of(**DESKTOP).open("/review")
    page.evaluate(WATCH)
    name = page.locator("#name")
    for number in range(1, 21):
        expect(name).to_have_text(f"File {number}")
        page.keyboard.press("a")
    expect(name).to_have_text("File 21")
    page.wait_for_function("window.durations.length === 20")
    durations = sorted(page.evaluate("window.durations"))
    assert durations[10] <= 300, durations

    place = page.locator(".viewer").bounding_box()
    page.keyboard.press("r")
    expect(page.locator(".reject [name=reason_id]").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".reject .bad")).to_be_in_viewport(ratio=1)
    assert page.locator(".viewer").bounding_box()["y"] == place["y"]  # the file stays where it was
    panel = page.locator(".reject form").bounding_box()
    assert page.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('.viewer')",
                         [panel["x"] - 40, panel["y"] + 200])
    page.keyboard.press("Escape")
    expect(page.locator(".reject[open]")).to_have_count(0)
    page.keyboard.press("r")
    page.keyboard.press("2")
    page.keyboard.press("a")  # decides nothing while a reason is chosen
    expect(page.locator("[data-composed]")).to_contain_text("La imagen está borrosa.")
    page.keyboard.press("Enter")
    expect(name).to_have_text("File 22")
    expect(page.locator(".toast")).to_contain_text("Rejected")
    assert HeldReview.of(firm).where(HeldReview.status == "rejected").get().review_reason["text"]["en"]
    page.keyboard.press("j")  # the way to undo it stays
    expect(name).to_have_text("File 23")
    page.keyboard.press("z")
    expect(name).to_have_text("File 21")
    page.emulate_media(media="print")
    assert page.locator(".viewer").evaluate("(each) => each.scrollHeight - each.clientHeight") == 0, "pages are whole"
    page.emulate_media(media="screen")
    page.keyboard.press("j")
    expect(name).to_have_text("File 22")
    page.keyboard.press("?")
    letters = page.get_by_label("Use letters as keys in this tab")
    letters.uncheck()
    letters.dispatch_event("keydown", {"key": "Escape"})  # as in WebKit, where a dialog does not close by itself
    expect(letters).to_be_hidden()
    page.keyboard.press("t")
    page.keyboard.press("?")
    letters.check()
    page.keyboard.press("Escape")
    page.keyboard.press("t")  # for the first time
    expect(page.locator(".turned-90")).to_have_count(1)
    page.wait_for_load_state()  # the page's scripts have run
    page.evaluate("addEventListener('keydown', (event) => { window.isTaken = event.defaultPrevented; })")
    page.keyboard.press("h")
    expect(page.locator(".fit-height")).to_have_count(1)
    assert page.evaluate("window.isTaken")  # the browser did not start a search by typing

    # Neither a lost connection nor an ended session loses typed text.
    page.keyboard.press("r")
    page.locator("#notes").fill("The second page is cut off.")
    page.context.set_offline(True)
    page.locator(".reject .bad").click()
    expect(page.locator("#trouble")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    cookies = page.context.cookies()
    page.context.clear_cookies(name="intake_session")
    page.locator(".reject .bad").click()
    expect(page.locator("#trouble")).to_contain_text("signed out")
    expect(page.locator("#notes")).to_have_value("The second page is cut off.")
    page.context.add_cookies(cookies)
    page.locator(".reject .bad").click()
    expect(name).to_have_text("File 23")
    page.keyboard.press("m")
    expect(page.locator("h1")).to_have_text("Silva divorce")


def test_it_is_accessible(desk_of, firm, put, matter):
    document = a_document(firm, matter, name="Passport")
    earlier = rendered(an_upload(firm, put, document, with_text("Passport", "Silva, Ana"), filename="scan-1.pdf"))
    review(firm, earlier.id, "rejected", "Page 2 is cut off.")
    again = rendered(an_upload(firm, put, document, pdf(3), filename="scan-2.pdf"))
    other = rendered(an_upload(firm, put, a_document(firm, matter, name="Tax return 2025")))
    other.change(type_mismatch=True, uploaded_at=now() - timedelta(days=2))
    desk, found = desk_of("es"), {}
    for name, address in (
        ("list", "/review"), ("file", f"/review?file={again.id}&matter_id={matter.id}"),
        ("beside", f"/review?file={again.id}&beside={earlier.id}"), ("decided", f"/uploads/{earlier.id}"),
        ("empty", "/review?practice_area=criminal"),
    ):
        page = desk.open(address)
        if name == "file":
            page.locator(".reject summary").click()
        if name in ("beside", "decided"):
            page.locator(".facts summary").click()
        if name == "decided":
            expect(page.locator(".text text").first).to_have_text("Passport")
        found[name] = desk.problems(f"review-{name}")
    assert found == {name: [] for name in found}


def test_pages_that_come_later_take_nothing_away(desk_of, firm, put, matter):
    upload = an_upload(firm, put, a_document(firm, matter, name="Passport"), pdf(1))
    desk = desk_of(**DESKTOP)
    desk.listen()
    page = desk.open("/review")
    expect(page.get_by_text("The pages are being prepared")).to_be_visible()
    page.keyboard.press("r")
    page.locator("#notes").fill("The second page is cut off.")
    page.locator(".narrowing summary").press("Enter")
    page.locator("#practice_area").press("ArrowDown")  # on a keyboard, the way to the choices below
    rendered(upload)
    expect(page.locator(".viewer img")).to_have_count(1)
    expect(page.locator("#notes")).to_have_value("The second page is cut off.")
    assert page.url.endswith("/review")
    page.locator(".reject .bad").click()
    expect(page.locator(".toast")).to_contain_text("Rejected")
    desk.heard(re.compile("^Rejected[^|]*$"))


def test_a_key_held_down_and_a_late_answer_decide_about_no_other_file(desk_of, firm, put, matter):
    for number in range(1, 6):
        an_upload(firm, put, a_document(firm, matter, name=f"File {number}"))
    page, late = desk_of(**DESKTOP).open("/review"), []
    name = page.locator("#name")
    page.keyboard.down("a")
    expect(name).to_have_text("File 2")
    page.keyboard.down("a")  # with key repeat
    page.wait_for_timeout(500)
    page.keyboard.up("a")
    expect(name).to_have_text("File 2")

    page.evaluate("() => { window.times = 0; document.addEventListener('shown', () => { window.times += 1; }); }")
    page.route("**/approve**", lambda route: late.append(route))
    page.keyboard.press("a")
    page.locator(".files a").nth(2).click()
    wait_until(lambda: page.wait_for_timeout(20) or late)
    late[0].continue_()
    page.wait_for_function("() => window.times === 2")  # the decision leads to one, the list to another
    expect(name).to_have_text("File 4")
    assert HeldReview.of(firm).count() == 2


def test_it_works_where_the_browser_blocks_storage(desk_of, firm, put, matter):
    rendered(an_upload(firm, put, a_document(firm, matter, name="File 1")))
    desk = desk_of(**DESKTOP)
    desk.context.add_init_script("""Object.defineProperty(window, "sessionStorage", {
        get() { throw new DOMException("blocked", "SecurityError"); } });""")
    page = desk.open("/review")
    page.keyboard.press("+")
    assert page.locator(".viewer").evaluate("(viewer) => viewer.style.getPropertyValue('--zoom')") == "1.25"
    page.get_by_role("button", name="Fit height").click()
    expect(page.locator(".viewer")).to_have_class(re.compile("fit-height"))
    page.keyboard.press("?")
    page.locator("#letters").uncheck()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("a")
    assert HeldReview.of(firm).count() == 0
    page.keyboard.press("?")
    page.locator("#letters").check()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("a")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
