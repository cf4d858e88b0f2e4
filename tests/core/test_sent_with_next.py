"""Statements that travel with the next statement of their transaction."""

from contextlib import suppress

import pytest
from peewee import IntegrityError

from intake.cases.matters.models import Matter
from intake.core.db import db
from intake.engine.events.actions import record_event
from tests.builders import a_matter


def created(firm, title="Sent with the next", **values):
    return Matter.create_with_next(
        firm_id=firm.id, title=title, title_key=title.lower(), practice_area="other", **values)


def titles(firm):
    return {matter.title for matter in Matter.of(firm)}


def test_row_is_sent_with_the_next_statement_also_if_that_has_no_values(firm, statements):
    with statements() as seen, db.atomic():
        made = created(firm, title="50 % of it")
        assert seen == []
        assert db.execute_sql("SELECT max(title) FROM matters WHERE title LIKE '50 %%'").fetchone() == ("50 % of it",)

    assert len(seen) == 1
    assert titles(firm) == {"50 % of it"}
    assert Matter.fetch(firm, made.id).created_at == made.created_at


def test_several_are_sent_in_their_order_and_before_the_commit_at_the_latest(firm, statements):
    matter = a_matter(firm)
    with statements() as seen, db.atomic():
        created(firm)
        matter.change_with_next(title="First")
        matter.change_with_next(title="Second")

    assert seen == []
    assert matter.title == "Second"
    assert titles(firm) == {"Sent with the next", "Second"}
    assert Matter.fetch(firm, matter.id).updated_at == matter.updated_at


def test_beside_rows_that_are_inserted_at_commit(firm, announced):
    with db.atomic():
        matter = created(firm)
        record_event("matter.created", firm.id, {"id": matter.id})

    assert announced() == [("matter.created", {"id": matter.id})]


def test_error_is_raised_by_the_next_statement_and_leaves_nothing(firm):
    a_matter(firm, title="Taken")
    with db.atomic():
        created(firm, title="Free")
        created(firm, title="Taken")
        with pytest.raises(IntegrityError):
            db.execute_sql("SELECT 1")

    assert titles(firm) == {"Taken"}


def test_error_is_raised_by_the_commit_if_nothing_follows(firm):
    a_matter(firm, title="Taken")
    with pytest.raises(IntegrityError), db.atomic():
        created(firm, title="Taken")

    with db.atomic():
        created(firm, title="Free")
    assert titles(firm) == {"Taken", "Free"}


def test_transaction_that_fails_sends_nothing_afterwards(firm):
    with suppress(ValueError), db.atomic():
        created(firm, title="Lost")
        raise ValueError

    with db.atomic():
        created(firm, title="Kept")
    assert titles(firm) == {"Kept"}


def test_savepoint_that_is_undone_takes_back_only_its_own(firm):
    with db.atomic():
        created(firm, title="Before")
        with suppress(ValueError), db.savepoint():
            created(firm, title="Sent and undone")
            db.execute_sql("SELECT 1")
            created(firm, title="Before")  # which would fail
            raise ValueError
        created(firm, title="After")

    assert titles(firm) == {"Before", "After"}


@pytest.mark.parametrize("following", [[], ["SELECT 1"]])
def test_first_statement_of_a_connection_that_was_closed(firm, following):
    db.close()
    with db.atomic():
        created(firm)
        for statement in following:
            db.execute_sql(statement)

    assert titles(firm) == {"Sent with the next"}


def test_belongs_into_a_transaction(firm):
    with pytest.raises(RuntimeError):
        created(firm)
