"""The counts kept by triggers are exact, even with concurrent changes."""

import random
from itertools import chain
from threading import Barrier

from intake.cases.clients.models import Client
from intake.cases.matters.counts import MatterCount
from intake.cases.matters.listing import list_matters
from intake.cases.matters.models import Matter
from intake.core.db import db
from tests.builders import a_client, a_document, a_matter, an_upload
from tests.core.answers import data

AREAS = ("family_law", "criminal", "other")
STATUSES = ("active", "closed", "archived")


def _send_random_request(api, dice, matters, clients, name):
    """Send one random request about a random matter."""
    matter, client = dice.choice(matters), dice.choice(clients)
    return dice.choice([
        lambda: api.post("/matters", {"title": name, "practice_area": dice.choice(AREAS), "client_id": client}),
        lambda: api.patch(f"/matters/{matter}", {"status": dice.choice(STATUSES), "practice_area": dice.choice(AREAS)}),
        lambda: api.patch(f"/matters/{matter}", {"client_id": dice.choice([client, None])}),
        lambda: api.post(f"/matters/{matter}/archive"),
        lambda: api.post(f"/matters/{matter}/documents/request", {"name": name}),
        lambda: api.post("/matters", {"title": "Taken", "practice_area": "other", "client_id": client}),
    ])()


def _counted(firm, status, area):
    conditions = [Matter.status == status] * bool(status) + [Matter.practice_area == area] * bool(area)
    return Matter.of(firm).where(*conditions).count()


def test_counts_are_exact_under_concurrent_changes(api, firm, at_once):
    clients = [a_client(firm).id for _ in range(3)]
    matters = [a_matter(firm, client_id=clients[0]).id for _ in range(4)] + [a_matter(firm, title="Taken").id]

    def send_many(number):
        dice = random.Random(number)
        return [_send_random_request(api, dice, matters, clients, f"{number}-{step}").status_code for step in range(25)]

    statuses = set(chain(*at_once(6, send_many)))

    assert statuses <= {200, 201, 422}
    for status in (None, *STATUSES):
        for area in (None, *AREAS):
            query = {name: value for name, value in (("status", status), ("practice_area", area)) if value}
            total = api.get("/matters", query_string=query).json["pagination"]["total"]
            assert total == _counted(firm, status, area), query
    for client in Client.of(firm):
        assert client.matters_count == Matter.of(firm).where(Matter.client_id == client.id).count()
    for matter in Matter.of(firm):
        shown = api.get(f"/matters/{matter.id}/documents").json["pagination"]["total"]
        assert data(api.get(f"/matters/{matter.id}"))["documents_count"] == shown


def test_writers_of_one_firm_do_not_wait_for_each_other(firm, at_once):
    """Each keeps its transaction open until all have inserted; meanwhile the counts are added up."""
    inserted = Barrier(4, timeout=60)

    def create(number):
        with db.atomic():
            db.execute_sql("SET LOCAL lock_timeout = '5s'")
            matters = [a_matter(firm, title=f"{number}-{step}", practice_area="other") for step in range(40)]
            inserted.wait()
        return len(matters)

    assert at_once(4, create) == [40] * 4
    assert list_matters(firm, {"practice_area": "other", "page": 1, "per_page": 1, "sort": "created_at",
                                 "order": "desc"}).total == 160


def test_counts_take_few_rows(firm):
    for number in range(200):
        a_matter(firm, title=f"Counted {number}", practice_area="other")

    rows = MatterCount.select().where(MatterCount.firm_id == firm.id)
    assert sum(row.total for row in rows) == 200
    assert rows.count() <= 32


def test_documents_are_counted_under_concurrent_changes(api, firm, at_once, put):
    matter = a_matter(firm)
    uploads = [an_upload(firm, put, a_document(firm, matter)) for _ in range(3)]
    pending = [a_document(firm, matter) for _ in range(3)]

    at_once(9, lambda number: [
        lambda: api.patch(f"/uploads/{uploads[number // 3].id}/status", {"status": "approved"}),
        lambda: api.delete(f"/documents/{pending[number // 3].id}"),
        lambda: api.post(f"/matters/{matter.id}/documents/request", {"name": "Another"}),
    ][number % 3]())

    shown = data(api.get(f"/matters/{matter.id}"))
    assert (shown["documents_count"], shown["documents_complete"]) == (6, 3)


def test_deleted_matter_is_not_counted(api, firm):
    matter = a_matter(firm)
    assert api.get("/matters").json["pagination"]["total"] == 1

    Matter.delete().where(Matter.id == matter.id).execute()

    assert api.get("/matters").json["pagination"]["total"] == 0
