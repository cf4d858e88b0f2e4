"""The frame in a browser: the search by keyboard, menus, and the notifications."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from intake.core.db import db
from intake.messaging.notifications import states
from intake.messaging.notifications.actions import record_notification
from tests.builders import a_client, a_communication, a_document, a_lead, a_matter, an_upload

from .desk import DESKTOP


@pytest.fixture
def matter(firm):
    """A matter with a client, a document request, and notifications about it."""
    client = a_client(firm, email="ana@example.com", phone="+15185550142")
    matter = a_matter(firm, client_id=client.id, title="Silva divorce")
    document = a_document(firm, matter, name="Silva's passport")
    with db.atomic():
        record_notification(firm.id, states.DOCUMENT_UPLOADED, "one",
                            {"matter_id": matter.id, "document_id": document.id}, matter=matter, document=document)
        record_notification(firm.id, states.INTAKE_COMPLETED, "two", {"matter_id": matter.id}, matter=matter)
    return matter


def test_everything_is_found_by_keyboard(desk_of, matter):
    desk = desk_of(role="admin", **DESKTOP)
    page = desk.open("/review")
    page.keyboard.press("/")
    expect(page.locator("#find-words")).to_be_focused()
    page.keyboard.type("silva")
    expect(page.locator("#find .found a")).to_have_count(3)
    desk.keep("find-en-light-desk", whole=False)
    assert desk.violations("#find") == []
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#find .found a").nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#find")).to_be_hidden()
    page.keyboard.press("Control+k")
    assert page.evaluate("""async () => {
        const dialog = document.getElementById("find"), field = document.getElementById("find-words");
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })); // all that WebKit offers
        if (dialog.open) return "still open";
        await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
        return document.activeElement.tagName; // before the browser itself looks after it, which some do not
    }""") == "BODY"
    for key in "Kл":  # with Caps Lock, and on a Cyrillic keyboard
        assert page.evaluate("""(key) => {
            const told = { code: "KeyK", ctrlKey: true, bubbles: true };
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, ...told }));
            const composed = { key: "Escape", isComposing: true, bubbles: true }; // takes a sign of a word back
            document.getElementById("find-words").dispatchEvent(new KeyboardEvent("keydown", composed));
            return document.getElementById("find").open;
        }""", key)
        page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    expect(page.locator("#find .found a")).to_have_count(3)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Silva divorce")

    page.locator(".bell").click()
    expect(page.locator(".feed a")).to_have_count(2)
    desk.keep("notifications-en-light-desk")
    assert desk.violations(".feed") == []
    page.locator(".feed a").last.click()
    expect(page.locator("h1")).to_have_text("Silva divorce")
    expect(page.locator(".bell .count")).to_contain_text("1")


@pytest.mark.parametrize("options", [DESKTOP, {}], ids=["desk", "phone"])
def test_frame_is_the_same_on_every_page(desk_of, firm, put, matter, options):
    upload = an_upload(firm, put, a_document(firm, matter))
    page, looks = desk_of(role="admin", **options).page, []
    for path in ("/clients", f"/matters/{matter.id}", f"/uploads/{upload.id}", f"/review?file={upload.id}"):
        page.goto(path)
        page.locator("header .tools summary").click()
        looks.append(page.locator("header .tools, header .tools > *, header .menu[open] *").evaluate_all("""(parts) =>
            parts.map((part) => [JSON.stringify(part.getBoundingClientRect()), getComputedStyle(part).color])"""))

    assert [look == looks[0] for look in looks] == [True] * len(looks)


def test_a_list_beside_what_is_chosen_fits_windows_of_every_width(desk_of, firm, put, matter):
    a_lead(firm)
    an_upload(firm, put, a_document(firm, matter))
    a_communication(firm, a_matter(firm, title="Other", client_id=matter.client_id), direction="inbound")
    page, overflowing = desk_of(role="admin", **DESKTOP).open(f"/messages/{matter.id}"), {}
    expect(page.locator(".areas .count:visible")).to_have_count(3)
    for width in (1024, 1250, 1280, 1440, 1600, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        overflowing[width] = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert overflowing == dict.fromkeys(overflowing, 0)


def test_phone_has_a_bar_and_menus(desk_of, matter):
    desk = desk_of("es", role="admin", color_scheme="dark")
    page = desk.open("/notifications")
    assert page.locator(".frame").bounding_box()["height"] < 60, "one line, also for people without a first name"
    desk.keep("notifications-es-dark-phone")
    found = desk.violations() + desk.too_small()
    page.locator(".tools summary").click()
    desk.keep("menu-es-dark-phone", whole=False)
    found += desk.violations(".tools") + desk.too_small()
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1")).to_have_text("Notifications")
    page.wait_for_load_state()  # the page's scripts have run
    page.locator("[data-find]").click()
    page.keyboard.type("silva")
    expect(page.locator("#find .found a")).to_have_count(3)
    desk.keep("find-en-dark-phone", whole=False)
    found += desk.violations("#find") + desk.too_small()
    page.locator("#find .found a").nth(1).click()
    expect(page.locator("h1")).to_have_text("Ana Silva")
    page.goto("/settings/firm")
    hidden = []
    for _ in range(40):
        page.keyboard.press("Tab")
        hidden += page.evaluate("""() => {
            const each = document.activeElement, { left, top, bottom } = each.getBoundingClientRect();
            const over = document.elementFromPoint(left + 5, top + 5);
            return !each.closest(".areas") && over?.closest(".areas") ? [each.outerHTML, bottom] : [];
        }""")
    assert (found, hidden) == ([], [])


def test_names_of_the_bar_do_not_lie_on_each_other_with_letters_enlarged_alone(desk_of, matter):
    """Firefox and Safari can enlarge text only, without sizes that depend on it; Chromium cannot, so a script does."""
    page = desk_of(role="admin").open("/matters")
    bar = page.evaluate("""() => {
        for (const each of document.querySelectorAll(".areas > a, .areas summary")) {
            each.style.fontSize = `${2 * parseFloat(getComputedStyle(each).fontSize)}px`;
        }
        scrollTo(0, document.documentElement.scrollHeight);
        const names = [...document.querySelectorAll(".areas > a, .areas summary")].map((each) => {
            const range = document.createRange(), box = each.getBoundingClientRect();
            range.selectNodeContents(each.querySelector("span:not([class])") ?? each.firstChild);
            const { left, right } = range.getBoundingClientRect();
            return { left, right, top: Math.round(box.top) };
        });
        return { names, width: innerWidth, end: document.getElementById("main").getBoundingClientRect().bottom,
                 top: document.querySelector(".areas").getBoundingClientRect().top };
    }""")
    rows = [[name for name in bar["names"] if name["top"] == top] for top in {name["top"] for name in bar["names"]}]

    assert all(one["right"] <= other["left"] for row in rows for one, other in pairwise(row))
    assert max(name["right"] for name in bar["names"]) <= bar["width"]
    assert bar["end"] <= bar["top"]


def test_long_list_of_choices_is_searched_by_mouse_and_by_keyboard(desk_of):
    desk = desk_of("es", "admin", **DESKTOP)
    page = desk.open("/settings/firm")
    zone, choices = page.locator("#timezone"), page.locator(".picker [role=option]")
    zone.click()
    page.keyboard.type("ANGELÉS")
    expect(choices).to_have_text(["America/Los Angeles"])
    assert desk.violations("#timezone", ".picker") == []
    choices.click()
    expect(zone).to_be_focused()
    expect(zone).to_have_value("America/Los_Angeles")
    page.keyboard.type("honol")
    page.keyboard.press("Enter")
    expect(zone).to_have_value("Pacific/Honolulu")
    page.keyboard.press("Space")
    expect(page.locator(".picker .current")).to_have_text("Pacific/Honolulu")
    page.keyboard.press("PageUp")
    expect(page.locator(".picker .current")).to_have_text("America/New York")
    page.keyboard.press("Tab")
    expect(choices.first).to_be_hidden()
    expect(zone).not_to_be_focused()
    expect(zone).to_have_value("Pacific/Honolulu")


def test_styleguide_is_accessible(desk_of):
    desk = desk_of("es")
    page = desk.open("/styleguide")
    for scheme, look in (("dark", desk.too_faint), ("light", desk.violations)):
        page.emulate_media(color_scheme=scheme)
        desk.keep(f"styleguide-{scheme}")
        assert look() == []
    page.evaluate("document.documentElement.style.setProperty('--muted', '#999')")
    faint = [each.partition(": ")[2] for each in desk.too_faint_for_axe()]
    assert faint == [each.partition(": ")[2] for each in desk.too_faint()] != []
    page.locator("main").evaluate("""(main) => {
        main.innerHTML = "<button>A</button><button>B</button>";
        for (const each of main.children) each.style.cssText = "all: unset; float: left; width: 20px; height: 20px";
    }""")
    assert any(each.startswith("target-size: ") for each in desk.violations())


def test_second_press_of_a_button_does_not_do_it_twice(desk_of, matter):
    page, sent = desk_of(role="admin", **DESKTOP).open(f"/matters/{matter.id}/messages"), []
    page.route("**/messages", lambda route: sent.append(route))  # the answer takes long
    page.locator("#message").fill("Could you call us?")
    page.evaluate("""() => {
        const button = document.querySelector("form:has(#message) button");
        button.click();
        setTimeout(() => button.click(), 300);
    }""")
    page.wait_for_timeout(600)
    for route in sent:
        route.continue_()
    page.unroute("**/messages")
    expect(page.locator(".toast")).to_be_visible()
    expect(page.locator("ol.messages > li")).to_have_count(1)
    assert len(sent) == 1

    page.locator("#message").fill("And on Monday?")  # the next page sends as well
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("ol.messages > li")).to_have_count(2)


def test_page_that_comes_back_from_the_memory_of_the_browser_sends_again(desk_of, matter):
    page, sent = desk_of(role="admin", **DESKTOP).open(f"/matters/{matter.id}/messages"), []
    page.route("**/messages", lambda route: sent.append(route.fulfill(status=204)))  # which stays on the page
    page.locator("#message").fill("Could you call us?")
    for persisted in (False, True, True):  # the first one of a page that loads its pictures until then
        page.get_by_role("button", name="Send", exact=True).click(no_wait_after=True)
        page.evaluate("(how) => dispatchEvent(new PageTransitionEvent('pageshow', how))", {"persisted": persisted})
    page.wait_for_timeout(200)
    assert len(sent) == 2


def test_colours_of_the_system_show_where_one_is_and_what_is_pressed(desk_of, matter):
    desk = desk_of(role="admin", forced_colors="active", **DESKTOP)
    page = desk.open("/leads?view=board")
    edges = "(each) => [getComputedStyle(each).borderBottomColor, getComputedStyle(document.body).backgroundColor]"
    edge, ground = page.locator(".areas a:not([aria-current])").first.evaluate(edges)
    here, _ = page.locator(".areas a[aria-current]").first.evaluate(edges)
    assert (edge == ground, here == ground) == (True, False)
    table, board = (page.locator(".switch a").nth(n).evaluate("(each) => getComputedStyle(each).backgroundColor")
                    for n in (0, 1))
    assert table != board
    assert page.locator(".tools .button").evaluate("(each) => getComputedStyle(each).borderTopWidth") == "1px"

    keep = page.locator(".keep summary")
    keep.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".keep input:not([type=hidden])").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(keep).to_be_focused()
    expect(page.locator(".keep input:not([type=hidden])").first).to_be_hidden()
    for menu, field in ((".keep summary", ".keep input:not([type=hidden])"), (".tools summary", ".tools form button")):
        page.locator(menu).press("Enter")
        expect(page.locator(field).first).to_be_visible()
        page.keyboard.press("Shift+Tab")
        expect(page.locator(field).first).to_be_hidden()
