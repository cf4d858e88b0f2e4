"""docs/messages.md, a table of every message with its picture: `python -m local.messages` writes it.

It needs Chromium and half a minute. The pictures in docs/images/messages are overwritten.
"""

import html
import io

from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

from intake.messaging.communications.states import SMS
from local import ROOT, chromium
from local.sample_messages import SAMPLES, length_of, sample_installation

PAGE = ROOT / "docs" / "messages.md"
FOLDER = ROOT / "docs" / "images" / "messages"
LARGEST, LARGEST_OF_ALL = 25_000, 1_000_000
"""The maximum size in bytes of a picture, and of all of them."""

_PHONE = 390
_BUBBLE = ('<body style="margin:0;padding:16px;background:#fff;font:16px/1.4 sans-serif"><div style="max-width:300px;'
           'padding:12px 16px;border-radius:18px;background:#e9e9eb;color:#111;overflow-wrap:anywhere">{}</div>')

_HEAD = """# Every message

This page lists who gets which message, when, by which channel and in which languages. `python -m local.messages` writes
it. The pictures show mails on a phone, 390 pixels wide; the first mail is also shown in dark mode. A message is in the
language of the client or person who gets it, alerts included; mails to the firm's own address are in the firm's
language.

| When | To | By | Language | Subject, or length | Picture |
|---|---|---|---|---|---|
"""


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.webp"):
        old.unlink()
    with sample_installation(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.QUIET))
        pages = {scheme: _phone(browser, scheme) for scheme in ("light", "dark")}
        PAGE.write_text(_HEAD + "".join(row for sample in SAMPLES for row in _rows(sample, pages)), encoding="utf-8")
        browser.close()
    whole = sum(file.stat().st_size for file in FOLDER.iterdir())
    print(f"{len([*FOLDER.iterdir()])} pictures, {whole:,} bytes")
    if whole > LARGEST_OF_ALL:
        raise SystemExit(f"They have more than {LARGEST_OF_ALL:,} bytes.")


def _rows(sample, pages):
    """Take the pictures, and yield the row of the table for each language."""
    for language in sample.languages:
        subject, text, page = sample.compose(language)
        names = [f"{sample.picture}.{language}"]
        _keep(pages["light"], page or _BUBBLE.format(html.escape(text)), names[0])
        if page and language == "en" and sample.name == "intake_link":
            names.append(f"{names[0]}.dark")
            _keep(pages["dark"], page, names[1])
        about = length_of(text) if sample.channel == SMS else subject
        shown = " ".join(f"[![{name}](images/messages/{name}.webp)](images/messages/{name}.webp)" for name in names)
        by = "SMS" if sample.channel == SMS else "e-mail"
        yield f"| {sample.event} | {sample.to} | {by} | {language} | {about} | {shown} |\n"


def _phone(browser, scheme):
    page = browser.new_context(viewport={"width": _PHONE, "height": 100}, color_scheme=scheme).new_page()
    page.route("**/logos/**", lambda route: route.fulfill(body=_logo(), content_type="image/png"))
    return page


def _keep(page, content, name):
    """Save a picture of the mail."""
    page.set_content(content, wait_until="load")
    picture = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    file = FOLDER / f"{name}.webp"
    picture.save(file, quality=30, method=6)
    if file.stat().st_size > LARGEST:
        raise SystemExit(f"{file.name} has more than {LARGEST:,} bytes.")


def _logo():
    """Return the made-up firm's logo."""
    picture = Image.new("RGBA", (560, 112), "white")
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((4, 8, 100, 104), 20, fill="#7a1f3d")
    draw.text((30, 22), "S", fill="white", font_size=68)
    draw.text((126, 28), "Silva & Partners", fill="#1c2430", font_size=52)
    content = io.BytesIO()
    picture.save(content, "PNG")
    return content.getvalue()


if __name__ == "__main__":
    main()
