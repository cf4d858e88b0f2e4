"""Pages far in a list use another query than the first ones, with the same results."""

from itertools import chain

import pytest

from intake.core import paging
from tests.builders import a_matter
from tests.core.answers import ids

PER_PAGE = 3


@pytest.fixture
def matters(firm):
    return [a_matter(firm, practice_area=area, title=f"{area} {number % 4} {number}")
            for number in range(7) for area in ("criminal", "other")]


@pytest.fixture(params=["from the first page on", "from the third page on"])
def _far(request, monkeypatch):
    monkeypatch.setattr(paging, "_FAR_OFFSET", -1 if request.param == "from the first page on" else PER_PAGE)


@pytest.mark.usefixtures("_far")
@pytest.mark.parametrize("chosen", ["", "&status=active", "&practice_area=other", "&search=other"])
@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("sort", ["created_at", "updated_at", "title"])
def test_pages_together_are_the_whole_list(api, matters, chosen, sort, order):
    path = f"/matters?sort={sort}&order={order}{chosen}"
    whole = ids(api.get(f"{path}&per_page=100"))
    assert len(whole) == (7 if "other" in chosen else 14)

    pages = [ids(api.get(f"{path}&per_page={PER_PAGE}&page={page}")) for page in range(1, 7)]

    assert list(chain(*pages)) == whole
    assert all(len(page) == PER_PAGE for page in pages[:len(whole) // PER_PAGE])


def test_page_past_the_end_is_empty(api, matters):
    assert ids(api.get(f"/matters?page={10**15}")) == []
