"""The last act of a matter's client, its next deadline, and the lists by these."""

from datetime import date, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.cases.deadlines.actions import delete
from intake.cases.deadlines.actions import update as update_deadline
from intake.cases.matters.models import Matter
from intake.cases.uploads.actions import review
from intake.core.clock import now
from intake.core.ids import new_id
from tests.builders import (
    ANSWERS,
    a_client,
    a_deadline,
    a_document,
    a_matter,
    a_template,
    a_user,
    an_intake_link,
    an_upload,
)
from tests.core.answers import data, ids, wrong_fields


def stored(matter):
    return Matter.fetch(matter, matter.id)


def age(matter, days):
    """Make the matter this many days old."""
    Matter.update(created_at=now() - timedelta(days=days)).where(Matter.id == matter.id).execute()
    return matter


def test_next_deadline_is_the_earliest_that_is_open(api, firm):
    matter = a_matter(firm)
    first, second = (a_deadline(firm, matter, due_date=date(2030, month, 1)) for month in (1, 2))
    a_deadline(firm, due_date=date(2029, 1, 1))
    assert data(api.get(f"/matters/{matter.id}"))["next_deadline"] == "2030-01-01"

    update_deadline(firm, matter.id, first.id, completed=True)
    assert stored(matter).next_deadline == date(2030, 2, 1)
    update_deadline(firm, matter.id, second.id, due_date=date(2031, 1, 1))
    assert stored(matter).next_deadline == date(2031, 1, 1)
    delete(firm, matter.id, second.id)
    assert data(api.get(f"/matters/{matter.id}"))["next_deadline"] is None


def test_two_deadlines_at_once_leave_the_earlier_one(firm, at_once):
    matter = a_matter(firm)
    at_once(4, lambda place: a_deadline(firm, matter, due_date=date(2030, 1, 1 + place)))

    assert stored(matter).next_deadline == date(2030, 1, 1)


def test_client_is_active_who_sends_something_and_not_who_only_looks(firm, browser, api):
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm).id)
    place = f"/p/{an_intake_link(firm, matter).token}/form/1"
    browser.get(place)
    assert data(api.get(f"/matters/{matter.id}"))["client_active_at"] is None
    updated_at = stored(matter).updated_at
    browser.submit(place, **{f"q-{name}": text for name, text in ANSWERS.items()})

    first = stored(matter).client_active_at
    assert now() - first < timedelta(minutes=1)
    assert stored(matter).updated_at == updated_at
    browser.submit(place)
    assert stored(matter).client_active_at == first
    Matter.update(client_active_at=first - timedelta(hours=1)).where(Matter.id == matter.id).execute()
    browser.submit(place)
    assert stored(matter).client_active_at >= first


@pytest.fixture
def matters(firm, put):
    """Matters by focus, and for each focus one that does not match."""
    today = now().date()
    found = {name: a_matter(firm, title=name, client_id=a_client(firm).id)
             for name in ("review", "overdue", "week", "silent", "fresh", "ready", "optional open", "plain", "closed",
                          "explained")}
    a_document(firm, found["explained"], client_note="It was stolen.", client_noted_at=now())
    a_document(firm, found["plain"], client_note="Of an earlier client",
               client_noted_at=now() - timedelta(days=1))
    found["plain"].change(client_since=now())
    an_upload(firm, put, a_document(firm, found["review"]))
    a_deadline(firm, found["overdue"], due_date=today - timedelta(days=2))
    a_deadline(firm, found["week"], due_date=today + timedelta(days=5))
    for name in ("silent", "fresh"):
        an_intake_link(firm, found[name])
        age(found[name], 9)
    Matter.update(client_active_at=now() - timedelta(days=1, hours=1)).where(Matter.id == found["fresh"].id).execute()
    age(found["plain"], 9)
    for name in ("ready", "optional open", "closed"):
        review(firm, an_upload(firm, put, a_document(firm, found[name])).id, "approved")
    a_document(firm, found["optional open"], required=False)
    Matter.update(status="closed").where(Matter.id == found["closed"].id).execute()
    return found


def ids_by_cursor(api, query, per_page):
    """Return the ids on all pages of the list, read by cursor, none of which may come twice."""
    read, cursor = [], ""
    while cursor is not None:
        page = api.get(f"/matters?{query}&per_page={per_page}{cursor}").json
        read += [row["id"] for row in page["data"]]
        cursor = page["pagination"].get("next_cursor")
        cursor = cursor and f"&cursor={cursor}"
    assert len(set(read)) == len(read) == page["pagination"]["total"]
    return read


def test_lists_are_about_what_their_focus_says(api, matters, firm):
    def listed(**query):
        return {row["title"] for row in data(api.get("/matters", query_string=query))}

    assert listed(focus="needs_action") == {"review", "overdue", "explained"}
    assert listed(focus="due") == {"overdue", "week"}
    assert listed(focus="due", days=2) == {"overdue"}
    assert listed(focus="silent") == {"silent"}
    assert listed(focus="silent", days=1) == {"silent", "fresh"}
    assert listed(focus="silent", days=10) == set()
    assert listed(focus="ready") == {"ready", "optional open"}
    assert listed(focus="ready", status="closed") == set()
    assert listed(focus="ready", search="optional") == {"optional open"}
    assert api.get("/matters?focus=ready").json["pagination"]["total"] == 2

    for order in ("asc", "desc"):
        for sort in ("client_active_at", "next_deadline"):
            rows = ids(api.get(f"/matters?sort={sort}&order={order}"))
            assert ids_by_cursor(api, f"sort={sort}&order={order}", per_page=2) == rows
            assert len(set(rows)) == 10
    by_deadline = [row["next_deadline"] for row in data(api.get("/matters?sort=next_deadline&order=asc"))]
    assert by_deadline[:2] == sorted(by_deadline[:2])
    assert by_deadline[2:] == [None] * 8
    titles = [row["title"] for row in data(api.get("/matters?sort=client_active_at&order=asc"))]
    assert {*titles[:2]} == {"silent", "plain"}
    assert titles[2] == "fresh"

    lawyer = a_user(firm)
    Matter.update(assigned_attorney=lawyer.id).where(Matter.id == matters["week"].id).execute()
    assert listed(assigned_attorney=lawyer.id) == {"week"}
    for wrong in ("focus=all", "days=0", "days=366", "sort=assigned_attorney"):
        assert wrong_fields(api.get(f"/matters?{wrong}")) == {wrong.split("=")[0]}


def test_ready_are_those_without_a_document_to_wait_for(api, firm, rival):
    draw, expected = Random(7), set()
    for number in range(60):
        matter = a_matter(firm, title=f"{number}")
        requests = [(draw.random() < 0.4, draw.choice(("pending", "uploaded", "approved", "approved", "rejected")))
                    for _ in range(draw.randrange(4))]
        for required, status in requests:
            a_document(firm, matter, required=required).change(status=status)
        if draw.random() < 0.1:
            matter.change(status="closed")
        elif requests and all(status == "approved" or not (required or status == "uploaded")
                              for required, status in requests):
            expected.add(matter.id)
    a_document(rival, required=False)
    assert 10 < len(expected) < 50

    for sort in ("created_at", "title", "next_deadline"):
        for order in ("asc", "desc"):
            assert set(ids_by_cursor(api, f"focus=ready&sort={sort}&order={order}", per_page=7)) == expected
    assert len(ids(api.get("/matters?focus=ready&per_page=5&page=2"))) == 5


@pytest.mark.parametrize(("zone", "is_due"), [("Pacific/Kiritimati", True), ("Pacific/Pago_Pago", False)])
def test_today_is_the_day_of_the_firms_time_zone(api, api_as, firm, zone, is_due):
    matter = a_matter(firm)
    a_deadline(firm, matter, due_date=now().astimezone(ZoneInfo("Pacific/Kiritimati")).date())
    firm.change(timezone=zone)  # the two are 25 hours apart

    for caller in (api, api_as(a_user(firm))):
        assert ids(caller.get("/matters?focus=needs_action")) == [matter.id] * is_due


def test_matters_are_exported(api, api_as, firm, rival):
    client = a_client(firm, first_name="José,", last_name='"Pepe"')
    matter = a_matter(firm, title='=HYPERLINK("x")', client_id=client.id)
    a_matter(firm, title="قضية\nعائلة", practice_area="criminal")
    a_matter(rival, title="Rival's")
    csv = {"Accept": "text/csv"}
    answer = api.get("/matters?sort=title&order=asc", headers=csv)

    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.data.startswith(b"\xef\xbb\xbfid,title,client,")
    assert answer.text.count("\r\n") == 3
    assert f'{matter.id},"\'=HYPERLINK(""x"")","José, ""Pepe""",family_law,active,,0,0,,,' in answer.text
    assert '"قضية\nعائلة"' in answer.text
    assert "Rival" not in answer.text
    assert api.get("/matters?practice_area=criminal", headers=csv).text.count("\r\n") == 2
    assert api_as(a_user(firm, "staff")).get("/matters", headers=csv).text.count("\r\n") == 1
    assert [entry.action for entry in AuditEntry.of(firm) if entry.record_type == "firm"][-1] == "matters.exported"


def test_export_reads_all_rows_in_batches(api, firm, statements):
    moment = now()
    Matter.insert_many([
        {"id": new_id("mat"), "firm_id": firm.id, "title": f"M{number}", "title_key": f"m{number}", "status": "active",
         "practice_area": "other", "created_at": moment, "updated_at": moment} for number in range(1100)]).execute()
    with statements() as seen:
        lines = api.get("/matters", headers={"Accept": "text/csv"}).text.splitlines()[1:]

    assert len({line.partition(",")[0] for line in lines}) == 1100
    assert len([sql for sql in seen if "matters" in sql and "SELECT" in sql]) == 3
