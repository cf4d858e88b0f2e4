"""The position of a page within its list."""

import pytest

from intake.core.paging import Window


@pytest.mark.parametrize(("page", "limit", "offset", "is_far", "from_end"), [
    (1, 20, 0, False, False),
    (26, 20, 500, False, False),  # the last of the near ones
    (27, 20, 520, True, False),
    (250, 20, 4_980, True, False),
    (251, 20, 4_985, True, True),  # equally far from both ends: 10,005 - 5,000 - 20 rows lie behind it
    (500, 20, 5, True, True),
    (501, 5, 0, True, True),  # the last page is not full
    (502, 0, 0, True, True),
    (10**15, 0, 0, True, True),
])
def test_the_window_of_a_page(page, limit, offset, is_far, from_end):
    assert Window.of({"page": page, "per_page": 20}, 10_005) == Window(limit, offset, is_far, from_end)


def test_an_empty_list_has_an_empty_first_page():
    assert Window.of({"page": 1, "per_page": 20}, 0) == Window(limit=0, offset=0, is_far=False, from_end=False)
