"""Every answer has exactly the fields of the table, each of its kind."""

import pytest

from tests.contract.tables.answers import ANSWERS, BESIDE_DATA, WITHOUT_ENVELOPE
from tests.contract.tables.shapes import misfits


@pytest.mark.parametrize("call", ANSWERS, ids=lambda call: f"{call} gives its fields")
def test_fields(call, app, full, sparse):
    for sample in (full, sparse):
        answer = sample.answer(call)
        given = answer if call in WITHOUT_ENVELOPE else answer["data"]
        assert given or not isinstance(given, list), f"the example of {call} has no item"
        assert not misfits(ANSWERS[call], given, call, full=sample.full)


@pytest.mark.parametrize("call", ANSWERS, ids=lambda call: (
    f"{call} gives {' and '.join(['data', *BESIDE_DATA.get(call, ())])}"))
def test_envelope(call, app, full):
    if call not in WITHOUT_ENVELOPE:
        assert not misfits(BESIDE_DATA.get(call, {}), {
            name: value for name, value in full.answer(call).items() if name != "data"}, call)
        assert "data" in full.answer(call)
