"""What a form and an address ask for is read without what Postgres cannot store, and unknown values are replaced."""

from intake.web.forms import choice, parameter, typed, whole_number


def test_texts_have_no_nul_and_are_cut(app):
    with app.test_request_context("/?q=+a%00b+&long=" + "x" * 99, method="POST", data={
            "note": " a\0b\r\nc ", "long": "x" * 99}):
        texts = typed("note"), typed("long", 10), typed("none"), parameter("q"), parameter("long", 10)

    assert texts == (" ab\nc ", "x" * 11, "", "ab", "x" * 10)


def test_a_choice_and_a_number_are_read_or_replaced(app):
    with app.test_request_context("/?sort=title&order=up"):
        chosen = choice("sort", ("title",)), choice("order", ("asc", "desc"), "asc"), choice("none", ("x",))

    assert chosen == ("title", "asc", "")
    assert [whole_number(text, None) for text in ("7", "", "-1", "1.0", "²", "٣", "9" * 10)] == [7] + [None] * 6
