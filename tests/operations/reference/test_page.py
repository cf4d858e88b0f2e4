"""The documentation page: complete, accessible, and readable without scripts and external resources."""

import re
import shlex
from itertools import pairwise

import pytest

from intake.operations.reference.contracts import documented_routes
from intake.operations.reference.error_cases import all_errors
from intake.operations.reference.guides import NAMES

from .reading import Page


@pytest.fixture
def html(anonymous):
    answer = anonymous.get("/docs")
    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    return answer.text


@pytest.fixture
def page(html):
    return Page(html)


def test_page_has_every_operation(operations, html):
    for name, operation in operations.items():
        article = html.split(f'<article id="{name}">')[1].split("</article>")[0]
        assert operation["path"] in article.replace("<wbr>", "")
        assert operation["method"].upper() in article
        assert operation.get("x-required-scope", "") in article


def test_page_has_every_writable_field(document, operations, html):
    for name, operation in operations.items():
        if "requestBody" in operation:
            article = html.split(f'<article id="{name}">')[1].split("</article>")[0]
            table = article.split("<caption>Body</caption>")[1].split("</table>")[0]
            shape = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            for field, inner in document["components"]["schemas"][shape]["properties"].items():
                assert (f'<th scope="row"><code>{field}</code>' in table) != inner.get("readOnly", False), (name, field)


def test_page_has_every_error_code(app, html):
    chapter = html.split('id="errors"')[1].split("<tbody>")[1].split("</table>")[0]
    refusals = all_errors(documented_routes(app))

    assert len(refusals) > 30
    for refusal in refusals:
        rows = [rest.split("<tr>")[0] for rest in chapter.split(f"<code>{refusal.code}</code>")[1:]]
        assert any(str(refusal.status) in row for row in rows)


def test_operations_show_specific_errors_only(html):
    article = html.split('<article id="matters_create">')[1].split("</article>")[0]

    assert "<code>duplicate_matter</code>" in article
    assert "<code>validation_error</code>" in article
    assert "missing_api_key" not in article
    assert "validation_error" not in html.split('<article id="matters_archive">')[1].split("</article>")[0]


def test_rules_of_fields_are_shown_in_words(html):
    article = html.split('<article id="clients_create">')[1].split("</article>")[0]

    assert "<strong>Required.</strong> At most 100 characters. Not blank." in article
    assert "E.164" in article
    assert "<code>address.city</code>" in article


def test_example_is_a_valid_shell_command(page, settings):
    [command] = [text for text in page.texts["pre"] if f"{settings.app_url}/api/v1/clients " in text and "POST" in text]
    words = shlex.split(command.replace("\\\n", " "))

    assert words[:4] == ["curl", "-X", "POST", f"{settings.app_url}/api/v1/clients"]
    assert "Content-Type: application/json" in words
    assert words[-1].startswith("{")


def test_links_point_to_existing_sections_only(page):
    places = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    links = [attributes["href"] for attributes in page.all("a")]

    assert len(places) == len(set(places))
    assert {link[1:] for link in links if link.startswith("#")} <= set(places)
    assert {link for link in links if not link.startswith("#")} == {
        "/api/v1/openapi.json", "/docs", *(f"/docs/{name}" for name in NAMES)}


def test_page_has_one_script_and_no_external_resources(anonymous, page, html):
    sources = {attributes["href"] for attributes in page.all("link")}

    [script] = page.all("script")
    assert re.fullmatch(r"/static/[0-9a-f]{12}/docs\.js", script["src"])
    assert not page.all("style")
    assert not [attributes for _, attributes in page.elements if "style" in attributes or "onclick" in attributes]
    assert len(sources) == 3
    assert all(re.fullmatch(r"/static/[0-9a-f]{12}/[\w.]+", source) for source in sources)
    policy = anonymous.get("/docs").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';")
    assert "unsafe" not in policy


def test_page_is_well_formed_and_small(page, html):
    assert page.unbalanced == []
    operations = len(page.all("article"))
    assert len(html.encode()) < 25_000 + 2_500 * operations


def test_page_is_accessible(page):
    elements = page.elements
    assert page.all("html") == [{"lang": "en"}]
    assert page.all("a")[0] == {"class": "skip", "href": "#main"}
    assert [attributes["id"] for attributes in page.all("main")] == ["main"]
    assert [attributes["aria-label"] for attributes in page.all("nav")] == ["Contents"]
    assert len(page.all("h1")) == 1
    assert len(page.all("caption")) == len(page.all("table"))
    assert not [1 for tag, attributes in elements if tag == "meta" and "maximum-scale" in attributes.get("content", "")]
    levels = [int(tag[1]) for tag, _ in elements[elements.index(("main", {"id": "main", "tabindex": "-1"})):]
              if re.fullmatch("h[1-6]", tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_code_is_marked_and_nothing_is_escaped_twice(html):
    assert "the header <code>X-Api-Key</code>" in html
    assert not re.search(r"&lt;/?code|&amp;(lt|amp);", html)
