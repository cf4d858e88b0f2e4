"""The guides of docs/ at /docs/<guide>: complete, linked with each other, and no other file of the repository."""

import pytest

from intake.operations.reference.guides import NAMES

from .reading import Page


@pytest.fixture
def text_of(anonymous):
    """Return the page of a guide as text."""

    def text(name):
        answer = anonymous.get(f"/docs/{name}")
        assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
        return answer.text

    return text


@pytest.mark.parametrize("name", NAMES)
def test_guide_is_a_page(text_of, name):
    page = Page(text_of(name))

    assert page.unbalanced == []
    assert len(page.all("h1")) == 1
    assert page.texts["h2"]
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_links_to_other_files_are_text(text_of):
    assert "decision 0010" in " ".join(text_of("behaviour").split())
    assert 'href="decisions' not in text_of("behaviour")


@pytest.mark.parametrize("name", ["operating", "architecture", "decisions", "nothing", "..%2fREADME", "Webhooks"])
def test_no_other_document_is_served(anonymous, name):
    assert anonymous.get(f"/docs/{name}").status_code == 404


def test_code_is_escaped(text_of):
    text = text_of("oauth")

    assert "&lt;" in text or "&quot;" in text
    assert "<script>" not in text


def test_unchanged_guide_is_304(anonymous):
    first = anonymous.get("/docs/webhooks")
    again = anonymous.get("/docs/webhooks", headers={"If-None-Match": first.headers["ETag"]})

    assert (first.status_code, again.status_code) == (200, 304)
