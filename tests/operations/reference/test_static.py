"""Static files: caching, and the contrast of colours in the light and the dark scheme."""

import re

import pytest

from intake.web.rendering import FOLDER, asset

PAIRS = [("ink", "paper"), ("ink", "surface"), ("ink", "sunken"), ("muted", "paper"), ("muted", "sunken"),
         ("accent", "paper"), ("accent", "surface"), ("good", "good-tint"), ("info", "info-tint"),
         ("warn", "warn-tint"), ("bad", "bad-tint"), ("good", "paper"), ("info", "paper"), ("warn", "paper"),
         ("bad", "paper"), ("good", "sunken"), ("info", "sunken"), ("warn", "sunken"), ("bad", "sunken"),
         ("panel-ink", "panel")]


@pytest.fixture
def get(app):
    return lambda path: app.test_client().get(path, buffered=True)


def test_current_digest_is_cached_for_ever(get):
    answer = get(asset("intake.css"))

    assert answer.status_code == 200
    assert answer.content_type == "text/css; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.data == (FOLDER / "intake.css").read_bytes()


def test_outdated_digest_is_served_but_not_cached(get):
    answer = get("/static/000000000000/intake.css")

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", [
    "/static/x/nothing.css", "/static/x/../routes.py", "/static/x/..%2froutes.py", "/static/x/%00",
    "/static/intake.css"])
def test_unknown_path_is_404(get, path):
    answer = get(path)

    assert answer.status_code == 404
    assert answer.json["error"]["code"] == "not_found"


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_has_enough_contrast(theme, text, ground):
    colours = {}
    for block in re.findall(r":root \{(.*?)\}", (FOLDER / "intake.css").read_text(), re.DOTALL)[:theme + 1]:
        colours |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))

    lighter, darker = sorted((_luminance(colours[text]), _luminance(colours[ground])), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5  # WCAG 2.2, 1.4.3


def _luminance(colour):
    parts = (int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
