"""The pages of the reference: complete, accessible, and readable without scripts and external resources."""

import gzip
import re
import shlex
from itertools import pairwise

import pytest

from intake.operations.reference.contracts import documented_routes
from intake.operations.reference.error_cases import all_errors
from intake.operations.reference.guides import NAMES
from intake.operations.reference.site import answers

from .reading import Page

MAX_BYTES = 30_000
"""The maximum size of each page, compressed."""


@pytest.fixture
def text_of(anonymous):
    """Return a page of the reference as text."""

    def text(path="/docs"):
        answer = anonymous.get(path)
        assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
        return answer.text

    return text


@pytest.fixture
def html(text_of):
    return text_of()


@pytest.fixture
def page(html):
    return Page(html)


@pytest.fixture
def features(html):
    """Return the paths of the features' pages, as listed on the first page."""
    return list(dict.fromkeys(re.findall(r'href="(/docs/api/[a-z-]+)"', html)))


@pytest.fixture
def article_of(operations, text_of):
    """Return an operation's article, from the page of its feature."""

    def article(name):
        text = text_of(f"/docs/api/{operations[name]['tags'][0].lower().replace(' ', '-')}")
        return text.split(f'<article id="{name}">')[1].split("</article>")[0]

    return article


def test_pages_have_every_operation(operations, article_of):
    for name, operation in operations.items():
        article = article_of(name)
        assert operation["path"] in article.replace("<wbr>", "")
        assert operation["method"].upper() in article
        assert operation.get("x-required-scope", "") in article


def test_pages_have_every_writable_field(document, operations, article_of):
    for name, operation in operations.items():
        if "requestBody" in operation:
            article = article_of(name)
            table = article.split("<caption>Body</caption>")[1].split("</table>")[0]
            shape = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            for field, inner in document["components"]["schemas"][shape]["properties"].items():
                assert (f'<th scope="row"><code>{field}</code>' in table) != inner.get("readOnly", False), (name, field)


def test_page_has_every_error_code(app, html):
    chapter = html.split('id="errors"')[1].split("<tbody>")[1].split("</table>")[0]
    refusals = all_errors(documented_routes(app))

    assert len(refusals) > 30
    assert all(f"{credential} has expired" in chapter for credential in ("API key", "access token"))
    for refusal in refusals:
        rows = [rest.split("<tr>")[0] for rest in chapter.split(f"<code>{refusal.code}</code>")[1:]]
        assert any(str(refusal.status) in row for row in rows)


def test_operations_show_specific_errors_only(article_of):
    article = article_of("matters_create")

    assert "<code>duplicate_matter</code>" in article
    assert "<code>validation_error</code>" in article
    assert "missing_api_key" not in article
    assert "validation_error" not in article_of("matters_archive")


def test_rules_of_fields_are_shown_in_words(article_of):
    article = article_of("clients_create")

    assert "<strong>Required.</strong> At most 100 characters. Not blank." in article
    assert "E.164" in article
    assert "<code>address.city</code>" in article


def test_example_is_a_valid_shell_command(text_of, settings):
    page = Page(text_of("/docs/api/clients"))
    [command] = [text for text in page.texts["pre"] if f"{settings.app_url}/api/v1/clients " in text and "POST" in text]
    words = shlex.split(command.replace("\\\n", " "))

    assert words[:4] == ["curl", "-X", "POST", f"{settings.app_url}/api/v1/clients"]
    assert "Content-Type: application/json" in words
    assert words[-1].startswith("{")


def test_every_link_leads_to_a_place_and_the_contents_are_on_every_page(text_of, features):
    paths = ["/docs", *features, *(f"/docs/{name}" for name in NAMES)]
    pages = {path: Page(text_of(path)) for path in paths}
    places = {path: [attributes["id"] for _, attributes in page.elements if "id" in attributes]
              for path, page in pages.items()}

    assert len(features) > 20
    for path, page in pages.items():
        links = [attributes["href"] for attributes in page.all("a")]
        assert page.unbalanced == []
        assert len(places[path]) == len(set(places[path]))
        assert set(paths) <= set(links)
        assert [link["href"] for link in page.all("a") if "aria-current" in link] == [path]
        for link in links:
            target, _, place = link.partition("#")
            assert target in {"", "/api/v1/openapi.json", *paths} or link.startswith("https://"), (path, link)
            assert not place or link.startswith("https://") or place in places[target or path], (path, link)


def test_search_has_every_place(anonymous, operations, text_of):
    index = anonymous.get("/docs/index.json").json
    by_address = {place["href"]: place for place in index["places"]}
    found = {place["id"]: place for place in index["places"] if "method" in place}

    assert found.keys() == operations.keys()
    for name, operation in operations.items():
        assert (found[name]["method"], found[name]["in"]) == (operation["method"].upper(), operation["path"])
    assert "redirect_uris" in found["oauth_clients_create"]["words"].split()
    assert "duplicate_matter" in found["matters_create"]["words"].split()
    assert "the" in index["common"].split()
    assert not any("the" in place["words"].split() for place in index["places"])
    assert {"/docs#idempotency", "/docs/api/matters", "/docs/webhooks#checking-the-signature"} <= by_address.keys()
    pages = {path: text_of(path) for path in {address.partition("#")[0] for address in by_address}}
    for path, _, place in (address.partition("#") for address in by_address):
        assert not place or f'id="{place}"' in pages[path]


@pytest.mark.parametrize("path", ["/docs/api", "/docs/api/nothing", "/docs/api/matters/x", "/docs/api/Matters"])
def test_unknown_page_is_404(anonymous, path):
    assert anonymous.get(path).status_code == 404


def test_page_has_one_script_and_no_external_resources(anonymous, page, html):
    sources = {attributes["href"] for attributes in page.all("link")}

    [script] = page.all("script")
    assert re.fullmatch(r"/static/[0-9a-f]{12}/docs\.js", script["src"])
    assert not page.all("style")
    assert not [attributes for _, attributes in page.elements if "style" in attributes or "onclick" in attributes]
    assert len(sources) == 3
    assert all(re.fullmatch(r"/static/[0-9a-f]{12}/[\w.]+", source) for source in sources)
    policy = anonymous.get("/docs").headers["Content-Security-Policy"]
    assert policy.startswith(
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self';")
    assert "unsafe" not in policy


def test_pages_stay_small_with_250_operations(app):
    with app.test_request_context():
        plain = {path: answer.response("no-cache").get_data() for path, answer in answers(app).items()}
    growth = 250 / sum(text.count(b"<article ") for text in plain.values())

    assert 1 < growth < 2.5
    for path, text in plain.items():
        # The first page and the index grow with the number of operations, other pages with their own content.
        assert len(gzip.compress(text, 9)) * (growth if path in ("", "index.json") else 1) <= MAX_BYTES * (
            2 if path == "index.json" else 1), path


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
