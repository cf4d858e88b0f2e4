"""Messages, deadlines and reminders in a browser: on a desktop and on a phone, in both languages and themes."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from intake.accounts.sessions import actions as sessions
from intake.core.clock import now
from intake.core.db import db
from intake.core.local_time import today_in
from intake.messaging.communications.models import Communication
from intake.portal.reminders.actions import plan_reminders
from tests.builders import a_client, a_communication, a_deadline, a_document, a_matter, a_user, an_intake_link
from tests.waiting import wait_until

from .desk import DESKTOP


@pytest.fixture
def matter(firm):
    """A matter with messages of each kind and deadlines, besides others with long and right-to-left names."""
    client = a_client(firm, email="ana@example.com", phone="+15185550142")
    matter = a_matter(firm, title="Silva divorce", client_id=client.id)
    today = today_in(firm.timezone)
    for number, name in enumerate(("Wolfeschlegelsteinhausenbergerdorff" * 2, "כהן", "Costa")):
        other = a_matter(firm, title=f"Estate of {name}", client_id=a_client(firm, last_name=name).id)
        a_communication(firm, other, message="Please send us the deed. " * 9,
                        created_at=now() - timedelta(days=number, hours=1))
        a_deadline(firm, other, title="Statute of limitations", due_date=today - timedelta(days=number), type="statute")
    moment = now() - timedelta(minutes=1)
    a_communication(firm, matter, channel="email", subject="Your documents", message="Dear Ana,\n\nWe need your lease.",
                    created_at=moment)
    a_communication(firm, matter, direction="inbound", message="Which one?", created_at=moment + timedelta(seconds=1))
    a_communication(firm, matter, status="failed", error="twilio 21614", created_at=moment + timedelta(seconds=2))
    for paused in (True, False):
        late = a_matter(firm, client_id=client.id, title=f"Lease {paused}", reminders_paused=paused)
        a_document(firm, late)
        link = an_intake_link(firm, late)
        link.change(sent_at=moment)
        with db.atomic():
            plan_reminders(late, link.id, moment, link.expires_at)
    a_deadline(firm, matter, title="Hearing", due_date=today + timedelta(days=3), type="hearing")
    return matter


def test_pages_are_accessible(desk_of, firm, matter):
    desk, found = desk_of("en", "admin"), {}
    month = f"{today_in(firm.timezone):%Y-%m}"
    for name, path in (("messages", "/messages"), ("thread", f"/messages/{matter.id}"), ("deadlines", "/deadlines"),
                       ("reminders", "/reminders"), ("month", f"/deadlines?month={month}")):
        desk.open(path)
        desk.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        found[name] = desk.problems(f"inbox-{name}")
        found[name] += desk.page.locator("main summary:not(.button)").evaluate_all(
            "all => all.filter((each) => getComputedStyle(each, '::before').content === 'none')"
            ".map((each) => `${each.textContent} does not say that it unfolds`)")
        if name == "deadlines":  # the button is below, so that the text has the whole line
            done, words = (desk.page.locator(f".dates {place}").first.bounding_box() for place in ("form", ".what"))
            assert done["y"] > words["y"] + words["height"] - 1

    assert found == {name: [] for name in found}


@pytest.mark.parametrize(("language", "options"), [("en", DESKTOP), ("es", {})], ids=["desk", "phone-es"])
def test_what_stands_above_a_month_is_apart_and_its_turns_are_in_one_line(desk_of, firm, matter, language, options):
    page = desk_of(language, "admin", **options).open(f"/deadlines?month={today_in(firm.timezone):%Y-%m}")
    view, add, *turns = (each.bounding_box() for place in (".views summary", ".forms summary", ".turns a")
                         for each in page.locator(place).all()[:None if place == ".turns a" else 1])
    assert add["y"] - view["y"] - view["height"] >= 8
    assert {turn["y"] for turn in turns} == {turns[0]["y"]}
    shown, button = (page.locator(f".whose {each}").bounding_box() for each in ("select", "button"))
    assert abs(shown["y"] - button["y"]) < shown["height"]


def test_a_morning_by_keyboard(desk_of, firm, matter):
    desk = desk_of(role="attorney", **DESKTOP)
    a_communication(firm, matter, direction="inbound", message="The one of 2019?", created_at=now())
    page = desk.open("/messages")
    page.get_by_role("link", name="Ana Silva").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Message", exact=True).fill("The last one.")
    page.keyboard.press("Tab")
    page.keyboard.type("E")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("The message is sent.")
    expect(page.locator(".thread li").last).to_contain_text("The last one.")
    assert Communication.of(firm).where(Communication.message == "The last one.").get().channel == "email"

    page.get_by_role("link", name="Deadlines").press("Enter")
    page.get_by_role("button", name="Hearing").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Marked as done.")
    expect(page.get_by_role("link", name="Hearing")).to_have_count(0)
    page.get_by_role("button", name="Undo").press("Enter")
    page.get_by_role("link", name="Hearing").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hearing")


@pytest.mark.parametrize("options", [DESKTOP, {}], ids=["desk", "phone"])
def test_a_conversation_opens_at_its_latest_message(desk_of, firm, matter, options):
    for number in range(30):
        a_communication(firm, matter, direction="inbound", message="Thank you. " * 30 + str(number),
                        created_at=now() - timedelta(seconds=30 - number))
    page = desk_of(role="attorney", **options).open("/messages")
    page.get_by_role("link", name="Ana Silva").click()
    expect(page.locator(".thread li").last).to_be_in_viewport(ratio=.9)
    if options:  # the frame stays in sight: only the conversation has moved
        expect(page.get_by_role("button", name="Send")).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0
    page.get_by_label("Message", exact=True).fill("The last one.")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".thread li").last).to_contain_text("The last one.")
    expect(page.locator(".thread li").last).to_be_in_viewport()
    expect(page.get_by_role("status")).to_be_in_viewport()

    page.goto(f"/matters/{matter.id}/messages")  # the field is beside or, on a phone, below them
    shown = page.get_by_role("group", name="Messages")
    shown.scroll_into_view_if_needed()
    expect(page.locator(".messages li").last).to_be_in_viewport(ratio=.9)
    page.emulate_media(media="print")
    assert shown.evaluate("each => each.scrollHeight <= each.clientHeight")  # all of them are printed
    page.emulate_media(media="screen")
    if not options:
        page.get_by_role("link", name="Write to the client").tap()
    expect(page.get_by_label("Message", exact=True)).to_be_in_viewport()


def test_what_is_done_in_a_long_list_leaves_it_where_it_was(desk_of, firm, matter):
    for number in range(40):
        a_deadline(firm, matter, title=f"Filing {number:02}", due_date=today_in(firm.timezone) + timedelta(days=30))
    page = desk_of(role="attorney", **DESKTOP).open("/deadlines")
    page.get_by_role("button", name="Filing 20").focus()
    before = page.evaluate("scrollY")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Marked as done.")
    expect(page.get_by_role("status")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Filing 21")).to_be_focused()
    expect(page.get_by_role("button", name="Filing 21")).to_be_in_viewport(ratio=1)
    assert abs(page.evaluate("scrollY") - before) < 100


def test_an_unsent_message_is_kept(desk_of, firm, matter):
    desk = desk_of(role="attorney", **DESKTOP)
    page = desk.open(f"/messages/{matter.id}")
    page.get_by_label("Message", exact=True).fill("The last one.\nThank you.")
    page.get_by_label("By", exact=True).select_option("email")
    page.reload()
    expect(page.get_by_label("Message", exact=True)).to_have_value("The last one.\nThank you.")
    expect(page.get_by_label("By", exact=True)).to_have_value("email")
    expect(page.get_by_role("status")).to_contain_text("You had not sent this yet.")
    assert desk.violations("form.reply") == []

    cookies = desk.context.cookies()
    desk.context.clear_cookies(name="intake_session")
    page.reload()
    expect(page).to_have_url(re.compile("/login"))
    desk.context.add_cookies(cookies)  # as signing in does
    desk.open(f"/messages/{matter.id}")
    expect(page.get_by_label("Message", exact=True)).to_have_value("The last one.\nThank you.")

    lost = []
    page.route("**/messages/*", lambda route: (
        (lost.append(route), route.abort()) if route.request.method == "POST" else route.fallback()))
    page.get_by_role("button", name="Send", exact=True).click()
    wait_until(lambda: page.wait_for_timeout(20) or lost)
    expect(page).to_have_url(re.compile("^chrome-error:"))
    page.unroute("**/messages/*")
    desk.open(f"/messages/{matter.id}")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("The message is sent.")
    for address in (page.url, f"/messages/{matter.id}"):
        desk.open(address)
        expect(page.get_by_label("Message", exact=True)).to_have_value("")
        expect(page.locator(".thread li").last).to_contain_text("The last one.")


def test_an_unsent_message_is_not_for_the_next_person_in_the_tab(desk_of, firm, matter, site):
    desk = desk_of(role="attorney", **DESKTOP)
    page = desk.open(f"/matters/{matter.id}/messages")
    page.get_by_label("Message", exact=True).fill("Between us.")
    desk.open("/account")
    token = sessions.begin(a_user(firm, "admin"))
    desk.context.add_cookies([{"name": "intake_session", "value": token, "url": site.url}])
    page.go_back()  # the browser puts in what was typed
    expect(page.get_by_label("Message", exact=True)).to_have_value("")
    assert page.evaluate("sessionStorage.length") == 0

    page.get_by_label("Message", exact=True).fill("Between us.")
    page.get_by_label("Message", exact=True).fill("")
    assert page.evaluate("sessionStorage.length") == 0
    page.get_by_label("Message", exact=True).fill("Between us.")
    assert page.evaluate("sessionStorage.length") == 1
    other = page.context.new_page()
    other.goto(f"{site.url}/account")
    other.get_by_role("button", name="Sign out", exact=True).click()
    expect(other).to_have_url(re.compile("/logout"))
    assert page.evaluate("sessionStorage.length") == 0  # in every tab
