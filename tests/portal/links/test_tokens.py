"""The token of a link cannot be guessed; it is computed from the stored part and a key that is not stored."""

import re
from time import process_time
from urllib.parse import quote

import pytest

from intake.cases.matters.link_tokens import (
    PLACEHOLDER,
    conceal_links,
    link_url,
    new_public_part,
    public_part_of,
    token_of,
)
from intake.portal.links.models import IntakeLink
from tests.builders import an_intake_link


def test_the_public_part_of_a_token(app):
    public_part = new_public_part()

    assert public_part_of(token_of(public_part)) == public_part


def test_a_token_has_only_letters_and_digits(app):
    assert all(re.fullmatch("[A-Za-z0-9]{38}", token_of(new_public_part())) for _ in range(50))


def test_the_signature_depends_on_the_installations_key(app):
    public_part = new_public_part()
    ours = token_of(public_part)
    key, app.secret_key = app.secret_key, "another key of at least 32 characters"
    try:
        assert token_of(public_part) != ours
        assert public_part_of(ours) is None
    finally:
        app.secret_key = key


def test_a_changed_token_is_unknown(firm):
    token = an_intake_link(firm).token
    assert IntakeLink.by_token(token)

    for place in range(len(token)):
        other = "b" if token[place] != "b" else "c"
        assert IntakeLink.by_token(token[:place] + other + token[place + 1:]) is None


def test_links_are_found_as_mail_programs_and_scanners_write_them(app):
    public_part = new_public_part()
    url = link_url(public_part)
    once, broken = quote(url, ""), f"{url[:-20]}=\r\n{url[-20:]}"
    for written in (url, once, once.replace("%2F", "%2f"), quote(once, ""),
                    f"https://eur.safelinks.example/?url={once}", once.replace("%", "="), broken,
                    f"{url[:-20]}\n> > {url[-20:]}", url.replace("/", "&#x2F;").replace(":", "&#58;", 1),
                    f"{url[:-38]}\n{url[-38:]}"):
        assert conceal_links(f"See {written}\nA line") == (f"See {PLACEHOLDER}\nA line", {public_part}), written


@pytest.mark.parametrize("text", [
    "http%3a%2f%2f" * 1538, "2F" * 10_000, "a\n> " * 5000, "http://x%2Fp%2F\n" * 1250,
    "http://" * 2857, "http://x/p/" * 1818, "http://" + "/p/" * 6600, "a" * 20_000,
], ids=len)
def test_looking_for_links_in_a_hostile_text_takes_no_time(app, text):
    began = process_time()

    assert conceal_links(text) == (text, set())
    assert process_time() - began < 0.1


@pytest.mark.parametrize("token", ["", "x", "x" * 38, "x" * 100_000, "é" * 38, "\x00" * 38, "' OR 1=1 --", "٣" * 38])
def test_a_malformed_token_causes_no_query(app, statements, token):
    with statements() as seen:
        assert IntakeLink.by_token(token) is None
    assert seen == []
