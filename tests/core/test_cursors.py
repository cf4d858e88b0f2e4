"""Walking through a list by cursor: every row once, whatever is inserted meanwhile; each page costs the same."""

import base64
import json
import re
from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest

from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.core.db import db
from tests.builders import a_client, a_communication, a_deadline, a_document, a_matter, a_user, an_upload

from .answers import ids

MOMENT = datetime(2026, 1, 1, tzinfo=UTC)
ROWS = 7

LISTS = {
    "/matters": "created_at updated_at title",
    "/clients": "created_at last_name",
    "/uploads": "uploaded_at",
    "/documents": "created_at",
    "/deadlines": "due_date",
    "/communications": "created_at",
}
CASES = [(path, sort, order) for path, sorts in LISTS.items() for sort in sorts.split() for order in ("asc", "desc")]


@pytest.fixture
def add(firm, put):
    """Add a row to each list, all in one matter, at the given time distance from the other rows."""
    matter = a_matter(firm)
    number = count()

    def add(days=0):
        moment = MOMENT + timedelta(days=days)
        upload = an_upload(firm, put, a_document(firm, matter))
        upload.change(uploaded_at=moment)
        DocumentRequest.update(created_at=moment).where(DocumentRequest.id == upload.document_id).execute()
        a_deadline(firm, matter, due_date=date(2026, 1, 1) + timedelta(days=days))
        a_communication(firm, matter).change(created_at=moment)
        a_client(firm, last_name=f"Silva {days}").change(created_at=moment)
        other = a_matter(firm, title=f"{'MNO'[days % 3]} {next(number)}")
        Matter.update(created_at=moment, updated_at=moment).where(Matter.id == other.id).execute()

    return add


def _page(api, path, **query):
    answer = api.get(path, query_string=query)
    assert answer.status_code == 200, answer.text
    return ids(answer), answer.json["pagination"]


def test_rows_inserted_meanwhile_neither_repeat_nor_skip_one(api, add):
    for number in range(ROWS):
        add(days=number // 3)  # several at the same time
    walks = {case: _walk(api, *case) for case in CASES}
    steps = {case: next(walk) for case, walk in walks.items()}

    while any(steps.values()):
        add(days=-1)
        add(days=ROWS)
        steps = {case: steps[case] and next(walks[case], False) for case in CASES}


def _walk(api, path, sort, order):
    """Read the list page by page, one for each step, and check at the end that every row came once."""
    whole, _ = _page(api, path, sort=sort, order=order)
    query = {"sort": sort, "order": order, "per_page": 2}
    found, pagination = _page(api, path, **query)

    pages = 1
    while pagination["has_more"]:
        yield True
        rows, pagination = _page(api, path, **query, cursor=pagination["next_cursor"])
        pages += 1
        assert (pagination["page"], pagination["per_page"], pagination["total"]) == (pages, 2, len(whole))
        found += rows

    assert "next_cursor" not in pagination
    assert len(set(found)) == len(found)
    assert [id for id in found if id in whole] == whole


def test_last_page_has_no_cursor(api, add):
    add()

    _, pagination = _page(api, "/documents", per_page=1)
    assert pagination == {"page": 1, "per_page": 1, "total": 1, "has_more": False}


def test_page_and_cursor_exclude_each_other(api, add):
    add()
    add()
    _, pagination = _page(api, "/documents", per_page=1)

    answer = api.get("/documents", query_string={"page": 2, "cursor": pagination["next_cursor"]})
    assert answer.json["error"]["code"] == "validation_error"
    assert [field["field"] for field in answer.json["error"]["details"]["fields"]] == ["cursor"]


def test_cursor_fits_its_own_firm_and_list_only(api, add, rival_api, api_as, firm):
    add()
    add()
    _, pagination = _page(api, "/documents", per_page=1, status="uploaded")
    cursor = pagination["next_cursor"]

    assert api.get("/documents", query_string={"status": "uploaded", "cursor": cursor}).status_code == 200
    for reader, path, other in (
            (api, "/documents", {}), (api, "/documents", {"status": "pending"}), (api, "/communications", {}),
            (api, "/documents", {"status": "uploaded", "order": "asc"}),
            (rival_api, "/documents", {"status": "uploaded"}),
            (api_as(a_user(firm, "staff")), "/documents", {"status": "uploaded"})):
        answer = reader.get(path, query_string=other | {"cursor": cursor})
        assert answer.json["error"]["details"]["fields"][0]["field"] == "cursor", (path, other)

def test_cursor_cannot_be_written_by_others(api, add):
    add()
    add()
    _, pagination = _page(api, "/documents", per_page=1)
    content, _, signature = pagination["next_cursor"].partition(".")
    values = json.loads(base64.urlsafe_b64decode(content))
    forged = base64.urlsafe_b64encode(json.dumps([*values[:3], "no date", values[4]]).encode()).decode()

    for cursor in (f"{forged}.{signature}", f"{content}.", content, ".", "é.é", f"{content}.é"):
        assert api.get("/documents", query_string={"cursor": cursor}).status_code == 400, cursor


def test_search_is_read_by_cursor(api, add):
    for _ in range(3):
        add()
    whole, _ = _page(api, "/matters", search="m", sort="title")
    first, pagination = _page(api, "/matters", search="m", sort="title", per_page=2)
    second, _ = _page(api, "/matters", search="m", sort="title", per_page=2, cursor=pagination["next_cursor"])

    assert first + second == whole[:4]


def test_page_by_cursor_takes_two_statements(api, add, statements):
    for _ in range(3):
        add()
    for path in LISTS:
        _, pagination = _page(api, path, per_page=1)

        with statements() as seen:
            _page(api, path, per_page=1, cursor=pagination["next_cursor"])
        assert len(seen) <= 2, (path, seen)  # the key, and the rows; nothing is counted


def test_page_by_cursor_begins_where_the_index_has_its_first_row(api, add):
    for _ in range(3):
        add()
    for path, sort, order in CASES:
        query = {"sort": sort, "order": order, "per_page": 1}
        _, pagination = _page(api, path, **query)
        executed = []
        db.query_hooks.append(executed.append)
        try:
            _page(api, path, **query, cursor=pagination["next_cursor"])
        finally:
            db.query_hooks.remove(executed.append)

        [page] = [event for event in executed if "LIMIT" in event.sql and "ORDER BY" in event.sql]
        with db.atomic():  # a few rows are sorted more quickly
            db.execute_sql(
                "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off")
            plan = [line for line, in db.execute_sql(f"EXPLAIN {page.sql}", page.params)]
        comparison = ">" if order == "asc" else "<"
        column = {"title": "title_key", "last_name": "last_name_key"}.get(sort, sort)
        begins = rf"Index Cond: \(\(firm_id = .*\) AND \((ROW\({column}, id\) {comparison} ROW|{column} {comparison}=)"
        assert any(re.search(begins, line) for line in plan), "\n".join(plan)
