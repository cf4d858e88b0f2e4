"""Finders of connections that span firms."""

from intake.integrations.connections.actions import deactivate
from intake.integrations.connections.models import Integration


def test_firms_with_an_active_connection(clio, connection, connect, firm, rival, statements):
    ids = [firm.id, rival.id, firm.id]
    with statements() as seen:
        assert Integration.has_active_connection(ids) == {firm.id}
    assert len(seen) == 1

    connect(rival, clio)
    assert Integration.has_active_connection(ids) == {firm.id, rival.id}
    assert Integration.has_active_connection([rival.id]) == {rival.id}
    deactivate(connection)
    assert Integration.has_active_connection(ids) == {rival.id}


def test_without_firms_nothing_is_queried(app, statements):
    with statements() as seen:
        assert Integration.has_active_connection([]) == set()
    assert seen == []
