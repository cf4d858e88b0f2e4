"""The bell and the page of notifications."""

import pytest
from markupsafe import escape
from werkzeug.exceptions import NotFound

from intake.core.db import db
from intake.core.languages import LANGUAGES
from intake.messaging.notifications import states
from intake.messaging.notifications.actions import record_notification
from intake.messaging.notifications.models import Notification
from intake.messaging.notifications.record_paths import path_of
from tests.builders import a_communication, a_deadline, a_document, a_matter, a_user


@pytest.fixture
def matter(firm):
    return a_matter(firm, title="Silva divorce")


@pytest.fixture
def notify(firm, matter):
    """Add a notification to the feed: `notify("link 1")`."""
    def add(occasion, about=None):
        with db.atomic():
            record_notification(firm.id, states.INTAKE_LINK_EXPIRED, occasion, {"matter_id": (about or matter).id},
                                matter=about or matter)
        return Notification.of(firm).where(Notification.occasion == occasion).get()

    return add


def test_bell_counts_and_each_entry_leads_to_its_record(firm, matter, notify, signed_in_as):
    browser, colleague = (signed_in_as(a_user(firm, "admin")) for _ in range(2))
    entry, _ = notify("one"), notify("two")
    page = browser.get("/matters").text
    assert '<span class="count">2<span class="unseen"> unread</span>' in page

    feed = browser.get("/notifications").text
    assert (f'href="/notifications/{entry.id}"' in feed, feed.count('class="unread"')) == (True, 2)
    assert browser.get(f"/notifications/{entry.id}").headers["Location"] == f"/matters/{matter.id}"
    unread = browser.get("/notifications?show=unread").text
    assert (entry.id in unread, unread.count('class="unread"')) == (False, 1)

    assert browser.submit("/notifications").headers["Location"] == "/notifications?done=read"
    after = browser.get("/notifications?done=read").text
    assert ('class="unread"' in after, "Everything is marked as read." in after, "Mark all as read" in after,
            "unread</span>" in after) == (False, True, False, False)
    assert '<span class="count">2<span class="unseen"> unread</span>' in colleague.get("/matters").text


def test_people_see_and_mark_what_they_may_see(firm, rival, matter, notify, signed_in_as):
    staff = a_user(firm, "staff")
    entry, mine = notify("one"), notify("two", a_matter(firm, assigned_attorney=staff.id))
    browser = signed_in_as(staff)
    feed = browser.get("/notifications").text
    assert ([entry.id in feed, mine.id in feed], feed.count('class="unread"')) == ([False, True], 1)
    assert [browser.get(f"/notifications/{each.id}").status_code for each in (entry, mine)] == [404, 303]
    assert 'class="unread"' not in browser.get("/notifications").text
    assert signed_in_as(a_user(rival, "admin")).get(f"/notifications/{mine.id}").status_code == 404

    admin = signed_in_as(a_user(firm, "admin"))
    assert [admin.get(f"/notifications{query}").status_code for query in ("?page=x", "?page=999999", "?show=%00")
            ] == [200, 302, 200]


@pytest.mark.parametrize("type", states.TYPES)
def test_every_type_leads_to_a_page(app, firm, matter, type):
    ids = {"matter_id": matter.id, "document_id": a_document(firm, matter).id,
           "deadline_id": a_deadline(firm, matter).id, "communication_id": a_communication(firm, matter).id,
           "upload_id": "upl_1", "link_id": "link_1", "report_id": "rpt_1", "client_id": "cli_1",
           "lead_id": "lead_1", "legal_hold_id": "hold_1", "export_id": "exp_1", "privacy_request_id": "prv_1",
           "letter_id": "ltr_1"}
    path = path_of(Notification(type=type, data=ids))
    try:
        endpoint, _ = app.url_map.bind("localhost").match(path.partition("#")[0])
    except NotFound:
        endpoint = None
    assert endpoint is not None, path
    assert app.view_functions[endpoint].contract.permission


def test_place_of_a_record_on_its_page_exists(firm, matter, signed_in_as):
    browser = signed_in_as(a_user(firm, "admin"))
    records = {"": a_document(firm, matter), "/deadlines": a_deadline(firm, matter),
               "/messages": a_communication(firm, matter)}
    for tab, record in records.items():
        assert f'id="{record.id}"' in browser.get(f"/matters/{matter.id}{tab}").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_feed_is_in_the_language_of_its_reader_as_far_as_it_was_kept(firm, matter, notify, signed_in_as, language):
    firm.change(settings={"language": language})
    entry = notify("one")

    desk = signed_in_as(a_user(firm, "admin"), **{"Accept-Language": "en"})
    assert f'<bdi lang="en">{escape(entry.translations["en"])}</bdi>' in desk.get("/notifications").text
    entry.change(translations={})  # as of a version before
    assert f'<bdi lang="{language}">{escape(entry.message)}</bdi>' in desk.get("/notifications").text
