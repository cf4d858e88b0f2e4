"""A record can be sent back as it was received: fields that only the service writes are ignored, not unknown
(docs/behaviour.md, "Bodies and query strings").
"""

import pytest

from tests.contract.tables.answers import ANSWERS
from tests.contract.tables.bodies import BODIES

BESIDE = {"GET /matters/:id/documents": "POST /matters/:id/documents/request"}
"""By list, the call that creates its records, if that has another path."""

OTHERS = {"POST /firms/users", "POST /firms/onboarding", "POST /retention-schedules/due"}
"""Calls whose body is no record of the list at the same path, or that refuse what only a PATCH can write."""


def _calls():
    """Yield each call that takes a record's fields, with the call that returns such a record."""
    for read in ANSWERS:
        method, path = read.split()
        if method == "GET":
            collection = path.removesuffix("/:id")
            for call in (f"POST {collection}", f"PATCH {collection}/:id", BESIDE.get(f"GET {collection}")):
                if call in BODIES and call not in OTHERS:
                    yield call, read


@pytest.mark.parametrize(("call", "read"), [*_calls()])
def test_no_field_of_a_record_is_unknown(call, read, full):
    received = full.response(read).json["data"]
    record = received[0] if isinstance(received, list) else received

    answer = full.send(call, body=record)

    assert "nknown field" not in answer.text
