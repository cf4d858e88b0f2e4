"""The database connection: replaced when it was closed, with a specific error while there is none."""

import time
from contextlib import closing, suppress

import psycopg2
import pytest
from peewee import IntegrityError

from intake.accounts.firms.models import Firm
from intake.cases.matters.models import Matter
from intake.core import answer_timeout
from intake.core.clock import now
from intake.core.db import db, map_constraint_errors
from intake.core.errors import ApiError
from intake.core.ids import new_id
from intake.engine.events.models import Event
from tests.builders import a_matter, a_user

from .answers import data, ids, refusal


class SlugTaken(ApiError):
    status, code = 409, "slug_taken"


def test_restart_of_postgres_between_two_requests_has_no_effect(api, services, firm):
    matter = a_matter(firm)
    assert ids(api.get("/matters")) == [matter.id]

    services.postgres.restart()

    assert ids(api.get("/matters")) == [matter.id]


@pytest.mark.parametrize(("method", "path", "body"), [
    ("POST", "/matters", {"title": "After the restart", "practice_area": "other"}),
    ("PATCH", "/matters/{id}", {"title": "After the restart"}),
    ("GET", "/search?q=matter", None),
])
def test_first_request_after_a_restart_succeeds(api, services, firm, method, path, body):
    matter = a_matter(firm)
    api.get("/matters")

    services.postgres.restart()

    assert api.call(method, path.format(id=matter.id), body).status_code in (200, 201)


def test_a_connection_that_the_server_ended_is_replaced(api, settings):
    api.get("/matters")
    with closing(psycopg2.connect(settings.database_url)) as other, other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 1000)", (db.connection().info.backend_pid,))

    assert api.get("/matters").status_code == 200


def test_while_postgres_is_away_a_request_is_refused_quickly_and_the_next_one_succeeds(
        api, services, firm, caplog, signed_in_as):
    matter, browser = a_matter(firm), signed_in_as(a_user(firm), Accept="text/html")
    api.get("/matters")
    services.postgres.stop()
    try:
        began = time.monotonic()
        answer = api.get("/matters")
        waited = time.monotonic() - began
        assert browser.get("/nonsense").status_code == 404, "an address without a page needs no database"
    finally:
        services.postgres.start()

    assert refusal(answer) == (503, "database_unavailable")
    assert int(answer.headers["Retry-After"]) >= 1
    assert waited < 4  # connecting gives up after 5
    [line] = [record for record in caplog.records if record.message == "database unavailable"]
    assert line.reason
    assert ids(api.get("/matters")) == [matter.id]


@pytest.mark.parametrize(("method", "path", "body"), [
    ("GET", "/matters", None), ("POST", "/matters", {"title": "While it hangs", "practice_area": "other"})])
def test_while_postgres_hangs_a_request_ends_and_the_next_one_after_it_succeeds(
        api, services, firm, monkeypatch, method, path, body):
    monkeypatch.setattr(answer_timeout, "SECONDS", 1.0)
    api.get("/matters")
    services.postgres.pause()
    try:
        began = time.monotonic()
        answer = api.call(method, path, body)
        waited = time.monotonic() - began
    finally:
        services.postgres.resume()

    assert refusal(answer) == (503, "database_unavailable")
    assert waited < 3  # it is not sent again on another connection
    assert api.call(method, path, body).status_code in (200, 201)


def test_a_connection_lost_in_the_middle_of_a_change_leaves_nothing(api, firm, breaking):
    with breaking("matters", "PERFORM pg_terminate_backend(pg_backend_pid())"):
        answer = api.post("/matters", {"title": "Lost", "practice_area": "other"})

    assert refusal(answer) == (503, "database_unavailable")
    assert ids(api.get("/matters")) == []
    assert data(api.post("/matters", {"title": "Lost", "practice_area": "other"}), 201)["title"] == "Lost"


def test_a_full_disk_costs_no_connection(api, breaking):
    """While it is full, Postgres often accepts none, and even lists were refused."""
    connection = db.connection()
    with breaking("matters", "RAISE 'no room' USING ERRCODE = '53100'"):
        assert refusal(api.post("/matters", {"title": "No", "practice_area": "other"})) == (503, "database_unavailable")
    assert db.connection() is connection


def test_a_failure_in_the_middle_of_a_change_leaves_nothing(api, firm, breaking):
    with breaking("events", "RAISE EXCEPTION 'broken'"):
        answer = api.post("/matters", {"title": "Lost", "practice_area": "other"})

    assert refusal(answer) == (500, "internal_error")
    assert "broken" not in answer.text
    assert ids(api.get("/matters")) == []


def test_constraint_violation_raises_the_mapped_error(firm):
    with pytest.raises(SlugTaken), map_constraint_errors(firms_slug_unique=SlugTaken), db.atomic():
        Firm.create(name="x", email="x", slug=firm.slug)


def test_other_violations_stay_integrity_errors(firm):
    with pytest.raises(IntegrityError), map_constraint_errors(another_constraint=SlugTaken), db.atomic():
        Firm.create(name="x", email="x", slug=firm.slug)


def test_transaction_costs_no_round_trip_to_begin(firm, statements):
    with statements() as seen, db.atomic():
        a_matter(firm)

    assert seen[0].startswith("BEGIN; INSERT")


def test_block_without_a_statement_sends_nothing(app, services):
    services.postgres.stop()
    try:
        with db.atomic():
            pass
    finally:
        services.postgres.start()

    assert not db.in_transaction()


def test_block_inside_a_transaction_is_a_part_of_it(firm):
    with suppress(SlugTaken), db.atomic():
        with db.atomic():
            a_matter(firm)
        raise SlugTaken

    assert not Matter.of(firm).exists()


def test_transaction_is_not_committed_after_a_part_has_failed(firm):
    def go_on_after_a_failure():
        with db.atomic(), suppress(SlugTaken), db.atomic():
            a_matter(firm)
            raise SlugTaken

    with pytest.raises(RuntimeError):
        go_on_after_a_failure()

    assert not Matter.of(firm).exists()


def test_part_that_fails_in_a_savepoint_is_undone_alone(firm):
    with db.atomic():
        kept = a_matter(firm)
        with suppress(SlugTaken), db.savepoint(), db.atomic():
            a_matter(firm)
            raise SlugTaken

    assert [matter.id for matter in Matter.of(firm)] == [kept.id]


def test_connection_that_was_closed_before_a_transaction_is_replaced(firm, settings):
    a_matter(firm)
    with closing(psycopg2.connect(settings.database_url)) as other, other.cursor() as cursor, db.atomic():
        cursor.execute("SELECT pg_terminate_backend(%s, 1000)", (db.connection().info.backend_pid,))
        matter = a_matter(firm)

    assert Matter.fetch(firm, matter.id)


def test_deferred_rows_are_inserted_with_the_commit_and_dropped_with_a_rollback(firm, statements):
    def defer(type):
        db.insert_at_commit(Event, {"id": new_id("evt"), "firm_id": firm.id, "type": type, "data": "{}",
                                    "created_at": now(), "relayed_at": now()})

    with statements() as seen, db.atomic():
        defer("kept")
        with suppress(SlugTaken), db.savepoint():
            defer("dropped")
            raise SlugTaken
        defer("kept too")
    with db.atomic() as transaction:
        defer("dropped too")
        transaction.rollback()

    assert [event.type for event in Event.of(firm).order_by(Event.id)] == ["kept", "kept too"]
    assert not [sql for sql in seen if "INSERT" in sql]


def test_deferred_row_outside_of_a_transaction_is_an_error(firm):
    with pytest.raises(RuntimeError):
        db.insert_at_commit(Event, {"firm_id": firm.id})
