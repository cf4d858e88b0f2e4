"""Statements that Postgres plans once per connection (docs/decisions/0077)."""

from contextlib import closing

import psycopg2
import pytest

from intake.accounts.firms.models import Firm
from intake.core.connection import MOST_PREPARED, PreparedStatement
from intake.core.db import REPEATABLE_READ, db
from tests.builders import a_matter

from .answers import data, ids


def prepared():
    """Return the names and numbers of executions of the statements that the server has for this connection."""
    return dict(db.execute_sql(
        "SELECT name, generic_plans + custom_plans FROM pg_prepared_statements").fetchall())


def test_statement_is_prepared_once_and_then_executed(app):
    db.close()
    statement = PreparedStatement("SELECT %s || ' %% ' || %s")

    assert [db.execute_sql(statement, values).fetchone()[0] for values in (("a", "b"), ("%s", "ü'"))] == [
        "a % b", "%s % ü'"]

    assert prepared() == {statement.name: 2}


def test_a_plan_serves_all_values(app):
    db.close()
    statement = PreparedStatement("SELECT id FROM matters WHERE firm_id = %s")
    for number in range(8):
        db.execute_sql(statement, (f"firm_{number}",))

    assert db.execute_sql("SELECT generic_plans, custom_plans FROM pg_prepared_statements").fetchone() == (8, 0)
    assert db.execute_sql("SHOW plan_cache_mode").fetchone()[0] == "auto"


def test_statement_later_in_a_transaction_is_sent_as_it_is(app):
    db.close()
    with db.atomic():
        db.execute_sql("SELECT 1")
        for _ in range(2):
            assert db.execute_sql(PreparedStatement("SELECT %s::integer"), (7,)).fetchone() == (7,)

    assert prepared() == {}


def test_statements_that_a_transaction_begins_with_are_prepared(app):
    db.close()
    first, last = PreparedStatement("SELECT %s::text"), PreparedStatement("SELECT %s::integer")
    for _ in range(2):
        with db.atomic(REPEATABLE_READ):
            db.send_with_next(first, ("a",))
            db.send_with_next("SELECT %s", ("b",))
            assert db.execute_sql(last, (7,)).fetchone() == (7,)
            assert db.execute_sql("SELECT current_setting('transaction_isolation'), current_setting('plan_cache_mode')"
                                  ).fetchone() == ("repeatable read", "auto")

    assert prepared() == {first.name: 2, last.name: 2}


def test_transaction_begins_where_the_server_lacks_a_statement_or_has_it(app, firm):
    db.close()
    first, last = PreparedStatement("SELECT %s::text"), PreparedStatement("SELECT %s::integer")
    db.execute_sql(first, ("a",))
    for changed in (last.prepare, f"DEALLOCATE {first.name}", "DEALLOCATE ALL", "SELECT 1", "SELECT 2"):
        db.execute_sql(changed)
        with db.atomic():
            db.send_with_next(first, ("a",))
            assert db.execute_sql(last, (7,)).fetchone() == (7,)
            firm.change(name=changed)
        assert Firm.fetch(firm.id).name == changed
    assert prepared().keys() >= {first.name, last.name}


def test_every_statement_of_a_list_is_executed_as_prepared(api, firm):
    matter = a_matter(firm)
    for _ in range(3):
        assert ids(api.get("/matters")) == [matter.id]
        assert data(api.get(f"/matters/{matter.id}"))["id"] == matter.id

    assert len([name for name, times in prepared().items() if times >= 3]) >= 2


@pytest.fixture
def unequal_firms(firm):
    """A thousand firms with one matter and one with 9,000, whose list a plan for the average firm would sort."""
    db.execute_sql("INSERT INTO firms (id, name, email, slug, settings, created_at, updated_at) "
                   "SELECT 'skewed_' || n, n, '', 'skewed-' || n, '{}', now(), now() FROM generate_series(0, 999) AS n")
    db.execute_sql(
        "INSERT INTO matters (id, firm_id, title, title_key, status, practice_area, created_at, updated_at) "
        "SELECT 'skewed_' || n, CASE WHEN n > 999 THEN %s ELSE 'skewed_' || n END, n, n, "
        "       CASE WHEN n > 999 OR n %% 2 = 0 THEN 'active' ELSE 'closed' END, CASE WHEN n > 999 THEN 'other' "
        "       ELSE (ARRAY['other', 'family_law', 'business', 'criminal', 'immigration'])[1 + n %% 5] END, "
        "       now() + n * interval '1 s', now() FROM generate_series(0, 9999) AS n",
        (firm.id,))
    db.execute_sql("ANALYZE matters")
    yield
    for first in range(0, 10_000, 1000):  # each is looked for in all tables that may refer to it, which takes time
        ids_of_some = [f"skewed_{number}" for number in range(first, first + 1000)]
        db.execute_sql("DELETE FROM matters WHERE id = ANY(%s)", (ids_of_some,))
    for table, column in (("matter_counts", "firm_id"), ("firms", "id")):
        db.execute_sql(f"DELETE FROM {table} WHERE {column} LIKE 'skewed_%%'")
    db.execute_sql("ANALYZE matters")


@pytest.mark.usefixtures("unequal_firms")
def test_lists_that_are_planned_for_all_firms_at_once_sort_no_matters(api):
    db.close()
    for query in ("", "?order=asc", "?status=active", "?practice_area=other", "?status=active&practice_area=other"):
        page = api.get(f"/matters{query}").json
        cursor = page["pagination"]["next_cursor"]
        following = api.get(f"/matters{query or '?'}&cursor={cursor}").json
        assert len(page["data"]) == len(following["data"]) == 20
    lists = db.execute_sql("SELECT name, cardinality(parameter_types) FROM pg_prepared_statements "
                           "WHERE statement LIKE '%%matters%%LIMIT%%'").fetchall()

    assert len(lists) == 10
    for name, count in lists:
        plan = db.execute_sql("SET LOCAL plan_cache_mode = force_generic_plan; "
                              f"EXPLAIN EXECUTE {name}({', '.join(['NULL'] * count)})").fetchall()
        assert not [line for line, in plan if "Sort" in line or "Seq Scan on matters" in line]


def test_statement_that_the_server_lost_is_prepared_again(api, firm):
    matter = a_matter(firm)
    api.get("/matters")
    db.execute_sql("DEALLOCATE ALL")
    assert prepared() == {}

    for _ in range(3):
        assert ids(api.get("/matters")) == [matter.id]
    assert prepared()


def test_statement_that_the_server_has_already_is_executed(app):
    db.close()
    statement = PreparedStatement("SELECT %s::text")
    db.execute_sql(statement.prepare)

    assert [db.execute_sql(statement, ("a",)).fetchone()[0] for _ in range(3)] == ["a"] * 3
    assert prepared()[statement.name] >= 2


def test_column_of_another_type_is_answered_from_then_on(app, settings):
    db.close()
    statement = PreparedStatement("SELECT value FROM renamed WHERE value::text = %s")
    with closing(psycopg2.connect(settings.database_url)) as other, other.cursor() as cursor:
        other.autocommit = True
        cursor.execute("CREATE TABLE renamed AS SELECT 7 AS value")
        try:
            assert db.execute_sql(statement, ("7",)).fetchone() == (7,)
            cursor.execute("ALTER TABLE renamed ALTER value TYPE text")
            assert [db.execute_sql(statement, ("7",)).fetchone() for _ in range(3)] == [("7",)] * 3
        finally:
            cursor.execute("DROP TABLE renamed")


def test_connection_prepares_only_so_many(app):
    db.close()
    for number in range(MOST_PREPARED + 5):
        assert db.execute_sql(PreparedStatement(f"SELECT {number} + %s"), (1,)).fetchone() == (number + 1,)

    assert len(prepared()) == MOST_PREPARED


def test_failing_values_raise_what_the_statement_raises_and_lose_nothing(app):
    db.close()
    statement = PreparedStatement("SELECT %s::integer / %s::integer")
    for _ in range(2):
        with pytest.raises(Exception, match="division by zero"):
            db.execute_sql(statement, (1, 0))
    assert db.execute_sql(statement, (6, 2)).fetchone() == (3,)
