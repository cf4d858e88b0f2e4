"""GET /matters/:id/communications."""

from itertools import product

import pytest

from intake.core.clock import iso
from tests.builders import a_communication
from tests.core.answers import data, ids


def test_only_messages_of_matter_are_listed(api, firm, matter):
    message = a_communication(firm, matter)
    a_communication(firm)

    answer = api.get(f"/matters/{matter.id}/communications")

    assert data(answer) == [{
        "id": message.id, "channel": "sms", "direction": "outbound", "to": "+15551234567", "sender": None,
        "from_other_address": False, "subject": None, "message": "Please call us.", "status": "delivered",
        "error": None, "send_at": None, "sent_at": iso(message.sent_at)}]
    assert message.id.startswith("comm_")
    assert answer.json["pagination"] == {"page": 1, "per_page": 20, "total": 1, "has_more": False}


@pytest.mark.parametrize("status", ["queued", "sent", "delivered", "failed"])
def test_every_status_is_shown(api, firm, matter, status):
    a_communication(firm, matter, status=status, sent_at=None)

    [shown] = data(api.get(f"/matters/{matter.id}/communications"))

    assert (shown["status"], shown["sent_at"]) == (status, None)


@pytest.mark.parametrize("channel", [None, "email", "sms"])
@pytest.mark.parametrize("direction", [None, "inbound", "outbound"])
def test_channel_and_direction_combine(api, firm, matter, channel, direction):
    messages = [a_communication(firm, matter, channel=each, direction=way)
                for each, way in product(("email", "sms"), ("inbound", "outbound")) for _ in range(2)]
    expected = {message.id for message in messages
                if channel in (None, message.channel) and direction in (None, message.direction)}

    answer = api.get(f"/matters/{matter.id}/communications", query_string={
        name: value for name, value in (("channel", channel), ("direction", direction)) if value})

    assert set(ids(answer)) == expected
    assert answer.json["pagination"]["total"] == len(expected)


def test_matter_without_any_has_empty_list(api, matter):
    assert data(api.get(f"/matters/{matter.id}/communications")) == []
