"""Every answer has exactly the fields of the table, each of its kind."""

import pytest

from tests.contract.tables.answers import ANSWERS, BESIDE_DATA, WITHOUT_ENVELOPE
from tests.contract.tables.shapes import describe, misfits


def _rows():
    """A row for every field of every answer."""
    for call, shape in ANSWERS.items():
        fields = shape[0] if isinstance(shape, list) else shape
        for field, kind in fields.items():
            yield pytest.param(call, field, kind, id=f"{call} gives {field}: {describe(kind)}")


def _given(sample, call):
    answer = sample.answer(call)
    return answer if call in WITHOUT_ENVELOPE else answer["data"]


@pytest.mark.parametrize(("call", "field", "kind"), [*_rows()])
def test_field(call, field, kind, app, full, sparse):
    for sample in (full, sparse):
        given = _given(sample, call)
        items = given if isinstance(given, list) else [given]
        assert items, f"the example of {call} has no item"
        for item in items:
            assert not misfits({field: kind}, {field: item[field]} if field in item else {}, full=sample.full)


@pytest.mark.parametrize("call", ANSWERS, ids=lambda call: f"{call} gives no other field")
def test_no_other_field(call, app, full, sparse):
    for sample in (full, sparse):
        assert not misfits(ANSWERS[call], _given(sample, call), call, full=sample.full)


@pytest.mark.parametrize("call", ANSWERS, ids=lambda call: (
    f"{call} gives {' and '.join(['data', *BESIDE_DATA.get(call, ())])}"))
def test_envelope(call, app, full):
    if call not in WITHOUT_ENVELOPE:
        assert not misfits(BESIDE_DATA.get(call, {}), {
            name: value for name, value in full.answer(call).items() if name != "data"}, call)
        assert "data" in full.answer(call)
