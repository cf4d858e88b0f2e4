"""A program that keeps a copy of a list misses no change, whatever is committed during its reads."""

import threading
from datetime import timedelta
from itertools import chain

import pytest

from intake.cases.clients.models import Client
from intake.cases.deadlines.models import Deadline
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.uploads.jobs import process
from intake.cases.uploads.models import Upload
from intake.core.clock import iso, now
from intake.core.db import db
from intake.messaging.communications.models import Communication
from tests.builders import a_client, a_communication, a_deadline, a_document, a_matter, an_upload
from tests.core.answers import ids, wrong_fields

LISTS = {"/matters": Matter, "/clients": Client, "/documents": DocumentRequest, "/uploads": Upload,
         "/deadlines": Deadline, "/communications": Communication}


@pytest.fixture
def rows(firm, put):
    """Three rows of each list."""
    matters = [a_matter(firm, title=f"Matter {number}") for number in range(3)]
    documents = [a_document(firm, matter) for matter in matters]
    made = {
        "/matters": matters, "/documents": documents,
        "/clients": [a_client(firm, email=f"c{number}@example.com") for number in range(3)],
        "/uploads": [an_upload(firm, put, document) for document in documents],
        "/deadlines": [a_deadline(firm, matter) for matter in matters],
        "/communications": [a_communication(firm, matter) for matter in matters],
    }
    return {path: [row.id for row in records] for path, records in made.items()}


def _touch(path, id):
    model = LISTS[path]
    model.update(created_at=model.created_at).where(model.id == id).execute()


class Copy:
    """A program that reads updated rows, page by page."""

    def __init__(self, api, path):
        self.api, self.path = api, path
        self.query = {"updated_since": iso(now() - timedelta(days=1)), "per_page": 2}

    def read(self):
        """Read to the present end. Return the ids in order."""
        found, has_more = [], True
        while has_more:
            answer = self.api.get(self.path, query_string=self.query)
            assert answer.status_code == 200, answer.text
            found += ids(answer)
            pagination = answer.json["pagination"]
            has_more = pagination["has_more"]
            self.query["cursor"] = pagination.get("next_cursor", self.query.get("cursor"))
        return found


def test_changed_rows_come_again_and_no_others(api, rows, statements):
    for path, (first, second, third) in rows.items():
        for id in (first, second, third):
            _touch(path, id)
        copy = Copy(api, path)
        assert copy.read() == [first, second, third], path
        _touch(path, second)
        assert copy.read() == [second], path
        with statements() as seen:
            assert copy.read() == [], path
        assert len(seen) == 3, (path, seen)  # the key, the running transactions, the rows


def test_a_document_comes_again_with_what_the_scan_of_its_file_found(api, rows):
    copy = Copy(api, "/documents")
    copy.read()
    process(rows["/uploads"][1])
    process(rows["/uploads"][1])

    assert copy.read() == [rows["/documents"][1]]
    assert copy.read() == []


def test_what_is_committed_late_is_not_missed(app, api, rows):
    copies = {path: Copy(api, path) for path in LISTS}
    for copy in copies.values():
        copy.read()
    written, to_commit = threading.Event(), threading.Event()

    def write():
        with app.app_context():
            with db.atomic():
                for path, (first, *_) in rows.items():
                    _touch(path, first)
                written.set()
                assert to_commit.wait(60)
            db.close()

    writer = threading.Thread(target=write)
    writer.start()
    assert written.wait(60)
    for path, (_, second, _) in rows.items():
        _touch(path, second)
    meanwhile = {path: copy.read() for path, copy in copies.items()}
    to_commit.set()
    writer.join(60)

    for path, copy in copies.items():
        assert sorted(meanwhile[path] + copy.read()) == sorted(rows[path][:2]), path


def test_writers_at_once_are_all_seen(api, firm, at_once):
    matters = [a_matter(firm, title=f"Matter {number}").id for number in range(4)]
    copy, seen = Copy(api, "/matters"), {}
    copy.read()

    def work(index):
        if index == 3:
            return [copy.read() for _ in range(12)]
        for number in range(8):
            api.patch(f"/matters/{matters[index]}", {"description": f"{index} {number}"})
        return []

    read = at_once(4, work)[3]
    for id in [*chain(*read), *copy.read()]:
        seen[id] = seen.get(id, 0) + 1

    assert seen.keys() == set(matters[:3])
    assert copy.read() == []


def test_the_order_is_that_of_the_changes(api):
    since = iso(now())
    for name, value in {"page": 2, "order": "asc", "sort": "created_at"}.items():
        answer = api.get("/matters", query_string={"updated_since": since, name: value})
        assert list(wrong_fields(answer)) == [name], answer.text


def test_changes_are_found_by_their_index(api, rows):
    for path, model in LISTS.items():
        executed = []
        db.query_hooks.append(executed.append)
        try:
            api.get(path, query_string={"updated_since": iso(now() - timedelta(days=1)), "per_page": 1})
        finally:
            db.query_hooks.remove(executed.append)
        page = next(event for event in executed if "LIMIT" in event.sql and "ORDER BY" in event.sql)
        with db.atomic():  # a few rows are sorted more quickly
            db.execute_sql(
                "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off")
            plan = "\n".join(line for line, in db.execute_sql(f"EXPLAIN {page.sql}", page.params))
        assert f"{model._meta.table_name}_by_change" in plan, plan
