"""After an erasure nothing in the database has a text of the client, and nothing of the neighbour is changed."""

from uuid import uuid4

import pytest

from intake.accounts.audit.chain import chain, verify
from intake.core.db import db
from intake.listeners import TASKS
from intake.records.erasures import actions
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import DONE
from tests.builders import a_caller, a_user

from .planting import Planted, rows_with


@pytest.fixture
def planted(firm):
    """A client and the neighbour, with a row in every table, and entries of the audit log that are chained."""
    user = a_user(firm, "admin")
    client = Planted(firm, user, f"gone{uuid4().hex[:8]}x")
    rows = [client, Planted(firm, user, f"near{uuid4().hex[:8]}x", client)]
    db.execute_sql("UPDATE integrations SET is_active = false WHERE firm_id = %s", (firm.id,))
    chain(firm.id)
    return rows


def erase(firm, **record):
    """Ask for the erasure, confirm it, and let the worker do it."""
    caller = a_caller(firm)
    erasure = actions.propose(caller, reason="asked for", **record)
    actions.confirm(caller, erasure.id)
    TASKS["erase"].function(firm.id, erasure.id)
    return Erasure.fetch(firm, erasure.id)


def test_no_marker_of_the_client_is_left_and_every_row_of_the_neighbour_is_the_same(firm, planted):
    client, neighbour = planted
    assert len(client.markers) > 100
    before = rows_with(neighbour.name)

    erasure = erase(firm, client_id=client.ids["clients"])

    assert erasure.status == DONE
    assert rows_with(client.name) == []
    assert rows_with(neighbour.name) == before
    assert verify(firm.id).first_bad is None


@pytest.mark.parametrize(("kind", "table", "gone", "kept"), [
    ("matter_id", "matters", ("matters", "communications", "intake_forms", "uploads", "events"), ("clients",)),
    ("document_id", "document_requests", ("document_requests", "uploads", "previews"),
     ("clients", "matters", "communications", "deadlines"))])
def test_a_part_goes_alone(firm, planted, kind, table, gone, kept):
    client, neighbour = planted
    before = rows_with(neighbour.name)

    erasure = erase(firm, **{kind: client.ids[table]})

    left = {row.partition(" ")[0] for row in rows_with(client.name)}
    assert not left & {*gone}
    assert left >= {*kept}
    assert (erasure.erased["uploads"], erasure.reason) == (1, None)
    assert rows_with(neighbour.name) == before
    assert verify(firm.id).first_bad is None
