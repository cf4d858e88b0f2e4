"""Working on a matter in a browser: documents, answers, messages and the client's view, on a desktop and on a phone."""

import re

import pytest
from playwright.sync_api import expect

from intake.cases.documents.models import DocumentRequest
from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.matters.models import Matter
from intake.cases.templates.actions import apply
from intake.cases.uploads.actions import review
from intake.cases.uploads.storage_used import StorageUsed
from intake.portal.links.completion import submit_form
from tests.builders import (
    ANSWERS,
    PDF,
    a_client,
    a_communication,
    a_document,
    a_lead,
    a_matter,
    a_template,
    an_intake_link,
    an_upload,
)
from tests.waiting import wait_until

from .desk import DESKTOP


@pytest.fixture
def matter(firm, put):
    """A matter with documents in several states, submitted answers and messages."""
    client = a_client(firm, email="ana@example.com", phone="+15185550142")
    matter = a_matter(firm, title="Silva divorce", client_id=client.id, description="They have lived apart. " * 40)
    a_document(firm, matter, name="Passport", category="Identity", instructions="All pages.\nAlso the empty ones.")
    a_document(firm, matter, name="Lease", category="Home")
    a_document(firm, matter, name="Bank statements", category="Home", required=False,
               accepted_types=["application/pdf"])
    review(firm, an_upload(firm, put, a_document(firm, matter, name="Birth certificate", category="Identity")).id,
           "approved")
    apply(firm, matter.id, a_template(firm).id)
    form = save(ensure_form(Matter.fetch(firm, matter.id)), ANSWERS, {})
    submit_form(an_intake_link(firm, matter), form)
    a_communication(firm, matter, message="Please call us.", channel="email", subject="Hello", status="failed")
    a_communication(firm, matter, message="I will.", direction="inbound")
    return matter


def names(firm, matter):
    return [each.name for each in DocumentRequest.of(firm).where(
        DocumentRequest.matter_id == matter.id).order_by(*DocumentRequest.in_order())]


def test_files_can_be_handed_in_before_scripts_have_run_and_nothing_moves(desk_of, matter):
    desk = desk_of(role="attorney")
    desk.page.route("**/hand_in.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    tools = desk.open(f"/matters/{matter.id}").locator(".item-tools").first
    expect(tools.locator(".hand-in")).to_be_visible()
    height = tools.bounding_box()["height"]
    desk.page.unroute("**/hand_in.js")
    assert desk.open(f"/matters/{matter.id}").locator(".item-tools").first.bounding_box()["height"] == height

    without = desk_of(role="attorney", java_script_enabled=False).open(f"/matters/{matter.id}")
    expect(without.locator(".item-tools").first).to_be_visible()
    expect(without.locator(".hand-in").first).to_be_hidden()


def test_on_a_desk(desk_of, firm, matter, mailbox):
    desk = desk_of(role="attorney", **DESKTOP)
    page = desk.open(f"/matters/{matter.id}")
    desk.keep("work-documents")
    assert page.locator("#tab").bounding_box()["y"] < 600  # a long description does not push it away
    page.locator("summary", has_text="Show all").press("Enter")
    expect(page.get_by_text("Show less")).to_be_visible()
    assert page.locator(".begun").evaluate("each => each.scrollHeight <= each.clientHeight")
    lease, statements = (page.locator(".checklist > li", has_text=name) for name in ("Lease", "Bank statements"))
    statements.locator(".line").drag_to(lease)
    expect(page.locator(".checklist").nth(1).locator("strong").first).to_have_text("Bank statements")
    assert names(firm, matter).index("Bank statements") < names(firm, matter).index("Lease")
    lease.get_by_role("button", name="Move up").press("Enter")
    expect(page.locator(".checklist").nth(1).locator("strong").first).to_have_text("Lease")
    expect(page.get_by_role("status")).to_have_text("It is in its new place.")
    expect(lease.locator("button:focus, summary:focus")).to_be_in_viewport(ratio=1)
    lease.locator("summary").first.press("Enter")
    found = desk.violations()
    desk.keep("work-documents-open")
    lease.get_by_label("Do without it, because").fill("The landlord has sent it.")
    lease.get_by_role("button", name="Waive").click()
    expect(lease).to_contain_text("The landlord has sent it.")
    statements.locator(".hand-in input").first.set_input_files(
        [{"name": name, "mimeType": "application/pdf", "buffer": body}
         for name, body in (("May.pdf", PDF), ("June.pdf", PDF + b"%" * 9_000_000))])  # the second one in parts
    expect(page.locator(".toast")).to_contain_text("The file has been handed in.")
    expect(statements).to_contain_text("June.pdf")
    with page.expect_download() as downloaded:
        page.get_by_role("link", name="Download approved files").click()
    assert downloaded.value.suggested_filename.startswith("Silva divorce 2")

    page.get_by_role("link", name="Answers", exact=True).click()
    page.get_by_role("link", name=re.compile("Correct.*Your full name")).click()
    found += desk.violations()
    desk.keep("work-correction")
    page.get_by_label("Your full name").fill("Ana Maria Silva")
    page.get_by_label("Reason").fill("She told us on the phone.")
    page.get_by_role("button", name="Correct").click()
    expect(page.locator("#main")).to_contain_text("Ana Maria Silva")
    page.locator(".answers summary").click()
    desk.keep("work-answers")
    page.locator(".tabs").get_by_role("link", name="Messages").click()
    page.get_by_role("button", name="Send again").click()
    expect(page.locator(".messages")).to_contain_text("It was sent again.")
    page.get_by_text("Begin with a text").click()
    page.get_by_role("link", name="An appointment").click()
    expect(page.get_by_role("textbox", name="Message")).to_have_value(
        "Hello Ana,\n\nYour appointment with us is on … at …. Please bring the originals of your documents.\n\n"
        "Ünal & Partners")
    found += desk.violations()
    desk.keep("work-messages")

    assert not found, "\n".join(found)


def test_file_on_its_way_is_not_lost_when_that_of_another_document_arrives(desk_of, firm, matter):
    page, held, asked = desk_of(**DESKTOP).open(f"/matters/{matter.id}"), [], []
    page.route("**/incoming/**", lambda route: route.continue_() if held else held.append(route))
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    lease, statements = (page.locator(".checklist > li", has_text=name) for name in ("Lease", "Bank"))
    lease.locator(".sending").evaluate('''(list) => {
        list.told = [];
        new MutationObserver((all) => all.forEach(({ target, addedNodes: [node] }) => {
            if (!target.ariaHidden && node) list.told.push(node.textContent);
        })).observe(list, { childList: true, subtree: true });
    }''')
    for item, name in ((lease, "fee $$.pdf"), (statements, "June.pdf")):
        item.locator(".hand-in input").first.set_input_files(
            {"name": name, "mimeType": "application/pdf", "buffer": PDF})
        wait_until(lambda: page.wait_for_timeout(20) or held)
    expect(statements.locator(".sending")).to_contain_text("June.pdf was handed in")
    page.get_by_role("link", name="Activity").click(no_wait_after=True)
    page.wait_for_timeout(100)
    assert asked == ["beforeunload"]
    assert page.get_by_role("list").filter(has_text="June.pdf was").last.get_attribute("aria-live") == "polite"
    statements.locator("summary").first.press("Enter")
    reason = statements.get_by_label("Do without it, because")
    reason.fill("The bank has sent it.")
    held[0].continue_()

    expect(lease.locator(".sending")).to_contain_text("fee $$.pdf was handed in")
    told = lease.locator(".sending").evaluate("(list) => list.told")
    assert told == ["Sending fee $$.pdf", "Sending fee $$.pdf", "fee $$.pdf was handed in."]  # no percent
    page.wait_for_timeout(300)
    expect(reason).to_have_value("The bank has sent it.")


def test_page_stays_while_another_file_is_chosen(desk_of, firm, matter):
    page, held = desk_of(**DESKTOP).open(f"/matters/{matter.id}"), []
    page.route("**/incoming/**", lambda route: held.append(route))
    lease, statements = (page.locator(".checklist > li", has_text=name) for name in ("Lease", "Bank"))

    def let_go():
        wait_until(lambda: page.wait_for_timeout(20) or held)
        held.pop().continue_()

    def hand_in(name):
        expect(lease.get_by_text("Hand in files")).to_be_visible()
        with page.expect_request("**/incoming/**"):
            lease.locator(".hand-in input").first.set_input_files(
                {"name": name, "mimeType": "application/pdf", "buffer": PDF})

    def choose_meanwhile(name):
        hand_in(name)
        with page.expect_file_chooser() as chooser:
            statements.get_by_text("Hand in files").click()
        let_go()
        expect(lease.locator(".sending")).to_contain_text(f"{name} was handed in")
        page.wait_for_timeout(300)
        return chooser.value

    chooser = choose_meanwhile("lease.pdf")
    with page.expect_request("**/incoming/**"):
        chooser.set_files({"name": "June.pdf", "mimeType": "application/pdf", "buffer": PDF})
    let_go()
    expect(page.locator(".toast")).to_contain_text("The file has been handed in.")
    expect(statements).to_contain_text("June.pdf")

    choose_meanwhile("second.pdf")
    statements.locator(".hand-in input").first.dispatch_event("cancel")
    expect(lease.locator(".handed-in")).to_contain_text("second.pdf")

    expect(lease.get_by_text("Hand in files")).to_be_visible()
    page.evaluate("""() => {
        window.isOld = true;
        const field = document.querySelector(".hand-in input");
        addEventListener("beforeunload", () => setTimeout(() => field.dispatchEvent(new Event("click"))));
    }""")
    hand_in("third.pdf")
    let_go()
    expect(lease.locator(".sending")).to_contain_text("third.pdf was handed in")
    page.wait_for_timeout(500)
    assert page.evaluate("window.isOld")


def test_a_refused_file_says_why(desk_of, firm, matter):
    page = desk_of(**DESKTOP).open(f"/matters/{matter.id}")
    lease = page.locator(".checklist > li", has_text="Lease")

    def refused(reason):
        expect(lease.get_by_text("Hand in files")).to_be_visible()
        lease.locator(".hand-in input").first.set_input_files(
            {"name": "lease.pdf", "mimeType": "application/pdf", "buffer": PDF})
        expect(lease.locator(".sending .wrong")).to_contain_text(reason)

    firm.change(plan="standard")
    StorageUsed.insert(firm_id=firm.id, bytes=25 * 1024**3).on_conflict(
        conflict_target=[StorageUsed.firm_id], update={StorageUsed.bytes: 25 * 1024**3}).execute()
    refused("storage of your plan is full")
    DocumentRequest.of(firm).where(DocumentRequest.name == "Lease").get().change(status="approved")
    refused("the document is approved or was deleted")
    page.context.clear_cookies(name="intake_session")
    refused("Sign in again")


def test_on_a_phone_in_spanish_and_as_the_client(desk_of, firm, matter):
    desk = desk_of("es", "paralegal", color_scheme="dark")
    page = desk.open(f"/matters/{matter.id}")
    found = desk.violations() + desk.too_small()
    desk.keep("work-phone-documents")
    assert page.locator("#tab").bounding_box()["y"] < 500
    assert page.locator(".hand-in input").first.evaluate("""(field) => {
        const bar = document.querySelector(".areas").getBoundingClientRect().top;
        scrollBy(0, field.getBoundingClientRect().top - bar + 20);
        field.focus();
        return field.labels[0].getBoundingClientRect().bottom <= bar;
    }""")
    page.get_by_text("Ana Silva · Detalles").tap()
    expect(page.get_by_role("link", name="(518) 555-0142")).to_be_visible()
    found += desk.violations("header") + desk.too_small()
    page.locator(".checklist > li", has_text="Lease").locator("input[capture]").set_input_files(
        {"name": "foto.pdf", "mimeType": "application/pdf", "buffer": PDF})
    expect(page.locator(".toast")).to_contain_text("Se entregó el archivo.")
    page.wait_for_load_state()  # the page's scripts have run
    page.locator(".checklist > li", has_text="Bank").locator("input[capture]").set_input_files(
        {"name": "x.txt", "mimeType": "text/plain", "buffer": b"x"})
    expect(page.locator(".sending .wrong")).to_contain_text("que no se acepta")
    for name, place in (
            ("correction", "answers/has_children"), ("client", "as-client/es"), ("client-form", "as-client/es/form/1")):
        desk.open(f"/matters/{matter.id}/{place}")
        found += desk.problems(f"work-{name}")

    assert not found, "\n".join(found)


def test_pages_are_printed_without_what_is_pressed(desk_of, firm, matter):
    lead = a_lead(firm, language="en", message="A truck hit my car.")
    desk = desk_of(role="attorney", color_scheme="dark", viewport={"width": 794, "height": 1123})
    page = desk.page
    for place, words in ((f"/matters/{matter.id}", ("Passport", "(518) 555-0142")),
                         (f"/matters/{matter.id}/answers", ("Do you have children?",)),
                         (f"/matters/{matter.id}/deadlines", ("Deadlines",)),
                         (f"/matters/{matter.id}/parties", ("Parties",)),
                         (f"/matters/{matter.id}/messages", ("Please call us.",)),
                         (f"/messages/{matter.id}", ("Please call us.",)), ("/matters", ("Silva divorce",)),
                         ("/leads?view=board", ("Offered",)),
                         (f"/leads/{lead.id}", ("A truck hit my car.",)), (f"/leads/{lead.id}/decline", ("Decline",))):
        desk.open(place)
        page.emulate_media(media="print", color_scheme="dark")
        for word in words:
            expect(page.get_by_text(word).locator("visible=true").first).to_be_visible()
        expect(page.locator("header.frame, .tabs, .back, main :is(button, .button, .pick, [role=search]), #add, "
                            ".decide, textarea#message").locator("visible=true")).to_have_count(0)
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(28, 36, 48)"
        assert desk.too_wide() is None, place
        assert page.evaluate("""[...document.querySelectorAll("td")].every(
            (each) => ["none", "table-cell"].includes(getComputedStyle(each).display))"""), place
        assert page.evaluate("""[...document.querySelectorAll("main *")].filter((each) =>
            each.scrollWidth > each.clientWidth && getComputedStyle(each).overflowX === "auto"
            ).map((each) => each.className)""") == [], f"{place} is cut off on paper"
        page.emulate_media(media="screen", color_scheme="dark")
    desk.open("/insights")
    letters = "Chart.getChart(document.querySelector('canvas')).options.scales.x.ticks.color"
    on_screen = page.evaluate(letters)
    page.emulate_media(media="print", color_scheme="dark")
    page.wait_for_function(f"(on_screen) => {letters} !== on_screen", arg=on_screen)  # not in the dark colours
    page.emulate_media(media="screen", color_scheme="dark")
    desk.open(f"/leads/{lead.id}/decline")
    page.locator("#letter").fill("A line.\n" * 40)
    cut = "(each) => each.scrollHeight > each.clientHeight"
    assert page.locator("#letter").evaluate(cut)
    page.emulate_media(media="print")
    assert not page.locator("#letter").evaluate(cut)
