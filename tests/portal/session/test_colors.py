"""Whatever colour a firm has, its pages can be read (WCAG 2.2, 1.4.3)."""

import re

import pytest

from intake.portal.session.colors import PAPERS, READABLE, contrast, ink_on, readable

COLORS = ["#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#777777", "#808080", "#7a1f3d", "#1f4b7f",
          "#fefefe", "#010101", "#ff8800"]


def test_black_and_white_are_as_far_apart_as_can_be():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == pytest.approx(1)


@pytest.mark.parametrize("color", COLORS)
def test_what_stands_on_it_can_be_read(color):
    assert contrast(ink_on(color), color) >= READABLE


@pytest.mark.parametrize("dress", PAPERS)
@pytest.mark.parametrize("color", COLORS)
def test_as_text_it_can_be_read(color, dress):
    assert all(contrast(readable(color, dress), paper) >= READABLE for paper in PAPERS[dress])


def test_a_colour_that_can_be_read_stays_what_it_is():
    assert readable("#7a1f3d", "light") == "#7a1f3d"


@pytest.mark.parametrize("color", COLORS)
def test_the_style_has_it(browser, color):
    answer = browser.get(f"/p/colors/{color[1:]}.css")

    assert (answer.status_code, answer.mimetype) == (200, "text/css")
    assert re.findall("#[0-9a-f]{6}", answer.text) == [
        color, ink_on(color), readable(color, "light"), readable(color, "dark")]
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("color", ["fff", "FFFFFF", "1f4b7f}", "gggggg", "red", "1f4b7f8", "%00%00%00%00%00%00"])
def test_anything_else_is_no_colour(browser, color):
    assert browser.get(f"/p/colors/{color}.css").status_code == 404
