"""Pages are readable in every colour of a firm (WCAG 2.2, 1.4.3)."""

import re

import pytest

from intake.web.colors import BACKGROUNDS, READABLE, contrast, readable, text_color_on

COLORS = ["#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#777777", "#808080", "#7a1f3d", "#1f4b7f",
          "#fefefe", "#010101", "#ff8800"]


def test_contrast():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == pytest.approx(1)


@pytest.mark.parametrize("color", COLORS)
def test_text_on_the_colour_is_readable(color):
    assert contrast(text_color_on(color), color) >= READABLE


@pytest.mark.parametrize("scheme", BACKGROUNDS)
@pytest.mark.parametrize("color", COLORS)
def test_text_in_the_colour_is_readable(color, scheme):
    assert all(contrast(readable(color, scheme), background) >= READABLE for background in BACKGROUNDS[scheme])


def test_a_readable_colour_is_unchanged():
    assert readable("#7a1f3d", "light") == "#7a1f3d"


@pytest.mark.parametrize("color", COLORS)
def test_the_stylesheet_of_a_colour(browser, color):
    answer = browser.get(f"/p/colors/{color[1:]}.css")

    assert (answer.status_code, answer.mimetype) == (200, "text/css")
    assert re.findall("#[0-9a-f]{6}", answer.text) == [
        color, text_color_on(color), readable(color, "light"), readable(color, "dark")]
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("color", ["fff", "FFFFFF", "1f4b7f}", "gggggg", "red", "1f4b7f8", "%00%00%00%00%00%00"])
def test_invalid_colour_is_404(browser, color):
    assert browser.get(f"/p/colors/{color}.css").status_code == 404
