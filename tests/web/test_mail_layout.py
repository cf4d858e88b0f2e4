"""The layout of a mail (web/mail_layout.py): plain text and HTML have the same content."""

import html
import re

from intake.web.mail_layout import MailLayout

MESSAGE = """Hello Ana,

we need 2 documents from you. The link is open until May 2, 2027.

- Passport
- Open it: https://intake.example.com/a

Open your list: https://intake.example.com/p/1

The link is meant for <you> alone.
Please do not pass it on."""
LAYOUT = MailLayout("en", "Silva & Partners", "Silva & Partners sent this.", "https://intake.example.com/logos/s/1",
                    "#7a1f3d", off=("End these e-mails", "https://intake.example.com/off/1"))


def _words(page):
    """Return the visible words of the mail."""
    shown = re.sub(r"<head>.*?</head>|<div style=\"display:none.*?</div>", "", page, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", shown)).split()


def test_html_says_what_the_plain_text_says():
    added = {"If", "the", "button", "does", "nothing,", "open", "this", "address:"}
    text = re.sub(r": (?=https)|^- |-- ", " ", LAYOUT.text(MESSAGE), flags=re.MULTILINE)
    addresses = {"https://intake.example.com/a", "https://intake.example.com/off/1"}  # behind words in HTML
    assert set(text.split()) - addresses == set(_words(LAYOUT.html(MESSAGE))) - (added - set(text.split()))


def test_preview_is_the_first_paragraph_behind_the_greeting():
    def preview(message, **more):
        page = MailLayout("en", "S", "F", **more).html(message)
        return re.search(r'mso-hide:all">(.*?)(?:&#8199;|</div>)', page, re.DOTALL)[1].strip()

    assert preview(MESSAGE) == "we need 2 documents from you. The link is open until May 2, 2027."
    assert preview("Only this") == "Only this"
    assert preview("- a list") == ""
    assert preview(MESSAGE, preview="") == ""
    assert len(preview("x" * 61 + " y" * 200)) == 150


def test_button_has_its_address_below_as_a_link():
    page = LAYOUT.html(MESSAGE)
    assert page.count('<a href="https://intake.example.com/p/1"') == 1
    assert '<a class="button" href="https://intake.example.com/p/1"' in page
    assert ">https://intake.example.com/p/1</a>" in page
    assert "Si el botón no responde" in MailLayout("es", "S", "F").html(MESSAGE)


def test_nothing_is_loaded_but_the_logo():
    page = LAYOUT.html(MESSAGE)
    assert re.findall(r'\ssrc="([^"]+)"|url\(|@import|<link', page) == ["https://intake.example.com/logos/s/1"]
    assert '<img src="https://intake.example.com/logos/s/1" alt="Silva &amp; Partners"' in page
    assert '<meta name="color-scheme" content="light dark">' in page
    assert "@media (prefers-color-scheme: dark)" in page
