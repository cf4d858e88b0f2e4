"""Typed texts and parameters of addresses are read without what Postgres cannot store."""

from intake.web.forms import parameter, typed


def test_texts_have_no_nul_and_are_cut(app):
    with app.test_request_context("/?q=+a%00b+&long=" + "x" * 99, method="POST", data={
            "note": " a\0b\r\nc ", "long": "x" * 99}):
        texts = typed("note"), typed("long", 10), typed("none"), parameter("q"), parameter("long", 10)

    assert texts == (" ab\nc ", "x" * 11, "", "ab", "x" * 10)
