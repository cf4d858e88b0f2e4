"""The plans of the figures, which also answer for a firm with a million matters."""

from datetime import timedelta

import pytest

from intake.console.insights.actions import period_of, read_insights
from intake.core.clock import now
from intake.core.db import db
from intake.core.query_plans import recording
from tests.builders import a_caller, a_document, a_matter, an_intake_link


def test_what_is_missing_is_looked_up_matter_by_matter(firm):
    for _ in range(3):
        an_intake_link(firm).change(sent_at=now() - timedelta(days=1))

    with db.atomic() as transaction:
        db.execute_sql("""
            INSERT INTO matters (id, firm_id, title, title_key, status, practice_area, created_at, updated_at)
            SELECT id || number, firm_id, title || number, title_key || number, status, practice_area, now(), now()
            FROM matters, generate_series(1, 150) AS number WHERE firm_id = %s""", (firm.id,))
        db.execute_sql("""
            INSERT INTO document_requests (id, firm_id, matter_id, name, name_key, status, created_at, updated_at)
            SELECT id, firm_id, id, title, title_key, 'pending', now(), now() FROM matters WHERE firm_id = %s""",
                       (firm.id,))
        db.execute_sql("ANALYZE document_requests")
        nodes = list(_nodes(_explained(firm, "is_open", "EXPLAIN (FORMAT JSON)")))
        transaction.rollback()

    plans = [node for node in nodes if node.get("Relation Name") == "document_requests" and "Subplan Name" in node]
    assert ["link.matter_id" in plan.get("Index Cond", "") for plan in plans] == [True], nodes


@pytest.mark.parametrize("inactive", [1, 4], ids=["most matters are active", "most matters are not"])
@pytest.mark.parametrize("practice_area", [None, "family_law"])
def test_open_requests_are_counted_once_by_the_fewer_matters(firm, rival, inactive, practice_area, monkeypatch):
    monkeypatch.setattr("intake.console.insights.models.FEW", 0)  # as in a large firm
    a_document(rival)
    for status in ("pending", "rejected", "uploaded", "approved"):
        a_document(firm, required=status == "pending").change(status=status)
    a_document(firm, a_matter(firm, practice_area="criminal"))
    for number in range(inactive * 2):
        matter = a_matter(firm)
        a_document(firm, matter)
        matter.change(status=("closed", "archived")[number % 2])

    found = read_insights(a_caller(firm), firm, period_of(firm), practice_area)["open_requests"]
    assert sum(each["required"] for each in found) == (1 if practice_area else 2)
    assert sum(each["optional"] for each in found) == 1

    nodes = _nodes(_explained(firm, "are_active", "EXPLAIN (ANALYZE, FORMAT JSON)", practice_area))
    executed = [node for node in nodes if node["Actual Loops"]]
    assert len([node for node in executed if node.get("Relation Name") == "document_requests"]) == 2  # recent, and all
    assert any(node.get("Join Type") in ("Anti", "Right Anti") for node in executed) == (
        inactive == 1 and not practice_area)


def _explained(firm, text, explain, practice_area=None):
    """Return the plan of the statement that contains the text."""
    with recording() as explained:
        read_insights(a_caller(firm), firm, period_of(firm), practice_area)
    event, = (event for event in explained.sent if text in event.sql)
    return db.execute_sql(f"{explain} {event.sql}", event.params).fetchone()[0][0]["Plan"]


def _nodes(plan):
    yield plan
    for part in plan.get("Plans", ()):
        yield from _nodes(part)
