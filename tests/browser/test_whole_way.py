"""From the mail's link to `intake.completed` at the firm's webhook, on a phone."""

import re

import pytest
from playwright.sync_api import expect

from intake.cases.documents.models import DocumentRequest
from tests.builders import PDF, a_client, a_document, a_matter, a_template
from tests.core.answers import data
from tests.stand_ins.mailbox import plain
from tests.waiting import wait_until

from .test_sending import PHOTO

WHY = "The bottom edge is cut off.\nPlease lay it on a dark table <b>&</b> try again."


@pytest.fixture
def intake(firm):
    """A matter whose client has to answer a few questions and send two documents."""
    template = a_template(firm)
    client = a_client(firm, first_name="Ana", last_name="Silva", email=f"{firm.id}@example.com")
    matter = a_matter(firm, title="Silva divorce", client_id=client.id, intake_template_id=template.id)
    return client, matter, a_document(
        firm, matter, name="Driver's license", category="About you", accepted_types=["image/*", "application/pdf"],
        description="We need it to prove who you are.", instructions="Lay it on a table.\nAll four corners must show.",
    ), a_document(firm, matter, name="Last tax return", category="Money", accepted_types=["application/pdf"])


@pytest.fixture
def working(process_of):
    """A running worker."""
    process_of()


def _mailed_link(mailbox, address):
    """Return the link in the first mail to the client."""
    return re.search(r"http://\S+/p/\w+", plain(wait_until(lambda: mailbox.mails(address))[0]))[0]


def _answer_everything(phone, page):
    page.get_by_text("Yes", exact=True).click()
    page.get_by_label("Their names").fill("Leo")
    phone.keep("way-2-form")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Leo")).to_be_visible()
    phone.keep("way-3-last-look")
    page.get_by_role("button", name="Send").click()


def test_the_whole_way(phone, intake, api, working, receiver, mailbox, line):
    client, matter, license, tax = intake
    data(api.post("/webhooks", {"url": receiver.url("/hook"), "events": ["intake.completed"]}), 201)
    data(api.post(f"/matters/{matter.id}/intake-link", {"channels": ["email"]}), 201)

    page = phone.open(_mailed_link(mailbox, client.email))
    expect(page.get_by_role("heading", level=1)).to_have_text("Hello Ana")
    phone.keep("way-1-welcome")
    page.get_by_role("link", name="Start").click()
    page.get_by_role("button", name="Continue").click()
    _answer_everything(phone, page)

    expect(page).to_have_url(re.compile("/documents$"))
    expect(page.locator("#count")).to_have_text("0 of 2 complete")
    phone.keep("way-4-documents")
    line.cut_after(500_000)
    phone.hand_in(license, "IMG_0001.png", PHOTO, "image/png", way="photo")
    phone.said("IMG_0001.png was handed in. 1 of 2 complete")
    assert line.cuts >= 1
    phone.sees(license, "received")  # the worker has processed it, and the page has noticed
    phone.keep("way-5-photo")

    upload = DocumentRequest.fetch(license, license.id).upload_id
    data(api.patch(f"/uploads/{upload}/status", {"status": "rejected", "reviewer_notes": WHY}))
    page.reload()
    phone.sees(license, "rejected")
    expect(phone.item(license).locator("blockquote")).to_have_text(WHY)
    phone.keep("way-6-rejected")
    assert receiver.at("/hook") == []

    phone.hand_in(license, "IMG_0002.png", PHOTO, "image/png", way="photo")
    phone.said("IMG_0002.png was handed in. 1 of 2 complete")
    phone.hand_in(tax, "2025.pdf", PDF)
    phone.said("2025.pdf was handed in. 2 of 2 complete Thank you. All documents that")
    (request,) = receiver.wait("/hook", seconds=30)
    assert request.event["type"] == "intake.completed"
    assert (request.event["data"]["matter"]["id"], request.event["data"]["client"]["id"]) == (matter.id, client.id)

    phone.sees(license, "received")
    phone.sees(tax, "received")
    phone.keep("way-7-complete")
    expect(page.locator(".onward")).to_be_in_viewport()  # also from the last item
    page.locator(".onward").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("All done, thank you")
    phone.keep("way-8-done")
